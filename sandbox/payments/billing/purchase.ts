import type { Context } from '../context.ts'
import type { CheckoutSession } from '../objects/checkout-session.ts'
import { newId, randomText } from '../objects/ids.ts'
import { completeCheckout } from './checkouts.ts'
import { attachCard, type EnteredCard } from './customers.ts'
import { issueInvoice, markPaid } from './invoices.ts'
import { monthLine, trialLine } from './lines.ts'
import { monthFrom } from './period.ts'

/** After the card was accepted on the hosted page. */
export function startSubscription(
  context: Context,
  session: CheckoutSession,
  card: EnteredCard,
): CheckoutSession {
  const { store, now } = context
  const { customer, subscription_data: data } = session
  const price = session.line_items.data[0]?.price
  if (!customer || !data || !price) throw new Error(`Checkout session ${session.id} sells no subscription`)
  attachCard(context, customer, card)
  const { metadata, trialEnd } = data
  const period = trialEnd === null ? monthFrom(now, 0) : { start: now, end: trialEnd }
  const subscription = store.insert('subscription', {
    id: newId('subscription'),
    object: 'subscription',
    billing_cycle_anchor: trialEnd ?? now,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    created: now,
    customer,
    ended_at: null,
    items: {
      object: 'list',
      data: [
        {
          id: `si_${randomText(12)}`,
          object: 'subscription_item',
          current_period_end: period.end,
          current_period_start: period.start,
          price,
        },
      ],
    },
    metadata,
    status: trialEnd === null ? 'active' : 'trialing',
    trial_end: trialEnd,
  })
  const line = (trialEnd === null ? monthLine : trialLine)(store, price, period)
  const invoice = issueInvoice(context, subscription, 'subscription_create', [line])
  if (invoice.status === 'open') markPaid(context, invoice)
  const payment_status = trialEnd === null ? 'paid' : 'no_payment_required'
  return completeCheckout(context, { ...session, payment_status, subscription: subscription.id })
}
