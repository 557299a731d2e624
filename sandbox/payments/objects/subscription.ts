import type { Price } from './catalogue.ts'
import type { List, Metadata, Seconds } from './wire.ts'

export interface SubscriptionItem {
  id: string
  object: 'subscription_item'
  current_period_end: Seconds
  current_period_start: Seconds
  price: Price
}

export interface Subscription {
  id: string
  object: 'subscription'
  billing_cycle_anchor: Seconds
  cancel_at: Seconds | null
  cancel_at_period_end: boolean
  canceled_at: Seconds | null
  created: Seconds
  customer: string
  ended_at: Seconds | null
  items: List<SubscriptionItem>
  metadata: Metadata
  status: 'active' | 'trialing' | 'past_due' | 'canceled'
  trial_end: Seconds | null
}

export interface Period {
  start: Seconds
  end: Seconds
}

/** The sandbox sells one price per subscription. */
export function itemOf(subscription: Subscription): SubscriptionItem {
  const [item] = subscription.items.data
  if (!item) throw new Error(`Subscription ${subscription.id} has no items`)
  return item
}

export function withItem(subscription: Subscription, change: Partial<SubscriptionItem>): Subscription {
  return {
    ...subscription,
    items: { object: 'list', data: [{ ...itemOf(subscription), ...change }] },
  }
}

export function isLive(subscription: Subscription): boolean {
  return subscription.status !== 'canceled'
}
