import type Stripe from 'stripe'
import { newId } from './ids.ts'
import type { Replace, Seconds } from './wire.ts'

export type PaymentMethod = Replace<
  Stripe.PaymentMethod,
  { card: Stripe.PaymentMethod.Card; customer: string; type: 'card' }
>

export interface CardFields {
  customer: string
  number: string
  exp_month: number
  exp_year: number
  email: string | null
  name: string | null
}

export function newPaymentMethod(now: Seconds, fields: CardFields): PaymentMethod {
  return {
    id: newId('payment_method'),
    object: 'payment_method',
    allow_redisplay: 'limited',
    billing_details: { address: null, email: fields.email, name: fields.name, phone: null, tax_id: null },
    card: {
      brand: 'visa',
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      display_brand: 'visa',
      exp_month: fields.exp_month,
      exp_year: fields.exp_year,
      fingerprint: `sandbox${fields.number.slice(-9)}`,
      funding: 'credit',
      generated_from: null,
      last4: fields.number.slice(-4),
      networks: { available: ['visa'], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: now,
    customer: fields.customer,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  }
}
