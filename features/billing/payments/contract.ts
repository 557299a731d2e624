import { z } from 'zod'
import { DateOnly, Instant } from '#core/calendar.ts'
import { endpoints } from '#core/endpoint.ts'
import { enteredMoney, Money } from '#core/money-schemas.ts'
import { line } from '#core/text.ts'

export const PaymentMethod = z.enum(['bank_transfer', 'card', 'cash', 'check', 'paypal', 'other', 'online'])
export type PaymentMethod = z.output<typeof PaymentMethod>

/** The methods of a payment that is entered by hand. */
export const EnteredMethod = PaymentMethod.exclude(['online'])

export const PaymentKind = z.enum(['payment', 'refund', 'dispute', 'reversal'])
export type PaymentKind = z.output<typeof PaymentKind>

/** Within a response that names the currency. */
export const Payment = z.object({
  id: z.int(),
  kind: PaymentKind,
  amount: Money.meta({
    description: 'What counts on the invoice. Negative for a refund, a dispute or a reversal.',
  }),
  surplus: Money.meta({ description: 'What was paid online beyond what the invoice asks for.' }),
  paid_on: DateOnly,
  method: PaymentMethod.meta({ description: '`online` was paid through the payment provider.' }),
  reference: z.string(),
  created_at: Instant,
})
export type Payment = z.output<typeof Payment>

export const PAID_IN_FUTURE = 'Must not be in the future'

export const PaymentInput = z.object({
  amount: enteredMoney('Amount is required'),
  paid_on: z.string('Date is required').min(1, 'Date is required').pipe(DateOnly),
  method: EnteredMethod.default('bank_transfer'),
  reference: line,
})
export type PaymentInput = z.output<typeof PaymentInput>

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
