import type { Context } from '../context.ts'
import type { CheckoutSession, SubscriptionData } from '../objects/checkout-session.ts'
import { newSubscription, type Subscription } from '../objects/subscription.ts'
import type { Seconds } from '../objects/wire.ts'
import { fullPeriodCharge, trialCharge } from './charges.ts'
import { completed, type PayerName } from './checkouts.ts'
import { collect } from './collection.ts'
import { attachCard, createCustomer, customerOf, saveCustomer } from './customers.ts'
import { issueInvoice } from './invoices.ts'
import { day, periodFrom } from './period.ts'

export interface Payer extends PayerName {
  number: string
  exp_month: number
  exp_year: number
}

/** After the card was accepted: creates customer, card, subscription and first invoice, and completes the session. */
export function completeCheckout(context: Context, session: CheckoutSession, payer: Payer): CheckoutSession {
  const customer = payingCustomer(context, session, payer)
  const card = attachCard(context, { ...payer, customer: customer.id })
  const subscription = startSubscription(context, session, customer.id, card.id)
  const complete: CheckoutSession = {
    ...completed(session, payer, session.amount_total === 0 ? 'no_payment_required' : 'paid'),
    customer: customer.id,
    subscription: subscription.id,
    invoice: subscription.latest_invoice,
  }
  context.store.save('checkout_session', complete)
  context.emit('checkout.session.completed', complete)
  return complete
}

function payingCustomer(context: Context, session: CheckoutSession, payer: Payer) {
  if (session.customer === null) return createCustomer(context, { email: payer.email, name: payer.name })
  const known = customerOf(context, session.customer)
  return saveCustomer(context, known, { ...known, email: known.email ?? payer.email })
}

function startSubscription(
  context: Context,
  session: CheckoutSession,
  customer: string,
  card: string,
): Subscription {
  const { subscription_data } = session
  if (!subscription_data) throw new Error(`Checkout session ${session.id} sells no subscription`)
  const { description, metadata } = subscription_data
  const trialEnd = trialEndOf(context, subscription_data)
  const lines = session.line_items.data
  const recurring = lines[0]?.price.recurring
  if (!recurring) throw new Error(`Checkout session ${session.id} sells nothing that recurs`)
  const period =
    trialEnd === null ? periodFrom(context.now, recurring, 0) : { start: context.now, end: trialEnd }
  const subscription = newSubscription(context.now, {
    customer,
    lines: lines.map(({ price, quantity, metadata }) => ({ price, quantity, metadata })),
    period,
    trialEnd,
    paymentMethod: card,
    description,
    metadata,
  })
  context.store.insert('subscription', subscription)
  const charge = trialEnd === null ? fullPeriodCharge : trialCharge
  const invoice = issueInvoice(
    context,
    {
      subscription,
      currency: subscription.currency,
      reason: 'subscription_create',
      period: { start: context.now, end: context.now },
      charges: subscription.items.data.map((item) => charge(context.store, subscription, item, period)),
    },
    customer,
  )
  const started = context.store.save('subscription', { ...subscription, latest_invoice: invoice.id })
  context.emit('customer.subscription.created', started)
  collect(context, invoice, true)
  return started
}

function trialEndOf(context: Context, { trialEnd, trialDays }: SubscriptionData): Seconds | null {
  if (trialDays !== null) return context.now + trialDays * day
  return trialEnd
}
