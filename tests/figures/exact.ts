import { type Currency, decimalsOf } from '#core/currency.ts'

/** A fraction, rounded once to a whole number, halves away from zero. */
export function rounded(dividend: bigint, divisor: bigint): number {
  const isNegative = dividend < 0n !== divisor < 0n
  const [up, down] = [abs(dividend), abs(divisor)]
  const rest = up % down
  const whole = up / down + (2n * rest >= down ? 1n : 0n)
  return Number(isNegative ? -whole : whole)
}

const abs = (value: bigint): bigint => (value < 0n ? -value : value)

/** `amount × part / whole`, rounded once. */
export const share = (amount: number, part: number, whole: number): number =>
  whole === 0 ? 0 : rounded(BigInt(amount) * BigInt(part), BigInt(whole))

/** A rate in ten-thousandths of the home currency, null in the home currency. */
export type ModelRate = number | null

export const exchanged = (amount: number, from: Currency, to: Currency, rate: ModelRate): number =>
  rate === null
    ? amount
    : rounded(
        BigInt(amount) * BigInt(rate) * 10n ** BigInt(decimalsOf(to)),
        10_000n * 10n ** BigInt(decimalsOf(from)),
      )

export const sum = <Item>(items: Iterable<Item>, of: (item: Item) => number): number => {
  let total = 0
  for (const item of items) total += of(item)
  return total
}

/** As it goes over the wire: 1234 cents are 12.34. The sum turns -0 into 0. */
export const units = (amount: number, currency: Currency): number => amount / 10 ** decimalsOf(currency) + 0

/** As a CSV and an e-invoice write it: "12.34". */
export const decimals = (amount: number, currency: Currency): string =>
  units(amount, currency).toFixed(decimalsOf(currency))
