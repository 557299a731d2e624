import type Stripe from 'stripe'
import { newId } from './ids.ts'
import type { PaymentFailure, PaymentIntent } from './payment-intent.ts'
import type { PaymentMethod } from './payment-method.ts'
import type { Metadata, Replace, Seconds } from './wire.ts'

export type Charge = Replace<
  Stripe.Charge,
  {
    application: null
    application_fee: null
    balance_transaction: null
    customer: string | null
    failure_balance_transaction: null
    metadata: Metadata
    on_behalf_of: null
    payment_intent: string
    payment_method: string
    refunds?: never
    review: null
    source_transfer: null
    status: 'failed' | 'pending' | 'succeeded'
  }
>

export interface ChargeFields {
  intent: PaymentIntent
  method: PaymentMethod
  status: Charge['status']
  failure?: PaymentFailure | undefined
}

export function newCharge(now: Seconds, { intent, method, status, failure }: ChargeFields): Charge {
  return {
    id: newId('charge'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: status === 'succeeded' ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: null,
    captured: status === 'succeeded',
    created: now,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: failure?.code ?? null,
    failure_message: failure?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: outcomeOf(status, failure),
    paid: status === 'succeeded',
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: detailsOf(method, intent.amount),
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status,
    transfer_data: null,
    transfer_group: null,
  }
}

function outcomeOf(status: Charge['status'], failure: PaymentFailure | undefined): Stripe.Charge.Outcome {
  const failed = status === 'failed'
  return {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: failed ? 'declined_by_network' : 'approved_by_network',
    reason: failure?.decline_code ?? failure?.code ?? null,
    risk_level: 'normal',
    seller_message: failed ? 'The bank returned the decline code.' : 'Payment complete.',
    type: failed ? 'issuer_declined' : 'authorized',
  }
}

function detailsOf(method: PaymentMethod, amount: number): Stripe.Charge.PaymentMethodDetails {
  const { type, card, sepa_debit, us_bank_account } = method
  if (card) {
    return {
      type,
      card: {
        amount_authorized: amount,
        authorization_code: null,
        brand: card.brand,
        checks: card.checks,
        country: card.country,
        electronic_commerce_indicator: null,
        exp_month: card.exp_month,
        exp_year: card.exp_year,
        fingerprint: card.fingerprint ?? null,
        funding: card.funding,
        installments: null,
        last4: card.last4,
        mandate: null,
        network: card.brand,
        network_transaction_id: null,
        regulated_status: 'unregulated',
        three_d_secure: null,
        transaction_link_id: null,
        wallet: null,
      },
    }
  }
  if (sepa_debit) {
    const { bank_code, branch_code, country, fingerprint, last4 } = sepa_debit
    return { type, sepa_debit: { bank_code, branch_code, country, fingerprint, last4, mandate: null } }
  }
  if (!us_bank_account) throw new Error(`${method.id} is neither a card nor a bank account`)
  const { account_holder_type, account_type, bank_name, fingerprint, last4, routing_number } = us_bank_account
  return {
    type,
    us_bank_account: {
      account_holder_type,
      account_type,
      bank_name,
      fingerprint,
      last4,
      payment_reference: null,
      routing_number,
    },
  }
}
