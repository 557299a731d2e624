import { z } from 'zod'
import { newId } from '../objects/ids.ts'
import type { Store } from '../state/store.ts'
import { endpoint, listed } from './endpoint.ts'
import { invalid } from './errors.ts'
import { found } from './found.ts'
import { amount, flag, id, limit, metadata, text } from './params.ts'

const products = [
  endpoint(
    'POST',
    '/v1/products',
    z.strictObject({ id: id.optional(), name: text, description: text.optional(), metadata }),
    ({ store }, given) => {
      if (given.id !== undefined && store.ownerOf(given.id) !== undefined) {
        throw invalid('Product already exists.', 'id', 'resource_already_exists')
      }
      return store.insert('product', {
        id: given.id ?? newId('product'),
        object: 'product',
        active: true,
        description: given.description ?? null,
        metadata: given.metadata ?? {},
        name: given.name,
      })
    },
  ),
  endpoint('POST', '/v1/products/:id', z.strictObject({ active: flag }), ({ store }, { active }, productId) =>
    store.save('product', { ...found(store, 'product', productId), active }),
  ),
  endpoint('GET', '/v1/products', z.strictObject({ limit }), ({ store }, query) =>
    listed('/v1/products', store.all('product'), query.limit),
  ),
]

const prices = [
  endpoint(
    'POST',
    '/v1/prices',
    z.strictObject({
      currency: z.literal('usd'),
      lookup_key: text.max(200).optional(),
      metadata,
      product: id,
      recurring: z.strictObject({ interval: z.literal('month') }),
      transfer_lookup_key: flag.optional(),
      unit_amount: amount,
    }),
    ({ store, now }, given) => {
      takeLookupKey(store, given.lookup_key, given.transfer_lookup_key ?? false)
      return store.insert('price', {
        id: newId('price'),
        object: 'price',
        active: true,
        created: now,
        currency: given.currency,
        lookup_key: given.lookup_key ?? null,
        metadata: given.metadata ?? {},
        product: found(store, 'product', given.product, 'product').id,
        unit_amount: given.unit_amount,
      })
    },
  ),
  endpoint('POST', '/v1/prices/:id', z.strictObject({ active: flag }), ({ store }, { active }, priceId) =>
    store.save('price', { ...found(store, 'price', priceId), active }),
  ),
  endpoint(
    'GET',
    '/v1/prices',
    z.strictObject({
      active: flag.optional(),
      expand: z.array(z.literal('data.product')).optional(),
      limit,
      lookup_keys: z.array(text).max(10).optional(),
    }),
    ({ store }, { active, expand, limit, lookup_keys: keys }) => {
      const wanted = store
        .all('price')
        .filter((price) => active === undefined || price.active === active)
        .filter(({ lookup_key }) => keys === undefined || keys.includes(lookup_key ?? ''))
      const withProduct = wanted.map((price) => ({ ...price, product: store.find('product', price.product) }))
      return listed('/v1/prices', expand ? withProduct : wanted, limit)
    },
  ),
]

/** A lookup key belongs to one price at a time. */
function takeLookupKey(store: Store, key: string | undefined, transfer: boolean): void {
  const holder = key && store.all('price').find((price) => price.lookup_key === key)
  if (!holder) return
  if (!transfer) {
    throw invalid(
      `A price (\`${holder.id}\`) is already using that lookup key.`,
      'lookup_key',
      'resource_already_exists',
    )
  }
  store.save('price', { ...holder, lookup_key: null })
}

export const catalogueEndpoints = [...products, ...prices]
