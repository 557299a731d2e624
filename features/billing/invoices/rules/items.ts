import { quantityFormat, totalsOf, unitLabel } from '#core/document-lines.ts'
import { formatDecimalHours, formatHoursInColumn } from '#core/format.ts'
import { fromSeconds, HOUR, type Seconds, toTenThousandths } from '#core/units.ts'
import { balanceOf } from '#features/billing/payments/rules/ledger.ts'
import { inHomeCurrency } from '#features/foundation/currencies/rules.ts'
import type { Invoice } from '../contract/invoice.ts'
import type { InvoiceItem } from '../contract/items.ts'

/** The invoice with other items, for the browser to show before the server has answered. */
export function withItems(invoice: Invoice, items: InvoiceItem[]): Invoice {
  const totals = totalsOf(
    items.map((item) => item.amount),
    invoice.tax_rate,
    invoice,
  )
  const home_total = inHomeCurrency(totals.total, invoice)
  return { ...invoice, items, ...totals, home_total, balance: balanceOf({ ...invoice, ...totals }) }
}

/** The first line of its text. */
export const itemTitle = ({ description }: Pick<InvoiceItem, 'description'>): string =>
  description.split('\n', 1)[0] ?? ''

/** Compares the hours of a line with those that were logged: "7.50 h logged, 7 h billed". */
export function loggedNote({
  quantity,
  unit,
  logged_hours,
}: Pick<InvoiceItem, 'quantity' | 'unit'> & { logged_hours: Seconds | null }): string | null {
  if (logged_hours === null || (unit === 'hours' && quantity === toTenThousandths(fromSeconds(logged_hours))))
    return null
  const logged = `${logged_hours % HOUR === 0 ? formatDecimalHours(logged_hours) : formatHoursInColumn(logged_hours)} h logged`
  // A fixed price, such as a retainer's, counts no time.
  if (unit !== 'hours' && unit !== 'days') return logged
  return `${logged}, ${quantityFormat([{ quantity }])(quantity)} ${unit === 'hours' ? 'h' : unitLabel(unit, quantity)} billed`
}
