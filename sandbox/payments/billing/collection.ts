import type { Context } from '../context.ts'
import type { Invoice } from '../objects/invoice.ts'
import type { PaymentMethod } from '../objects/payment-method.ts'
import type { Subscription } from '../objects/subscription.ts'
import { chargesLater } from './cards.ts'
import { customerOf, saveCustomer } from './customers.ts'
import { invoicesOf, markPaid } from './invoices.ts'
import { day } from './period.ts'
import { endSubscription, saveSubscription } from './subscriptions.ts'

/** Days from each failed attempt to the next. After the last one the subscription ends. */
const retryAfterDays = [3, 5, 7]

export function cardFor(context: Context, subscription: Subscription): PaymentMethod | undefined {
  const customer = customerOf(context, subscription.customer)
  const id = subscription.default_payment_method ?? customer.invoice_settings.default_payment_method
  return id === null ? undefined : context.store.find('payment_method', id)
}

export function wouldPay(context: Context, subscription: Subscription): boolean {
  const card = cardFor(context, subscription)
  return card !== undefined && chargesLater(card)
}

/** Charges the card on file. A first payment was already accepted on the hosted page. */
export function collect(context: Context, invoice: Invoice, acceptedOnPage = false): Invoice {
  if (invoice.status !== 'open') return invoice
  const subscription = subscriptionOf(context, invoice)
  const tried: Invoice = { ...invoice, attempted: true, attempt_count: invoice.attempt_count + 1 }
  if (acceptedOnPage || wouldPay(context, subscription)) return succeed(context, tried)
  return fail(context, tried)
}

function succeed(context: Context, invoice: Invoice): Invoice {
  const paid = markPaid(context, invoice)
  const subscription = subscriptionOf(context, invoice)
  const owing = invoicesOf(context, subscription.id).some(({ status }) => status === 'open')
  if (subscription.status === 'past_due' && !owing) {
    saveSubscription(context, subscription, { ...subscription, status: 'active' })
    setDelinquent(context, subscription.customer, false)
  }
  return paid
}

function fail(context: Context, invoice: Invoice): Invoice {
  const wait = retryAfterDays[invoice.attempt_count - 1]
  const unpaid: Invoice = {
    ...invoice,
    next_payment_attempt: wait === undefined ? null : context.now + wait * day,
    auto_advance: wait !== undefined,
  }
  context.store.save('invoice', unpaid)
  context.emit('invoice.payment_failed', unpaid)
  const subscription = subscriptionOf(context, invoice)
  setDelinquent(context, subscription.customer, true)
  if (wait === undefined) {
    endSubscription(context, subscription, 'payment_failed')
  } else if (subscription.status !== 'past_due') {
    saveSubscription(context, subscription, { ...subscription, status: 'past_due' })
  }
  return unpaid
}

function setDelinquent(context: Context, customerId: string, delinquent: boolean): void {
  const customer = customerOf(context, customerId)
  saveCustomer(context, customer, { ...customer, delinquent })
}

function subscriptionOf(context: Context, invoice: Invoice): Subscription {
  const id = invoice.parent.subscription_details.subscription
  const subscription = context.store.find('subscription', id)
  if (!subscription) throw new Error(`Invoice ${invoice.id} belongs to no subscription`)
  return subscription
}
