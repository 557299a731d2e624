import type { Metadata, Seconds } from './wire.ts'

export interface PaymentIntent {
  id: string
  object: 'payment_intent'
  amount: number
  amount_received: number
  created: Seconds
  currency: string
  description: string | null
  last_payment_error: PaymentFailure | null
  latest_charge: string | null
  metadata: Metadata
  /** The way and time a bank debit ends. */
  settles: Settlement | null
  status: 'processing' | 'requires_payment_method' | 'succeeded'
}

export interface Settlement {
  at: Seconds
  succeeds: boolean
}

/** The reason why a payment did not go through. */
export interface PaymentFailure {
  code: string
  message: string
}

export type DebitType = 'sepa_debit' | 'us_bank_account'

export interface Charge {
  id: string
  object: 'charge'
  amount: number
  amount_refunded: number
  created: Seconds
  currency: string
  disputed: boolean
  payment_intent: string
  payment_method_details: {
    type: 'card' | DebitType
    card?: { brand: 'visa'; last4: string }
    sepa_debit?: { last4: string }
    us_bank_account?: { last4: string }
  }
  refunded: boolean
  status: 'failed' | 'pending' | 'succeeded'
}

/** The amount that a charge brings into the account, or that a refund or a dispute takes from it. */
export interface BalanceTransaction {
  id: string
  object: 'balance_transaction'
  amount: number
  created: Seconds
  currency: string
  exchange_rate: null
  fee: number
  net: number
  source: string
}

export interface Refund {
  id: string
  object: 'refund'
  amount: number
  charge: string
  created: Seconds
  currency: string
  payment_intent: string
  /** The way and time it ends, if that is not known at once. */
  settles: Settlement | null
  status: 'failed' | 'pending' | 'succeeded'
}

export interface Dispute {
  id: string
  object: 'dispute'
  amount: number
  charge: string
  created: Seconds
  currency: string
  evidence_details: { due_by: Seconds }
  payment_intent: string
  status: 'lost' | 'needs_response' | 'under_review' | 'won'
}
