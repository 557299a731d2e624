import { refundableAmount, refundCharge, refundObjection } from '../billing/refunds.ts'
import type { Context } from '../context.ts'
import type { Charge } from '../objects/charge.ts'
import { endpoint } from './endpoint.ts'
import { invalid } from './errors.ts'
import { found } from './found.ts'
import { inRange, listed } from './lists.ts'
import { mergedMetadata } from './metadata.ts'
import { expand, id, metadata, oneOf, paging, parameters, positive, range } from './params.ts'

const create = endpoint(
  'POST',
  '/v1/refunds',
  parameters(
    {
      payment_intent: id.optional(),
      charge: id.optional(),
      amount: positive.optional(),
      reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer').optional(),
      metadata: metadata.optional(),
      expand,
    },
    ['currency', 'customer', 'instructions_email', 'origin', 'refund_application_fee', 'reverse_transfer'],
  ),
  (context, given) => {
    const charge = refundedCharge(context, given)
    const amount = given.amount ?? refundableAmount(charge)
    const objection = refundObjection(context.store, charge, amount)
    if (objection) throw invalid(objection.message, 'amount', objection.code)
    return refundCharge(context, charge, {
      amount,
      reason: given.reason ?? null,
      metadata: mergedMetadata({}, given.metadata),
    })
  },
)

function refundedCharge(
  context: Context,
  given: { payment_intent?: string | undefined; charge?: string | undefined },
): Charge {
  if (given.payment_intent !== undefined && given.charge !== undefined) {
    throw invalid('You may only specify one of these parameters: charge, payment_intent.', 'charge')
  }
  if (given.charge !== undefined) return found(context, 'charge', given.charge, 'charge')
  if (given.payment_intent === undefined) {
    throw invalid(
      'One of the following params should be provided for this request: payment_intent or charge.',
    )
  }
  const intent = found(context, 'payment_intent', given.payment_intent, 'payment_intent')
  if (intent.status !== 'succeeded' || intent.latest_charge === null) {
    throw invalid(
      `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
      'payment_intent',
      'payment_intent_unexpected_state',
    )
  }
  return found(context, 'charge', intent.latest_charge, 'payment_intent')
}

const retrieve = endpoint('GET', '/v1/refunds/:id', parameters({ expand }), (context, _, refundId) =>
  found(context, 'refund', refundId),
)

const list = endpoint(
  'GET',
  '/v1/refunds',
  parameters({
    charge: id.optional(),
    created: range.optional(),
    payment_intent: id.optional(),
    ...paging,
  }),
  (context, query) =>
    listed(
      context.store,
      'refund',
      '/v1/refunds',
      query,
      (refund) =>
        (query.charge === undefined || refund.charge === query.charge) &&
        (query.payment_intent === undefined || refund.payment_intent === query.payment_intent) &&
        inRange(refund.created, query.created),
    ),
)

export const refundEndpoints = [create, retrieve, list]
