import { z } from 'zod'
import type { Product } from '../objects/product.ts'
import { createProduct } from './create-product.ts'
import { endpoint } from './endpoint.ts'
import { noSuch } from './errors.ts'
import { found } from './found.ts'
import { inRange, listed } from './lists.ts'
import { mergedMetadata } from './metadata.ts'
import {
  amount,
  currency,
  emptyable,
  expand,
  flag,
  id,
  metadata,
  oneOf,
  paging,
  parameters,
  range,
  text,
  webUrl,
} from './params.ts'
import { createPrice, recurrenceOf, recurring } from './prices.ts'

const unsupported = ['package_dimensions', 'tax_code', 'tax_details']
const features = z.array(z.strictObject({ name: text }))

const create = endpoint(
  'POST',
  '/v1/products',
  parameters(
    {
      name: text,
      id: text.optional(),
      active: flag.optional(),
      default_price_data: z
        .strictObject({
          currency,
          unit_amount: amount,
          recurring: recurring.optional(),
          metadata: metadata.optional(),
          tax_behavior: oneOf('exclusive', 'inclusive', 'unspecified').optional(),
        })
        .optional(),
      description: text.optional(),
      images: z.array(webUrl).optional(),
      marketing_features: features.optional(),
      metadata: metadata.optional(),
      shippable: flag.optional(),
      statement_descriptor: text.optional(),
      type: oneOf('good', 'service').optional(),
      unit_label: text.optional(),
      url: webUrl.optional(),
      expand,
    },
    unsupported,
  ),
  (context, { default_price_data: price, ...fields }) => {
    const product = createProduct(context, { ...fields, metadata: mergedMetadata({}, fields.metadata) })
    if (!price) return product
    const { id } = createPrice(context, {
      ...price,
      product: product.id,
      recurring: recurrenceOf(price.recurring),
      metadata: mergedMetadata({}, price.metadata),
    })
    return context.store.save('product', { ...product, default_price: id })
  },
)

const retrieve = endpoint('GET', '/v1/products/:id', parameters({ expand }), (context, _, id) =>
  found(context, 'product', id),
)

const update = endpoint(
  'POST',
  '/v1/products/:id',
  parameters(
    {
      active: flag.optional(),
      default_price: id.optional(),
      description: emptyable(text).optional(),
      images: emptyable(z.array(webUrl)).optional(),
      marketing_features: emptyable(features).optional(),
      metadata: metadata.optional(),
      name: text.optional(),
      shippable: flag.optional(),
      statement_descriptor: text.optional(),
      unit_label: emptyable(text).optional(),
      url: emptyable(webUrl).optional(),
      expand,
    },
    unsupported,
  ),
  (context, fields, productId) => {
    const before = found(context, 'product', productId)
    if (fields.default_price !== undefined) {
      const price = found(context, 'price', fields.default_price, 'default_price')
      if (price.product !== before.id) throw noSuch('price', price.id, 'default_price')
    }
    const after: Product = {
      ...before,
      active: fields.active ?? before.active,
      default_price: fields.default_price ?? before.default_price,
      description: fields.description === undefined ? before.description : fields.description,
      images: fields.images === undefined ? before.images : (fields.images ?? []),
      marketing_features:
        fields.marketing_features === undefined
          ? before.marketing_features
          : (fields.marketing_features ?? []),
      metadata: mergedMetadata(before.metadata, fields.metadata),
      name: fields.name ?? before.name,
      shippable: fields.shippable ?? before.shippable,
      statement_descriptor: fields.statement_descriptor ?? before.statement_descriptor ?? null,
      unit_label: fields.unit_label === undefined ? (before.unit_label ?? null) : fields.unit_label,
      url: fields.url === undefined ? before.url : fields.url,
      updated: context.now,
    }
    context.store.save('product', after)
    context.emit('product.updated', after, before)
    return after
  },
)

const list = endpoint(
  'GET',
  '/v1/products',
  parameters({
    active: flag.optional(),
    created: range.optional(),
    ids: z.array(id).optional(),
    shippable: flag.optional(),
    type: oneOf('good', 'service').optional(),
    url: text.optional(),
    ...paging,
  }),
  (context, query) =>
    listed(
      context.store,
      'product',
      '/v1/products',
      query,
      (product) =>
        (query.active === undefined || product.active === query.active) &&
        (query.ids === undefined || query.ids.includes(product.id)) &&
        (query.shippable === undefined || product.shippable === query.shippable) &&
        (query.type === undefined || product.type === query.type) &&
        (query.url === undefined || product.url === query.url) &&
        inRange(product.created, query.created),
    ),
)

export const productEndpoints = [create, retrieve, update, list]
