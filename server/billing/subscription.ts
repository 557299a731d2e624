import type Stripe from 'stripe'
import { planIn } from './catalogue.ts'

/** A subscription as the provider has it now. */
export interface ProviderSubscription {
  id: string
  itemId: string
  priceId: string
  /** Undefined if it is for another product of this provider account. */
  planId: string | undefined
  status: Stripe.Subscription.Status
  createdAt: Date
  periodStart: Date
  periodEnd: Date
  /** The end of a canceled subscription. */
  cancelAt: Date | null
  endedAt: Date | null
  /** During a trial: when the first payment is due. */
  billingStartsAt: Date | null
}

export function subscriptionFrom(subscription: Stripe.Subscription): ProviderSubscription {
  const [item] = subscription.items.data
  if (!item) throw new Error(`subscription ${subscription.id} has no items`)
  return {
    id: subscription.id,
    itemId: item.id,
    priceId: item.price.id,
    planId: planIn(item.price),
    status: subscription.status,
    createdAt: instant(subscription.created),
    periodStart: instant(item.current_period_start),
    periodEnd: instant(item.current_period_end),
    cancelAt: subscription.cancel_at === null ? null : instant(subscription.cancel_at),
    endedAt: subscription.ended_at === null ? null : instant(subscription.ended_at),
    billingStartsAt:
      subscription.status === 'trialing' && subscription.trial_end !== null
        ? instant(subscription.trial_end)
        : null,
  }
}

const instant = (seconds: number): Date => new Date(seconds * 1000)
