import { z } from 'zod'
import { DateOnly } from '#core/calendar.ts'
import type { Currency } from '#core/currency.ts'
import { type DocumentLine, formatQuantity, NO_DISCOUNT, totalsOf, unitLabel } from '#core/document-lines.ts'
import { formatDate, formatHundredths, formatMoney, formatTwoDecimals } from '#core/format.ts'
import type { Hundredths } from '#core/hundredths.ts'
import type { MinorUnits } from '#core/money.ts'
import { truncateName } from '#core/text.ts'
import { PAID_IN_FUTURE } from '#features/billing/payments/contract.ts'
import type { ApprovalStatus, Verdict } from '#features/engagement/approvals/contract/decisions.ts'
import { EMPTY_PROFILE } from '#features/foundation/business/rules.ts'
import { inHomeCurrency } from '#features/foundation/currencies/rules.ts'
import type {
  DocumentDetails,
  Invoice,
  InvoiceDifference,
  InvoiceStatus,
  RemovalOutcome,
} from './contract/invoice.ts'
import type { InvoiceItem } from './contract/items.ts'
import type { InvoiceListStatus, InvoiceSums } from './contract/list.ts'
import { paymentLines } from './rules/payment.ts'
import { describePeriod } from './rules/period.ts'
import { taxCategoryLabel } from './rules/tax.ts'

export const invoiceNumber = (number: number, prefix = EMPTY_PROFILE.invoice_prefix): string =>
  `${prefix}${String(number).padStart(4, '0')}`

/** The status on a day: a sent invoice becomes overdue by itself after its due date, unless it asks for nothing. */
export const statusAt = (
  today: DateOnly,
  { status, due_date, total }: Pick<Invoice, 'status' | 'due_date' | 'total'>,
): InvoiceStatus =>
  status === 'sent' && due_date !== null && due_date < today && total > 0 ? 'overdue' : status

/** A paid or cancelled invoice no longer changes. */
export const isLocked = (status: InvoiceStatus): boolean => status === 'paid' || status === 'cancelled'

/** Whether it counts in no books, so that it needs no exchange rate. */
export const isUnbooked = (status: InvoiceStatus): boolean => status === 'draft' || status === 'cancelled'

export const mayChangeItems = (status: InvoiceStatus): boolean => !isLocked(status)

/** Discount, tax and dates of a locked invoice change only when the same change unlocks it. */
export const mayChangeTerms = (before: InvoiceStatus, after: InvoiceStatus): boolean =>
  !isLocked(before) || !isLocked(after)

const TERMS = [
  'issue_date',
  'due_date',
  'service_from',
  'service_to',
  'tax_category',
  'tax_rate',
  'discount_percent',
] as const
type Terms = Pick<Invoice, (typeof TERMS)[number] | 'discount_amount'>

export const sameTerms = (before: Terms, after: Terms): boolean =>
  TERMS.every((term) => before[term] === after[term]) &&
  (after.discount_percent !== null || before.discount_amount === after.discount_amount)

export const lockedMessage = (status: InvoiceStatus): { title: string; advice: string } => ({
  title: `This invoice is ${status}, so its items, tax and dates are locked`,
  advice: 'To change them, set its status back to draft or sent first.',
})

/** The chosen payment date, else today. It is kept while the invoice is paid, and cleared otherwise. */
export const nextPaidOn = (
  before: { status: InvoiceStatus; paid_on: DateOnly | null },
  { status, paid_on }: { status: InvoiceStatus; paid_on: DateOnly | undefined },
  today: DateOnly,
): DateOnly | null => {
  if (status !== 'paid') return null
  return paid_on ?? (before.status === 'paid' ? (before.paid_on ?? today) : today)
}

/** The schema of the payment date's form. */
export const PaidOnForm = (today: DateOnly) =>
  z.object({
    paid_on: z
      .string()
      .min(1, 'Please choose a date')
      .pipe(DateOnly)
      .refine((day) => day <= today, PAID_IN_FUTURE),
  })

/** Whether a part of it was paid, and a part is left to pay. */
export const isPartlyPaid = ({ amount_paid, balance }: Pick<Invoice, 'amount_paid' | 'balance'>): boolean =>
  amount_paid > 0 && balance > 0

/** Payments are recorded on what a client was asked for and has not paid. */
export const isPayable = ({ status, balance }: Pick<Invoice, 'status' | 'balance'>): boolean =>
  (status === 'sent' || status === 'overdue') && balance > 0

/** True if the change reverses what was entered by hand: an invoice that is no longer paid is owed as a whole. */
export const reversesPayments = (
  before: Pick<Invoice, 'status' | 'amount_paid'>,
  status: InvoiceStatus,
): boolean => before.status === 'paid' && status !== 'paid' && before.amount_paid > 0

/** The day on which it was cancelled, as long as it is. */
export const nextCancelledOn = (
  before: { status: InvoiceStatus; cancelled_on: DateOnly | null },
  status: InvoiceStatus,
  today: DateOnly,
): DateOnly | null => {
  if (status !== 'cancelled') return null
  return before.status === 'cancelled' ? before.cancelled_on : today
}

/** What has been paid once the status is another, for the browser to show before the server has answered. */
export function paidAt(
  before: Pick<Invoice, 'status' | 'total' | 'amount_paid'>,
  status: InvoiceStatus,
): Pick<Invoice, 'amount_paid' | 'balance'> {
  const kept = reversesPayments(before, status) ? 0 : before.amount_paid
  const amount_paid = status === 'paid' ? before.total : kept
  return { amount_paid, balance: before.total - amount_paid }
}

/** Whether the change hides the invoice from the portal. Clients do not see drafts. */
export const leavesPortal = (before: InvoiceStatus, after: InvoiceStatus): boolean =>
  before !== 'draft' && after === 'draft'

/** The invoice with other items, for the browser to show before the server has answered. */
export function withItems(invoice: Invoice, items: InvoiceItem[]): Invoice {
  const totals = totalsOf(
    items.map((item) => item.amount),
    invoice.tax_rate,
    invoice,
  )
  const home_total = inHomeCurrency(totals.total, invoice)
  return { ...invoice, items, ...totals, home_total, balance: totals.total - invoice.amount_paid }
}

/** The first line of its text. */
export const itemTitle = ({ description }: Pick<InvoiceItem, 'description'>): string =>
  description.split('\n', 1)[0] ?? ''

export const statusLabel: Record<InvoiceStatus, string> = {
  draft: 'Draft',
  sent: 'Sent',
  paid: 'Paid',
  overdue: 'Overdue',
  cancelled: 'Cancelled',
}

/** Labels of the lists that invoices can be filtered by. */
export const listStatusLabel: Record<InvoiceListStatus, string> = {
  ...statusLabel,
  draft: 'Drafts',
  awaiting_approval: 'Waiting for approval',
  awaiting_payment: 'Unpaid',
  unpaid: 'Outstanding',
}

/** The sum of the invoices with this status: drafts, or balances. */
export const listSum = (
  sums: InvoiceSums,
  status: InvoiceListStatus | undefined,
): { amount: MinorUnits; count: number } =>
  status === 'draft'
    ? { amount: sums.drafts, count: sums.drafts_count }
    : { amount: sums.outstanding, count: sums.outstanding_count }

/** What a client approves: items, discount, tax, dates, and where to pay, which notes may say too. */
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

/** What decisions did not always know: the notes, the currency, and what came with discounts and units. */
type AddedToSnapshots =
  | 'notes'
  | 'currency'
  | 'service_from'
  | 'service_to'
  | 'tax_category'
  | 'discount_percent'
  | 'discount_amount'

/** As stored with a decision. */
export type DecidedInvoice = Omit<InvoiceSnapshot, AddedToSnapshots | 'items'> &
  Partial<Pick<InvoiceSnapshot, AddedToSnapshots>> & {
    items: (Omit<InvoiceItem, 'unit' | 'work'> & Partial<Pick<InvoiceItem, 'unit'>>)[]
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

/** A client decides once on an invoice that was sent, unless it is paid or cancelled, or needs no approval. */
export const awaitsDecision = ({
  status,
  approval_status,
  approval_required = true,
}: {
  status: InvoiceStatus
  approval_status: ApprovalStatus | null
  approval_required?: boolean
}): boolean =>
  (status === 'sent' || status === 'overdue') &&
  (approval_status === 'pending' || (approval_status === null && approval_required))

/** The approval as shown: null where none can be given anymore. */
export const approvalToShow = (
  invoice: Pick<Invoice, 'status' | 'approval_status'>,
): ApprovalStatus | null =>
  invoice.approval_status === 'pending' && !awaitsDecision(invoice) ? null : invoice.approval_status

/** It was sent before and is a draft again, which the client must not see yet. */
export const isBeingRevised = ({
  status,
  approval_status,
  sent_at,
}: Pick<Invoice, 'status' | 'approval_status' | 'sent_at'>): boolean =>
  status === 'draft' && (sent_at !== null || approval_status !== null)

/**
 * What removing an invoice does while the next one would get this number; null unless it is a draft. A number that a client
 * has seen is never assigned again.
 */
export function removalOutcome(
  invoice: Pick<Invoice, 'number' | 'status' | 'was_issued'>,
  nextNumber: number,
): RemovalOutcome | null {
  if (invoice.status !== 'draft') return null
  return invoice.number === nextNumber - 1 && !invoice.was_issued ? 'deleted' : 'cancelled'
}

/** What removing a draft will do, for the confirmation. */
export const removalConsequences = (outcome: RemovalOutcome, invoiceNumber: string): string =>
  outcome === 'deleted'
    ? `This draft will be removed, and your next invoice can have the number ${invoiceNumber}.`
    : `There is a later number, or your client has already received this invoice. It will be marked as cancelled, so that your numbers have no gap.`

export const beingRevisedMessage = (business: string, number: string): string =>
  `${business} is revising invoice ${number}. It will be back here once it is sent again.`

/** Sending an invoice asks for approval, unless it was already given. */
export const approvalWhenSent = (before: ApprovalStatus | null): ApprovalStatus =>
  before === 'approved' ? 'approved' : 'pending'

/** What has changed since the decision, in words. `except` are items that are told of elsewhere. */
export function differences(
  before: DecidedInvoice,
  after: InvoiceSnapshot,
  locale?: string,
  except: ReadonlySet<InvoiceItem['id']> = new Set(),
): InvoiceDifference[] {
  const then = { notes: after.notes, currency: after.currency, ...NOTHING_ADDED, ...before }
  const money = (amount: MinorUnits, currency: Currency) => formatMoney(amount, currency, locale)
  const percent = (value: Hundredths) => `${formatHundredths(value, locale)}%`
  const describeItems = (items: DecidedInvoice['items'], currency: Currency): DescribedItem[] =>
    items
      .filter(({ id }) => !except.has(id))
      .map(({ id, unit = '', ...line }) => ({ id, text: describeLine({ ...line, unit }, currency, locale) }))
  const describeDiscount = ({ discount_percent, discount_amount, currency }: typeof then): string | null => {
    if (discount_percent !== null) return percent(discount_percent)
    return discount_amount === 0 ? null : money(discount_amount, currency)
  }
  return [
    ...itemDifferences(describeItems(then.items, then.currency), describeItems(after.items, after.currency)),
    difference('Discount', describeDiscount(then), describeDiscount(after)),
    difference('Issue date', formatDate(then.issue_date), formatDate(after.issue_date)),
    difference('Due date', dayOrNull(then.due_date), dayOrNull(after.due_date)),
    difference('Service period', describePeriod(then), describePeriod(after)),
    difference('Tax category', taxCategoryLabel[then.tax_category], taxCategoryLabel[after.tax_category]),
    difference('Tax rate', percent(then.tax_rate), percent(after.tax_rate)),
    difference('Total', money(then.total, then.currency), money(after.total, after.currency)),
    difference('Notes', then.notes || null, after.notes || null),
    difference(
      'Payment details',
      describePayment(before.payment ?? after.payment),
      describePayment(after.payment),
    ),
  ].filter(({ before, after }) => before !== after)
}

/** "Design: 2 hours × $50.00 = $100.00". */
export const describeLine = (
  { description, quantity, unit, rate, amount }: DocumentLine,
  currency: Currency,
  locale?: string,
): string =>
  `${description}: ${formatQuantity(quantity, unit, locale)} × ${formatMoney(rate, currency, locale)} = ${formatMoney(amount, currency, locale)}`

/** What an invoice from before discounts says. */
const NOTHING_ADDED = {
  ...NO_DISCOUNT,
  service_from: null,
  service_to: null,
  tax_category: 'standard',
} as const

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

/** The texts about a client's decision. */
export function decisionLabel(
  verdict: Verdict,
  client: string,
  { invoice_number, total, currency }: Pick<Invoice, 'invoice_number' | 'total' | 'currency'>,
  locale?: string,
) {
  const which = `invoice ${invoice_number} for ${formatMoney(total, currency, locale)}`
  return verdict === 'approved'
    ? {
        title: 'Invoice approved',
        subject: `${truncateName(client)} approved invoice ${invoice_number}`,
        words: `${client} approved ${which}.`,
      }
    : {
        title: 'Invoice changes requested',
        subject: `${truncateName(client)} requested changes to invoice ${invoice_number}`,
        words: `${client} requested changes to ${which}.`,
      }
}

/** How the hours that a line bills differ from those that were logged: "7.50 h logged, 7 h billed". */
export function loggedNote({
  quantity,
  unit,
  logged_hours,
}: Pick<InvoiceItem, 'quantity' | 'unit'> & { logged_hours: Hundredths | null }): string | null {
  if (logged_hours === null || (unit === 'hours' && quantity === logged_hours)) return null
  const logged = `${figureOf(logged_hours)} h logged`
  // A fixed price, such as a retainer's, counts no time.
  if (unit !== 'hours' && unit !== 'days') return logged
  return `${logged}, ${figureOf(quantity)} ${unit === 'hours' ? 'h' : unitLabel(unit, quantity)} billed`
}

const figureOf = (value: Hundredths): string =>
  value % 100 === 0 ? formatHundredths(value) : formatTwoDecimals(value)
