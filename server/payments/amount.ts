import { type Currency, decimalsOf } from '#core/currency.ts'
import type { MinorUnits } from '#core/money.ts'

/** Currencies without decimals at the provider, and those with three. All others have two there. */
const WITHOUT_DECIMALS = new Set(
  'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' ') satisfies Currency[],
)
const WITH_THREE_DECIMALS = new Set('BHD JOD KWD OMR TND'.split(' ') satisfies Currency[])
/** Two decimals, which have to be zero. */
const WHOLE_ONLY = new Set('ISK UGX'.split(' ') satisfies Currency[])

const providerDecimals = (currency: Currency): number => {
  if (WITHOUT_DECIMALS.has(currency)) return 0
  return WITH_THREE_DECIMALS.has(currency) ? 3 : 2
}

/** Amounts that the provider takes are multiples of this many of its own units. */
function stepOf(currency: Currency): number {
  if (WHOLE_ONLY.has(currency)) return 100
  return WITH_THREE_DECIMALS.has(currency) ? 10 : 1
}

/** The amount as the provider counts it; undefined where it cannot take exactly this much. */
export function toProviderAmount(amount: MinorUnits, currency: Currency): number | undefined {
  const scaled = amount * 10 ** providerDecimals(currency)
  const inItsUnits = scaled / 10 ** decimalsOf(currency)
  return Number.isInteger(inItsUnits) && inItsUnits % stepOf(currency) === 0 ? inItsUnits : undefined
}

/** Converts the provider's amount to our minor units. */
export const fromProviderAmount = (amount: number, currency: Currency): MinorUnits =>
  Math.round((amount * 10 ** decimalsOf(currency)) / 10 ** providerDecimals(currency))
