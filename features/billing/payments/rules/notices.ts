import { formatMoney } from '#core/format.ts'
import type { MinorUnits } from '#core/money.ts'
import { truncateName } from '#core/text.ts'
import { invoiceName } from '#features/foundation/business/rules.ts'
import type { Payment, PaymentKind } from '../contract.ts'
import type { Payable } from './ledger.ts'

/** A mail to the freelancer. */
export interface Notice {
  subject: string
  heading: string
  paragraphs: string[]
}

type Paid = Pick<Payable, 'invoice_number' | 'client_name' | 'currency'> & {
  balance: MinorUnits
  overpaid: MinorUnits
}

/** The notice to the freelancer about a new entry. */
export function noticeOf(
  invoice: Paid,
  entry: Pick<Payment, 'kind' | 'amount' | 'surplus'>,
  locale: string,
): Notice {
  const amount = money(Math.abs(entry.amount + entry.surplus), invoice, locale)
  const name = invoiceName(invoice.invoice_number)
  const client = truncateName(invoice.client_name)
  if (entry.kind === 'payment') {
    return {
      subject: `${client} paid ${amount} for ${name}`,
      heading: 'Payment received',
      paragraphs: [
        `${invoice.client_name} paid ${amount} online for ${name}.`,
        ...overpaidParagraphs(invoice, locale),
        balanceParagraph(invoice, locale),
      ],
    }
  }
  if (entry.kind === 'refund') {
    return {
      subject: `${amount} of ${name} was refunded`,
      heading: 'Payment refunded',
      paragraphs: [
        `${amount} that ${invoice.client_name} paid for ${name} was refunded in Stripe.`,
        balanceParagraph(invoice, locale),
      ],
    }
  }
  return {
    subject: `${client} disputes the payment of ${name}`,
    heading: 'Payment disputed',
    paragraphs: [
      `The bank of ${invoice.client_name} disputes ${amount} of ${name}. Stripe holds the money until this is decided.`,
      'Please answer the dispute in Stripe before its deadline. Daybook follows what is decided there.',
    ],
  }
}

/** The notice to the freelancer when returned money is there again. */
export function returnNotice(invoice: Paid, removed: PaymentKind, locale: string): Notice {
  const name = invoiceName(invoice.invoice_number)
  return removed === 'dispute'
    ? {
        subject: `You won the dispute about ${name}`,
        heading: 'Dispute won',
        paragraphs: [
          `The dispute about ${name} for ${invoice.client_name} was decided in your favor.`,
          balanceParagraph(invoice, locale),
        ],
      }
    : {
        subject: `A refund of ${name} failed`,
        heading: 'Refund failed',
        paragraphs: [
          `The bank of ${invoice.client_name} did not take the refund for ${name}. The money is back in your Stripe account.`,
          balanceParagraph(invoice, locale),
        ],
      }
}

export const failureNotice = (invoice: Pick<Paid, 'invoice_number' | 'client_name'>): Notice => ({
  subject: `The payment of ${invoiceName(invoice.invoice_number)} failed`,
  heading: 'Payment failed',
  paragraphs: [
    `${invoice.client_name} started to pay ${invoiceName(invoice.invoice_number)} online, but the money did not arrive.`,
    'The invoice can be paid again in the client portal.',
  ],
})

const overpaidParagraphs = (invoice: Paid, locale: string): string[] =>
  invoice.overpaid === 0
    ? []
    : [
        `This is ${money(invoice.overpaid, invoice, locale)} more than was left to pay. It is kept as credit: use it for their next invoice, or refund it in Stripe.`,
      ]

const balanceParagraph = (invoice: Paid, locale: string): string =>
  invoice.balance === 0
    ? 'The invoice is paid in full.'
    : `The balance is ${money(invoice.balance, invoice, locale)}.`

const money = (amount: MinorUnits, { currency }: Paid, locale: string): string =>
  formatMoney(amount, currency, locale)
