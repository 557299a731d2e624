import type { Context } from '../context.ts'
import type { Charge } from '../objects/invoice.ts'
import { firstItem, type Period, type Subscription } from '../objects/subscription.ts'
import { fullPeriodCharge } from './charges.ts'
import { collect } from './collection.ts'
import { issueInvoice, pendingCharges, takePending } from './invoices.ts'
import { periodAfter } from './period.ts'
import { saveSubscription } from './subscriptions.ts'

export function nextPeriod(subscription: Subscription): Period {
  const item = firstItem(subscription)
  const { recurring } = item.price
  if (!recurring) throw new Error(`Price ${item.price.id} does not recur`)
  return periodAfter(subscription.billing_cycle_anchor, recurring, item.current_period_end)
}

export function renewalCharges(context: Context, subscription: Subscription): Charge[] {
  const period = nextPeriod(subscription)
  return [
    ...pendingCharges(context, subscription.id),
    ...subscription.items.data.map((item) => fullPeriodCharge(context.store, subscription, item, period)),
  ]
}

/** At the end of a period or of a trial. */
export function renew(context: Context, subscription: Subscription): void {
  const period = nextPeriod(subscription)
  const charges = renewalCharges(context, subscription)
  const elapsed = { start: firstItem(subscription).current_period_start, end: period.start }
  const invoice = issueInvoice(
    context,
    {
      subscription,
      currency: subscription.currency,
      reason: 'subscription_cycle',
      period: elapsed,
      charges,
    },
    subscription.customer,
  )
  takePending(context, subscription.id, invoice.id)
  saveSubscription(context, subscription, {
    ...subscription,
    status: subscription.status === 'trialing' ? 'active' : subscription.status,
    latest_invoice: invoice.id,
    items: {
      ...subscription.items,
      data: subscription.items.data.map((item) => ({
        ...item,
        current_period_start: period.start,
        current_period_end: period.end,
      })),
    },
  })
  collect(context, invoice)
}
