import { formatLongDate, formatMoney } from '#core/format.ts'
import type { MinorUnits } from '#core/money.ts'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import type { PortalInvoiceDetail } from './contract/invoices.ts'

const QuestionDialog = lazyDialog(() => import('./decision-dialog.tsx'), 'QuestionDialog')

type PayAgainDialogProps = {
  invoice: PortalInvoiceDetail
  amount: MinorUnits
  open: boolean
  pending: boolean
  refusal: string | undefined
  onClose(): void
  onPay(): void
}

/** Asks a client who said that an invoice was paid before they pay it online as well. */
export function PayAgainDialog({ invoice, amount, onPay, ...dialog }: PayAgainDialogProps) {
  const { paid_notice } = invoice
  if (!paid_notice) return null
  return (
    <QuestionDialog
      {...dialog}
      title="Pay online as well?"
      description={`You said that you paid on ${formatLongDate(paid_notice.paid_on)}`}
      submit="Pay Online"
      onSubmit={onPay}
    >
      <p>
        {invoice.business.name} has not confirmed that payment yet. If it is on its way, you would pay this
        invoice twice.
      </p>
      <p>
        You are about to pay{' '}
        <strong className="font-semibold tabular-nums">{formatMoney(amount, invoice.currency)}</strong>{' '}
        online.
      </p>
    </QuestionDialog>
  )
}
