import type { Context } from '../context.ts'
import { itemOf, type Subscription } from '../objects/subscription.ts'
import { openInvoicesOf } from './invoices.ts'

export function saveSubscription(context: Context, subscription: Subscription): Subscription {
  context.store.save('subscription', subscription)
  context.emit('customer.subscription.updated', subscription)
  return subscription
}

/** Open invoices stay unpaid. */
export function endSubscription(context: Context, subscription: Subscription): Subscription {
  const ended = context.store.save('subscription', {
    ...subscription,
    status: 'canceled',
    canceled_at: subscription.canceled_at ?? context.now,
    ended_at: context.now,
  })
  for (const invoice of openInvoicesOf(context.store, ended)) {
    context.store.save('invoice', { ...invoice, next_payment_attempt: null })
  }
  context.emit('customer.subscription.deleted', ended)
  return ended
}

export function cancelAtPeriodEnd(context: Context, subscription: Subscription): Subscription {
  return saveSubscription(context, {
    ...subscription,
    cancel_at_period_end: true,
    cancel_at: itemOf(subscription).current_period_end,
    canceled_at: context.now,
  })
}

export function keepRunning(context: Context, subscription: Subscription): Subscription {
  return saveSubscription(context, {
    ...subscription,
    cancel_at_period_end: false,
    cancel_at: null,
    canceled_at: null,
  })
}
