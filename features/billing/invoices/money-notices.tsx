import { formatMoney } from '#core/format.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { usePayWithCredit } from './client.ts'
import type { Invoice } from './contract/invoice.ts'
import { isOwed } from './rules/sealing.ts'

/** Informs the freelancer about a payment on its way, and about credit of the client. */
export function MoneyNotices({ invoice }: { invoice: Invoice }) {
  const { overpaid, currency, client_name } = invoice
  return (
    <>
      {invoice.payment_processing && (
        <Alert tone="info" title="A payment is being processed">
          {client_name} has paid online. The bank takes a few days until the money arrives.
        </Alert>
      )}
      {overpaid > 0 && (
        <Alert
          tone="info"
          title={`${formatMoney(overpaid, currency)} more was paid than this invoice asks for`}
        >
          It is credit of {client_name}: use it for their next invoice, or refund it.
        </Alert>
      )}
      <CreditOffer invoice={invoice} />
    </>
  )
}

/** Offers to pay the invoice with what the client overpaid on others. */
export function CreditOffer({ invoice }: { invoice: Invoice }) {
  const using = usePayWithCredit(invoice.id)
  const { client_credit, balance, currency, client_name } = invoice
  if (client_credit === 0 || !isOwed(invoice)) return null
  const usable = formatMoney(Math.min(client_credit, balance), currency)
  return (
    <Alert
      tone="info"
      title={`${client_name} has ${formatMoney(client_credit, currency)} of credit`}
      action={
        <Button pending={using.isPending} onClick={() => using.mutate()}>
          Use {usable}
        </Button>
      }
    >
      It was paid beyond what earlier invoices asked for. Used here, it counts as revenue today.
    </Alert>
  )
}
