import type Stripe from 'stripe'
import { newId, randomText } from './ids.ts'
import type { Metadata, Replace, Seconds } from './wire.ts'

export type PaymentIntent = Replace<
  Stripe.PaymentIntent,
  {
    customer: string | null
    latest_charge: string | null
    metadata: Metadata
    last_payment_error: PaymentError | null
    on_behalf_of: null
    payment_method: string | null
    application: null
    review: null
    source: null
    payment_record: null
    status: 'canceled' | 'processing' | 'requires_action' | 'requires_payment_method' | 'succeeded'
  }
> & {
  /** How and when a bank debit ends. */
  settles: Settlement | null
}

export interface Settlement {
  at: Seconds
  succeeds: boolean
}

/** Why a payment did not go through. */
export interface PaymentFailure {
  code: string
  decline_code?: string
  message: string
}

interface PaymentError extends PaymentFailure {
  type: 'card_error' | 'invalid_request_error'
  charge?: string
}

/** What a checkout session passes on to the payment it makes. Not part of API responses. */
export interface PaymentIntentData {
  description: string | null
  metadata: Metadata
  receipt_email: string | null
  statement_descriptor_suffix: string | null
}

export interface PaymentIntentFields extends PaymentIntentData {
  amount: number
  currency: string
  customer: string | null
  payment_method_types: string[]
}

export function newPaymentIntent(now: Seconds, fields: PaymentIntentFields): PaymentIntent {
  const id = newId('payment_intent')
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: fields.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${randomText(25)}`,
    confirmation_method: 'automatic',
    created: now,
    currency: fields.currency,
    customer: fields.customer,
    customer_account: null,
    description: fields.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: { enabled: false },
    metadata: fields.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: fields.payment_method_types,
    payment_record: null,
    processing: null,
    receipt_email: fields.receipt_email,
    review: null,
    settles: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: fields.statement_descriptor_suffix,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  }
}
