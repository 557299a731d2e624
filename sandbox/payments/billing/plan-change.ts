import type { Context } from '../context.ts'
import type { Price } from '../objects/catalogue.ts'
import type { InvoiceLine } from '../objects/invoice.ts'
import { itemOf, type Subscription, withItem } from '../objects/subscription.ts'
import type { Seconds } from '../objects/wire.ts'
import type { Store } from '../state/store.ts'
import { collect } from './collection.ts'
import { issueInvoice } from './invoices.ts'
import { remainingTime, unusedTime } from './lines.ts'
import { saveSubscription } from './subscriptions.ts'

/** The lines are invoiced at once. During a trial there are none. */
export function linesOfChange(
  store: Store,
  subscription: Subscription,
  price: Price,
  at: Seconds,
): InvoiceLine[] {
  if (subscription.status === 'trialing') return []
  const item = itemOf(subscription)
  return [unusedTime(store, item, at), remainingTime(store, item, price, at)]
}

export function changePlan(
  context: Context,
  subscription: Subscription,
  price: Price,
  lines: InvoiceLine[],
): void {
  const changed = saveSubscription(context, withItem(subscription, { price }))
  if (lines.length > 0) collect(context, issueInvoice(context, changed, 'subscription_update', lines))
}

/** Credits what is left of the period when a subscription ends before it. */
export function creditUnusedTime(context: Context, subscription: Subscription): void {
  if (subscription.status !== 'active') return
  const line = unusedTime(context.store, itemOf(subscription), context.now)
  issueInvoice(context, subscription, 'subscription_update', [line])
}
