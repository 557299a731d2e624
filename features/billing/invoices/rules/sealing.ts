import type { ApprovalStatus } from '#features/engagement/approvals/contract/decisions.ts'
import type { Invoice, InvoiceStatus } from '../contract/invoice.ts'
import { isCreditedInFull, isPayable, isUnbooked } from './status.ts'

/** The lawful way to what a sealed invoice refuses. */
export type Alternative = 'correct' | 'credit' | 'duplicate'

type Sealable = Pick<Invoice, 'sealed_at'>

export const isSealed = ({ sealed_at }: Sealable): boolean => sealed_at !== null

/** A sealed invoice does not change, nor does one that a credit note takes back. */
export const isFixed = ({ sealed_at, credited }: Pick<Invoice, 'sealed_at' | 'credited'>): boolean =>
  sealed_at !== null || credited > 0

/** An invoice is issued once it is paid, approved, or sent to a client who is not asked for approval. */
export const isToBeSealed = ({
  status,
  approval_status,
  amount_paid,
  approval_required,
}: Pick<Invoice, 'status' | 'amount_paid'> & {
  approval_status: ApprovalStatus | null
  approval_required: boolean
}): boolean =>
  !isUnbooked(status) &&
  (status === 'paid' ||
    amount_paid > 0 ||
    approval_status === 'approved' ||
    (approval_status === null && !approval_required))

/** A sent invoice without a number waits for approval, and can still change. */
export const isProposal = ({ number, status }: Pick<Invoice, 'number' | 'status'>): boolean =>
  number === null && !isUnbooked(status)

/** A proposal is owed once it is approved. A payment can still be recorded on one, which seals it. */
export const isOwed = (invoice: Pick<Invoice, 'number' | 'status' | 'balance'>): boolean =>
  isPayable(invoice) && !isProposal(invoice)

/** The lawful step instead of giving a sealed invoice this status; null if it can have it. */
export function alternativeToStatus(
  invoice: Pick<Invoice, 'status' | 'total' | 'credited'>,
  after: InvoiceStatus,
): Alternative | null {
  const { status: before } = invoice
  if (before === after) return null
  if (before === 'cancelled' || isCreditedInFull(invoice)) return 'duplicate'
  if (!isUnbooked(after)) return null
  // Nothing can be taken back of an invoice that asks for nothing.
  if (invoice.total === 0) return 'duplicate'
  return after === 'draft' ? 'correct' : 'credit'
}

const ADVICE: Record<Alternative, string> = {
  correct: 'Use Correct: it credits this invoice and creates a copy that you can change.',
  credit: 'Use Credit: a credit note takes back what is left of it.',
  duplicate: 'Duplicate it to create a new invoice.',
}

export const sealedMessage = (
  { invoice_number, sealed_at }: Pick<Invoice, 'invoice_number' | 'sealed_at'>,
  alternative: Alternative,
): { title: string; advice: string } => ({
  title: sealed_at
    ? `${invoice_number} was issued and is final`
    : `${invoice_number} was credited and no longer changes`,
  advice: ADVICE[alternative],
})

/** Numbers follow dates, so a new number cannot have an earlier date than the one before. */
export const outOfOrderMessage = (newest: string, noun = 'invoice'): { title: string; advice: string } => ({
  title: `Your newest ${noun} is dated ${newest}, and numbers follow the dates`,
  advice: `Date this ${noun} ${newest} or later, then send it.`,
})
