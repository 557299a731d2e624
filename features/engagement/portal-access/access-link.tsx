import { CalendarClock, CalendarX2, CircleCheck, Link2Off, Mail } from 'lucide-react'
import { useState } from 'react'
import { formatInstant, formatInstantDate } from '#core/format.ts'
import { hasCode } from '#web/data/api-error.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { useMailLink, useRevokeLink } from './client.ts'
import type { LinkHolder, PortalAccess, PortalAccessStatus } from './contract.ts'
import { CopyLink } from './copy-link.tsx'
import { RenewDialog } from './renew-dialog.tsx'

type AccessLinkProps = { client: LinkHolder; link: PortalAccess }

/** A client's portal link: its status, when it was used, and its actions. */
export function AccessLink({ client, link }: AccessLinkProps) {
  const holder = holderOf(client, link)
  const revoked = link.status === 'revoked'
  return (
    <li className="flex flex-col gap-3 rounded border border-hairline bg-surface p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        {link.contact_id !== null && <p className="w-full font-medium wrap-anywhere">{holder.name}</p>}
        <StatusBadge status={link.status} />
        <p className="text-meta text-muted">{describeExpiry(link)}</p>
      </div>
      {link.status === 'active' && link.url && (
        <CopyLink url={link.url} label={`Portal link, ${describeExpiry(link)}`} />
      )}
      <p className="text-meta text-faint">
        {[
          link.last_seen_at ? `Last seen ${formatInstant(link.last_seen_at)}` : 'Never opened',
          link.mailed_at && `emailed ${formatInstantDate(link.mailed_at)}`,
          `created ${formatInstantDate(link.created_at)}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {!revoked && <LinkActions client={holder} link={link} />}
    </li>
  )
}

const holderOf = (
  client: LinkHolder,
  { contact_id, contact_name, contact_email }: PortalAccess,
): LinkHolder =>
  contact_id === null
    ? client
    : { id: client.id, name: contact_name || 'Removed contact', email: contact_email ?? '' }

function LinkActions({ client, link }: AccessLinkProps) {
  const confirm = useConfirm()
  const [renewing, setRenewing] = useState(false)
  const revocation = useRevokeLink(client.id, link.id)

  const askAndRevoke = async () => {
    const sure = await confirm({
      title: 'Revoke this link?',
      consequences: `It stops working at once and for good. ${client.name} will see the same page as with any invalid link. Approvals and comments are kept. You can create another link at any time.`,
      confirmLabel: 'Revoke',
    })
    if (sure) revocation.mutate()
  }

  return (
    <div className="flex flex-wrap items-start gap-2">
      {link.status === 'active' && <MailButton client={client} link={link} />}
      <Button size="sm" onClick={() => setRenewing(true)}>
        <CalendarClock aria-hidden /> Renew
      </Button>
      <Button size="sm" variant="ghost" pending={revocation.isPending} onClick={askAndRevoke}>
        <Link2Off aria-hidden /> Revoke
      </Button>
      {renewing && <RenewDialog clientId={client.id} link={link} onClose={() => setRenewing(false)} />}
    </div>
  )
}

function MailButton({ client, link }: AccessLinkProps) {
  const mail = useMailLink(client.id, link.id)
  const cannot = mailProblem(client, mail.error)
  return (
    <>
      <Button size="sm" disabled={cannot !== null} pending={mail.isPending} onClick={() => mail.mutate()}>
        <Mail aria-hidden /> {link.mailed_at ? 'Email again' : 'Email'}
      </Button>
      {cannot && <p className="order-last w-full text-meta text-muted">{cannot}</p>}
    </>
  )
}

function mailProblem(client: LinkHolder, error: Error | null): string | null {
  if (!client.email) return `${client.name} has no email address yet. Copy the link and send it yourself.`
  if (hasCode(error, 'mail_not_set_up'))
    return 'Email is not set up on this server. Copy the link and send it yourself.'
  return null
}

const badges = {
  active: { tone: 'green', icon: CircleCheck, label: 'Live' },
  expired: { tone: 'yellow', icon: CalendarX2, label: 'Expired' },
  revoked: { tone: 'grey', icon: Link2Off, label: 'Revoked' },
} as const

function StatusBadge({ status }: { status: PortalAccessStatus }) {
  const { tone, icon: Icon, label } = badges[status]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />}>
      {label}
    </Badge>
  )
}

function describeExpiry({ status, expires_at, revoked_at }: PortalAccess): string {
  if (status === 'revoked' && revoked_at) return `Revoked on ${formatInstantDate(revoked_at)}`
  return `${status === 'active' ? 'Works until' : 'Worked until'} ${formatInstant(expires_at)}`
}
