import { formatMoney } from '#core/format.ts'
import type { Invoice } from '#features/billing/invoices/contract/invoice.ts'
import type { CreditNote } from './contract.ts'

/** The email with a credit note. */
export function creditNoteMail(
  { credit_note_number, total, currency, reason }: CreditNote,
  { invoice_number, balance, overpaid }: Pick<Invoice, 'invoice_number' | 'balance' | 'overpaid'>,
  { client, sender, locale }: { client: string; sender: string; locale: string },
) {
  const money = (amount: number) => formatMoney(amount, currency, locale)
  const rest =
    overpaid > 0
      ? `You have paid ${money(overpaid)} more than the invoice now comes to.`
      : balance > 0
        ? `${money(balance)} of the invoice is left to pay.`
        : 'Nothing of the invoice is left to pay.'
  return {
    subject: `Credit note ${credit_note_number} from ${sender}`,
    heading: `Credit note ${credit_note_number}`,
    paragraphs: [
      `Hello ${client},`,
      `Here is credit note ${credit_note_number} for ${money(total)}. It takes back ${balance === 0 && overpaid === 0 ? '' : 'a part of '}invoice ${invoice_number}. ${rest}`,
      reason,
    ],
    button: 'View invoice',
  }
}
