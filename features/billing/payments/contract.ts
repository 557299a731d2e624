import { z } from 'zod'
import { DateOnly, Instant } from '#core/calendar.ts'
import { endpoints } from '#core/endpoint.ts'
import { EnteredMoney, enteredMoney, HomeMoney, Money } from '#core/money-schemas.ts'
import { line, required } from '#core/text.ts'

export const PaymentMethod = z.enum(['bank_transfer', 'card', 'cash', 'check', 'paypal', 'other', 'online'])
export type PaymentMethod = z.output<typeof PaymentMethod>

/** The methods of a payment that is entered by hand. */
export const EnteredMethod = PaymentMethod.exclude(['online'])

export const PaymentKind = z.enum(['payment', 'credit', 'refund', 'dispute', 'write_off', 'reversal'])
export type PaymentKind = z.output<typeof PaymentKind>

/** One entry of the ledger, within a response that names both currencies. */
export const Payment = z.object({
  id: z.int(),
  kind: PaymentKind.meta({
    description:
      '`credit` moves what the client overpaid to another invoice. `write_off`: the freelancer no longer expects it. ' +
      '`reversal` takes back an entry that was made by hand, or all of them.',
  }),
  amount: Money.meta({
    description: 'What counts on the invoice. Negative for a refund, a dispute or a reversal.',
  }),
  surplus: Money.meta({
    description: 'What was paid beyond what the invoice asks for: credit of the client.',
  }),
  written_off: Money.meta({ description: 'What is no longer expected. It is no revenue.' }),
  fee: HomeMoney.meta({
    description: 'What bank, card or payment provider kept. The client owes no more for it.',
  }),
  exchange_difference: HomeMoney.meta({
    description:
      "What reached the account beyond what the invoice's exchange rate makes of it; negative if less.",
  }),
  paid_on: DateOnly,
  method: PaymentMethod.meta({ description: '`online` was paid through the payment provider.' }),
  reference: z.string(),
  reason: z.string().meta({ description: 'Why it was written off; otherwise empty.' }),
  reverses_id: z.int().nullable().meta({
    description: 'The entry that a reversal takes back; null if it takes back all before it.',
  }),
  credit_invoice_id: z
    .int()
    .nullable()
    .meta({ description: 'The invoice that a credit comes from or goes to.' }),
  created_at: Instant,
})
export type Payment = z.output<typeof Payment>

export const PAID_IN_FUTURE = 'Must not be in the future'

const PaidOn = z.string('Date is required').min(1, 'Date is required').pipe(DateOnly)

const EntryInput = z.object({
  amount: enteredMoney('Amount is required'),
  paid_on: PaidOn,
  method: EnteredMethod.default('bank_transfer'),
  reference: line,
  fee: EnteredMoney.nullish().meta({
    description:
      'What bank or card provider kept, in the home currency. A cost; the client owes no more for it.',
  }),
})

export const PaymentInput = EntryInput.extend({
  received: EnteredMoney.nullish().meta({
    description:
      'What reached your account in the home currency, after the fee; only if the invoice is in another currency. What it ' +
      "differs from the invoice's rate is an exchange difference.",
  }),
  excess_as_credit: z.boolean().default(false).meta({
    description: 'Whether what exceeds the balance is kept as credit of the client. Otherwise it is refused.',
  }),
})
export type PaymentInput = z.output<typeof PaymentInput>

export const RefundInput = EntryInput
export type RefundInput = z.output<typeof RefundInput>
export type RefundForm = z.input<typeof RefundInput>

export const WriteOffInput = z.object({
  amount: enteredMoney('Amount is required'),
  paid_on: PaidOn,
  reason: required('Reason is required', 200),
})
export type WriteOffInput = z.output<typeof WriteOffInput>
export type WriteOffForm = z.input<typeof WriteOffInput>

export const CreditInput = z
  .object({
    amount: EnteredMoney.nullish().meta({
      description: 'If left out, as much as the client has and the invoice asks for.',
    }),
  })
  .nullish()
export type CreditInput = z.output<typeof CreditInput>

/**
 * None; incomplete: the provider still asks for details; restricted: it has them, and lets nobody pay yet; ready: clients
 * can pay.
 */
export const ConnectionStatus = z.enum(['none', 'incomplete', 'restricted', 'ready'])
export type ConnectionStatus = z.output<typeof ConnectionStatus>

export const PaymentConnection = z.object({
  status: ConnectionStatus.meta({
    description:
      '`incomplete`: Stripe still asks for details. `restricted`: Stripe has the details and does not accept payments yet. ' +
      '`ready`: clients can pay online.',
  }),
  provider_account_id: z.string().nullable().meta({ description: 'The ID of the account at Stripe.' }),
  connected_at: Instant.nullable(),
  dashboard_url: z.string().meta({ description: 'Where to refund payments and answer disputes.' }),
  is_configured: z.boolean().meta({ description: 'Whether this Daybook can take online payments at all.' }),
})
export type PaymentConnection = z.output<typeof PaymentConnection>

/** The state of a client's online payment. Open: nothing was paid, or the page was left. */
export const PaymentState = z.enum(['open', 'processing', 'received', 'failed'])
export type PaymentState = z.output<typeof PaymentState>

/** The events that the payment provider's webhook for connected accounts has to send. */
export const CONNECT_EVENTS: readonly string[] = [
  'account.updated',
  'account.application.deauthorized',
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.processing',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
]

export const paymentsApi = endpoints({
  connection: {
    method: 'GET',
    path: '/api/payments/connection',
    access: 'account',
    summary: 'Whether clients can pay online, into your own Stripe account',
    response: PaymentConnection,
  },
  connect: {
    method: 'POST',
    path: '/api/payments/connect',
    access: 'account',
    summary: "Where to connect a Stripe account: Stripe's own page",
    description: 'The same call continues where an earlier one was left. The address can be opened once.',
    response: z.object({ url: z.string() }),
  },
  refresh: {
    method: 'POST',
    path: '/api/payments/connection/refresh',
    access: 'account',
    summary: 'Read the state of the connection from Stripe, without waiting for its event',
    response: PaymentConnection,
  },
  disconnect: {
    method: 'DELETE',
    path: '/api/payments/connection',
    access: 'account',
    summary: 'Stop taking online payments',
    description:
      'What was paid stays, and refunds in Stripe are still followed. Open payment pages are closed.',
    response: PaymentConnection,
  },
  webhook: {
    method: 'POST',
    path: '/api/webhooks/stripe-connect',
    access: 'public',
    summary: 'Receive signed events about the Stripe accounts that clients pay into',
    raw: true,
    response: z.object({ received: z.literal(true) }),
  },
})
