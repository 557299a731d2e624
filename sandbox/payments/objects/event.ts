import type { Seconds } from './wire.ts'

export type EventType =
  | 'account.application.deauthorized'
  | 'account.updated'
  | 'charge.dispute.closed'
  | 'charge.dispute.created'
  | 'charge.dispute.funds_reinstated'
  | 'charge.dispute.funds_withdrawn'
  | 'charge.dispute.updated'
  | 'charge.failed'
  | 'charge.pending'
  | 'charge.refund.updated'
  | 'charge.refunded'
  | 'charge.succeeded'
  | 'checkout.session.async_payment_failed'
  | 'checkout.session.async_payment_succeeded'
  | 'checkout.session.completed'
  | 'checkout.session.expired'
  | 'customer.created'
  | 'customer.updated'
  | 'customer.deleted'
  | 'customer.subscription.created'
  | 'customer.subscription.updated'
  | 'customer.subscription.deleted'
  | 'customer.subscription.trial_will_end'
  | 'invoice.created'
  | 'invoice.finalized'
  | 'invoice.paid'
  | 'invoice.payment_succeeded'
  | 'invoice.payment_failed'
  | 'invoice.voided'
  | 'payment_intent.canceled'
  | 'payment_intent.created'
  | 'payment_intent.payment_failed'
  | 'payment_intent.processing'
  | 'payment_intent.requires_action'
  | 'payment_intent.succeeded'
  | 'payment_method.attached'
  | 'price.created'
  | 'price.updated'
  | 'product.created'
  | 'product.updated'
  | 'refund.created'
  | 'refund.failed'
  | 'refund.updated'

export interface SandboxEvent {
  id: string
  object: 'event'
  /** The connected account it happened in. Absent for the platform's own events. */
  account?: string
  api_version: string
  created: Seconds
  data: { object: object; previous_attributes?: object }
  livemode: false
  request: { id: string | null; idempotency_key: string | null }
  type: EventType
}
