import type Stripe from 'stripe'
import { newId } from './ids.ts'
import type { PaymentIntentData } from './payment-intent.ts'
import type { Price } from './price.ts'
import { type List, listOf, type Metadata, type Replace, type Seconds } from './wire.ts'

type CheckoutLine = Replace<Stripe.LineItem, { price: Price; quantity: number; metadata: Metadata }>

/** What the subscription will be created from. Not part of API responses. */
export interface SubscriptionData {
  description: string | null
  metadata: Metadata
  trialEnd: Seconds | null
  trialDays: number | null
}

export type CheckoutSession = Replace<
  Stripe.Checkout.Session,
  {
    customer: string | null
    invoice: string | null
    line_items: List<CheckoutLine>
    metadata: Metadata
    mode: 'payment' | 'subscription'
    payment_intent: string | null
    payment_link: null
    setup_intent: null
    status: 'open' | 'complete' | 'expired'
    subscription: string | null
    success_url: string
    discounts: null
  }
> & {
  /** Of a session in payment mode. */
  payment_intent_data: PaymentIntentData | null
  /** Of a session in subscription mode. */
  subscription_data: SubscriptionData | null
}

export interface CheckoutFields {
  publicUrl: string
  lines: { price: Price; productName: string; quantity: number; metadata: Metadata }[]
  success_url: string
  cancel_url: string | null
  client_reference_id: string | null
  customer: string | null
  customer_email: string | null
  customerDetails: { email: string | null; name: string | null; phone: string | null } | null
  expires_at: Seconds
  allow_promotion_codes: boolean | null
  allowed_payment_method_types: string[] | null
  billing_address_collection: 'auto' | 'required' | null
  locale: string | null
  metadata: Metadata
  mode: CheckoutSession['mode']
  payment_intent_data: PaymentIntentData | null
  payment_method_collection: 'always' | 'if_required'
  payment_method_types: string[]
  submit_type: 'auto' | 'pay' | 'subscribe' | null
  subscription_data: SubscriptionData | null
}

export function newCheckoutSession(now: Seconds, fields: CheckoutFields): CheckoutSession {
  const id = newId('checkout_session')
  const lines = fields.lines.map(newCheckoutLine)
  const { subscription_data } = fields
  const trial =
    subscription_data !== null && (subscription_data.trialEnd ?? subscription_data.trialDays) !== null
  const due = trial ? 0 : lines.reduce((sum, line) => sum + line.amount_total, 0)
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: fields.allow_promotion_codes,
    allowed_payment_method_types: fields.allowed_payment_method_types,
    amount_subtotal: due,
    amount_total: due,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: fields.billing_address_collection,
    cancel_url: fields.cancel_url,
    client_reference_id: fields.client_reference_id,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: now,
    currency: fields.lines[0]?.price.currency ?? 'usd',
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: fields.customer,
    customer_account: null,
    customer_creation: fields.customer ? null : fields.mode === 'payment' ? 'if_required' : 'always',
    customer_details: fields.customerDetails
      ? {
          address: null,
          business_name: null,
          individual_name: null,
          ...fields.customerDetails,
          tax_exempt: 'none',
          tax_ids: [],
        }
      : null,
    customer_email: fields.customer_email,
    discounts: null,
    expires_at: fields.expires_at,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    line_items: listOf(`/v1/checkout/sessions/${id}/line_items`, lines),
    livemode: false,
    locale: fields.locale,
    managed_payments: { enabled: false },
    metadata: fields.metadata,
    mode: fields.mode,
    origin_context: null,
    payment_intent: null,
    payment_intent_data: fields.payment_intent_data,
    payment_link: null,
    payment_method_collection: fields.payment_method_collection,
    payment_method_configuration_details: null,
    payment_method_options: { card: { request_three_d_secure: 'automatic' } },
    payment_method_types: fields.payment_method_types,
    payment_status: 'unpaid',
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: {
      allow_redisplay_filters: ['always'],
      payment_method_remove: 'disabled',
      payment_method_save: null,
    },
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: fields.submit_type,
    subscription: null,
    subscription_data,
    success_url: fields.success_url,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: `${fields.publicUrl}/checkout/${id}`,
    wallet_options: null,
  }
}

function newCheckoutLine(line: CheckoutFields['lines'][number]): CheckoutLine {
  const amount = line.price.unit_amount * line.quantity
  return {
    id: newId('checkout_line'),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: line.price.currency,
    description: line.productName,
    metadata: line.metadata,
    price: line.price,
    quantity: line.quantity,
  }
}
