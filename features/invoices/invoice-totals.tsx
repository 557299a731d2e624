import { formatMoney, formatNumber } from '#core/format.ts'
import type { MinorUnits } from '#core/money.ts'
import { cx } from '#web/ui/cx.ts'
import type { InvoiceSummary } from './contract.ts'
import { taxLabel } from './rules/tax.ts'
import { isPartlyPaid } from './rules.ts'

type InvoiceTotalsProps = {
  invoice: InvoiceSummary
  /** "VAT"; "Tax" if the profile names none. */
  taxName?: string
  className?: string
}

/** The totals, as the server and the printed page show them. */
export function InvoiceTotals({ invoice, taxName = '', className }: InvoiceTotalsProps) {
  const money = (amount: MinorUnits) => formatMoney(amount, invoice.currency)
  return (
    <dl className={cx('grid content-start gap-1.5 tabular-nums', className)}>
      <Line label="Subtotal" value={money(invoice.subtotal)} />
      <Line label={taxLabel(taxName, invoice.tax_rate)} value={money(invoice.tax_amount)} />
      <Sum label="Total" value={money(invoice.total)} />
      <HomeTotal invoice={invoice} />
      {isPartlyPaid(invoice) && (
        <>
          <Line label="Paid so far" value={money(invoice.amount_paid)} />
          <Sum label="Balance due" value={money(invoice.balance)} />
        </>
      )}
    </dl>
  )
}

/** For the freelancer's books only, so it is not printed. */
function HomeTotal({ invoice }: { invoice: InvoiceSummary }) {
  const { home_total, home_currency, currency, exchange_rate } = invoice
  if (currency === home_currency || home_total === null || exchange_rate === null) return null
  return (
    <div className="flex justify-between gap-4 text-meta text-muted print:hidden">
      <dt>{`At ${formatNumber(exchange_rate)} ${home_currency}`}</dt>
      <dd>{formatMoney(home_total, home_currency)}</dd>
    </div>
  )
}

function Sum({ label, value }: { label: string; value: string }) {
  return (
    <div className="mt-1 flex items-baseline justify-between gap-4 border-t border-edge pt-2.5 font-semibold">
      <dt>{label}</dt>
      <dd className="text-heading">{value}</dd>
    </div>
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
