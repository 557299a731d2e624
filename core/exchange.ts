import { type Currency, decimalsOf } from '#core/currency.ts'
import { divideHalfUp, type MinorUnits } from '#core/money.ts'

/** Decimals of an exchange rate. */
export const RATE_DECIMALS = 10

/** Units of the home currency for one unit of another currency. */
export type ExchangeRate = number

/** An amount in another currency at a rate, rounded half up to the minor unit. */
export function exchange(
  amount: MinorUnits,
  { from, to, rate }: { from: Currency; to: Currency; rate: ExchangeRate },
): MinorUnits {
  const scaled = BigInt(rate.toFixed(RATE_DECIMALS).replace('.', ''))
  const dividend = BigInt(amount) * scaled * 10n ** BigInt(decimalsOf(to))
  return divideHalfUp(dividend, 10n ** BigInt(RATE_DECIMALS + decimalsOf(from)))
}
