import { z } from 'zod'
import { expireCheckout } from '../billing/checkouts.ts'
import { debitTypeOf } from '../billing/debits.ts'
import { day } from '../billing/period.ts'
import type { Context } from '../context.ts'
import {
  type CheckoutFields,
  newCheckoutSession,
  type SubscriptionData,
} from '../objects/checkout-session.ts'
import { lineItem, paymentLines, subscriptionLines } from './checkout-lines.ts'
import { endpoint } from './endpoint.ts'
import { invalid } from './errors.ts'
import { found, foundCustomer } from './found.ts'
import { inRange, listed, pageOf } from './lists.ts'
import { mergedMetadata } from './metadata.ts'
import {
  email,
  expand,
  flag,
  id,
  integerBetween,
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

const paymentIntentData = z.strictObject({
  description: text.max(1000).optional(),
  metadata: metadata.optional(),
  receipt_email: email.optional(),
  statement_descriptor_suffix: text.max(22).optional(),
})

const createParameters = parameters(
  {
    mode: oneOf('payment', 'setup', 'subscription'),
    success_url: webUrl,
    cancel_url: webUrl.optional(),
    line_items: z.array(lineItem).optional(),
    customer: id.optional(),
    customer_email: email.optional(),
    client_reference_id: text.max(200).optional(),
    metadata: metadata.optional(),
    payment_intent_data: paymentIntentData.optional(),
    subscription_data: subscriptionData.optional(),
    allow_promotion_codes: flag.optional(),
    allowed_payment_method_types: z.array(text).optional(),
    billing_address_collection: oneOf('auto', 'required').optional(),
    customer_update: z
      .strictObject({ address: oneOf('auto', 'never').optional(), name: oneOf('auto', 'never').optional() })
      .optional(),
    expires_at: timestamp.optional(),
    locale: text.max(10).optional(),
    payment_method_collection: oneOf('always', 'if_required').optional(),
    submit_type: oneOf('auto', 'pay', 'subscribe').optional(),
    ui_mode: oneOf('hosted_page').optional(),
    expand,
  },
  [
    'adaptive_pricing',
    'after_expiration',
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
)

type Given = z.infer<typeof createParameters.schema>
type Sale = Pick<
  CheckoutFields,
  'lines' | 'mode' | 'payment_intent_data' | 'payment_method_types' | 'subscription_data'
>

const create = endpoint('POST', '/v1/checkout/sessions', createParameters, (context, given) => {
  if (given.customer !== undefined && given.customer_email !== undefined) {
    throw invalid('You may only specify one of these parameters: customer, customer_email.', 'customer')
  }
  const customer = given.customer === undefined ? null : foundCustomer(context, given.customer, 'customer')
  const session = newCheckoutSession(context.now, {
    publicUrl: context.publicUrl,
    ...whatIsSold(context, given),
    success_url: given.success_url,
    cancel_url: given.cancel_url ?? null,
    client_reference_id: given.client_reference_id ?? null,
    customer: customer?.id ?? null,
    customer_email: given.customer_email ?? null,
    customerDetails: detailsOf(customer, given.customer_email),
    expires_at: expiryOf(context, given.expires_at),
    allow_promotion_codes: given.allow_promotion_codes ?? null,
    allowed_payment_method_types: given.allowed_payment_method_types ?? null,
    billing_address_collection: given.billing_address_collection ?? null,
    locale: given.locale ?? null,
    metadata: mergedMetadata({}, given.metadata),
    payment_method_collection:
      given.payment_method_collection ?? (given.mode === 'payment' ? 'if_required' : 'always'),
    submit_type: given.submit_type ?? null,
  })
  return context.store.insert('checkout_session', session)
})

function whatIsSold(context: Context, given: Given): Sale {
  const items = given.line_items ?? []
  if (given.mode === 'subscription') {
    refuseForMode(given, 'payment_intent_data')
    return {
      mode: 'subscription',
      lines: subscriptionLines(context, items),
      payment_intent_data: null,
      payment_method_types: allowed(given, ['card']),
      subscription_data: subscriptionDataOf(context, given.subscription_data),
    }
  }
  if (given.mode === 'setup') {
    throw invalid('The payment sandbox does not implement the mode setup.', 'mode')
  }
  refuseForMode(given, 'subscription_data')
  requireCharges(context)
  const lines = paymentLines(context, items)
  return {
    mode: 'payment',
    lines,
    payment_intent_data: {
      description: given.payment_intent_data?.description ?? null,
      metadata: mergedMetadata({}, given.payment_intent_data?.metadata),
      receipt_email: given.payment_intent_data?.receipt_email ?? null,
      statement_descriptor_suffix: given.payment_intent_data?.statement_descriptor_suffix ?? null,
    },
    payment_method_types: allowed(given, methodsFor(lines[0]?.price.currency ?? 'usd')),
    subscription_data: null,
  }
}

function refuseForMode(given: Given, name: 'payment_intent_data' | 'subscription_data'): void {
  if (given[name] === undefined) return
  throw invalid(`You can not pass \`${name}\` in \`${given.mode}\` mode.`, name)
}

function requireCharges({ store }: Context): void {
  const account = store.owner === null ? undefined : store.forOwner(null).find('account', store.owner)
  if (!account || account.charges_enabled) return
  throw invalid(
    'Your account cannot currently make charges. Complete its setup in the Dashboard to begin processing charges.',
    undefined,
    'testmode_charges_only',
  )
}

function methodsFor(currency: string): string[] {
  const debit = debitTypeOf(currency)
  return debit === undefined ? ['card'] : ['card', debit]
}

function allowed({ allowed_payment_method_types: types }: Given, possible: string[]): string[] {
  const left = types ? possible.filter((type) => types.includes(type)) : possible
  if (left.length > 0) return left
  throw invalid(
    `None of the allowed payment method types can be used: it could be paid by ${possible.join(' or ')}.`,
    'allowed_payment_method_types',
  )
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
    return expireCheckout(context, session)
  },
)

const list = endpoint(
  'GET',
  '/v1/checkout/sessions',
  parameters(
    {
      created: range.optional(),
      customer: id.optional(),
      payment_intent: id.optional(),
      status: oneOf('complete', 'expired', 'open').optional(),
      subscription: id.optional(),
      customer_details: z.strictObject({ email }).optional(),
      ...paging,
    },
    ['customer_account', 'payment_link'],
  ),
  (context, query) =>
    listed(
      context.store,
      'checkout_session',
      '/v1/checkout/sessions',
      query,
      (session) =>
        (query.customer === undefined || session.customer === query.customer) &&
        (query.payment_intent === undefined || session.payment_intent === query.payment_intent) &&
        (query.status === undefined || session.status === query.status) &&
        (query.subscription === undefined || session.subscription === query.subscription) &&
        (query.customer_details === undefined ||
          session.customer_details?.email === query.customer_details.email) &&
        inRange(session.created, query.created),
    ),
)

export const checkoutEndpoints = [create, retrieve, lineItems, expire, list]
