import { formatIban } from '#core/bank-details.ts'
import type { DocumentDetails } from '../contract.ts'

export interface PaymentLine {
  label: string | null
  text: string
}

/** Where to pay: free text first, then account holder, IBAN and BIC. */
export const paymentLines = ({
  details,
  account_holder,
  iban,
  bic,
}: DocumentDetails['payment']): PaymentLine[] =>
  [
    { label: null, text: details },
    { label: 'Account holder', text: account_holder },
    { label: 'IBAN', text: formatIban(iban) },
    { label: 'BIC', text: bic },
  ].filter(({ text }) => text !== '')
