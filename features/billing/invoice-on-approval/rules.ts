import { formatMoney } from '#core/format.ts'
import type { Invoice } from '#features/billing/invoices/contract/invoice.ts'
import { UNNUMBERED } from '#features/foundation/business/rules.ts'
import type { ApprovalProblem, ApprovalProblemKind } from './contract.ts'

/** The consequences of an approval. */
export interface ApprovalOutcome {
  /** Null if none was made. */
  invoice: Invoice | null
  problem: { kind: ApprovalProblemKind; reason: string } | null
}

/** Tells the freelancer about it, in sentences. */
export function describeOutcome({ invoice, problem }: ApprovalOutcome, locale: string): string[] {
  if (!invoice) {
    return problem ? [`Daybook could not make the invoice, so the fee is unbilled. ${problem.reason}`] : []
  }
  const named = `${titled(invoice)} for ${formatMoney(invoice.total, invoice.currency, locale)}`
  switch (problem?.kind) {
    case 'not_sent':
      return [`${named} could not be sent, so it is a draft. ${problem.reason}`]
    case 'not_mailed':
      return [`${named} was sent to the portal, but not by email. ${problem.reason}`]
    default:
      return [invoice.status === 'draft' ? `${named} is ready as a draft.` : `${named} was sent.`]
  }
}

const titled = ({ number, invoice_number, status }: Invoice): string =>
  number === null
    ? status === 'draft'
      ? 'The invoice'
      : 'The invoice proposal'
    : `Invoice ${invoice_number}`

/** A few words for it, where a list names its subject. */
export const problemTitle = ({ kind, title, invoice }: ApprovalProblem): string =>
  ({
    not_made: `“${title}” was approved, but not billed`,
    not_sent: `“${title}” was approved, but ${numberOf(invoice)} was not sent`,
    not_mailed: `“${title}” was approved, but ${numberOf(invoice)} was not emailed`,
  })[kind]

const numberOf = (invoice: ApprovalProblem['invoice']): string =>
  !invoice || invoice.invoice_number === UNNUMBERED ? 'its invoice' : invoice.invoice_number
