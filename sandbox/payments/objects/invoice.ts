import type { Period } from './subscription.ts'
import type { List, Seconds } from './wire.ts'

/** A charge, or a credit if the amount is negative. */
export interface InvoiceLine {
  amount: number
  description: string
  period: Period
}

export interface Invoice {
  id: string
  object: 'invoice'
  amount_due: number
  amount_paid: number
  attempt_count: number
  billing_reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update'
  created: Seconds
  currency: string
  customer: string
  ending_balance: number
  lines: List<InvoiceLine>
  next_payment_attempt: Seconds | null
  number: string
  parent: { subscription_details: { subscription: string } }
  starting_balance: number
  status: 'open' | 'paid'
  status_transitions: { paid_at: Seconds | null }
  total: number
}
