import type { Context } from '../context.ts'
import { currentPeriod, type Subscription } from '../objects/subscription.ts'
import { invoicesOf } from './invoices.ts'

export function saveSubscription(context: Context, before: Subscription, after: Subscription): Subscription {
  if (JSON.stringify(before) === JSON.stringify(after)) return after
  context.store.save('subscription', after)
  context.emit('customer.subscription.updated', after, before)
  return after
}

export function endSubscription(
  context: Context,
  subscription: Subscription,
  reason: 'cancellation_requested' | 'payment_failed',
): Subscription {
  const ended: Subscription = {
    ...subscription,
    status: 'canceled',
    canceled_at: subscription.canceled_at ?? context.now,
    ended_at: context.now,
    cancellation_details: { ...subscription.cancellation_details, reason },
  }
  context.store.save('subscription', ended)
  stopCollecting(context, ended)
  context.emit('customer.subscription.deleted', ended)
  return ended
}

function stopCollecting(context: Context, subscription: Subscription): void {
  for (const invoice of invoicesOf(context, subscription.id)) {
    if (invoice.status !== 'open') continue
    context.store.save('invoice', { ...invoice, auto_advance: false, next_payment_attempt: null })
  }
}

export function cancelAtPeriodEnd(context: Context, subscription: Subscription): Subscription {
  if (subscription.cancel_at_period_end) return subscription
  return {
    ...subscription,
    cancel_at_period_end: true,
    cancel_at: currentPeriod(subscription).end,
    canceled_at: context.now,
    cancellation_details: { ...subscription.cancellation_details, reason: 'cancellation_requested' },
  }
}

export function keepRunning(subscription: Subscription): Subscription {
  return {
    ...subscription,
    cancel_at_period_end: false,
    cancel_at: null,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
  }
}
