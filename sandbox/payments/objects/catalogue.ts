import type { Metadata, Seconds } from './wire.ts'

export interface Product {
  id: string
  object: 'product'
  active: boolean
  description: string | null
  metadata: Metadata
  name: string
}

/** Paid every month, in dollars. */
export interface Price {
  id: string
  object: 'price'
  active: boolean
  created: Seconds
  currency: string
  lookup_key: string | null
  metadata: Metadata
  product: string
  unit_amount: number
}
