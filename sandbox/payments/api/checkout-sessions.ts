import { z } from 'zod'
import { productName } from '../billing/charges.ts'
import { day, sameCadence } from '../billing/period.ts'
import type { Context } from '../context.ts'
import {
  type CheckoutFields,
  newCheckoutSession,
  type SubscriptionData,
} from '../objects/checkout-session.ts'
import type { Price } from '../objects/price.ts'
import { endpoint } from './endpoint.ts'
import { invalid } from './errors.ts'
import { found, foundCustomer, foundPrice } from './found.ts'
import { inRange, listed, pageOf } from './lists.ts'
import { mergedMetadata } from './metadata.ts'
import {
  email,
  expand,
  flag,
  id,
  integerBetween,
  MAX_QUANTITY,
  MAX_TRIAL_DAYS,
  metadata,
  oneOf,
  paging,
  parameters,
  range,
  text,
  timestamp,
  webUrl,
} from './params.ts'

const subscriptionData = z.strictObject({
  description: text.max(500).optional(),
  metadata: metadata.optional(),
  trial_end: timestamp.optional(),
  trial_period_days: integerBetween(1, MAX_TRIAL_DAYS).optional(),
})

const lineItem = z.strictObject({
  price: id,
  quantity: integerBetween(1, MAX_QUANTITY).optional(),
  metadata: metadata.optional(),
})

const create = endpoint(
  'POST',
  '/v1/checkout/sessions',
  parameters(
    {
      mode: oneOf('payment', 'setup', 'subscription'),
      success_url: webUrl,
      cancel_url: webUrl.optional(),
      line_items: z.array(lineItem).optional(),
      customer: id.optional(),
      customer_email: email.optional(),
      client_reference_id: text.max(200).optional(),
      metadata: metadata.optional(),
      subscription_data: subscriptionData.optional(),
      allow_promotion_codes: flag.optional(),
      billing_address_collection: oneOf('auto', 'required').optional(),
      customer_update: z
        .strictObject({ address: oneOf('auto', 'never').optional(), name: oneOf('auto', 'never').optional() })
        .optional(),
      expires_at: timestamp.optional(),
      locale: text.max(10).optional(),
      payment_method_collection: oneOf('always', 'if_required').optional(),
      submit_type: oneOf('auto', 'subscribe').optional(),
      ui_mode: oneOf('hosted_page').optional(),
      expand,
    },
    [
      'adaptive_pricing',
      'after_expiration',
      'allowed_payment_method_types',
      'automatic_tax',
      'branding_settings',
      'consent_collection',
      'currency',
      'custom_fields',
      'custom_text',
      'customer_account',
      'customer_creation',
      'discounts',
      'excluded_payment_method_types',
      'integration_identifier',
      'invoice_creation',
      'managed_payments',
      'name_collection',
      'optional_items',
      'origin_context',
      'payment_intent_data',
      'payment_method_configuration',
      'payment_method_data',
      'payment_method_options',
      'permissions',
      'phone_number_collection',
      'redirect_on_completion',
      'return_url',
      'saved_payment_method_options',
      'setup_intent_data',
      'shipping_address_collection',
      'shipping_options',
      'tax_id_collection',
      'wallet_options',
    ],
  ),
  (context, given) => {
    if (given.mode !== 'subscription') {
      throw invalid(`The payment sandbox does not implement the mode ${given.mode}.`, 'mode')
    }
    if (given.customer !== undefined && given.customer_email !== undefined) {
      throw invalid('You may only specify one of these parameters: customer, customer_email.', 'customer')
    }
    const customer = given.customer === undefined ? null : foundCustomer(context, given.customer, 'customer')
    const session = newCheckoutSession(context.now, {
      publicUrl: context.publicUrl,
      lines: linesOf(context, given.line_items ?? []),
      success_url: given.success_url,
      cancel_url: given.cancel_url ?? null,
      client_reference_id: given.client_reference_id ?? null,
      customer: customer?.id ?? null,
      customer_email: given.customer_email ?? null,
      customerDetails: detailsOf(customer, given.customer_email),
      expires_at: expiryOf(context, given.expires_at),
      allow_promotion_codes: given.allow_promotion_codes ?? null,
      billing_address_collection: given.billing_address_collection ?? null,
      locale: given.locale ?? null,
      metadata: mergedMetadata({}, given.metadata),
      payment_method_collection: given.payment_method_collection ?? 'always',
      submit_type: given.submit_type ?? null,
      subscription_data: subscriptionDataOf(context, given.subscription_data),
    })
    return context.store.insert('checkout_session', session)
  },
)

function linesOf(context: Context, items: z.infer<typeof lineItem>[]): CheckoutFields['lines'] {
  const lines = items.map((item, index) => {
    const param = `line_items[${index}][price]`
    const price = foundPrice(context, item.price, param)
    if (!price.active) {
      throw invalid('The price specified is inactive. This field only accepts active prices.', param)
    }
    if (item.quantity === undefined) {
      const quantity = `line_items[${index}][quantity]`
      throw invalid(`Quantity is required. Add \`quantity\` to \`line_items[${index}]\``, quantity)
    }
    return {
      price,
      productName: productName(context.store, price),
      quantity: item.quantity,
      metadata: mergedMetadata({}, item.metadata),
    }
  })
  requireOneCadence(lines.map(({ price }) => price))
  return lines
}

function requireOneCadence(prices: Price[]): void {
  const [first] = prices
  if (!first) {
    throw invalid('Missing required param: line_items.', 'line_items', 'parameter_missing')
  }
  if (!prices.some(({ recurring }) => recurring)) {
    throw invalid(
      'You must provide at least one recurring price in `subscription` mode when using prices.',
      'line_items',
    )
  }
  if (prices.some(({ recurring }) => !recurring) || prices.length > 1) {
    throw invalid('The payment sandbox sells one recurring price per checkout session.', 'line_items')
  }
  if (prices.some(({ recurring }) => !sameCadence(recurring, first.recurring))) {
    throw invalid('All recurring prices must have the same interval.', 'line_items')
  }
}

function detailsOf(
  customer: { email: string | null; name: string | null; phone: string | null } | null,
  givenEmail: string | undefined,
) {
  if (customer) return { email: customer.email, name: customer.name, phone: customer.phone }
  return givenEmail === undefined ? null : { email: givenEmail, name: null, phone: null }
}

function expiryOf(context: Context, given: number | undefined): number {
  if (given === undefined) return context.now + day
  if (given < context.now + 1800 || given > context.now + day) {
    throw invalid(
      'The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.',
      'expires_at',
    )
  }
  return given
}

function subscriptionDataOf(
  context: Context,
  given: z.infer<typeof subscriptionData> | undefined,
): SubscriptionData {
  if (given?.trial_end !== undefined && given.trial_period_days !== undefined) {
    throw invalid(
      'You may only specify one of these parameters: trial_end, trial_period_days.',
      'subscription_data[trial_end]',
    )
  }
  if (given?.trial_end !== undefined && given.trial_end < context.now + 2 * day) {
    throw invalid(
      'The `trial_end` date has to be at least 2 days in the future.',
      'subscription_data[trial_end]',
    )
  }
  if (given?.trial_end !== undefined && given.trial_end > context.now + MAX_TRIAL_DAYS * day) {
    throw invalid(
      `The \`trial_end\` date has to be at most ${MAX_TRIAL_DAYS} days in the future.`,
      'subscription_data[trial_end]',
    )
  }
  return {
    description: given?.description ?? null,
    metadata: mergedMetadata({}, given?.metadata),
    trialEnd: given?.trial_end ?? null,
    trialDays: given?.trial_period_days ?? null,
  }
}

const retrieve = endpoint(
  'GET',
  '/v1/checkout/sessions/:id',
  parameters({ expand }),
  (context, _, sessionId) => found(context, 'checkout_session', sessionId),
)

const lineItems = endpoint(
  'GET',
  '/v1/checkout/sessions/:id/line_items',
  parameters(paging),
  (context, query, sessionId) => {
    const { line_items: lines } = found(context, 'checkout_session', sessionId)
    return pageOf(lines.data, 'line_item', lines.url, query)
  },
)

const expire = endpoint(
  'POST',
  '/v1/checkout/sessions/:id/expire',
  parameters({ expand }),
  (context, _, sessionId) => {
    const session = found(context, 'checkout_session', sessionId)
    if (session.status !== 'open') {
      throw invalid(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
      )
    }
    const expired = { ...session, status: 'expired' as const, url: null }
    context.store.save('checkout_session', expired)
    context.emit('checkout.session.expired', expired)
    return expired
  },
)

const list = endpoint(
  'GET',
  '/v1/checkout/sessions',
  parameters(
    {
      created: range.optional(),
      customer: id.optional(),
      status: oneOf('complete', 'expired', 'open').optional(),
      subscription: id.optional(),
      customer_details: z.strictObject({ email }).optional(),
      ...paging,
    },
    ['customer_account', 'payment_intent', 'payment_link'],
  ),
  (context, query) =>
    listed(
      context.store,
      'checkout_session',
      '/v1/checkout/sessions',
      query,
      (session) =>
        (query.customer === undefined || session.customer === query.customer) &&
        (query.status === undefined || session.status === query.status) &&
        (query.subscription === undefined || session.subscription === query.subscription) &&
        (query.customer_details === undefined ||
          session.customer_details?.email === query.customer_details.email) &&
        inRange(session.created, query.created),
    ),
)

export const checkoutEndpoints = [create, retrieve, lineItems, expire, list]
