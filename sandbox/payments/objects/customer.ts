import type { Metadata, Seconds } from './wire.ts'

export interface Customer {
  id: string
  object: 'customer'
  /** Credit if negative. */
  balance: number
  created: Seconds
  deleted?: boolean
  email: string
  metadata: Metadata
  name: string | null
}

/** Later invoices are charged to the customer's newest card. */
export interface Card {
  id: string
  object: 'payment_method'
  card: { brand: 'visa'; exp_month: number; exp_year: number; last4: string }
  created: Seconds
  customer: string
}
