import { endpoint } from './endpoint.ts'
import { found } from './found.ts'
import { listed } from './lists.ts'
import { expand, id, oneOf, paging, parameters } from './params.ts'

const retrieve = endpoint('GET', '/v1/payment_methods/:id', parameters({ expand }), (context, _, cardId) =>
  found(context, 'payment_method', cardId),
)

const list = endpoint(
  'GET',
  '/v1/payment_methods',
  parameters({ customer: id.optional(), type: oneOf('card').optional(), ...paging }, [
    'allow_redisplay',
    'customer_account',
  ]),
  (context, query) => {
    if (query.customer !== undefined) found(context, 'customer', query.customer, 'customer')
    return listed(
      context.store,
      'payment_method',
      '/v1/payment_methods',
      query,
      (card) => card.customer === query.customer,
    )
  },
)

export const paymentMethodEndpoints = [retrieve, list]
