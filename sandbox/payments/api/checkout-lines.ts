import { z } from 'zod'
import { productName } from '../billing/charges.ts'
import { sameCadence } from '../billing/period.ts'
import type { Context } from '../context.ts'
import type { CheckoutFields } from '../objects/checkout-session.ts'
import { stepOf } from '../objects/currency.ts'
import { newPrice, type Price } from '../objects/price.ts'
import { createProduct } from './create-product.ts'
import { invalid } from './errors.ts'
import { found, foundPrice } from './found.ts'
import { mergedMetadata } from './metadata.ts'
import {
  amount,
  currency,
  id,
  integerBetween,
  MAX_AMOUNT,
  MAX_QUANTITY,
  metadata,
  oneOf,
  text,
} from './params.ts'

const priceData = z.strictObject({
  currency,
  unit_amount: amount,
  product: id.optional(),
  product_data: z
    .strictObject({
      name: text.max(250),
      description: text.optional(),
      metadata: metadata.optional(),
    })
    .optional(),
  tax_behavior: oneOf('exclusive', 'inclusive', 'unspecified').optional(),
})

export const lineItem = z.strictObject({
  price: id.optional(),
  price_data: priceData.optional(),
  quantity: integerBetween(1, MAX_QUANTITY).optional(),
  metadata: metadata.optional(),
})

type LineItem = z.infer<typeof lineItem>
type Lines = CheckoutFields['lines']

export function subscriptionLines(context: Context, items: LineItem[]): Lines {
  const lines = linesOf(context, items)
  requireOneCadence(lines.map(({ price }) => price))
  return lines
}

function requireOneCadence(prices: Price[]): void {
  const [first] = prices
  if (!prices.some(({ recurring }) => recurring)) {
    throw invalid(
      'You must provide at least one recurring price in `subscription` mode when using prices.',
      'line_items',
    )
  }
  if (prices.some(({ recurring }) => !recurring) || prices.length > 1) {
    throw invalid('The payment sandbox sells one recurring price per checkout session.', 'line_items')
  }
  if (prices.some(({ recurring }) => !sameCadence(recurring, first?.recurring ?? null))) {
    throw invalid('All recurring prices must have the same interval.', 'line_items')
  }
}

export function paymentLines(context: Context, items: LineItem[]): Lines {
  const lines = linesOf(context, items)
  if (lines.some(({ price }) => price.recurring)) {
    throw invalid(
      'You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.',
      'line_items',
    )
  }
  requireChargeable(lines)
  return lines
}

/** The least that can be charged, where it is not one unit. */
const MINIMUM = new Map([
  ['aud', 50],
  ['cad', 50],
  ['chf', 50],
  ['eur', 50],
  ['gbp', 30],
  ['jpy', 50],
  ['usd', 50],
])

function requireChargeable(lines: Lines): void {
  const code = lines[0]?.price.currency ?? 'usd'
  const total = lines.reduce((sum, { price, quantity }) => sum + price.unit_amount * quantity, 0)
  if (lines.some(({ price }) => price.currency !== code)) {
    throw invalid('All line items in a Checkout Session must have the same currency.', 'line_items')
  }
  if (total < (MINIMUM.get(code) ?? 1)) {
    throw invalid(
      `The Checkout Session's total amount due must add up to at least ${MINIMUM.get(code) ?? 1} in the smallest unit of ${code}.`,
      'line_items',
      'amount_too_small',
    )
  }
  if (total > MAX_AMOUNT) {
    throw invalid(
      `The Checkout Session's total amount must be no more than ${MAX_AMOUNT}.`,
      'line_items',
      'amount_too_large',
    )
  }
  const step = stepOf(code)
  if (total % step !== 0) {
    throw invalid(`Amounts in ${code} must be multiples of ${step}.`, 'line_items', 'invalid_charge_amount')
  }
}

function linesOf(context: Context, items: LineItem[]): Lines {
  if (items.length === 0) {
    throw invalid('Missing required param: line_items.', 'line_items', 'parameter_missing')
  }
  return items.map((item, index) => {
    if (item.quantity === undefined) {
      const quantity = `line_items[${index}][quantity]`
      throw invalid(`Quantity is required. Add \`quantity\` to \`line_items[${index}]\``, quantity)
    }
    const price = priceOf(context, item, `line_items[${index}]`)
    return {
      price,
      productName: productName(context.store, price),
      quantity: item.quantity,
      metadata: mergedMetadata({}, item.metadata),
    }
  })
}

function priceOf(context: Context, item: LineItem, param: string): Price {
  if ((item.price === undefined) === (item.price_data === undefined)) {
    throw invalid(`You must provide one of \`price\` or \`price_data\` for \`${param}\`.`, `${param}[price]`)
  }
  if (item.price_data) return newLinePrice(context, item.price_data, `${param}[price_data]`)
  const price = foundPrice(context, item.price ?? '', `${param}[price]`)
  if (!price.active) {
    throw invalid(
      'The price specified is inactive. This field only accepts active prices.',
      `${param}[price]`,
    )
  }
  return price
}

/** Prices and products made for one line are inactive, so that nothing else is sold by them. */
function newLinePrice(context: Context, given: z.infer<typeof priceData>, param: string): Price {
  if ((given.product === undefined) === (given.product_data === undefined)) {
    throw invalid(`You must provide one of \`product\` or \`product_data\`.`, `${param}[product]`)
  }
  const { name = '', description, metadata: described } = given.product_data ?? {}
  const product =
    given.product === undefined
      ? createProduct(context, {
          name,
          description: description ?? null,
          metadata: mergedMetadata({}, described),
          active: false,
        })
      : found(context, 'product', given.product, `${param}[product]`)
  const price = newPrice(context.now, {
    currency: given.currency,
    unit_amount: given.unit_amount,
    product: product.id,
    recurring: null,
    active: false,
    tax_behavior: given.tax_behavior,
  })
  context.store.insert('price', price)
  context.emit('price.created', price)
  return price
}
