import { endpoint } from './endpoint.ts'
import { found } from './found.ts'
import { inRange, listed } from './lists.ts'
import { expand, id, paging, parameters, range } from './params.ts'

const retrieveIntent = endpoint(
  'GET',
  '/v1/payment_intents/:id',
  parameters({ expand }, ['client_secret']),
  (context, _, intentId) => found(context, 'payment_intent', intentId),
)

const listIntents = endpoint(
  'GET',
  '/v1/payment_intents',
  parameters({ created: range.optional(), customer: id.optional(), ...paging }, ['customer_account']),
  (context, query) =>
    listed(
      context.store,
      'payment_intent',
      '/v1/payment_intents',
      query,
      (intent) =>
        (query.customer === undefined || intent.customer === query.customer) &&
        inRange(intent.created, query.created),
    ),
)

const retrieveCharge = endpoint('GET', '/v1/charges/:id', parameters({ expand }), (context, _, chargeId) =>
  found(context, 'charge', chargeId),
)

const listCharges = endpoint(
  'GET',
  '/v1/charges',
  parameters({ created: range.optional(), payment_intent: id.optional(), ...paging }, [
    'customer',
    'transfer_group',
  ]),
  (context, query) =>
    listed(
      context.store,
      'charge',
      '/v1/charges',
      query,
      (charge) =>
        (query.payment_intent === undefined || charge.payment_intent === query.payment_intent) &&
        inRange(charge.created, query.created),
    ),
)

const retrieveDispute = endpoint('GET', '/v1/disputes/:id', parameters({ expand }), (context, _, disputeId) =>
  found(context, 'dispute', disputeId),
)

const listDisputes = endpoint(
  'GET',
  '/v1/disputes',
  parameters({
    charge: id.optional(),
    created: range.optional(),
    payment_intent: id.optional(),
    ...paging,
  }),
  (context, query) =>
    listed(
      context.store,
      'dispute',
      '/v1/disputes',
      query,
      (dispute) =>
        (query.charge === undefined || dispute.charge === query.charge) &&
        (query.payment_intent === undefined || dispute.payment_intent === query.payment_intent) &&
        inRange(dispute.created, query.created),
    ),
)

export const paymentEndpoints = [
  retrieveIntent,
  listIntents,
  retrieveCharge,
  listCharges,
  retrieveDispute,
  listDisputes,
]
