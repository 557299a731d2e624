import { z } from 'zod'
import { expireCheckout } from '../billing/checkouts.ts'
import { productName } from '../billing/lines.ts'
import { day } from '../billing/period.ts'
import type { Context } from '../context.ts'
import type { CheckoutSession } from '../objects/checkout-session.ts'
import { stepOf } from '../objects/currency.ts'
import { newId } from '../objects/ids.ts'
import type { Seconds } from '../objects/wire.ts'
import { endpoint, listed } from './endpoint.ts'
import { invalid } from './errors.ts'
import { found, foundCustomer } from './found.ts'
import { amount, currency, email, id, integer, limit, metadata, text, webUrl } from './params.ts'

const shared = {
  cancel_url: webUrl.optional(),
  client_reference_id: text.max(200).optional(),
  metadata,
  success_url: webUrl,
}

const Subscribing = z.strictObject({
  ...shared,
  mode: z.literal('subscription'),
  customer: id,
  line_items: z.array(z.strictObject({ price: id, quantity: z.literal('1') })).length(1),
  subscription_data: z.strictObject({ metadata, trial_end: integer.optional() }).optional(),
})

const priceData = z.strictObject({
  currency,
  product_data: z.strictObject({ name: text.max(250) }),
  unit_amount: amount,
})

const Paying = z.strictObject({
  ...shared,
  mode: z.literal('payment'),
  customer_email: email.optional(),
  expires_at: integer.optional(),
  line_items: z.array(z.strictObject({ price_data: priceData, quantity: z.literal('1') })).length(1),
  payment_intent_data: z.strictObject({ metadata }).optional(),
})

const create = endpoint(
  'POST',
  '/v1/checkout/sessions',
  z.discriminatedUnion('mode', [Subscribing, Paying]),
  (context, given) => {
    const id = newId('checkout_session')
    return context.store.insert('checkout_session', {
      id,
      object: 'checkout.session',
      cancel_url: given.cancel_url ?? null,
      client_reference_id: given.client_reference_id ?? null,
      metadata: given.metadata ?? {},
      mode: given.mode,
      payment_intent: null,
      payment_status: 'unpaid',
      status: 'open',
      subscription: null,
      success_url: given.success_url,
      url: `${context.publicUrl}/checkout/${id}`,
      ...(given.mode === 'subscription' ? subscribing(context, given) : paying(context, given)),
    })
  },
)

type Sale = Pick<
  CheckoutSession,
  | 'amount_total'
  | 'currency'
  | 'customer'
  | 'customer_details'
  | 'expires_at'
  | 'line_items'
  | 'payment_intent_data'
  | 'subscription_data'
>

function subscribing({ store, now }: Context, given: z.infer<typeof Subscribing>): Sale {
  const customer = foundCustomer(store, given.customer, 'customer')
  const price = found(store, 'price', given.line_items[0]?.price ?? '', 'line_items[0][price]')
  if (!price.active) throw invalid('The price specified is inactive.', 'line_items[0][price]')
  const trialEnd = trialEndOf(now, given.subscription_data?.trial_end)
  const line = { description: productName(store, price), amount_total: price.unit_amount, price }
  return {
    amount_total: trialEnd === null ? price.unit_amount : 0,
    currency: price.currency,
    customer: customer.id,
    customer_details: { email: customer.email },
    expires_at: now + day,
    line_items: { object: 'list', data: [line] },
    payment_intent_data: null,
    subscription_data: { metadata: given.subscription_data?.metadata ?? {}, trialEnd },
  }
}

function trialEndOf(now: Seconds, given: number | undefined): Seconds | null {
  if (given === undefined) return null
  if (given >= now + 2 * day && given <= now + 730 * day) return given
  throw invalid('The `trial_end` date has to be 2 to 730 days in the future.', 'subscription_data[trial_end]')
}

function paying({ store, now }: Context, given: z.infer<typeof Paying>): Sale {
  const account = store.owner === null ? undefined : store.forOwner(null).find('account', store.owner)
  if (account && !account.charges_enabled) {
    throw invalid('Your account cannot currently make charges.', undefined, 'testmode_charges_only')
  }
  const [item] = given.line_items
  if (!item) throw invalid('There is nothing to pay.', 'line_items')
  const { currency, product_data, unit_amount } = item.price_data
  requireChargeable(unit_amount, currency)
  return {
    amount_total: unit_amount,
    currency,
    customer: null,
    customer_details: given.customer_email === undefined ? null : { email: given.customer_email },
    expires_at: expiryOf(now, given.expires_at),
    line_items: {
      object: 'list',
      data: [{ description: product_data.name, amount_total: unit_amount, price: null }],
    },
    payment_intent_data: { metadata: given.payment_intent_data?.metadata ?? {} },
    subscription_data: null,
  }
}

const MIN_AMOUNT = 50

function requireChargeable(total: number, currency: string): void {
  if (total < MIN_AMOUNT) {
    throw invalid(`The total must be at least ${MIN_AMOUNT}.`, 'line_items', 'amount_too_small')
  }
  const step = stepOf(currency)
  if (total % step !== 0) {
    throw invalid(
      `Amounts in ${currency} must be multiples of ${step}.`,
      'line_items',
      'invalid_charge_amount',
    )
  }
}

function expiryOf(now: Seconds, given: number | undefined): Seconds {
  if (given === undefined) return now + day
  if (given >= now + 1800 && given <= now + day) return given
  throw invalid('`expires_at` must be between 30 minutes and 24 hours from now.', 'expires_at')
}

const retrieve = endpoint('GET', '/v1/checkout/sessions/:id', z.strictObject({}), ({ store }, _, sessionId) =>
  found(store, 'checkout_session', sessionId),
)

const expire = endpoint(
  'POST',
  '/v1/checkout/sessions/:id/expire',
  z.strictObject({}),
  (context, _, sessionId) => {
    const session = found(context.store, 'checkout_session', sessionId)
    if (session.status === 'open') return expireCheckout(context, session)
    throw invalid(`Only open checkout sessions can be expired. This one is \`${session.status}\`.`)
  },
)

const list = endpoint(
  'GET',
  '/v1/checkout/sessions',
  z.strictObject({ customer: id.optional(), limit, status: z.literal('open').optional() }),
  ({ store }, { customer, limit, status }) =>
    listed(
      '/v1/checkout/sessions',
      store
        .all('checkout_session')
        .filter((session) => customer === undefined || session.customer === customer)
        .filter((session) => status === undefined || session.status === status),
      limit,
    ),
)

export const checkoutEndpoints = [create, retrieve, expire, list]
