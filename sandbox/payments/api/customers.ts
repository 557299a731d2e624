import { z } from 'zod'
import { createCustomer } from '../billing/customers.ts'
import { endSubscription } from '../billing/subscriptions.ts'
import { isLive } from '../objects/subscription.ts'
import { endpoint, listed } from './endpoint.ts'
import { found, foundCustomer } from './found.ts'
import { email, metadata, text } from './params.ts'

export const customerEndpoints = [
  endpoint(
    'POST',
    '/v1/customers',
    z.strictObject({ email, metadata, name: text.optional() }),
    createCustomer,
  ),
  endpoint('GET', '/v1/customers/:id', z.strictObject({}), ({ store }, _, id) =>
    found(store, 'customer', id),
  ),
  endpoint('DELETE', '/v1/customers/:id', z.strictObject({}), (context, _, id) => {
    const { store } = context
    const customer = foundCustomer(store, id)
    for (const subscription of store.all('subscription')) {
      if (subscription.customer === id && isLive(subscription)) endSubscription(context, subscription)
    }
    return store.save('customer', { ...customer, deleted: true })
  }),
  endpoint('GET', '/v1/customers', z.strictObject({ email }), ({ store }, query) =>
    listed(
      '/v1/customers',
      store.all('customer').filter(({ deleted, email }) => !deleted && email === query.email),
    ),
  ),
]
