import { FileDown, Trash2 } from 'lucide-react'
import { formatDate, formatMoney } from '#core/format.ts'
import { useDownloadReceipt } from '#features/billing/documents/client.ts'
import { useRemovePayment } from '#features/billing/invoices/client.ts'
import type { Invoice } from '#features/billing/invoices/contract/invoice.ts'
import type { Payment } from '#features/billing/payments/contract.ts'
import { entryLabel, wholeOf } from '#features/billing/payments/rules/ledger.ts'
import { useConfirm } from '#web/ui/confirm.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'

type PaymentRowProps = { invoice: Invoice; payment: Payment; canRemove: boolean }

export function PaymentRow({ invoice, payment, canRemove }: PaymentRowProps) {
  const confirm = useConfirm()
  const removal = useRemovePayment(invoice.id)
  const receipt = useDownloadReceipt(invoice.id)
  const amount = formatMoney(wholeOf(payment) + payment.written_off, invoice.currency)
  const day = formatDate(payment.paid_on)
  const isMoneyIn = payment.kind === 'payment' || payment.kind === 'credit'

  const askAndRemove = async () => {
    const sure = await confirm({
      title: isMoneyIn ? 'Remove this payment?' : 'Remove this entry?',
      consequences: isMoneyIn
        ? `${amount} of ${day} is left to pay again on ${invoice.invoice_number}. Both stay on record: a reversal, dated today, is added.`
        : `Both stay on record: a reversal of ${amount}, dated today, is added to ${invoice.invoice_number}.`,
      confirmLabel: 'Remove',
    })
    if (sure) removal.mutate(payment.id)
  }

  return (
    <div className="flex items-center gap-2 py-1.5">
      <p className="flex min-w-0 flex-1 flex-wrap gap-x-2.5">
        <span className="min-w-24 text-body">{day}</span>
        <span className="text-muted wrap-anywhere">
          {[entryLabel(payment), payment.reference, payment.reason].filter(Boolean).join(', ')}
        </span>
        <Costs invoice={invoice} payment={payment} />
      </p>
      <span className="text-body font-medium">{amount}</span>
      <span className="-mr-2 flex shrink-0 touch:-mr-3.5">
        {payment.kind === 'payment' && (
          <IconButton
            size="sm"
            label={`Receipt for ${amount} of ${day}`}
            icon={<FileDown />}
            pending={receipt.isPending}
            onClick={() => receipt.mutate(payment.id)}
          />
        )}
        {canRemove && (
          <IconButton
            size="sm"
            label={`Remove ${amount} of ${day}`}
            icon={<Trash2 />}
            disabled={removal.isPending}
            onClick={askAndRemove}
          />
        )}
      </span>
    </div>
  )
}

/** The excess over the invoice, the fee and the exchange difference. */
function Costs({ invoice, payment }: Pick<PaymentRowProps, 'invoice' | 'payment'>) {
  const { currency, home_currency } = invoice
  const { surplus, fee, exchange_difference: difference } = payment
  const parts = [
    surplus > 0 && `${formatMoney(surplus, currency)} of it is credit`,
    fee !== 0 && `${formatMoney(fee, home_currency)} fee`,
    difference !== 0 && `${formatMoney(difference, home_currency)} exchange difference`,
  ].filter(Boolean)
  return parts.length > 0 && <span className="text-faint">{parts.join(', ')}</span>
}
