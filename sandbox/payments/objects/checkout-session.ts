import type { Price } from './catalogue.ts'
import type { List, Metadata, Seconds } from './wire.ts'

interface CheckoutLine {
  description: string
  amount_total: number
  /** Null if the line is for one payment. */
  price: Price | null
}

export interface CheckoutSession {
  id: string
  object: 'checkout.session'
  amount_total: number
  cancel_url: string | null
  client_reference_id: string | null
  currency: string
  customer: string | null
  customer_details: { email: string } | null
  expires_at: Seconds
  line_items: List<CheckoutLine>
  metadata: Metadata
  mode: 'payment' | 'subscription'
  payment_intent: string | null
  /** For the payment intent that a session in payment mode creates. */
  payment_intent_data: { metadata: Metadata } | null
  payment_status: 'no_payment_required' | 'paid' | 'unpaid'
  status: 'open' | 'complete' | 'expired'
  subscription: string | null
  /** For the subscription that a session in subscription mode creates. */
  subscription_data: { metadata: Metadata; trialEnd: Seconds | null } | null
  success_url: string
  url: string | null
}
