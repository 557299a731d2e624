import { type Currency, decimalsOf } from '#core/currency.ts'
import type { Hundredths, Seconds, TenThousandths, Thousandths } from '#core/units.ts'

/**
 * Money is whole minor units of its currency (cents, yen, fils) in code, and a number in JSON, with `currency` next to it.
 * Every amount and tax of the product is rounded here, for server, forms, portal and PDF.
 */
export type MinorUnits = number

/** 999,999,999.99 of a currency with two decimals. */
export const MAX_AMOUNT: MinorUnits = 99_999_999_999

/** The sum turns -0 into 0. */
export const toMinorUnits = (value: number, currency: Currency): MinorUnits =>
  Math.round(value * 10 ** decimalsOf(currency)) + 0
export const fromMinorUnits = (amount: MinorUnits, currency: Currency): number =>
  amount / 10 ** decimalsOf(currency)

/** Keeps the figure in another currency, rounded to its minor unit: 80 euros become 80 yen. */
export function sameFigure(amount: MinorUnits, from: Currency, to: Currency): MinorUnits
export function sameFigure(amount: MinorUnits | null, from: Currency, to: Currency): MinorUnits | null
export function sameFigure(amount: MinorUnits | null, from: Currency, to: Currency): MinorUnits | null {
  return amount === null ? null : toMinorUnits(fromMinorUnits(amount, from), to)
}

declare const isEntered: unique symbol

/** An amount as a request gives it, in units of a currency that is not known yet. */
export interface EnteredMoney {
  readonly [isEntered]: true
}

/** In minor units; null where more decimals were entered than the currency has. */
export function inMinorUnits(amount: EnteredMoney, currency: Currency): MinorUnits | null {
  const minor = toMinorUnits(Number(amount), currency)
  return fromMinorUnits(minor, currency) === Number(amount) ? minor : null
}

const COUNTS = ['no', 'at most one', 'at most two', 'at most three', 'at most four']
/** The error for an amount with too many decimals for its currency. */
export const tooPrecise = (currency: Currency): string => {
  const decimals = decimalsOf(currency)
  return `Must have ${COUNTS[decimals] ?? `at most ${decimals}`} ${decimals === 1 ? 'decimal' : 'decimals'}`
}

/** Quantity × rate, rounded half up to the minor unit. */
export const amountOf = (quantity: TenThousandths, rate: MinorUnits): MinorUnits =>
  divideHalfUp(BigInt(quantity) * BigInt(rate), 10_000n)

/** The worth of time at a rate that pays for so many hours, rounded half up to the minor unit. */
export const worthOf = (
  time: Seconds,
  { rate, rate_hours }: { rate: MinorUnits; rate_hours: Seconds },
): MinorUnits => divideHalfUp(BigInt(time) * BigInt(rate), BigInt(rate_hours))

/** A percentage of an amount, rounded half up to the minor unit. */
export const percentOf = (percent: Hundredths, amount: MinorUnits): MinorUnits =>
  divideHalfUp(BigInt(percent) * BigInt(amount), 10_000n)

/** The tax on a net amount, rounded half up to the minor unit. */
export const taxOn = (net: MinorUnits, rate: Thousandths): MinorUnits =>
  divideHalfUp(BigInt(rate) * BigInt(net), 100_000n)

/** 999,999,999.99 %: larger percentages mean nothing, and would no longer be exact in JSON. */
const MAX_PERCENTAGE: Hundredths = 99_999_999_999

/** The part as a percentage of the whole, rounded half up to two decimals; 0 if the whole is 0. */
export function percentage(part: number, whole: number): Hundredths {
  if (whole === 0) return 0
  const exact = divideHalfUp(BigInt(part) * 10_000n, BigInt(whole))
  return Math.max(-MAX_PERCENTAGE, Math.min(MAX_PERCENTAGE, exact))
}

/** The share of an amount that a part has of the whole, rounded half up: `amount × part / whole`. */
export const shareOf = (amount: MinorUnits, part: MinorUnits, whole: MinorUnits): MinorUnits =>
  whole === 0 ? 0 : divideHalfUp(BigInt(amount) * BigInt(part), BigInt(whole))

/** True if an amount can be stored and shown. */
export const fits = (amount: MinorUnits): boolean => amount <= MAX_AMOUNT

/** Halves are rounded away from zero, for debts and credits alike. */
export function divideHalfUp(dividend: bigint, divisor: bigint): number {
  const magnitude = (number: bigint) => (number < 0n ? -number : number)
  const rounded = (magnitude(dividend) * 2n + magnitude(divisor)) / (magnitude(divisor) * 2n)
  return Number(dividend < 0n === divisor < 0n ? rounded : -rounded)
}
