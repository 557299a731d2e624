import { z } from 'zod'
import type { Context } from '../context.ts'
import { newPrice, type Price, type PriceFields, type Recurring } from '../objects/price.ts'
import { createProduct } from './create-product.ts'
import { endpoint } from './endpoint.ts'
import { invalid } from './errors.ts'
import { found } from './found.ts'
import { inRange, listed } from './lists.ts'
import { mergedMetadata } from './metadata.ts'
import {
  amount,
  currency,
  expand,
  flag,
  id,
  integerBetween,
  MAX_TRIAL_DAYS,
  metadata,
  oneOf,
  paging,
  parameters,
  positive,
  range,
  text,
} from './params.ts'

const interval = oneOf('day', 'month', 'week', 'year')
const taxBehavior = oneOf('exclusive', 'inclusive', 'unspecified')

const MAX_INTERVAL = { day: 1095, week: 156, month: 36, year: 3 }

export const recurring = z
  .strictObject({
    interval,
    interval_count: positive.optional(),
    trial_period_days: integerBetween(1, MAX_TRIAL_DAYS).optional(),
    usage_type: oneOf('licensed').optional(),
  })
  .refine(({ interval, interval_count = 1 }) => interval_count <= MAX_INTERVAL[interval], {
    path: ['interval_count'],
    error: 'The maximum interval is three years.',
  })

export function recurrenceOf(given: z.infer<typeof recurring> | undefined): Recurring | null {
  if (!given) return null
  return {
    interval: given.interval,
    interval_count: given.interval_count ?? 1,
    meter: null,
    trial_period_days: given.trial_period_days ?? null,
    usage_type: 'licensed',
  }
}

export function createPrice(context: Context, fields: PriceFields): Price {
  const price = context.store.insert('price', newPrice(context.now, fields))
  context.emit('price.created', price)
  return price
}

const create = endpoint(
  'POST',
  '/v1/prices',
  parameters(
    {
      currency,
      active: flag.optional(),
      billing_scheme: oneOf('per_unit').optional(),
      lookup_key: text.max(200).optional(),
      metadata: metadata.optional(),
      nickname: text.optional(),
      product: id.optional(),
      product_data: z
        .strictObject({
          name: text,
          id: text.optional(),
          active: flag.optional(),
          metadata: metadata.optional(),
          statement_descriptor: text.optional(),
          unit_label: text.optional(),
        })
        .optional(),
      recurring: recurring.optional(),
      tax_behavior: taxBehavior.optional(),
      transfer_lookup_key: flag.optional(),
      unit_amount: amount.optional(),
      expand,
    },
    [
      'currency_options',
      'custom_unit_amount',
      'tiers',
      'tiers_mode',
      'transform_quantity',
      'unit_amount_decimal',
    ],
  ),
  (context, { product_data, transfer_lookup_key, ...fields }) => {
    if (fields.unit_amount === undefined) {
      throw invalid('Missing required param: unit_amount.', 'unit_amount', 'parameter_missing')
    }
    if ((fields.product === undefined) === (product_data === undefined)) {
      throw invalid(
        'You must provide exactly one of `product` and `product_data`.',
        'product',
        'parameter_missing',
      )
    }
    takeLookupKey(context, fields.lookup_key, transfer_lookup_key ?? false)
    const product = product_data
      ? createProduct(
          context,
          { ...product_data, metadata: mergedMetadata({}, product_data.metadata) },
          'product_data[id]',
        )
      : found(context, 'product', fields.product ?? '', 'product')
    return createPrice(context, {
      ...fields,
      unit_amount: fields.unit_amount,
      product: product.id,
      recurring: recurrenceOf(fields.recurring),
      metadata: mergedMetadata({}, fields.metadata),
    })
  },
)

/** A lookup key belongs to one price at a time. */
function takeLookupKey(context: Context, key: string | undefined, transfer: boolean): void {
  if (key === undefined) return
  const holder = context.store.all('price').find((price) => price.lookup_key === key)
  if (!holder) return
  if (!transfer) {
    throw invalid(
      `A price (\`${holder.id}\`) is already using that lookup key. Pass \`transfer_lookup_key=true\` to transfer it.`,
      'lookup_key',
      'resource_already_exists',
    )
  }
  const freed = context.store.save('price', { ...holder, lookup_key: null })
  context.emit('price.updated', freed, holder)
}

const retrieve = endpoint('GET', '/v1/prices/:id', parameters({ expand }), (context, _, priceId) =>
  found(context, 'price', priceId),
)

const update = endpoint(
  'POST',
  '/v1/prices/:id',
  parameters(
    {
      active: flag.optional(),
      lookup_key: text.max(200).optional(),
      metadata: metadata.optional(),
      nickname: text.optional(),
      tax_behavior: taxBehavior.optional(),
      transfer_lookup_key: flag.optional(),
      expand,
    },
    ['currency_options'],
  ),
  (context, fields, priceId) => {
    const before = found(context, 'price', priceId)
    if (fields.lookup_key !== before.lookup_key) {
      takeLookupKey(context, fields.lookup_key, fields.transfer_lookup_key ?? false)
    }
    const after: Price = {
      ...before,
      active: fields.active ?? before.active,
      lookup_key: fields.lookup_key ?? before.lookup_key,
      metadata: mergedMetadata(before.metadata, fields.metadata),
      nickname: fields.nickname ?? before.nickname,
      tax_behavior: fields.tax_behavior ?? before.tax_behavior,
    }
    context.store.save('price', after)
    context.emit('price.updated', after, before)
    return after
  },
)

const list = endpoint(
  'GET',
  '/v1/prices',
  parameters({
    active: flag.optional(),
    created: range.optional(),
    currency: currency.optional(),
    lookup_keys: z.array(text).max(10).optional(),
    product: id.optional(),
    recurring: z
      .strictObject({ interval: interval.optional(), usage_type: oneOf('licensed', 'metered').optional() })
      .optional(),
    type: oneOf('one_time', 'recurring').optional(),
    ...paging,
  }),
  (context, query) =>
    listed(
      context.store,
      'price',
      '/v1/prices',
      query,
      (price) =>
        (query.active === undefined || price.active === query.active) &&
        (query.currency === undefined || price.currency === query.currency) &&
        (query.lookup_keys === undefined || query.lookup_keys.includes(price.lookup_key ?? '')) &&
        (query.product === undefined || price.product === query.product) &&
        (query.recurring?.interval === undefined || price.recurring?.interval === query.recurring.interval) &&
        (query.recurring?.usage_type === undefined ||
          price.recurring?.usage_type === query.recurring.usage_type) &&
        (query.type === undefined || price.type === query.type) &&
        inRange(price.created, query.created),
    ),
)

export const priceEndpoints = [create, retrieve, update, list]
