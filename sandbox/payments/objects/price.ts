import type Stripe from 'stripe'
import { newId } from './ids.ts'
import type { Metadata, Replace, Seconds } from './wire.ts'

type Interval = 'day' | 'week' | 'month' | 'year'

export interface Recurring {
  interval: Interval
  interval_count: number
  meter: null
  trial_period_days: number | null
  usage_type: 'licensed'
}

export type Price = Replace<
  Stripe.Price,
  {
    product: string
    metadata: Metadata
    recurring: Recurring | null
    unit_amount: number
    unit_amount_decimal: string
    type: 'one_time' | 'recurring'
  }
>

export interface PriceFields {
  currency: string
  product: string
  unit_amount: number
  recurring: Recurring | null
  active?: boolean | undefined
  lookup_key?: string | null | undefined
  metadata?: Metadata | undefined
  nickname?: string | null | undefined
  tax_behavior?: 'exclusive' | 'inclusive' | 'unspecified' | undefined
}

export function newPrice(now: Seconds, fields: PriceFields): Price {
  return {
    id: newId('price'),
    object: 'price',
    active: fields.active ?? true,
    billing_scheme: 'per_unit',
    created: now,
    currency: fields.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: fields.lookup_key ?? null,
    metadata: fields.metadata ?? {},
    nickname: fields.nickname ?? null,
    product: fields.product,
    recurring: fields.recurring,
    tax_behavior: fields.tax_behavior ?? 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: fields.recurring ? 'recurring' : 'one_time',
    unit_amount: fields.unit_amount,
    unit_amount_decimal: String(fields.unit_amount),
  }
}

export type Plan = Replace<Stripe.Plan, { product: string; amount_decimal: string; metadata: Metadata }>

export function planOf(price: Price): Plan {
  return {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval ?? 'month',
    interval_count: price.recurring?.interval_count ?? 1,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: price.recurring?.trial_period_days ?? null,
    usage_type: 'licensed',
  }
}
