import { z } from 'zod'
import { balanceTransactionOf, disputeTransactionsOf, refundTransactionOf } from '../billing/fees.ts'
import { refundCharge, refundObjection } from '../billing/refunds.ts'
import { endpoint, listed } from './endpoint.ts'
import { invalid } from './errors.ts'
import { found } from './found.ts'
import { id, integer, limit } from './params.ts'

const ofPayment = z.strictObject({ limit, payment_intent: id })

export const paymentEndpoints = [
  endpoint(
    'GET',
    '/v1/payment_intents/:id',
    z.strictObject({
      expand: z.array(z.enum(['latest_charge', 'latest_charge.balance_transaction'])).optional(),
    }),
    ({ store }, { expand }, intentId) => {
      const intent = found(store, 'payment_intent', intentId)
      const charge = intent.latest_charge === null ? undefined : store.find('charge', intent.latest_charge)
      if (!expand || !charge) return intent
      const isWhole = expand.includes('latest_charge.balance_transaction')
      const transaction = isWhole ? { balance_transaction: balanceTransactionOf(charge) } : {}
      return { ...intent, latest_charge: { ...charge, ...transaction } }
    },
  ),
  endpoint('GET', '/v1/payment_intents', z.strictObject({ limit }), ({ store }, query) =>
    listed('/v1/payment_intents', store.all('payment_intent'), query.limit),
  ),
  endpoint(
    'POST',
    '/v1/refunds',
    z.strictObject({ amount: integer, payment_intent: id }),
    (context, { amount, payment_intent }) => {
      const { store } = context
      const intent = found(store, 'payment_intent', payment_intent, 'payment_intent')
      const charge = intent.latest_charge === null ? undefined : store.find('charge', intent.latest_charge)
      if (charge?.status !== 'succeeded') {
        throw invalid(
          `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
          'payment_intent',
          'payment_intent_unexpected_state',
        )
      }
      const objection = refundObjection(store, charge, amount)
      if (objection) throw invalid(objection.message, 'amount', objection.code)
      return refundCharge(context, charge, amount)
    },
  ),
  endpoint(
    'GET',
    '/v1/refunds',
    ofPayment.extend({ expand: z.array(z.literal('data.balance_transaction')).optional() }),
    ({ store }, { payment_intent, limit: most, expand }) => {
      const refunds = store.all('refund').filter((refund) => refund.payment_intent === payment_intent)
      const answered = refunds.map((refund) => {
        const transaction = refundTransactionOf(refund)
        return { ...refund, balance_transaction: expand ? transaction : transaction.id }
      })
      return listed('/v1/refunds', answered, most)
    },
  ),
  endpoint('GET', '/v1/disputes', ofPayment, ({ store }, query) =>
    listed(
      '/v1/disputes',
      store
        .all('dispute')
        .filter(({ payment_intent }) => payment_intent === query.payment_intent)
        .map((dispute) => ({ ...dispute, balance_transactions: disputeTransactionsOf(dispute) })),
      query.limit,
    ),
  ),
]
