/** An ISO 4217 code. */
export type Currency = string

/** The home currency of an account that has not chosen another. */
export const DEFAULT_CURRENCY: Currency = 'USD'

export const CURRENCIES: readonly Currency[] = Intl.supportedValuesOf('currency')

export const isCurrency = (code: string): boolean => CURRENCIES.includes(code)

const decimals = new Map<Currency, number>()

/** How many decimals the currency has: 2 for most, 0 for JPY, 3 for KWD. */
export function decimalsOf(currency: Currency): number {
  let count = decimals.get(currency)
  if (count === undefined) {
    const format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
    count = format.resolvedOptions().maximumFractionDigits ?? 2
    decimals.set(currency, count)
  }
  return count
}

/** "US dollar", "Japanese yen" */
export const currencyName = (currency: Currency, locale: string): string =>
  new Intl.DisplayNames(locale, { type: 'currency' }).of(currency) ?? currency

/** "$", "€", "¥", "KWD" */
export const currencySign = (currency: Currency, locale: string): string =>
  new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? currency
