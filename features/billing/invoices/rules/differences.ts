import type { DateOnly } from '#core/calendar.ts'
import type { Currency } from '#core/currency.ts'
import { describeLine } from '#core/document-lines.ts'
import { formatDate, formatHundredths, formatMoney, formatTaxRate } from '#core/format.ts'
import type { MinorUnits } from '#core/money.ts'
import type { Hundredths } from '#core/units.ts'
import type { DocumentDetails, Invoice, InvoiceDifference } from '../contract/invoice.ts'
import type { InvoiceItem } from '../contract/items.ts'
import { paymentLines } from './payment.ts'
import { describePeriod } from './period.ts'
import { taxCategoryLabel } from './tax.ts'

/** The content that a client approves: items, discount, tax, dates, and where to pay, which notes may say too. */
export type InvoiceSnapshot = Pick<
  Invoice,
  | 'invoice_number'
  | 'issue_date'
  | 'due_date'
  | 'service_from'
  | 'service_to'
  | 'tax_category'
  | 'tax_rate'
  | 'currency'
  | 'subtotal'
  | 'discount_percent'
  | 'discount_amount'
  | 'tax_amount'
  | 'total'
  | 'notes'
> & {
  items: Omit<InvoiceItem, 'work'>[]
  payment?: DocumentDetails['payment'] | undefined
}

export const snapshotOf = (
  invoice: Omit<InvoiceSnapshot, 'payment'> & { details?: Pick<DocumentDetails, 'payment'> },
): InvoiceSnapshot => ({
  invoice_number: invoice.invoice_number,
  issue_date: invoice.issue_date,
  due_date: invoice.due_date,
  service_from: invoice.service_from,
  service_to: invoice.service_to,
  tax_category: invoice.tax_category,
  tax_rate: invoice.tax_rate,
  currency: invoice.currency,
  subtotal: invoice.subtotal,
  discount_percent: invoice.discount_percent,
  discount_amount: invoice.discount_amount,
  tax_amount: invoice.tax_amount,
  total: invoice.total,
  notes: invoice.notes,
  items: invoice.items.map(({ id, description, quantity, unit, rate, amount }) => ({
    id,
    description,
    quantity,
    unit,
    rate,
    amount,
  })),
  payment: invoice.details?.payment,
})

/** The changes since the decision, in words. `except` are items that are described elsewhere. */
export function differences(
  before: InvoiceSnapshot,
  after: InvoiceSnapshot,
  locale?: string,
  except: ReadonlySet<InvoiceItem['id']> = new Set(),
): InvoiceDifference[] {
  const money = (amount: MinorUnits, currency: Currency) => formatMoney(amount, currency, locale)
  const percent = (value: Hundredths) => `${formatHundredths(value, locale)}%`
  const describeItems = ({ items, currency }: InvoiceSnapshot): DescribedItem[] =>
    items
      .filter(({ id }) => !except.has(id))
      .map(({ id, ...line }) => ({ id, text: describeLine(line, currency, locale) }))
  const describeDiscount = ({
    discount_percent,
    discount_amount,
    currency,
  }: InvoiceSnapshot): string | null => {
    if (discount_percent !== null) return percent(discount_percent)
    return discount_amount === 0 ? null : money(discount_amount, currency)
  }
  return [
    ...itemDifferences(describeItems(before), describeItems(after)),
    difference('Discount', describeDiscount(before), describeDiscount(after)),
    difference('Issue date', formatDate(before.issue_date), formatDate(after.issue_date)),
    difference('Due date', dayOrNull(before.due_date), dayOrNull(after.due_date)),
    difference('Service period', describePeriod(before), describePeriod(after)),
    difference('Tax category', taxCategoryLabel[before.tax_category], taxCategoryLabel[after.tax_category]),
    difference('Tax rate', formatTaxRate(before.tax_rate, locale), formatTaxRate(after.tax_rate, locale)),
    difference('Total', money(before.total, before.currency), money(after.total, after.currency)),
    difference('Notes', before.notes || null, after.notes || null),
    difference(
      'Payment details',
      describePayment(before.payment ?? after.payment),
      describePayment(after.payment),
    ),
  ].filter(({ before, after }) => before !== after)
}

interface DescribedItem {
  id: number
  text: string
}

function itemDifferences(before: DescribedItem[], after: DescribedItem[]): InvoiceDifference[] {
  const now = new Map(after.map(({ id, text }) => [id, text]))
  const then = new Set(before.map(({ id }) => id))
  return [
    ...before.map(({ id, text }) => difference('Item', text, now.get(id) ?? null)),
    ...after.filter(({ id }) => !then.has(id)).map(({ text }) => difference('Item', null, text)),
  ]
}

const difference = (what: string, before: string | null, after: string | null): InvoiceDifference => ({
  what,
  before,
  after,
})

const describePayment = (payment: InvoiceSnapshot['payment']): string | null =>
  (payment &&
    paymentLines(payment)
      .map(({ label, text }) => (label ? `${label}: ${text}` : text))
      .join('\n')) ||
  null

const dayOrNull = (date: DateOnly | null) => date && formatDate(date)
