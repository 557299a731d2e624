import type { Context } from '../context.ts'
import type { Invoice } from '../objects/invoice.ts'
import { isLive, type Subscription } from '../objects/subscription.ts'
import type { Store } from '../state/store.ts'
import { wouldPay } from './customers.ts'
import { markPaid, openInvoicesOf } from './invoices.ts'
import { day } from './period.ts'
import { endSubscription, saveSubscription } from './subscriptions.ts'

/** Days from each failed attempt to the next. After the last one the subscription ends. */
const RETRY_AFTER_DAYS = [3, 5, 7]

/** Charges the card on file. */
export function collect(context: Context, invoice: Invoice): Invoice {
  if (invoice.status !== 'open') return invoice
  const tried = { ...invoice, attempt_count: invoice.attempt_count + 1 }
  return wouldPay(context.store, invoice.customer) ? succeed(context, tried) : fail(context, tried)
}

function succeed(context: Context, invoice: Invoice): Invoice {
  const paid = markPaid(context, invoice)
  const subscription = subscriptionOf(context.store, invoice)
  if (subscription.status === 'past_due' && openInvoicesOf(context.store, subscription).length === 0) {
    saveSubscription(context, { ...subscription, status: 'active' })
  }
  return paid
}

function fail(context: Context, invoice: Invoice): Invoice {
  const wait = RETRY_AFTER_DAYS[invoice.attempt_count - 1]
  const unpaid = context.store.save('invoice', {
    ...invoice,
    next_payment_attempt: wait === undefined ? null : context.now + wait * day,
  })
  context.emit('invoice.payment_failed', unpaid)
  const subscription = subscriptionOf(context.store, invoice)
  if (!isLive(subscription)) return unpaid
  if (wait === undefined) {
    endSubscription(context, subscription)
  } else if (subscription.status !== 'past_due') {
    saveSubscription(context, { ...subscription, status: 'past_due' })
  }
  return unpaid
}

function subscriptionOf(store: Store, invoice: Invoice): Subscription {
  const subscription = store.find('subscription', invoice.parent.subscription_details.subscription)
  if (!subscription) throw new Error(`Invoice ${invoice.id} belongs to no subscription`)
  return subscription
}
