import type Stripe from 'stripe'
import type { Charge } from './charge.ts'
import { newId } from './ids.ts'
import type { Settlement } from './payment-intent.ts'
import type { Metadata, Replace, Seconds } from './wire.ts'

export type Refund = Replace<
  Stripe.Refund,
  {
    balance_transaction: null
    charge: string
    customer: null
    metadata: Metadata
    payment_intent: string
    payment_method: string
    source_transfer_reversal: null
    status: 'failed' | 'pending' | 'succeeded'
    transfer_reversal: null
  }
> & {
  /** How and when it ends, if that is not known at once. */
  settles: Settlement | null
}

export type RefundReason = 'duplicate' | 'fraudulent' | 'requested_by_customer'

export interface RefundFields {
  charge: Charge
  amount: number
  reason: RefundReason | null
  metadata: Metadata
  status: Refund['status']
  settles: Settlement | null
}

export function newRefund(now: Seconds, { charge, ...fields }: RefundFields): Refund {
  return {
    id: newId('refund'),
    object: 'refund',
    amount: fields.amount,
    balance_transaction: null,
    charge: charge.id,
    created: now,
    currency: charge.currency,
    customer: null,
    customer_account: null,
    destination_details:
      charge.payment_method_details?.card === undefined
        ? { type: String(charge.payment_method_details?.type) }
        : { type: 'card', card: { type: 'refund' } },
    metadata: fields.metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: fields.reason,
    receipt_number: null,
    settles: fields.settles,
    source_transfer_reversal: null,
    status: fields.status,
    transfer_reversal: null,
  }
}
