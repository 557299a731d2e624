import { formatLongDate, formatMoney } from '#core/format.ts'
import { isPartlyPaid } from '#features/billing/invoices/rules/status.ts'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import type { PortalInvoiceDetail } from './contract/invoices.ts'

/** The amount and its due date: the first thing to see of an invoice. */
export function InvoiceSummary({ invoice }: { invoice: PortalInvoiceDetail }) {
  const { balance, total, currency, status } = invoice
  const showsBalance = isPartlyPaid(invoice) || invoice.credited > 0
  return (
    <Card className="p-4 lg:px-5 print:hidden">
      <p className="text-meta text-muted">{showsBalance ? 'Balance due' : 'Total'}</p>
      <p className="text-figure font-semibold tracking-tight wrap-anywhere tabular-nums">
        {formatMoney(showsBalance ? balance : total, currency)}
      </p>
      <p className={cx('text-body', status === 'overdue' ? 'text-red-ink' : 'text-muted')}>
        {whenOf(invoice)}
      </p>
    </Card>
  )
}

function whenOf({ status, due_date, paid_on }: PortalInvoiceDetail): string {
  if (status === 'paid') return paid_on ? `Paid on ${formatLongDate(paid_on)}` : 'Paid'
  if (status === 'cancelled') return 'Cancelled'
  if (!due_date) return 'No due date'
  return `${status === 'overdue' ? 'Was due' : 'Due'} ${formatLongDate(due_date)}`
}
