import type { Account } from '../objects/account.ts'
import type { Customer } from '../objects/customer.ts'
import type { Kinds } from '../objects/kinds.ts'
import type { Store } from '../state/store.ts'
import { noAccess, noSuch } from './errors.ts'

export function found<K extends keyof Kinds>(store: Store, kind: K, id: string, param?: string): Kinds[K] {
  const object = store.find(kind, id)
  if (!object) throw noSuch(kind, id, param)
  return object
}

export function foundCustomer(store: Store, id: string, param?: string): Customer {
  const customer = found(store, 'customer', id, param)
  if (customer.deleted) throw noSuch('customer', id, param)
  return customer
}

export function connectedAccount(store: Store, id: string): Account {
  const account = store.find('account', id)
  if (!account || account.disconnected) throw noAccess(id)
  return account
}
