import type { Hundredths } from '#core/hundredths.ts'
import { hundredths } from '#core/number-schemas.ts'

/**
 * Money is whole cents everywhere inside, and a JSON number with at most two decimals on the wire.
 * Every amount and tax of the product is rounded here, for server, forms, portal and PDF alike.
 */
export type Cents = Hundredths

/** 999,999,999.99 */
export const MAX_AMOUNT: Cents = 99_999_999_999

/** An amount of money that is not negative, as the wire carries it, read into cents. */
export const Money = hundredths({ min: 0, max: MAX_AMOUNT })

/** A trillion dollars: far beyond it, a JSON number could no longer tell one cent from the next. */
const MAX_SUM: Cents = 100_000_000_000_000

/** What many amounts come to, a loss included. */
export const MoneySum = hundredths({ min: -MAX_SUM, max: MAX_SUM })

/** Quantity × rate, or hours × hourly rate, rounded half up to the cent. */
export const amountOf = (quantity: Hundredths, rate: Cents): Cents =>
  divideHalfUp(BigInt(quantity) * BigInt(rate), 100n)

/** A percentage of an amount, rounded half up to the cent. */
export const percentOf = (percent: Hundredths, amount: Cents): Cents =>
  divideHalfUp(BigInt(percent) * BigInt(amount), 10_000n)

/** Beyond it a percentage tells nothing more, and a JSON number could not carry it: 999,999,999.99 %. */
const MAX_PERCENTAGE: Hundredths = 99_999_999_999

/** How many percent of the whole the part is, rounded half up to two decimals; 0 where there is no whole. */
export function percentage(part: Hundredths, whole: Hundredths): Hundredths {
  if (whole === 0) return 0
  const exact = divideHalfUp(BigInt(part) * 10_000n, BigInt(whole))
  return Math.max(-MAX_PERCENTAGE, Math.min(MAX_PERCENTAGE, exact))
}

/** Whether an amount can be stored and shown. */
export const fits = (amount: Cents): boolean => amount <= MAX_AMOUNT

/** Half up means away from zero at the half, for what is owed and for what is owed back alike. */
function divideHalfUp(dividend: bigint, divisor: bigint): number {
  const half = dividend < 0n ? -divisor / 2n : divisor / 2n
  return Number((dividend + half) / divisor)
}
