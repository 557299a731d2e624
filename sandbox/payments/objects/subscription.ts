import type Stripe from 'stripe'
import { newId } from './ids.ts'
import { type Plan, type Price, planOf } from './price.ts'
import { type List, listOf, type Metadata, type Replace, type Seconds } from './wire.ts'

type SubscriptionStatus = 'active' | 'trialing' | 'past_due' | 'canceled'

export type SubscriptionItem = Replace<
  Stripe.SubscriptionItem,
  { plan: Plan; price: Price; quantity: number; discounts: string[]; metadata: Metadata; tax_rates: never[] }
>

export type Subscription = Replace<
  Stripe.Subscription,
  {
    application: null
    customer: string
    default_payment_method: string | null
    default_source: null
    default_tax_rates: never[]
    discounts: string[]
    items: List<SubscriptionItem>
    latest_invoice: string | null
    metadata: Metadata
    on_behalf_of: null
    pending_setup_intent: null
    pending_update: null
    schedule: null
    status: SubscriptionStatus
    test_clock: null
    transfer_data: null
    billing_schedules: never[]
    cancellation_details: {
      comment: string | null
      feedback: Stripe.Subscription.CancellationDetails.Feedback | null
      feedback_option: null
      reason: 'cancellation_requested' | 'payment_failed' | null
    }
  }
>

export interface Period {
  start: Seconds
  end: Seconds
}

export interface SubscriptionFields {
  customer: string
  lines: { price: Price; quantity: number; metadata: Metadata }[]
  period: Period
  trialEnd: Seconds | null
  paymentMethod: string | null
  description: string | null
  metadata: Metadata
}

export function newSubscription(now: Seconds, fields: SubscriptionFields): Subscription {
  const id = newId('subscription')
  return {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: fields.trialEnd ?? now,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible', updated_at: now },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: now,
    currency: fields.lines[0]?.price.currency ?? 'usd',
    customer: fields.customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: fields.paymentMethod,
    default_source: null,
    default_tax_rates: [],
    description: fields.description,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: listOf(
      `/v1/subscription_items?subscription=${id}`,
      fields.lines.map((line) => newItem(now, id, line, fields.period)),
    ),
    latest_invoice: null,
    livemode: false,
    managed_payments: { enabled: false },
    metadata: fields.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: now,
    status: fields.trialEnd === null ? 'active' : 'trialing',
    test_clock: null,
    transfer_data: null,
    trial_end: fields.trialEnd,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: 'now', missing_payment_method: 'create_invoice' },
    },
    trial_start: fields.trialEnd === null ? null : now,
  }
}

function newItem(
  now: Seconds,
  subscription: string,
  line: SubscriptionFields['lines'][number],
  period: Period,
): SubscriptionItem {
  return {
    id: newId('subscription_item'),
    object: 'subscription_item',
    billing_thresholds: null,
    created: now,
    current_period_end: period.end,
    current_period_start: period.start,
    current_trial: null,
    discounts: [],
    metadata: line.metadata,
    plan: planOf(line.price),
    price: line.price,
    quantity: line.quantity,
    subscription,
    tax_rates: [],
  }
}

export function currentPeriod(subscription: Subscription): Period {
  const items = subscription.items.data
  return {
    start: Math.max(...items.map((item) => item.current_period_start)),
    end: Math.min(...items.map((item) => item.current_period_end)),
  }
}

export function firstItem(subscription: Subscription): SubscriptionItem {
  const [item] = subscription.items.data
  if (!item) throw new Error(`Subscription ${subscription.id} has no items`)
  return item
}

export function isLive(subscription: Subscription): boolean {
  return subscription.status !== 'canceled'
}
