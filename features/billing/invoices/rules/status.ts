import { z } from 'zod'
import { DateOnly } from '#core/calendar.ts'
import type { MinorUnits } from '#core/money.ts'
import { PAID_IN_FUTURE } from '#features/billing/payments/contract.ts'
import { balanceOf } from '#features/billing/payments/rules/ledger.ts'
import type { Business } from '#features/foundation/business/contract.ts'
import { EMPTY_PROFILE, seriesAt, UNNUMBERED } from '#features/foundation/business/rules.ts'
import type { Invoice, InvoiceStatus, RemovalOutcome } from '../contract/invoice.ts'
import type { InvoiceListStatus, InvoiceSums } from '../contract/list.ts'

/** A document without a number reads `Draft`. */
export const invoiceNumber = (number: number | null, prefix = EMPTY_PROFILE.invoice_prefix): string =>
  number === null ? UNNUMBERED : `${prefix}${String(number).padStart(4, '0')}`

/** The number of the next invoice. */
export const nextInvoiceNumber = (
  {
    invoice_prefix,
    next_invoice_number,
    issued_is_final,
  }: Pick<Business, 'invoice_prefix' | 'next_invoice_number' | 'issued_is_final'>,
  today: DateOnly,
): string =>
  invoiceNumber(issued_is_final ? null : next_invoice_number, seriesAt(invoice_prefix, today).prefix)

/** The status on a day: a sent invoice becomes overdue by itself after its due date, a proposal only once it is approved. */
export const statusAt = (
  today: DateOnly,
  { status, due_date, number }: Pick<Invoice, 'status' | 'due_date' | 'number'>,
): InvoiceStatus =>
  status === 'sent' && number !== null && due_date !== null && due_date < today ? 'overdue' : status

/** A paid or cancelled invoice no longer changes. */
export const isLocked = (status: InvoiceStatus): boolean => status === 'paid' || status === 'cancelled'

/** True if it counts in no books, so that it needs no exchange rate. */
export const isUnbooked = (status: InvoiceStatus): boolean => status === 'draft' || status === 'cancelled'

/** An invoice that the client has opens read-only, so that it is changed on purpose only. */
export const opensReadOnly = ({ status }: Pick<Invoice, 'status'>): boolean =>
  status === 'sent' || status === 'overdue'

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

/** True if a part of it was paid, and a part is left to pay. */
export const isPartlyPaid = ({ amount_paid, balance }: Pick<Invoice, 'amount_paid' | 'balance'>): boolean =>
  amount_paid > 0 && balance > 0

/** Payments are recorded on what a client was asked for and has not paid. */
export const isPayable = ({ status, balance }: Pick<Invoice, 'status' | 'balance'>): boolean =>
  (status === 'sent' || status === 'overdue') && balance > 0

/** True if the change reverses what was entered by hand: an invoice that is no longer paid is owed as a whole. */
export const reversesPayments = (
  before: Pick<Invoice, 'status' | 'amount_paid' | 'written_off'>,
  status: InvoiceStatus,
): boolean => before.status === 'paid' && status !== 'paid' && before.amount_paid + before.written_off > 0

/** The day on which it was cancelled, as long as it is. */
export const nextCancelledOn = (
  before: { status: InvoiceStatus; cancelled_on: DateOnly | null },
  status: InvoiceStatus,
  today: DateOnly,
): DateOnly | null => {
  if (status !== 'cancelled') return null
  return before.status === 'cancelled' ? before.cancelled_on : today
}

/** The paid amount after a change of status, for the browser to show before the server has answered. */
export function paidAt(
  before: Pick<Invoice, 'status' | 'total' | 'amount_paid' | 'written_off' | 'credited'>,
  status: InvoiceStatus,
): Pick<Invoice, 'amount_paid' | 'written_off' | 'balance'> {
  const { total, written_off, credited } = before
  if (status === 'paid') {
    return { amount_paid: before.amount_paid + balanceOf(before), written_off, balance: 0 }
  }
  if (reversesPayments(before, status)) return { amount_paid: 0, written_off: 0, balance: total - credited }
  return { amount_paid: before.amount_paid, written_off, balance: balanceOf(before) }
}

/** True if credit notes have taken all of it back. */
export const isCreditedInFull = ({ total, credited }: Pick<Invoice, 'total' | 'credited'>): boolean =>
  credited > 0 && credited === total

/** Says what a change of status has led to. */
export function markedMessage(
  saved: Pick<Invoice, 'status' | 'total' | 'credited'>,
  wanted: InvoiceStatus,
): [title: string, details?: string] {
  if (wanted === 'cancelled' && isCreditedInFull(saved))
    return ['Invoice cancelled', 'A credit note takes back what was left of it.']
  const title = `Invoice marked as ${wanted}`
  if (saved.status === wanted) return [title]
  return saved.status === 'paid'
    ? [title, 'It asks for nothing, so it is paid.']
    : [title, 'Its due date has passed, so it is shown as overdue.']
}

/** True if the change hides the invoice from the portal. Clients do not see drafts. */
export const leavesPortal = (before: InvoiceStatus, after: InvoiceStatus): boolean =>
  before !== 'draft' && after === 'draft'

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
  draft: 'Draft',
  awaiting_approval: 'Waiting for approval',
  awaiting_payment: 'Unpaid',
  unpaid: 'Open',
}

/** The lists with a tab of their own. The others are a filter. */
export const INVOICE_TABS = ['draft', 'unpaid', 'overdue', 'paid'] as const satisfies InvoiceListStatus[]

/** The sum of the invoices with this status: drafts, or balances. */
export const listSum = (
  sums: InvoiceSums,
  status: InvoiceListStatus | undefined,
): { amount: MinorUnits; count: number } =>
  status === 'draft'
    ? { amount: sums.drafts, count: sums.drafts_count }
    : { amount: sums.outstanding, count: sums.outstanding_count }

/**
 * The result of removing an invoice while the next one would get this number; null unless it is a draft. A number that
 * a client has seen is never assigned again.
 */
export function removalOutcome(
  invoice: Pick<Invoice, 'number' | 'number_year' | 'status' | 'was_issued'>,
  next: { number: number; year: number },
): RemovalOutcome | null {
  if (invoice.status !== 'draft') return null
  const isNewest =
    invoice.number === null || (invoice.number_year === next.year && invoice.number === next.number - 1)
  return isNewest && !invoice.was_issued ? 'deleted' : 'cancelled'
}

/** The reason why an invoice stays, and what to do instead. */
export const keptMessage = ({
  invoice_number,
  status,
}: Pick<Invoice, 'invoice_number' | 'status'>): { title: string; advice: string } => ({
  title: `Only a draft can be deleted. ${invoice_number} is ${status}, so it stays in your books and its number is never used again`,
  advice: status === 'cancelled' ? '' : 'Set its status to cancelled instead.',
})

/** Tells before confirmation what removing a draft does. */
export const removalConsequences = (
  outcome: RemovalOutcome,
  { number, invoice_number }: Pick<Invoice, 'number' | 'invoice_number'>,
): string =>
  outcome === 'deleted'
    ? number === null
      ? 'This draft will be removed.'
      : `This draft will be removed, and your next invoice can have the number ${invoice_number}.`
    : `There is a later number, or your client has already received this invoice. It will be marked as cancelled, so that your numbers have no gap.`
