import { z } from 'zod'
import type { Currency } from '#core/currency.ts'
import { formatHundredths, formatMoney, formatTwoDecimals } from '#core/format.ts'
import type { Hundredths } from '#core/hundredths.ts'
import { amountOf, fits, inMinorUnits, MAX_AMOUNT, type MinorUnits, percentOf } from '#core/money.ts'
import { EnteredMoney, Money } from '#core/money-schemas.ts'
import { hundredths } from '#core/number-schemas.ts'
import { required } from '#core/text.ts'

/** At least 0.1, as it is entered. Lines that bill work may have less. */
const Quantity = hundredths({ min: 10, max: MAX_AMOUNT })

/** The unit of a quantity; empty where it goes without saying. */
export const Unit = z.enum(['', 'hours', 'days', 'pieces'])
export type Unit = z.output<typeof Unit>

/** A document has at most so many lines. */
export const MAX_LINES = 500

/** A line of a document that states a price, such as an invoice. */
export const DocumentLine = z.object({
  description: z.string().meta({ description: 'May have several lines.' }),
  quantity: hundredths({ min: 0, max: MAX_AMOUNT }),
  unit: Unit,
  rate: Money,
  amount: Money.meta({ description: 'Quantity × rate, rounded half up.' }),
})
export type DocumentLine = z.output<typeof DocumentLine>

export const DocumentLineInput = z.object({
  description: required('Description is required', 1000),
  quantity: Quantity,
  unit: Unit.optional().meta({ description: 'If left out, it stays as it is; a new line has none.' }),
  rate: EnteredMoney,
})

/** "7.5 hours", or "3" without a unit. */
export const formatQuantity = (quantity: Hundredths, unit: Unit, locale?: string): string =>
  [formatHundredths(quantity, locale), unitLabel(unit, quantity)].filter(Boolean).join(' ')

/** "Design: 2 hours × $50.00 = $100.00". */
export const describeLine = (
  { description, quantity, unit, rate, amount }: DocumentLine,
  currency: Currency,
  locale?: string,
): string =>
  `${description}: ${formatQuantity(quantity, unit, locale)} × ${formatMoney(rate, currency, locale)} = ${formatMoney(amount, currency, locale)}`

/** "hour", of one; "hours", of any other quantity. */
export const unitLabel = (unit: Unit, quantity: Hundredths): string =>
  quantity === 100 ? unit.replace(/s$/, '') : unit

export const withAmount = <Line extends Pick<DocumentLine, 'quantity' | 'rate'>>(
  line: Line,
): Line & { amount: MinorUnits } => ({ ...line, amount: amountOf(line.quantity, line.rate) })

/** The amount of a line while it is being typed; null until it is complete. */
export function previewAmount(quantity: unknown, rate: unknown, currency: Currency): MinorUnits | null {
  const [count, entered] = [Quantity.safeParse(quantity), EnteredMoney.safeParse(rate)]
  const price = entered.success ? inMinorUnits(entered.data, currency) : null
  if (!count.success || price === null) return null
  const amount = amountOf(count.data, price)
  return fits(amount) ? amount : null
}

/** The tax category of a document. Only `standard` has a rate above zero. */
export const TaxCategory = z.enum(['standard', 'zero', 'exempt', 'reverse_charge', 'outside_scope'])
export type TaxCategory = z.output<typeof TaxCategory>

/** A discount before tax: a percentage of the lines, or an amount where that is null. */
export interface Discount {
  discount_percent: Hundredths | null
  discount_amount: MinorUnits
}

export const NO_DISCOUNT: Discount = { discount_percent: null, discount_amount: 0 }

export interface Totals {
  /** The sum of the lines. */
  subtotal: MinorUnits
  /** The discount as an amount. */
  discount_amount: MinorUnits
  tax_amount: MinorUnits
  total: MinorUnits
}

export function totalsOf(
  amounts: readonly MinorUnits[],
  taxRate: Hundredths,
  discount: Discount = NO_DISCOUNT,
): Totals {
  const subtotal = amounts.reduce((sum, amount) => sum + amount, 0)
  const discount_amount =
    discount.discount_percent === null
      ? discount.discount_amount
      : percentOf(discount.discount_percent, subtotal)
  const net = netOf({ subtotal, discount_amount })
  const tax_amount = percentOf(taxRate, net)
  return { subtotal, discount_amount, tax_amount, total: net + tax_amount }
}

/** The net amount, which is taxed and counts as revenue. */
export const netOf = ({
  subtotal,
  discount_amount,
}: Pick<Totals, 'subtotal' | 'discount_amount'>): MinorUnits => subtotal - discount_amount

/** For a column of quantities: if one has decimals, all show two. */
export const quantityFormat = (lines: Pick<DocumentLine, 'quantity'>[]): typeof formatHundredths =>
  lines.every(({ quantity }) => quantity % 100 === 0) ? formatHundredths : formatTwoDecimals
