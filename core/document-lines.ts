import { z } from 'zod'
import type { Currency } from '#core/currency.ts'
import { formatDecimal, formatMoney } from '#core/format.ts'
import { amountOf, fits, inMinorUnits, MAX_AMOUNT, type MinorUnits, percentOf, taxOn } from '#core/money.ts'
import { EnteredMoney, Money } from '#core/money-schemas.ts'
import { tenThousandths } from '#core/number-schemas.ts'
import { required } from '#core/text.ts'
import {
  fromTenThousandths,
  type Hundredths,
  ONE,
  type TenThousandths,
  type Thousandths,
  toTenThousandths,
} from '#core/units.ts'

/** 999,999,999.99, as amounts. */
export const MAX_QUANTITY: TenThousandths = 100 * MAX_AMOUNT

/** At least 0.1, as it is entered. Lines that bill work may have less. */
const Quantity = tenThousandths({ min: toTenThousandths(0.1), max: MAX_QUANTITY })

/** The unit of a quantity; empty where it goes without saying. */
export const Unit = z.enum(['', 'hours', 'days', 'pieces'])
export type Unit = z.output<typeof Unit>

/** A document has at most so many lines. */
export const MAX_LINES = 500

/** A line of a document that states a price, such as an invoice. */
export const DocumentLine = z.object({
  description: z.string().meta({ description: 'May have several lines.' }),
  quantity: tenThousandths({ min: 0, max: MAX_QUANTITY }),
  unit: Unit,
  rate: Money,
  amount: Money.meta({
    description:
      'Quantity × rate, rounded half up; of billed time, from its seconds instead of the quantity.',
  }),
})
export type DocumentLine = z.output<typeof DocumentLine>

export const DocumentLineInput = z.object({
  description: required('Description is required', 1000),
  quantity: Quantity,
  unit: Unit.optional().meta({ description: 'If left out, it stays as it is; a new line has none.' }),
  rate: EnteredMoney,
})

/** "7.5 hours", or "3" without a unit. */
export const formatQuantity = (quantity: TenThousandths, unit: Unit, locale?: string): string =>
  [writeQuantity(quantity, locale), unitLabel(unit, quantity)].filter(Boolean).join(' ')

/** With as many decimals as it has. */
export const writeQuantity = (quantity: TenThousandths, locale?: string): string =>
  formatDecimal(fromTenThousandths(quantity), { most: 4, locale })

/** "Design: 2 hours × $50.00 = $100.00". */
export const describeLine = (
  { description, quantity, unit, rate, amount }: DocumentLine,
  currency: Currency,
  locale?: string,
): string =>
  `${description}: ${formatQuantity(quantity, unit, locale)} × ${formatMoney(rate, currency, locale)} = ${formatMoney(amount, currency, locale)}`

/** "hour", of one; "hours", of any other quantity. */
export const unitLabel = (unit: Unit, quantity: TenThousandths): string =>
  quantity === ONE ? unit.replace(/s$/, '') : unit

type Priced = Pick<DocumentLine, 'quantity' | 'rate'>

export const withAmount = <Line extends Priced>(line: Line): Line & { amount: MinorUnits } => ({
  ...line,
  amount: amountOf(line.quantity, line.rate),
})

/** A changed line. If it keeps quantity and rate, it keeps its amount, which for billed time comes from seconds. */
export const repriced = <Line extends Priced>(
  line: Line,
  before: (Priced & { amount: MinorUnits }) | undefined,
): Line & { amount: MinorUnits } =>
  before?.quantity === line.quantity && before.rate === line.rate
    ? { ...line, amount: before.amount }
    : withAmount(line)

/** The amount of a line while it is being typed; null until it is complete. */
export function previewAmount(
  quantity: unknown,
  rate: unknown,
  currency: Currency,
  before?: Priced & { amount: MinorUnits },
): MinorUnits | null {
  const [count, entered] = [Quantity.safeParse(quantity), EnteredMoney.safeParse(rate)]
  const price = entered.success ? inMinorUnits(entered.data, currency) : null
  if (!count.success || price === null) return null
  const { amount } = repriced({ quantity: count.data, rate: price }, before)
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
  taxRate: Thousandths,
  discount: Discount = NO_DISCOUNT,
): Totals {
  const subtotal = amounts.reduce((sum, amount) => sum + amount, 0)
  const discount_amount =
    discount.discount_percent === null
      ? discount.discount_amount
      : percentOf(discount.discount_percent, subtotal)
  const net = netOf({ subtotal, discount_amount })
  const tax_amount = taxOn(net, taxRate)
  return { subtotal, discount_amount, tax_amount, total: net + tax_amount }
}

/** The net amount, which is taxed and counts as revenue. */
export const netOf = ({
  subtotal,
  discount_amount,
}: Pick<Totals, 'subtotal' | 'discount_amount'>): MinorUnits => subtotal - discount_amount

/** For a column of quantities: if one has decimals, all show at least two, and as many as the longest. */
export function quantityFormat(lines: Pick<DocumentLine, 'quantity'>[]): typeof writeQuantity {
  const decimals = Math.max(...lines.map(({ quantity }) => decimalsIn(quantity)))
  const least = decimals > 0 ? Math.max(2, decimals) : 0
  return (quantity, locale) => formatDecimal(fromTenThousandths(quantity), { least, most: 4, locale })
}

const decimalsIn = (quantity: TenThousandths): number =>
  [0, 1, 2, 3].find((decimals) => quantity % 10 ** (4 - decimals) === 0) ?? 4
