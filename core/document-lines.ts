import { z } from 'zod'
import type { Currency } from '#core/currency.ts'
import { formatHundredths, formatTwoDecimals } from '#core/format.ts'
import type { Hundredths } from '#core/hundredths.ts'
import { amountOf, fits, inMinorUnits, MAX_AMOUNT, type MinorUnits, percentOf } from '#core/money.ts'
import { EnteredMoney, Money } from '#core/money-schemas.ts'
import { hundredths } from '#core/number-schemas.ts'
import { required } from '#core/text.ts'

/** At least 0.1. */
const Quantity = hundredths({ min: 10, max: MAX_AMOUNT })

/** A line of a document that states a price, such as an invoice. */
export const DocumentLine = z.object({
  description: z.string(),
  quantity: Quantity,
  rate: Money,
  amount: Money.meta({ description: 'Quantity × rate, rounded half up.' }),
})
export type DocumentLine = z.output<typeof DocumentLine>

export const DocumentLineInput = z.object({
  description: required('Description is required', 1000),
  quantity: Quantity,
  rate: EnteredMoney,
})

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

export interface Totals {
  subtotal: MinorUnits
  tax_amount: MinorUnits
  total: MinorUnits
}

export function totalsOf(amounts: readonly MinorUnits[], taxRate: Hundredths): Totals {
  const subtotal = amounts.reduce((sum, amount) => sum + amount, 0)
  const tax_amount = percentOf(taxRate, subtotal)
  return { subtotal, tax_amount, total: subtotal + tax_amount }
}

/** For a column of quantities: if one has decimals, all show two. */
export const quantityFormat = (lines: Pick<DocumentLine, 'quantity'>[]): typeof formatHundredths =>
  lines.every(({ quantity }) => quantity % 100 === 0) ? formatHundredths : formatTwoDecimals
