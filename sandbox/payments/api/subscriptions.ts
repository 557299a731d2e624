import { z } from 'zod'
import { invoicesOf } from '../billing/invoices.ts'
import { creditUnusedTime } from '../billing/plan-change.ts'
import { cancelAtPeriodEnd, endSubscription } from '../billing/subscriptions.ts'
import { isLive, type Subscription } from '../objects/subscription.ts'
import type { Store } from '../state/store.ts'
import { endpoint, listed } from './endpoint.ts'
import { invalid, noSuch } from './errors.ts'
import { found } from './found.ts'
import { id, limit, yes } from './params.ts'

export const subscriptionEndpoints = [
  endpoint('GET', '/v1/subscriptions/:id', z.strictObject({}), ({ store }, _, subscriptionId) =>
    found(store, 'subscription', subscriptionId),
  ),
  endpoint(
    'GET',
    '/v1/subscriptions',
    z.strictObject({ customer: id.optional(), limit, status: z.literal('all').optional() }),
    ({ store }, { customer, limit, status }) => {
      if (customer !== undefined) found(store, 'customer', customer, 'customer')
      return listed(
        '/v1/subscriptions',
        store
          .all('subscription')
          .filter((subscription) => customer === undefined || subscription.customer === customer)
          .filter((subscription) => status === 'all' || isLive(subscription)),
        limit,
      )
    },
  ),
  endpoint(
    'POST',
    '/v1/subscriptions/:id',
    z.strictObject({ cancel_at_period_end: yes }),
    (context, _, subscriptionId) =>
      cancelAtPeriodEnd(context, liveSubscription(context.store, subscriptionId)),
  ),
  endpoint(
    'DELETE',
    '/v1/subscriptions/:id',
    z.strictObject({ invoice_now: yes.optional(), prorate: yes.optional() }),
    (context, { invoice_now, prorate }, subscriptionId) => {
      if (invoice_now !== prorate) {
        throw invalid('The payment sandbox credits unused time by a final invoice only.', 'prorate')
      }
      const subscription = liveSubscription(context.store, subscriptionId)
      if (prorate) creditUnusedTime(context, subscription)
      return endSubscription(context, subscription)
    },
  ),
  endpoint('GET', '/v1/invoices', z.strictObject({ customer: id }), ({ store }, { customer }) =>
    listed('/v1/invoices', invoicesOf(store, found(store, 'customer', customer, 'customer').id)),
  ),
]

function liveSubscription(store: Store, id: string): Subscription {
  const subscription = found(store, 'subscription', id)
  if (!isLive(subscription)) throw noSuch('subscription', id)
  return subscription
}
