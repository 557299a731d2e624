import { formatMoney } from '#core/format.ts'
import { cx } from '#web/ui/cx.ts'
import type { InvoiceSummary } from './contract.ts'
import { taxLabel } from './rules/document.ts'

type InvoiceTotalsProps = {
  invoice: InvoiceSummary
  /** "VAT"; "Tax" if the profile names none. */
  taxName?: string
  className?: string
}

/** The totals, as the server and the printed page show them. */
export function InvoiceTotals({ invoice, taxName = '', className }: InvoiceTotalsProps) {
  return (
    <dl className={cx('grid content-start gap-1.5 tabular-nums', className)}>
      <Line label="Subtotal" value={formatMoney(invoice.subtotal, invoice.currency)} />
      <Line
        label={taxLabel(taxName, invoice.tax_rate)}
        value={formatMoney(invoice.tax_amount, invoice.currency)}
      />
      <div className="mt-1 flex items-baseline justify-between gap-4 border-t border-edge pt-2.5 font-semibold">
        <dt>Total</dt>
        <dd className="text-heading">{formatMoney(invoice.total, invoice.currency)}</dd>
      </div>
    </dl>
  )
}

function Line({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-muted">{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}
