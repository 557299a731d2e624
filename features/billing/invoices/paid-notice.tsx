import { formatDate } from '#core/format.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Quote } from '#web/ui/quote.tsx'
import { useDismissPaidNotice } from './client.ts'
import type { Invoice } from './contract/invoice.ts'

type PaidNoticeProps = { invoice: Invoice; onRecordPayment(): void }

/** The client's word about a payment. Empty unless it is still to be answered. */
export function PaidNotice({ invoice, onRecordPayment }: PaidNoticeProps) {
  const dismissal = useDismissPaidNotice(invoice.id)
  const { paid_notice, client_name } = invoice
  if (!paid_notice) return null
  return (
    <Alert
      tone="info"
      title={
        <>
          {client_name} says it was paid on{' '}
          <span className="whitespace-nowrap">{formatDate(paid_notice.paid_on)}</span>
        </>
      }
      action={
        <div className="flex flex-wrap gap-2">
          <Button onClick={onRecordPayment}>Record this payment</Button>
          <Button variant="ghost" pending={dismissal.isPending} onClick={() => dismissal.mutate()}>
            Not received
          </Button>
        </div>
      }
    >
      {paid_notice.note && <Quote className="border-current/25!">{paid_notice.note}</Quote>}
    </Alert>
  )
}
