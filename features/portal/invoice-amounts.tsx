import { formatMoney } from '#core/format.ts'
import { taxLabel } from '#features/invoices/rules/document.ts'
import type { PortalInvoiceDetail } from './contract.ts'

/** The amount summary, with tax only if there is any. */
export function InvoiceAmounts({ invoice }: { invoice: PortalInvoiceDetail }) {
  return (
    <dl className="mt-4 ml-auto grid w-full gap-2 tabular-nums sm:w-72 print:break-inside-avoid">
      <Line term="Subtotal" amount={formatMoney(invoice.subtotal, invoice.currency)} />
      {invoice.tax_rate > 0 && (
        <Line
          term={taxLabel(invoice.details.tax_name, invoice.tax_rate)}
          amount={formatMoney(invoice.tax_amount, invoice.currency)}
        />
      )}
      <div className="mt-1 flex items-baseline justify-between gap-4 border-t border-edge pt-3 font-semibold">
        <dt>Total</dt>
        <dd className="text-heading">{formatMoney(invoice.total, invoice.currency)}</dd>
      </div>
    </dl>
  )
}

function Line({ term, amount }: { term: string; amount: string }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-muted">{term}</dt>
      <dd>{amount}</dd>
    </div>
  )
}
