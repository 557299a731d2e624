import { formatMoney } from '#core/format.ts'
import { Alert } from '#web/ui/alert.tsx'
import type { Invoice } from './contract/invoice.ts'

/** Informs the freelancer about a payment that the client made online. */
export function OnlineNotice({ invoice }: { invoice: Invoice }) {
  return (
    <>
      {invoice.payment_processing && (
        <Alert tone="info" title="A payment is being processed">
          {invoice.client_name} has paid online. The bank takes a few days until the money arrives.
        </Alert>
      )}
      {invoice.overpaid > 0 && (
        <Alert
          tone="warning"
          title={`${formatMoney(invoice.overpaid, invoice.currency)} more was paid than this invoice asks for`}
        >
          Refund it in Stripe, or agree with the client on what to do with it.
        </Alert>
      )}
    </>
  )
}
