import { formatMoney, formatNumber, getPageLocale } from '#core/format.ts'
import type { Invoice } from '#features/billing/invoices/contract/invoice.ts'
import { DocumentTotals } from './document-totals.tsx'
import { amountsOf } from './rules/document.ts'

type InvoiceTotalsProps = {
  invoice: Invoice
  className?: string
}

/** The totals as the document shows them, and what that is in the home currency. */
export function InvoiceTotals({ invoice, className = '' }: InvoiceTotalsProps) {
  const amounts = amountsOf(invoice, invoice.details.tax_name, getPageLocale())
  return (
    <div className={className}>
      <DocumentTotals document={amounts} showNoTax>
        <HomeTotal invoice={invoice} />
      </DocumentTotals>
      {amounts.tax.sentence && <p className="mt-3 text-meta text-muted">{amounts.tax.sentence}</p>}
    </div>
  )
}

/** For the freelancer's books only. */
function HomeTotal({ invoice }: { invoice: Invoice }) {
  const { home_total, home_currency, currency, exchange_rate } = invoice
  if (currency === home_currency || home_total === null || exchange_rate === null) return null
  return (
    <div className="flex justify-between gap-4 text-meta text-muted">
      <dt>{`At ${formatNumber(exchange_rate)} ${home_currency}`}</dt>
      <dd>{formatMoney(home_total, home_currency)}</dd>
    </div>
  )
}
