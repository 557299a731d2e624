import type { ApprovalStatus } from '#features/engagement/approvals/contract/decisions.ts'
import type { Invoice, InvoiceStatus } from '../contract/invoice.ts'
import { isUnbooked } from './status.ts'

/** The lawful way to what a sealed invoice refuses. */
export type Alternative = 'correct' | 'credit' | 'duplicate'

type Sealable = Pick<Invoice, 'sealed_at'>

export const isSealed = ({ sealed_at }: Sealable): boolean => sealed_at !== null

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

/** "invoice INV-0001", or "the invoice proposal" until it is approved. */
export const nameOf = ({ number, invoice_number }: Pick<Invoice, 'number' | 'invoice_number'>): string =>
  number === null ? 'the invoice proposal' : `invoice ${invoice_number}`

/** What to do instead of giving a sealed invoice this status; null if it can have it. */
export function alternativeToStatus(before: InvoiceStatus, after: InvoiceStatus): Alternative | null {
  if (before === after) return null
  if (before === 'cancelled') return 'duplicate'
  if (after === 'draft') return 'correct'
  return after === 'cancelled' ? 'credit' : null
}

const ADVICE: Record<Alternative, string> = {
  correct: 'Use Correct: it credits this invoice and creates a copy that you can change.',
  credit: 'Use Credit: a credit note takes back what is left of it.',
  duplicate: 'Duplicate it to create a new invoice.',
}

export const sealedMessage = (
  invoiceNumber: string,
  alternative: Alternative,
): { title: string; advice: string } => ({
  title: `${invoiceNumber} was issued and is final`,
  advice: ADVICE[alternative],
})

/** Numbers follow dates, so a new number cannot have an earlier date than the one before. */
export const outOfOrderMessage = (newest: string): { title: string; advice: string } => ({
  title: `Your newest invoice is dated ${newest}, and numbers follow the dates`,
  advice: `Date this invoice ${newest} or later, then send it.`,
})
