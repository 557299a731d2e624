import type { Context } from '../context.ts'
import type { Card, Customer } from '../objects/customer.ts'
import { newId } from '../objects/ids.ts'
import type { Metadata } from '../objects/wire.ts'
import type { Store } from '../state/store.ts'
import { paysLater } from './cards.ts'

export interface CustomerFields {
  email: string
  name?: string | undefined
  metadata?: Metadata | undefined
}

export function createCustomer(context: Context, { email, name, metadata }: CustomerFields): Customer {
  const customer = context.store.insert('customer', {
    id: newId('customer'),
    object: 'customer',
    balance: 0,
    created: context.now,
    email,
    metadata: metadata ?? {},
    name: name ?? null,
  })
  context.emit('customer.created', customer)
  return customer
}

export function customerOf(store: Store, id: string): Customer {
  const customer = store.find('customer', id)
  if (!customer) throw new Error(`There is no customer ${id}`)
  return customer
}

/** A card as entered on a hosted page. */
export interface EnteredCard {
  number: string
  exp_month: number
  exp_year: number
}

export function attachCard({ store, now }: Context, customer: string, card: EnteredCard): Card {
  const { number, exp_month, exp_year } = card
  return store.insert('payment_method', {
    id: newId('payment_method'),
    object: 'payment_method',
    card: { brand: 'visa', exp_month, exp_year, last4: number.slice(-4) },
    created: now,
    customer,
  })
}

export function cardOf(store: Store, customer: string): Card | undefined {
  return store.all('payment_method').findLast((card) => card.customer === customer)
}

export function wouldPay(store: Store, customer: string): boolean {
  const card = cardOf(store, customer)
  return card !== undefined && paysLater(card)
}
