import { type Presented, present } from '../objects/present.ts'
import type { Store } from '../state/store.ts'
import { invalid } from './errors.ts'

const references: Record<string, readonly string[]> = {
  'billing_portal.session': ['configuration'],
  charge: ['customer', 'payment_intent'],
  'checkout.session': ['customer', 'invoice', 'line_items', 'payment_intent', 'subscription'],
  customer: ['subscriptions', 'invoice_settings.default_payment_method'],
  dispute: ['charge', 'payment_intent'],
  invoice: ['customer', 'default_payment_method', 'payments', 'parent.subscription_details.subscription'],
  payment_intent: ['customer', 'latest_charge', 'payment_method'],
  payment_method: ['customer'],
  plan: ['product'],
  price: ['product'],
  product: ['default_price'],
  refund: ['charge', 'payment_intent', 'payment_method'],
  subscription: ['customer', 'default_payment_method', 'latest_invoice'],
}

export function expandAll(store: Store, object: Presented, paths: string[] | undefined): Presented {
  return (paths ?? []).reduce<Presented>((result, path) => {
    const parts = path.split('.')
    if (parts.length > (parts[0] === 'data' ? 5 : 4)) {
      throw invalid(`You cannot expand more than 4 levels of a property. Property: ${path}`)
    }
    const expanded = expandPath(store, result, parts, [], path)
    return isObject(expanded) ? expanded : result
  }, object)
}

/** `within` is the path from the nearest complete object to the current value. */
function expandPath(store: Store, value: unknown, parts: string[], within: string[], whole: string): unknown {
  const [head, ...rest] = parts
  if (head === undefined) return value
  if (Array.isArray(value)) return value.map((entry) => expandPath(store, entry, parts, within, whole))
  if (!isObject(value)) return value
  const path = isWhole(value) ? [head] : [...within, head]
  const owner = isWhole(value) ? String(value.object) : undefined
  const included = owner === undefined ? undefined : includable(store, owner, value, head)
  const current = included ?? (Object.hasOwn(value, head) ? value[head] : undefined)
  if (current === undefined || typeof current === 'number' || typeof current === 'boolean')
    throw cannot(whole)
  const resolved = typeof current === 'string' ? resolve(store, current, whole, path, value) : current
  return { ...value, [head]: expandPath(store, resolved, rest, path, whole) }
}

function includable(store: Store, owner: string, value: Presented, name: string): unknown {
  if (value[name] !== undefined) return undefined
  const stored = store.findAny(String(value.id))
  if (!stored) return undefined
  if (owner === 'checkout.session' && name === 'line_items' && 'line_items' in stored)
    return stored.line_items
  if (owner === 'invoice' && name === 'payments' && 'payments' in stored) return stored.payments
  if (owner === 'charge' && name === 'refunds') {
    const data = store
      .all('refund')
      .filter(({ charge }) => charge === stored.id)
      .toReversed()
    return {
      object: 'list',
      data: data.map(present),
      has_more: false,
      url: `/v1/charges/${stored.id}/refunds`,
    }
  }
  if (owner === 'customer' && name === 'subscriptions') {
    const data = store
      .all('subscription')
      .filter(({ customer, status }) => customer === stored.id && status !== 'canceled')
    return { object: 'list', data, has_more: false, url: `/v1/customers/${stored.id}/subscriptions` }
  }
  return undefined
}

function resolve(store: Store, id: string, whole: string, path: string[], holder: Presented): unknown {
  const allowed = Object.values(references).flat()
  const name = path.join('.')
  const ownerAllows = isWhole(holder)
    ? references[String(holder.object)]?.includes(name)
    : allowed.includes(name)
  const object = ownerAllows ? store.findAny(id) : undefined
  if (!object) throw cannot(whole)
  return present(object)
}

function cannot(path: string) {
  return invalid(`This property cannot be expanded (${path}).`)
}

function isObject(value: unknown): value is Presented {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isWhole(value: Presented): boolean {
  return typeof value.object === 'string' && value.object !== 'list'
}
