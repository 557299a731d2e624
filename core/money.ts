import type { Hundredths } from '#core/hundredths.ts'
import { hundredths } from '#core/number-schemas.ts'

/**
 * Money is whole cents in code, and a number with at most two decimals in JSON.
 * Every amount and tax of the product is rounded here, for server, forms, portal and PDF alike.
 */
export type Cents = Hundredths

/** 999,999,999.99 */
export const MAX_AMOUNT: Cents = 99_999_999_999

/** An amount of money that is not negative. */
export const Money = hundredths({ min: 0, max: MAX_AMOUNT })

/** A trillion dollars. Far above it, JSON numbers are no longer exact to the cent. */
const MAX_SUM: Cents = 100_000_000_000_000

/** A sum of amounts, which may be negative. */
export const MoneySum = hundredths({ min: -MAX_SUM, max: MAX_SUM })

/** Quantity × rate, or hours × hourly rate, rounded half up to the cent. */
export const amountOf = (quantity: Hundredths, rate: Cents): Cents =>
  divideHalfUp(BigInt(quantity) * BigInt(rate), 100n)

/** A percentage of an amount, rounded half up to the cent. */
export const percentOf = (percent: Hundredths, amount: Cents): Cents =>
  divideHalfUp(BigInt(percent) * BigInt(amount), 10_000n)

/** 999,999,999.99 %: larger percentages mean nothing, and would no longer be exact in JSON. */
const MAX_PERCENTAGE: Hundredths = 99_999_999_999

/** The part as a percentage of the whole, rounded half up to two decimals; 0 if the whole is 0. */
export function percentage(part: Hundredths, whole: Hundredths): Hundredths {
  if (whole === 0) return 0
  const exact = divideHalfUp(BigInt(part) * 10_000n, BigInt(whole))
  return Math.max(-MAX_PERCENTAGE, Math.min(MAX_PERCENTAGE, exact))
}

/** Whether an amount can be stored and shown. */
export const fits = (amount: Cents): boolean => amount <= MAX_AMOUNT

/** Halves are rounded away from zero, for debts and credits alike. */
function divideHalfUp(dividend: bigint, divisor: bigint): number {
  const half = dividend < 0n ? -divisor / 2n : divisor / 2n
  return Number((dividend + half) / divisor)
}
