import type Stripe from 'stripe'
import { newId } from './ids.ts'
import type { Replace, Seconds } from './wire.ts'

export type DebitType = 'sepa_debit' | 'us_bank_account'

export type PaymentMethod = Replace<
  Stripe.PaymentMethod,
  {
    /** Null if it was used for one payment and not kept. */
    customer: string | null
    type: 'card' | DebitType
  }
>

interface MethodFields {
  customer: string | null
  number: string
  email: string | null
  name: string | null
}

export interface CardFields extends MethodFields {
  exp_month: number
  exp_year: number
}

export interface DebitFields extends MethodFields {
  type: DebitType
}

export function newCard(now: Seconds, fields: CardFields): PaymentMethod {
  return {
    ...newMethod(now, fields),
    type: 'card',
    card: {
      brand: 'visa',
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      display_brand: 'visa',
      exp_month: fields.exp_month,
      exp_year: fields.exp_year,
      fingerprint: fingerprintOf(fields),
      funding: 'credit',
      generated_from: null,
      last4: fields.number.slice(-4),
      networks: { available: ['visa'], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
  }
}

export function newBankAccount(now: Seconds, fields: DebitFields): PaymentMethod {
  const last4 = fields.number.slice(-4)
  const fingerprint = fingerprintOf(fields)
  if (fields.type === 'sepa_debit') {
    return {
      ...newMethod(now, fields),
      type: fields.type,
      sepa_debit: {
        bank_code: fields.number.slice(4, 12),
        branch_code: null,
        country: fields.number.slice(0, 2),
        fingerprint,
        generated_from: { charge: null, setup_attempt: null },
        last4,
      },
    }
  }
  return {
    ...newMethod(now, fields),
    type: fields.type,
    us_bank_account: {
      account_holder_type: 'individual',
      account_type: 'checking',
      bank_name: 'STRIPE TEST BANK',
      financial_connections_account: null,
      fingerprint,
      last4,
      networks: { preferred: 'ach', supported: ['ach'] },
      routing_number: '110000000',
      status_details: null,
    },
  }
}

function newMethod(now: Seconds, { customer, email, name }: MethodFields) {
  return {
    id: newId('payment_method'),
    object: 'payment_method' as const,
    allow_redisplay: 'limited' as const,
    billing_details: { address: null, email, name, phone: null, tax_id: null },
    created: now,
    customer,
    customer_account: null,
    livemode: false,
    metadata: {},
  }
}

const fingerprintOf = ({ number }: MethodFields): string => `sandbox${number.slice(-9)}`
