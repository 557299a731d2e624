import { accountEndpoints } from './accounts.ts'
import { catalogueEndpoints } from './catalogue.ts'
import { checkoutEndpoints } from './checkout-sessions.ts'
import { customerEndpoints } from './customers.ts'
import type { Endpoint } from './endpoint.ts'
import { paymentEndpoints } from './payments.ts'
import { portalEndpoints } from './portal.ts'
import { subscriptionEndpoints } from './subscriptions.ts'

export const apiEndpoints: Endpoint[] = [
  ...catalogueEndpoints,
  ...customerEndpoints,
  ...accountEndpoints,
  ...checkoutEndpoints,
  ...paymentEndpoints,
  ...subscriptionEndpoints,
  ...portalEndpoints,
]

const routes = apiEndpoints.map((endpoint) => ({
  endpoint,
  pattern: new RegExp(`^${endpoint.path.replace(':id', '([A-Za-z0-9_.-]{1,200})')}$`),
}))

export interface Route {
  endpoint: Endpoint
  id: string
}

export function routeOf(method: string, path: string): Route | undefined {
  for (const { endpoint, pattern } of routes) {
    const match = endpoint.method === method ? pattern.exec(path) : null
    if (match) return { endpoint, id: match[1] ?? '' }
  }
  return undefined
}
