import type Stripe from 'stripe'
import { newId, randomText } from './ids.ts'
import type { Metadata, Replace, Seconds } from './wire.ts'

export interface Address {
  city: string | null
  country: string | null
  line1: string | null
  line2: string | null
  postal_code: string | null
  state: string | null
}

export type Customer = Replace<
  Stripe.Customer,
  {
    address: Address | null
    currency: string | null
    default_source: null
    delinquent: boolean
    discount: null
    invoice_prefix: string
    invoice_settings: {
      custom_fields: null
      default_payment_method: string | null
      footer: string | null
      rendering_options: null
    }
    metadata: Metadata
    name: string | null
    next_invoice_sequence: number
    phone: string | null
    preferred_locales: string[]
    test_clock: null
  }
>

export interface DeletedCustomer {
  id: string
  object: 'customer'
  deleted: true
}

export interface CustomerFields {
  address?: Address | null | undefined
  description?: string | null | undefined
  email?: string | null | undefined
  metadata?: Metadata | undefined
  name?: string | null | undefined
  phone?: string | null | undefined
  preferred_locales?: string[] | undefined
  tax_exempt?: 'none' | 'exempt' | 'reverse' | undefined
}

export function newCustomer(now: Seconds, fields: CustomerFields): Customer {
  return {
    id: newId('customer'),
    object: 'customer',
    address: fields.address ?? null,
    balance: 0,
    created: now,
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: fields.description ?? null,
    discount: null,
    email: fields.email ?? null,
    invoice_prefix: randomText(8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: fields.metadata ?? {},
    name: fields.name ?? null,
    next_invoice_sequence: 1,
    phone: fields.phone ?? null,
    preferred_locales: fields.preferred_locales ?? [],
    shipping: null,
    tax_exempt: fields.tax_exempt ?? 'none',
    test_clock: null,
  }
}
