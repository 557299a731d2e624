import { ArchiveRestore, DoorOpen, Mail, Pencil, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DeleteMenuItem } from '#web/ui/delete-menu-item.tsx'
import { ActionsMenu, MenuItem } from '#web/ui/menu.tsx'
import { useDeleteClient, useRestoreClient } from './client.ts'
import type { Client } from './contract.ts'
import { deletionConsequences } from './rules.ts'

type ClientCardProps = { client: Client; onEdit(): void; onPortal(): void }

export function ClientCard({ client, onEdit, onPortal }: ClientCardProps) {
  return (
    <Card className="relative flex flex-col p-4 transition-colors hover:border-edge sm:h-35 sm:touch:h-40">
      <div className="flex items-start gap-3">
        <Avatar name={client.name} />
        <div className="min-w-0 flex-1">
          <h2 className="truncate font-semibold">
            <Link to={`/clients/${client.id}`} className="after:absolute after:inset-0 after:rounded">
              {client.name}
            </Link>
          </h2>
          <p className="truncate text-meta text-muted">{client.company}</p>
        </div>
        {client.archived ? (
          <RestoreButton client={client} />
        ) : (
          <ClientActions client={client} onEdit={onEdit} onPortal={onPortal} />
        )}
      </div>
      <div className="mt-auto flex flex-col gap-1 text-meta text-muted empty:hidden max-sm:pt-2 touch:-mb-3 touch:gap-0">
        {client.email && (
          <ContactLine icon={<Mail aria-hidden className="icon-sm" />} href={`mailto:${client.email}`}>
            {client.email}
          </ContactLine>
        )}
        {client.phone && (
          <ContactLine icon={<Phone aria-hidden className="icon-sm" />} href={`tel:${client.phone}`}>
            {client.phone}
          </ContactLine>
        )}
      </div>
    </Card>
  )
}

function RestoreButton({ client }: { client: Client }) {
  const restoring = useRestoreClient()
  return (
    <Button
      size="sm"
      className="relative"
      aria-label={`Restore ${client.name}`}
      pending={restoring.isPending}
      onClick={() => restoring.mutate(client)}
    >
      <ArchiveRestore aria-hidden /> Restore
    </Button>
  )
}

function ClientActions({ client, onEdit, onPortal }: ClientCardProps) {
  const deletion = useDeleteClient()
  return (
    <span className="relative -mt-1 -mr-1.5 touch:-mt-2 touch:-mr-3">
      <ActionsMenu label={`Actions for ${client.name}`}>
        <MenuItem icon={<Pencil />} onSelect={onEdit}>
          Edit
        </MenuItem>
        <MenuItem icon={<DoorOpen />} onSelect={onPortal}>
          Portal access
        </MenuItem>
        <DeleteMenuItem
          what={client.name}
          consequences={deletionConsequences(client)}
          onDelete={() => deletion.mutate(client)}
        />
      </ActionsMenu>
    </span>
  )
}

function ContactLine({ icon, href, children }: { icon: ReactNode; href: string; children: ReactNode }) {
  return (
    <a
      href={href}
      className="relative flex w-fit max-w-full min-w-0 items-center gap-2 rounded hover:text-ink touch:h-11"
    >
      {icon}
      <span className="truncate">{children}</span>
    </a>
  )
}
