import { z } from 'zod'
import { endpoints } from '#core/endpoint.ts'

/** Where a client's online payment stands. Open: nothing was paid, or the page was left. */
export const PaymentState = z.enum(['open', 'processing', 'received', 'failed'])
export type PaymentState = z.output<typeof PaymentState>

/** What the payment provider's webhook for connected accounts has to send. */
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

export const onlinePaymentsApi = endpoints({
  webhook: {
    method: 'POST',
    path: '/api/webhooks/stripe-connect',
    access: 'public',
    summary: 'Receive signed events about the Stripe accounts that clients pay into',
    raw: true,
    response: z.object({ received: z.literal(true) }),
  },
})
