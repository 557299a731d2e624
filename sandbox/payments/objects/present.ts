import type { Kinds } from './kinds.ts'

/** Fields that are internal to the sandbox, or that the API returns only when expanded. */
const withheld: Record<string, readonly string[]> = {
  'billing_portal.session': ['secret', 'expires'],
  account: ['disconnected', 'verified_at'],
  account_link: ['id', 'account', 'refresh_url', 'return_url', 'visit'],
  'checkout.session': ['line_items', 'payment_intent_data', 'subscription_data'],
  payment_intent: ['settles'],
  refund: ['settles'],
  invoice: ['payments'],
}

export type Presented = Record<string, unknown>

export function present(object: Kinds[keyof Kinds] | object): Presented {
  const entries = Object.entries(object)
  const kind = 'object' in object ? String(object.object) : ''
  const hidden = withheld[kind] ?? []
  return Object.fromEntries(entries.filter(([name]) => !hidden.includes(name)))
}

export function changedAttributes(before: Presented, after: Presented): Presented {
  return Object.fromEntries(
    Object.entries(before).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(after[name])),
  )
}
