import type { Context } from '../context.ts'
import type { Customer } from '../objects/customer.ts'
import type { Invoice } from '../objects/invoice.ts'
import type { Kinds } from '../objects/kinds.ts'
import type { Price } from '../objects/price.ts'
import type { Subscription } from '../objects/subscription.ts'
import { noSuch } from './errors.ts'

const spoken: Partial<Record<keyof Kinds, string>> = {
  checkout_session: 'checkout.session',
  payment_method: 'PaymentMethod',
  portal_configuration: 'configuration',
}

export function found<K extends keyof Kinds>(context: Context, kind: K, id: string, param = 'id'): Kinds[K] {
  const object = context.store.find(kind, id)
  if (!object) throw noSuch(spoken[kind] ?? kind, id, param)
  return object
}

export function foundCustomer(context: Context, id: string, param = 'id'): Customer {
  const customer = found(context, 'customer', id, param)
  if ('deleted' in customer) throw noSuch('customer', id, param)
  return customer
}

export function foundPrice(context: Context, id: string, param: string): Price {
  return found(context, 'price', id, param)
}

export function foundSubscription(context: Context, id: string, param = 'id'): Subscription {
  return found(context, 'subscription', id, param)
}

export function foundInvoice(context: Context, id: string, param = 'id'): Invoice {
  return found(context, 'invoice', id, param)
}
