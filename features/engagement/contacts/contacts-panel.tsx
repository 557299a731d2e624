import { useQuery } from '@tanstack/react-query'
import { Link2, Pencil, Trash2, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { formatInstant } from '#core/format.ts'
import type { Client } from '#features/engagement/clients/contract.ts'
import { useCreateLink } from '#features/engagement/portal-access/client.ts'
import { failureOf } from '#web/data/list.ts'
import { useDialogLink } from '#web/navigation/dialog-link.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/card.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { contactsQuery, useRemoveContact } from './client.ts'
import type { Contact } from './contract/contacts.ts'

const NewContactDialog = lazyDialog(() => import('./contact-dialog.tsx'), 'NewContactDialog')
const EditContactDialog = lazyDialog(() => import('./contact-dialog.tsx'), 'EditContactDialog')

/** The people who act for a client. */
export function ContactsPanel({ client }: { client: Client }) {
  const query = useQuery(contactsQuery(client.id))
  const [dialog, setDialog] = useState<Contact | 'new' | null>(null)
  const close = () => setDialog(null)
  const { data: contacts } = query
  const failure = failureOf(query)
  if (client.archived && contacts?.length === 0) return null

  return (
    <Panel
      title="Contacts"
      actions={
        !client.archived && (
          <IconButton label="Add contact" icon={<UserPlus />} onClick={() => setDialog('new')} />
        )
      }
    >
      {failure && !contacts && <LoadFailed what="The contacts" {...failure} />}
      {!failure && !contacts && (
        <Loading>
          <Skeleton className="h-12" />
        </Loading>
      )}
      {contacts?.length === 0 && (
        <p className="text-muted">
          Add the people who act for {client.name}: each has a portal link and their own name on what they
          approve.
        </p>
      )}
      {contacts && contacts.length > 0 && (
        <ul className="flex flex-col gap-4">
          {contacts.map((contact) => (
            <ContactItem
              key={contact.id}
              client={client}
              contact={contact}
              onEdit={() => setDialog(contact)}
            />
          ))}
        </ul>
      )}
      {dialog === 'new' && <NewContactDialog clientId={client.id} onClose={close} />}
      {dialog !== null && dialog !== 'new' && (
        <EditContactDialog clientId={client.id} contact={dialog} onClose={close} />
      )}
    </Panel>
  )
}

type ContactItemProps = { client: Client; contact: Contact; onEdit(): void }

function ContactItem({ client, contact, onEdit }: ContactItemProps) {
  const confirm = useConfirm()
  const removal = useRemoveContact(client.id)
  const { name, role, email, phone, gets_invoices, gets_news } = contact

  const askAndRemove = async () => {
    const sure = await confirm({
      title: `Remove ${name}?`,
      consequences: `Their details are deleted and their portal links stop working. What ${name} approved and wrote keeps the name.`,
      confirmLabel: 'Remove',
    })
    if (sure) removal.mutate(contact)
  }

  return (
    <li className="flex min-w-0 flex-col gap-0.5">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <p className="font-medium wrap-anywhere">{name}</p>
          {role && <p className="text-meta text-muted wrap-anywhere">{role}</p>}
        </div>
        {!client.archived && (
          <div className="-my-1.5 flex shrink-0">
            <IconButton label={`Edit ${name}`} icon={<Pencil />} onClick={onEdit} />
            <IconButton label={`Remove ${name}`} icon={<Trash2 />} onClick={askAndRemove} />
          </div>
        )}
      </div>
      {email && (
        <a
          href={`mailto:${email}`}
          className="touch-target self-start rounded-xs text-meta wrap-anywhere hover:text-ink"
        >
          {email}
        </a>
      )}
      {phone && (
        <a href={`tel:${phone}`} className="touch-target self-start rounded-xs text-meta hover:text-ink">
          {phone}
        </a>
      )}
      <p className="text-meta text-faint">{portalState(contact)}</p>
      {!client.archived && contact.portal.status !== 'active' && (
        <CreateLink client={client} contact={contact} />
      )}
      {(gets_invoices || gets_news) && (
        <p className="mt-1 flex flex-wrap gap-1.5">
          {gets_invoices && <Badge>Gets invoices</Badge>}
          {gets_news && <Badge>{contact.unsubscribed_at ? 'Unsubscribed from news' : 'Gets news'}</Badge>}
        </p>
      )}
    </li>
  )
}

/** The new link is shown with the others, where it can be copied and mailed. */
function CreateLink({ client, contact }: { client: Client; contact: Contact }) {
  const creation = useCreateLink(client.id)
  const { openPortal } = useDialogLink()
  return (
    <Button
      size="sm"
      className="mt-1 self-start"
      pending={creation.isPending}
      onClick={() => creation.mutate({ contact_id: contact.id }, { onSuccess: () => openPortal(client.id) })}
    >
      <Link2 aria-hidden /> Create portal link
      <span className="sr-only"> for {contact.name}</span>
    </Button>
  )
}

function portalState({ portal: { status, last_seen_at } }: Contact): string {
  if (status === null) return 'No portal link yet'
  if (status !== 'active') return status === 'expired' ? 'Portal link expired' : 'Portal link revoked'
  return last_seen_at ? `Last visit ${formatInstant(last_seen_at)}` : 'Never visited the portal'
}
