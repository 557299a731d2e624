import type { Context } from '../context.ts'
import { itemOf, type Subscription, withItem } from '../objects/subscription.ts'
import { collect } from './collection.ts'
import { issueInvoice } from './invoices.ts'
import { monthLine } from './lines.ts'
import { monthAfter } from './period.ts'
import { saveSubscription } from './subscriptions.ts'

/** At the end of a month or of a trial. */
export function renew(context: Context, subscription: Subscription): void {
  const { price, current_period_end } = itemOf(subscription)
  const period = monthAfter(subscription.billing_cycle_anchor, current_period_end)
  const renewed = saveSubscription(context, {
    ...withItem(subscription, { current_period_start: period.start, current_period_end: period.end }),
    status: subscription.status === 'trialing' ? 'active' : subscription.status,
  })
  const line = monthLine(context.store, price, period)
  collect(context, issueInvoice(context, renewed, 'subscription_cycle', [line]))
}
