import type Stripe from 'stripe'
import { newId } from './ids.ts'
import type { Metadata, Replace, Seconds } from './wire.ts'

export type Product = Replace<
  Stripe.Product,
  { default_price: string | null; tax_code: string | null; metadata: Metadata }
>

export interface ProductFields {
  id?: string | undefined
  name: string
  active?: boolean | undefined
  description?: string | null | undefined
  images?: string[] | undefined
  marketing_features?: { name: string }[] | undefined
  metadata?: Metadata | undefined
  shippable?: boolean | undefined
  statement_descriptor?: string | undefined
  unit_label?: string | null | undefined
  url?: string | null | undefined
  type?: 'good' | 'service' | undefined
}

export function newProduct(now: Seconds, fields: ProductFields): Product {
  return {
    id: fields.id ?? newId('product'),
    object: 'product',
    active: fields.active ?? true,
    created: now,
    default_price: null,
    description: fields.description ?? null,
    images: fields.images ?? [],
    livemode: false,
    marketing_features: fields.marketing_features ?? [],
    metadata: fields.metadata ?? {},
    name: fields.name,
    package_dimensions: null,
    shippable: fields.shippable ?? null,
    statement_descriptor: fields.statement_descriptor ?? null,
    tax_code: null,
    tax_details: null,
    type: fields.type ?? 'service',
    unit_label: fields.unit_label ?? null,
    updated: now,
    url: fields.url ?? null,
  }
}
