import type Stripe from 'stripe'
import type { Charge } from './charge.ts'
import { newId } from './ids.ts'
import type { Metadata, Replace, Seconds } from './wire.ts'

export type DisputeReason = 'fraudulent' | 'general' | 'product_not_received'

export type Dispute = Replace<
  Stripe.Dispute,
  {
    balance_transactions: never[]
    charge: string
    metadata: Metadata
    payment_intent: string
    reason: DisputeReason
    status: 'lost' | 'needs_response' | 'under_review' | 'won'
  }
>

const DAYS_TO_RESPOND = 7

export function newDispute(now: Seconds, charge: Charge, amount: number, reason: DisputeReason): Dispute {
  return {
    id: newId('dispute'),
    object: 'dispute',
    amount,
    balance_transactions: [],
    charge: charge.id,
    created: now,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: {
      access_activity_log: null,
      billing_address: null,
      cancellation_policy: null,
      cancellation_policy_disclosure: null,
      cancellation_rebuttal: null,
      customer_communication: null,
      customer_email_address: charge.billing_details.email,
      customer_name: charge.billing_details.name,
      customer_purchase_ip: null,
      customer_signature: null,
      duplicate_charge_documentation: null,
      duplicate_charge_explanation: null,
      duplicate_charge_id: null,
      enhanced_evidence: {},
      product_description: null,
      receipt: null,
      refund_policy: null,
      refund_policy_disclosure: null,
      refund_refusal_explanation: null,
      service_date: null,
      service_documentation: null,
      shipping_address: null,
      shipping_carrier: null,
      shipping_date: null,
      shipping_documentation: null,
      shipping_tracking_number: null,
      uncategorized_file: null,
      uncategorized_text: null,
    },
    evidence_details: {
      due_by: now + DAYS_TO_RESPOND * 86_400,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'manual',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method_details: {
      card: { brand: 'visa', case_type: 'chargeback', network: 'visa', network_reason_code: '10.4' },
      type: 'card',
    },
    reason,
    status: 'needs_response',
  }
}
