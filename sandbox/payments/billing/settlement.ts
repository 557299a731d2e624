import type { Context } from '../context.ts'
import { firstItem, type Subscription } from '../objects/subscription.ts'
import { unusedTime } from './charges.ts'
import { collect } from './collection.ts'
import { issueInvoice, keepPending, pendingCharges, takePending } from './invoices.ts'

/** What remains to be settled when a subscription ends before its period. */
export function settle(
  context: Context,
  subscription: Subscription,
  prorate: boolean,
  invoiceNow: boolean,
): Subscription {
  const item = firstItem(subscription)
  if (prorate && subscription.status === 'active') {
    keepPending(context, subscription.customer, [unusedTime(context.store, subscription, item, context.now)])
  }
  const charges = pendingCharges(context, subscription.id)
  if (!invoiceNow || charges.length === 0) return subscription
  const invoice = issueInvoice(
    context,
    {
      subscription,
      currency: subscription.currency,
      reason: 'subscription_update',
      period: { start: item.current_period_start, end: context.now },
      charges,
      prorationDate: context.now,
    },
    subscription.customer,
  )
  takePending(context, subscription.id, invoice.id)
  collect(context, invoice)
  return { ...subscription, latest_invoice: invoice.id }
}
