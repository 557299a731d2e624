import { formatIban } from '#core/bank-details.ts'
import { UNNUMBERED } from '#features/foundation/business/rules.ts'
import type { DocumentDetails } from '../contract/invoice.ts'

export interface PaymentLine {
  label: string | null
  text: string
  /** As it is typed into the form of a bank. */
  value: string
}

/** The payment details: free text first, then account holder, IBAN and BIC. */
export const paymentLines = ({
  details,
  account_holder,
  iban,
  bic,
}: DocumentDetails['payment']): PaymentLine[] =>
  [
    { label: null, text: details, value: details },
    { label: 'Account holder', text: account_holder, value: account_holder },
    { label: 'IBAN', text: formatIban(iban), value: iban },
    { label: 'BIC', text: bic, value: bic },
  ].filter(({ text }) => text !== '')

/**
 * The payment details of one invoice, whose number finds the payment on a bank statement. Empty without payment
 * details.
 */
export function paymentLinesFor(payment: DocumentDetails['payment'], invoiceNumber: string): PaymentLine[] {
  const lines = paymentLines(payment)
  if (lines.length === 0 || invoiceNumber === UNNUMBERED) return lines
  return [...lines, { label: 'Reference', text: invoiceNumber, value: invoiceNumber }]
}
