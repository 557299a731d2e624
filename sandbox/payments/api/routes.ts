import { accountEndpoints } from './accounts.ts'
import { checkoutEndpoints } from './checkout-sessions.ts'
import { customerEndpoints } from './customers.ts'
import type { Endpoint } from './endpoint.ts'
import { eventEndpoints } from './events.ts'
import { invoiceEndpoints } from './invoices.ts'
import { paymentMethodEndpoints } from './payment-methods.ts'
import { paymentEndpoints } from './payments.ts'
import { portalEndpoints } from './portal.ts'
import { priceEndpoints } from './prices.ts'
import { productEndpoints } from './products.ts'
import { refundEndpoints } from './refunds.ts'
import { subscriptionEndpoints } from './subscriptions.ts'

export const apiEndpoints: Endpoint[] = [
  ...productEndpoints,
  ...priceEndpoints,
  ...customerEndpoints,
  ...accountEndpoints,
  ...checkoutEndpoints,
  ...paymentEndpoints,
  ...refundEndpoints,
  ...subscriptionEndpoints,
  ...invoiceEndpoints,
  ...paymentMethodEndpoints,
  ...portalEndpoints,
  ...eventEndpoints,
]

const routes = apiEndpoints.map((endpoint) => ({ endpoint, pattern: patternOf(endpoint.path) }))

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/:id/g, '([A-Za-z0-9_.-]{1,200})')}$`)
}

export interface Route {
  endpoint: Endpoint
  ids: string[]
}

export function routeOf(method: string, path: string): Route | undefined {
  for (const { endpoint, pattern } of routes) {
    const match = endpoint.method === method ? pattern.exec(path) : null
    if (match) return { endpoint, ids: match.slice(1) }
  }
  return undefined
}
