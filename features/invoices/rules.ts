import type { DateOnly } from '#core/calendar.ts'
import { formatDate, formatHundredths, formatMoney, formatTwoDecimals } from '#core/format.ts'
import { amountOf, type Cents, fits, Money, totalsOf } from '#core/money.ts'
import { inShort } from '#core/text.ts'
import type { ApprovalStatus, Verdict } from '#features/approvals/contract.ts'
import {
  type Invoice,
  type InvoiceDifference,
  type InvoiceItem,
  type InvoiceItemInput,
  type InvoiceStatus,
  Quantity,
} from './contract.ts'

export const invoiceNumber = (number: number): string => `INV-${String(number).padStart(4, '0')}`

/** What a stored status reads as on a day: nobody has to mark an invoice as overdue, the calendar does. */
export const statusAt = (
  today: DateOnly,
  { status, due_date }: { status: InvoiceStatus; due_date: DateOnly | null },
): InvoiceStatus => (status === 'sent' && due_date !== null && due_date < today ? 'overdue' : status)

/** What was paid or called off says what it said. */
export const isLocked = (status: InvoiceStatus): boolean => status === 'paid' || status === 'cancelled'

export const mayChangeItems = (status: InvoiceStatus): boolean => !isLocked(status)

/** Tax and dates of a locked invoice change only when the same change unlocks it. */
export const mayChangeTerms = (before: InvoiceStatus, after: InvoiceStatus): boolean =>
  !isLocked(before) || !isLocked(after)

type Terms = Pick<Invoice, 'issue_date' | 'due_date' | 'tax_rate'>

export const sameTerms = (before: Terms, after: Terms): boolean =>
  before.issue_date === after.issue_date &&
  before.due_date === after.due_date &&
  before.tax_rate === after.tax_rate

export const lockedWords = (status: InvoiceStatus): { title: string; wayOut: string } => ({
  title: `This invoice is ${status}, so its items, tax and dates are locked`,
  wayOut: 'To change them, set its status back to draft or sent first.',
})

/** The day of payment stays when a paid invoice is marked as paid again, and goes when it no longer is. */
export const nextPaidOn = (
  before: { status: InvoiceStatus; paid_on: DateOnly | null },
  status: InvoiceStatus,
  today: DateOnly,
): DateOnly | null => {
  if (status !== 'paid') return null
  return before.status === 'paid' ? (before.paid_on ?? today) : today
}

export const withAmount = <Item extends Pick<InvoiceItemInput, 'quantity' | 'rate'>>(
  item: Item,
): Item & { amount: Cents } => ({ ...item, amount: amountOf(item.quantity, item.rate) })

/** Quantities that stand below each other: as soon as one has decimals, all have both. */
export const quantityFormat = (items: Pick<InvoiceItem, 'quantity'>[]): typeof formatHundredths =>
  items.every(({ quantity }) => quantity % 100 === 0) ? formatHundredths : formatTwoDecimals

/** What a line comes to while it is typed; null as long as it is none. */
export function previewOf(quantity: unknown, rate: unknown): Cents | null {
  const [count, price] = [Quantity.safeParse(quantity), Money.safeParse(rate)]
  if (!count.success || !price.success) return null
  const amount = amountOf(count.data, price.data)
  return fits(amount) ? amount : null
}

/** An invoice as it will be with other items: the browser shows it before the server has answered. */
export const withItems = (invoice: Invoice, items: InvoiceItem[]): Invoice => ({
  ...invoice,
  items,
  ...totalsOf(
    items.map((item) => item.amount),
    invoice.tax_rate,
  ),
})

export const statusWords: Record<InvoiceStatus, string> = {
  draft: 'Draft',
  sent: 'Sent',
  paid: 'Paid',
  overdue: 'Overdue',
  cancelled: 'Cancelled',
}

/** What an approval is of: an invoice's items, tax and dates. */
export type InvoiceSnapshot = Pick<
  Invoice,
  'invoice_number' | 'issue_date' | 'due_date' | 'tax_rate' | 'subtotal' | 'tax_amount' | 'total' | 'items'
>

export const snapshotOf = (invoice: InvoiceSnapshot): InvoiceSnapshot => ({
  invoice_number: invoice.invoice_number,
  issue_date: invoice.issue_date,
  due_date: invoice.due_date,
  tax_rate: invoice.tax_rate,
  subtotal: invoice.subtotal,
  tax_amount: invoice.tax_amount,
  total: invoice.total,
  items: invoice.items,
})

/** Whoever was sent an invoice is asked for approval, unless it was given already. */
export const approvalWhenSent = (before: ApprovalStatus | null): ApprovalStatus =>
  before === 'approved' ? 'approved' : 'pending'

/** What is not as it was when it was decided on, in words. */
export function differences(before: InvoiceSnapshot, after: InvoiceSnapshot): InvoiceDifference[] {
  return [
    ...itemDifferences(before.items, after.items),
    difference('Issue date', formatDate(before.issue_date), formatDate(after.issue_date)),
    difference('Due date', dayOrNull(before.due_date), dayOrNull(after.due_date)),
    difference('Tax rate', percentWords(before.tax_rate), percentWords(after.tax_rate)),
    difference('Total', formatMoney(before.total), formatMoney(after.total)),
  ].filter(({ before, after }) => before !== after)
}

function itemDifferences(before: InvoiceItem[], after: InvoiceItem[]): InvoiceDifference[] {
  const now = new Map(after.map((item) => [item.id, itemWords(item)]))
  const then = new Set(before.map(({ id }) => id))
  return [
    ...before.map((item) => difference('Item', itemWords(item), now.get(item.id) ?? null)),
    ...after.filter(({ id }) => !then.has(id)).map((item) => difference('Item', null, itemWords(item))),
  ]
}

const difference = (what: string, before: string | null, after: string | null): InvoiceDifference => ({
  what,
  before,
  after,
})

const itemWords = ({ description, quantity, rate, amount }: InvoiceItem) =>
  `${description}: ${formatHundredths(quantity)} × ${formatMoney(rate)} = ${formatMoney(amount)}`

const dayOrNull = (date: DateOnly | null) => date && formatDate(date)
const percentWords = (rate: number) => `${formatHundredths(rate)}%`

/** What is told of a client's decision. */
export function decisionWords(
  verdict: Verdict,
  client: string,
  { invoice_number, total }: Pick<Invoice, 'invoice_number' | 'total'>,
) {
  const which = `invoice ${invoice_number} over ${formatMoney(total)}`
  return verdict === 'approved'
    ? {
        title: 'Invoice approved',
        subject: `${inShort(client)} approved invoice ${invoice_number}`,
        words: `${client} approved ${which}.`,
      }
    : {
        title: 'Invoice changes requested',
        subject: `${inShort(client)} requests changes to invoice ${invoice_number}`,
        words: `${client} requests changes to ${which}.`,
      }
}
