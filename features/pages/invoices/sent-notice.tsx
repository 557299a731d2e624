import { useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { formatInstantDate, formatMoney } from '#core/format.ts'
import type { Invoice } from '#features/billing/invoices/contract/invoice.ts'
import { DifferenceList } from '#features/billing/invoices/difference-list.tsx'
import { opensReadOnly } from '#features/billing/invoices/rules/status.ts'
import { lastSeen } from '#features/billing/invoices/rules/timeline.ts'
import { mailsQuery } from '#features/billing/sending/client.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'

/** While a sent invoice is edited: what the client has already seen and paid. */
export function SentNotice({ invoice }: { invoice: Invoice }) {
  const { data: log } = useQuery(mailsQuery(invoice.id))
  const seen = lastSeen(log?.mails ?? [])
  return (
    <Alert tone="info" title={`${invoice.client_name} already has this invoice`} live>
      {[
        invoice.sent_at && `You sent it on ${formatInstantDate(invoice.sent_at)}.`,
        seen && `It was opened on ${formatInstantDate(seen)}.`,
        invoice.amount_paid > 0 &&
          `${formatMoney(invoice.amount_paid, invoice.currency)} of ${formatMoney(invoice.total, invoice.currency)} is paid.`,
        'Send it again after you change it.',
      ]
        .filter(Boolean)
        .join(' ')}
    </Alert>
  )
}

type ChangedNoticeProps = { invoice: Invoice; onSend(): void }

export function ChangedNotice({ invoice, onSend }: ChangedNoticeProps) {
  if (!opensReadOnly(invoice) || invoice.changes_since_sent.length === 0) return null
  return (
    <Alert
      tone="warning"
      title="Changed since it was sent"
      action={
        <Button onClick={onSend}>
          <Send aria-hidden /> Send again
        </Button>
      }
    >
      {/* Changes since a decision, which comes later, are listed with the decision. */}
      {invoice.changes_since_decision.length === 0 && <DifferenceList changes={invoice.changes_since_sent} />}
    </Alert>
  )
}
