import type { Context } from '../context.ts'
import { type Customer, type CustomerFields, newCustomer } from '../objects/customer.ts'
import { type CardFields, newCard, type PaymentMethod } from '../objects/payment-method.ts'
import { isLive } from '../objects/subscription.ts'

export function createCustomer(context: Context, fields: CustomerFields): Customer {
  const customer = newCustomer(context.now, fields)
  context.store.insert('customer', customer)
  context.emit('customer.created', customer)
  return customer
}

export function saveCustomer(context: Context, before: Customer, after: Customer): Customer {
  if (JSON.stringify(before) === JSON.stringify(after)) return after
  context.store.save('customer', after)
  context.emit('customer.updated', after, before)
  return after
}

export function customerOf(context: Context, id: string): Customer {
  const customer = context.store.find('customer', id)
  if (!customer || 'deleted' in customer) throw new Error(`Customer ${id} is gone`)
  return customer
}

export function attachCard(context: Context, fields: CardFields): PaymentMethod {
  const card = newCard(context.now, fields)
  context.store.insert('payment_method', card)
  context.emit('payment_method.attached', card)
  return card
}

/** The card to which all later invoices of the customer are charged. */
export function makeDefaultCard(context: Context, customerId: string, card: PaymentMethod): void {
  const customer = customerOf(context, customerId)
  saveCustomer(context, customer, {
    ...customer,
    invoice_settings: { ...customer.invoice_settings, default_payment_method: card.id },
  })
  for (const subscription of context.store.all('subscription')) {
    if (subscription.customer !== customerId || !isLive(subscription)) continue
    const after = { ...subscription, default_payment_method: card.id }
    context.store.save('subscription', after)
    context.emit('customer.subscription.updated', after, subscription)
  }
}
