import type { Context } from '../context.ts'
import type { Charge } from '../objects/invoice.ts'
import type { ProrationBehavior } from '../objects/portal.ts'
import { planOf } from '../objects/price.ts'
import { firstItem, type Period, type Subscription, type SubscriptionItem } from '../objects/subscription.ts'
import type { Seconds } from '../objects/wire.ts'
import { type Change, fullPeriodCharge, prorations, unusedTime } from './charges.ts'
import { collect } from './collection.ts'
import { issueInvoice, keepPending } from './invoices.ts'
import { periodFrom, sameCadence } from './period.ts'
import { saveSubscription } from './subscriptions.ts'

export interface PlanChange {
  before: Subscription
  after: Subscription
  charges: Charge[]
  /** Whether the charges are invoiced at once or with the next invoice. */
  invoicedNow: boolean
  at: Seconds
}

export function planChange(
  context: Context,
  subscription: Subscription,
  to: Change,
  behavior: ProrationBehavior,
  at: Seconds,
): PlanChange {
  const item = firstItem(subscription)
  const unchanged = item.price.id === to.price.id && item.quantity === to.quantity
  if (unchanged) return { before: subscription, after: subscription, charges: [], invoicedNow: false, at }
  if (subscription.status === 'trialing') {
    return {
      before: subscription,
      after: withItem(subscription, item, to),
      charges: [],
      invoicedNow: false,
      at,
    }
  }
  if (!sameCadence(item.price.recurring, to.price.recurring)) {
    return cadenceChange(context, subscription, item, to, behavior, at)
  }
  return {
    before: subscription,
    after: withItem(subscription, item, to),
    charges: behavior === 'none' ? [] : prorations(context.store, subscription, item, to, at),
    invoicedNow: behavior === 'always_invoice',
    at,
  }
}

/** For example from monthly to yearly: a new period begins now and is paid at once. */
function cadenceChange(
  context: Context,
  subscription: Subscription,
  item: SubscriptionItem,
  to: Change,
  behavior: ProrationBehavior,
  at: Seconds,
): PlanChange {
  const { recurring } = to.price
  if (!recurring) throw new Error(`Price ${to.price.id} does not recur`)
  const period = periodFrom(at, recurring, 0)
  const after = { ...withItem(subscription, item, to, period), billing_cycle_anchor: at }
  const credit = behavior === 'none' ? [] : [unusedTime(context.store, subscription, item, at)]
  const charge = fullPeriodCharge(context.store, subscription, firstItem(after), period)
  return { before: subscription, after, charges: [...credit, charge], invoicedNow: true, at }
}

function withItem(
  subscription: Subscription,
  item: SubscriptionItem,
  to: Change,
  period: Period = { start: item.current_period_start, end: item.current_period_end },
): Subscription {
  const changed = {
    ...item,
    price: to.price,
    plan: planOf(to.price),
    quantity: to.quantity,
    current_period_start: period.start,
    current_period_end: period.end,
  }
  return { ...subscription, items: { ...subscription.items, data: [changed] } }
}

export function applyPlanChange(context: Context, change: PlanChange): Subscription {
  const { before, after, charges } = change
  if (!change.invoicedNow || charges.length === 0) {
    keepPending(context, after.customer, charges)
    return saveSubscription(context, before, after)
  }
  const period = { start: change.at, end: change.at }
  const invoice = issueInvoice(
    context,
    {
      subscription: after,
      currency: after.currency,
      reason: 'subscription_update',
      period,
      charges,
      prorationDate: change.at,
    },
    after.customer,
  )
  const saved = saveSubscription(context, before, { ...after, latest_invoice: invoice.id })
  collect(context, invoice)
  return context.store.find('subscription', saved.id) ?? saved
}
