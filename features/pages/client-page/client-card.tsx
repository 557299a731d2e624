import { ArchiveRestore, DoorOpen, Mail, Pencil, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useDeleteClient, useRestoreClient } from '#features/engagement/clients/client.ts'
import type { Client } from '#features/engagement/clients/contract.ts'
import { deletionQuestion } from '#features/engagement/clients/rules.ts'
import type { ClientFigures } from '#features/pages/list-figures/contract.ts'
import { sumsText } from '#features/pages/list-figures/rules.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { DeleteMenuItem } from '#web/ui/delete-menu-item.tsx'
import { ActionsMenu, MenuItem } from '#web/ui/menu.tsx'

export interface ClientItemProps {
  client: Client
  /** Undefined if nothing is owed, unbilled or known of the client, or while it loads. */
  figures: ClientFigures | undefined
  onEdit(): void
  onPortal(): void
}

/** For narrow screens. */
export function ClientCard({ client, figures, onEdit, onPortal }: ClientItemProps) {
  return (
    <Card className="relative flex flex-col p-4 transition-colors hover:border-edge sm:h-42 sm:touch:h-47">
      <div className="flex items-start gap-3">
        <Avatar name={client.name} />
        <div className="min-w-0 flex-1">
          <h2 className="font-semibold max-sm:line-clamp-2 max-sm:wrap-anywhere sm:truncate">
            <Link to={`/clients/${client.id}`} className="after:absolute after:inset-0 after:rounded">
              {client.name}
            </Link>
          </h2>
          <p className="truncate text-meta text-muted">{client.company}</p>
        </div>
        {client.archived ? (
          <RestoreButton client={client} />
        ) : (
          <span className="relative -mt-1 -mr-1.5 touch:-mt-2 touch:-mr-3">
            <ClientActions client={client} onEdit={onEdit} onPortal={onPortal} />
          </span>
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
      <MoneyLine figures={figures} />
    </Card>
  )
}

/** The client's debt and unbilled work, where there is some. */
function MoneyLine({ figures }: Pick<ClientItemProps, 'figures'>) {
  const [owed, unbilled] = [sumsText(figures?.owed), sumsText(figures?.unbilled)]
  const isLong = figures !== undefined && figures.owed.length + figures.unbilled.length > 2
  return (
    // Its line is there before the figures are loaded.
    <p
      className={cx(
        'mt-2 min-h-lh text-meta tabular-nums sm:truncate touch:mt-3',
        isLong && 'sm:text-micro/5',
      )}
    >
      {owed && <span className={cx(figures?.is_overdue && 'text-red-ink')}>{owed} owed</span>}
      {owed && unbilled && <span className="text-faint"> · </span>}
      {unbilled && <span className="text-muted">{unbilled} unbilled</span>}
    </p>
  )
}

export function RestoreButton({ client }: { client: Client }) {
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

type ClientActionsProps = Pick<ClientItemProps, 'client' | 'onEdit' | 'onPortal'>

export function ClientActions({ client, onEdit, onPortal }: ClientActionsProps) {
  const deletion = useDeleteClient()
  return (
    <ActionsMenu label={`Actions for ${client.name}`}>
      <MenuItem icon={<Pencil />} onSelect={onEdit}>
        Edit
      </MenuItem>
      <MenuItem icon={<DoorOpen />} onSelect={onPortal}>
        Portal access
      </MenuItem>
      <DeleteMenuItem {...deletionQuestion(client)} onDelete={() => deletion.mutate(client)} />
    </ActionsMenu>
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
