import { formatLongDate, formatMoney } from '#core/format.ts'
import type { MinorUnits } from '#core/money.ts'
import type { Invoice } from '#features/billing/invoices/contract/invoice.ts'
import type { Payment } from '#features/billing/payments/contract.ts'
import { lineOf } from '#features/engagement/notifications/rules/mails.ts'
import type { MailText } from '../contract/reminders.ts'
import { type ClientMail, filled, paragraphsOf } from './mails.ts'

/** The facts of an email that thanks for a payment. */
export interface ThanksFacts {
  invoice: Pick<Invoice, 'invoice_number' | 'total' | 'balance' | 'currency' | 'due_date'>
  payment: Pick<Payment, 'amount' | 'paid_on'>
  client: { name: string }
  sender: string
  locale?: string | undefined
}

/** The mail as the client reads it, with the freelancer's text or Daybook's default. */
export function thanksMail(facts: ThanksFacts, text: MailText): ClientMail {
  const values = placeholdersOf(facts)
  const own = ownThanks(facts)
  return {
    subject: lineOf(filled(text.subject, values)) || lineOf(own.subject),
    heading: `Payment of ${values['{amount}']} received`,
    paragraphs: paragraphsOf(filled(text.text, values) || own.text),
    button: 'View invoice & receipt',
  }
}

/** The default texts. */
export function ownThanks(facts: ThanksFacts): MailText {
  const { invoice, payment, client, sender } = facts
  const money = (amount: MinorUnits) => moneyOf(facts, amount)
  const left =
    invoice.balance > 0
      ? `The balance due is ${money(invoice.balance)}.`
      : 'The invoice is paid in full. There is nothing left to pay.'
  return {
    subject: `Receipt for invoice ${invoice.invoice_number} from ${sender}`,
    text: [
      `Hello ${client.name},`,
      `Thank you for your payment of ${money(payment.amount)} on ${formatLongDate(payment.paid_on)} for invoice ${invoice.invoice_number}.`,
      left,
    ].join('\n\n'),
  }
}

const placeholdersOf = (facts: ThanksFacts) => ({
  '{number}': facts.invoice.invoice_number,
  '{client}': facts.client.name,
  '{amount}': moneyOf(facts, facts.payment.amount),
  '{paid on}': formatLongDate(facts.payment.paid_on),
  '{total}': moneyOf(facts, facts.invoice.total),
  '{balance}': moneyOf(facts, facts.invoice.balance),
  '{due date}': facts.invoice.due_date ? formatLongDate(facts.invoice.due_date) : '',
  '{business}': facts.sender,
})

export const THANKS_PLACEHOLDERS = [
  '{number}',
  '{client}',
  '{amount}',
  '{paid on}',
  '{total}',
  '{balance}',
  '{due date}',
  '{business}',
] satisfies (keyof ReturnType<typeof placeholdersOf>)[]

const moneyOf = ({ invoice, locale }: ThanksFacts, amount: MinorUnits): string =>
  formatMoney(amount, invoice.currency, locale)
