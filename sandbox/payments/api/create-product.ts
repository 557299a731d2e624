import type { Context } from '../context.ts'
import { newProduct, type Product, type ProductFields } from '../objects/product.ts'
import { invalid } from './errors.ts'

export function createProduct(context: Context, fields: ProductFields, param = 'id'): Product {
  if (fields.id !== undefined && context.store.findAny(fields.id)) {
    throw invalid('Product already exists.', param, 'resource_already_exists')
  }
  const product = context.store.insert('product', newProduct(context.now, fields))
  context.emit('product.created', product)
  return product
}
