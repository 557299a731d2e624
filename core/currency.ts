/** An ISO 4217 code. */
export type Currency = string

/** The home currency of an account that has not chosen another. */
export const DEFAULT_CURRENCY: Currency = 'USD'

// Written down, since browsers differ from the server in the currencies and decimals that their `Intl` knows.
export const CURRENCIES: readonly Currency[] = (
  'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD ' +
  'CAD CDF CHF CLP CNY COP CRC CUC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP ' +
  'GMD GNF GTQ GYD HKD HNL HRK HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD ' +
  'KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO ' +
  'NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SLL ' +
  'SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND VUV WST ' +
  'XAF XCD XCG XDR XOF XPF XSU YER ZAR ZMW ZWG ZWL'
).split(' ')

const WITHOUT_DECIMALS: readonly Currency[] = (
  'AFN ALL BIF CLP COP DJF GNF HUF IDR IQD IRR ISK JPY KMF KPW KRW LAK LBP MGA MMK PKR PYG RWF SLL SOS SYP UGX VND VUV ' +
  'XAF XOF XPF YER'
).split(' ')
const WITH_THREE_DECIMALS: readonly Currency[] = 'BHD JOD KWD LYD OMR TND'.split(' ')

const CODES = new Set(CURRENCIES)
const DECIMALS = new Map([
  ...WITHOUT_DECIMALS.map((currency) => [currency, 0] as const),
  ...WITH_THREE_DECIMALS.map((currency) => [currency, 3] as const),
])

export const isCurrency = (code: string): boolean => CODES.has(code)

/** Number of decimals: 2 for most currencies, 0 for JPY, 3 for KWD. Amounts are stored with as many. */
export const decimalsOf = (currency: Currency): number => DECIMALS.get(currency) ?? 2

/** "US Dollar", "Japanese Yen": in English, as all texts. */
export const currencyName = (currency: Currency): string =>
  new Intl.DisplayNames('en-US', { type: 'currency' }).of(currency) ?? currency

/** "$", "€", "¥", "KWD" */
export const currencySign = (currency: Currency, locale: string): string =>
  new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? currency
