import type { Currency } from '#core/currency.ts'
import { type Discount, type DocumentLine, describeLine, type Totals } from '#core/document-lines.ts'
import { formatMoney } from '#core/format.ts'
import { type MinorUnits, shareOf } from '#core/money.ts'
import type { Thousandths } from '#core/units.ts'
import type { ApprovalStatus } from '#features/engagement/approvals/contract/decisions.ts'
import { invoiceName } from '#features/foundation/business/rules.ts'
import type { LineAnswer, LineRequest } from './contract.ts'

interface WithRequests {
  line_requests: readonly LineRequest[]
}

type NumberedLine = DocumentLine & { id: number }

/** The fields of an invoice that decide how much of it can be paid. */
interface Contestable extends WithRequests, Discount, Pick<Totals, 'subtotal' | 'total'> {
  approval_status: ApprovalStatus | null
  items: readonly NumberedLine[]
  currency: Currency
  tax_rate: Thousandths
  amount_paid: MinorUnits
  balance: MinorUnits
}

/** An invoice as the client decided on it. Early decisions do not know all fields. */
interface Decided extends Partial<Discount> {
  currency?: Currency
  tax_rate: Thousandths
  items: readonly (Line & { id: number })[]
}

/** Requests that the client has not decided on again: open, or answered. */
export const unsettledRequests = ({ line_requests }: WithRequests): LineRequest[] =>
  line_requests.filter(({ closed_at }) => closed_at === null)

/** Requests that wait for an answer. */
export const openRequests = (invoice: WithRequests): LineRequest[] =>
  unsettledRequests(invoice).filter(({ answer }) => answer === null)

/**
 * The amount that the client can pay now. While single lines are contested, it is that of the others, as long as they
 * are as the client saw them; earlier payments count toward these.
 */
export function payableOf(invoice: Contestable, decided: Decided | undefined): MinorUnits {
  const requests = unsettledRequests(invoice)
  if (requests.length === 0) return invoice.approval_status === 'rejected' ? 0 : invoice.balance
  if (!decided || !isPricedAlike(decided, invoice)) return 0
  const contested = new Set(requests.map(({ item_id }) => item_id))
  const seen = new Map(decided.items.map((item) => [item.id, item]))
  const agreed = sharesOf(invoice).reduce((sum, share, index) => {
    const item = invoice.items[index]
    const before = item && seen.get(item.id)
    return before && !contested.has(item.id) && isSameLine(before, item) ? sum + share : sum
  }, 0)
  return Math.max(0, Math.min(agreed - invoice.amount_paid, invoice.balance))
}

/**
 * Each line's amount with its part of discount and tax. They add up to the total: each has what the rounded sum so far
 * grows by.
 */
export function sharesOf({
  items,
  subtotal,
  total,
}: Pick<Totals, 'subtotal' | 'total'> & { items: readonly Pick<DocumentLine, 'amount'>[] }): MinorUnits[] {
  let lines = 0
  let shared = 0
  return items.map(({ amount }) => {
    lines += amount
    const share = shareOf(total, lines, subtotal) - shared
    shared += share
    return share
  })
}

const isPricedAlike = (before: Decided, now: Contestable): boolean =>
  (before.currency ?? now.currency) === now.currency &&
  before.tax_rate === now.tax_rate &&
  (before.discount_percent ?? null) === now.discount_percent &&
  (now.discount_percent !== null || (before.discount_amount ?? 0) === now.discount_amount)

type Line = Omit<DocumentLine, 'unit' | 'amount'> & Partial<Pick<DocumentLine, 'unit'>>

export const isSameLine = (before: Line, after: Line): boolean =>
  before.description === after.description &&
  before.quantity === after.quantity &&
  (before.unit ?? '') === (after.unit ?? '') &&
  before.rate === after.rate

/** A line that differs from what the client saw is an answer by itself. */
export function answerNow(
  { item_id, line, answer, answer_text }: LineRequest,
  items: readonly NumberedLine[],
): LineAnswer | null {
  const now = items.find(({ id }) => id === item_id)
  if (!now) return 'removed'
  if (!isSameLine(line, now)) return 'changed'
  return answer !== null && answer_text !== '' ? 'explained' : null
}

/** A line before and after: null once it was removed, and the same if it was only explained. */
export function lineChange(
  { item_id, line }: Pick<LineRequest, 'item_id' | 'line'>,
  { items, currency }: Pick<Contestable, 'items' | 'currency'>,
  locale?: string,
): { before: string; after: string | null } {
  const now = items.find(({ id }) => id === item_id)
  return {
    before: describeLine(line, currency, locale),
    after: now ? describeLine(now, currency, locale) : null,
  }
}

/** The email to the client once all requests are answered. */
export function answersMail(
  invoice: Pick<Contestable, 'items' | 'currency' | 'total'> & { invoice_number: string },
  requests: readonly LineRequest[],
  {
    sender,
    asksForApproval,
    locale,
  }: { sender: string; asksForApproval: boolean; locale?: string | undefined },
) {
  const name = invoiceName(invoice.invoice_number)
  const total = formatMoney(invoice.total, invoice.currency, locale)
  return {
    subject: `Your requests about ${name}`,
    heading: `Answers about ${name}`,
    paragraphs: [
      `${sender} answered what you asked about ${name}.`,
      ...requests.map((request) => answerText(request, lineChange(request, invoice, locale))),
      asksForApproval
        ? `The invoice is now for ${total}. Please look at these lines, then approve them or request changes again.`
        : `The invoice is now for ${total}.`,
    ],
    button: asksForApproval ? 'Review the lines' : 'View invoice',
  }
}

function answerText(
  { answer, answer_text }: LineRequest,
  { before, after }: ReturnType<typeof lineChange>,
): string {
  const words = answer_text && `“${answer_text}”`
  if (answer === 'credited') return `Credited: ${before}`
  if (after === null) return [`Removed: ${before}`, words].filter(Boolean).join('\n')
  if (after === before) return [before, words].filter(Boolean).join('\n')
  return [`Before: ${before}`, `Now: ${after}`, words].filter(Boolean).join('\n')
}
