import { addDays, type DateOnly, isDateOnly } from '#core/calendar.ts'
import { type Currency, isCurrency } from '#core/currency.ts'
import { type ExchangeRate, exchange, RATE_DECIMALS } from '#core/exchange.ts'
import type { MinorUnits } from '#core/money.ts'

/** An amount in the home currency; null while the rate is not known. */
export function inHomeCurrency(
  amount: MinorUnits,
  {
    currency,
    home_currency,
    exchange_rate,
  }: { currency: Currency; home_currency: Currency; exchange_rate: ExchangeRate | null },
): MinorUnits | null {
  if (currency === home_currency) return amount
  if (exchange_rate === null) return null
  return exchange(amount, { from: currency, to: home_currency, rate: exchange_rate })
}

/** The rates at which new documents would start. */
export interface Rates {
  home: Currency
  rateOf(currency: Currency): ExchangeRate | null
}

/** An amount in the home currency at such a rate; null if none is known. */
export function valueAt(amount: MinorUnits, currency: Currency, { home, rateOf }: Rates): MinorUnits | null {
  if (amount === 0) return 0
  return inHomeCurrency(amount, { currency, home_currency: home, exchange_rate: rateOf(currency) })
}

/** A rate that a central bank published for a day: how many units one euro is worth. */
export interface ReferenceRate {
  currency: Currency
  per_euro: number
  day: DateOnly
}

const DAY = /<Cube\s+time=["']([\d-]{10})["']/g
const RATE = /<Cube\s+currency=["']([A-Z]{3})["']\s+rate=["'](\d{1,9}(?:\.\d{1,10})?)["']/g

/** The newest day of the XML that the European Central Bank publishes; it stands first. */
export function parseReferenceRates(xml: string): ReferenceRate[] {
  const [newest, next] = xml.matchAll(DAY)
  const day = newest?.[1] ?? ''
  if (!newest || !isDateOnly(day)) return []
  return [...xml.slice(newest.index, next?.index).matchAll(RATE)]
    .map(([, currency = '', rate]) => ({ currency, per_euro: Number(rate), day }))
    .filter(({ currency, per_euro }) => isCurrency(currency) && per_euro > 0)
}

/** Longer than the bank ever pauses. An older rate says that its source has failed. */
const MAX_AGE_DAYS = 10
const SIGNIFICANT_DIGITS = 6

/** Units of one currency for a unit of another, by way of the euro; null if a rate is missing or too old. */
export function crossRate(
  rates: readonly ReferenceRate[],
  { from, to, today }: { from: Currency; to: Currency; today: DateOnly },
): { rate: ExchangeRate; day: DateOnly } | null {
  const oldest = addDays(today, -MAX_AGE_DAYS)
  const euro = { currency: 'EUR', per_euro: 1, day: today }
  const find = (code: Currency) =>
    [...rates, euro].find(({ currency, day }) => currency === code && day >= oldest)
  const [one, other] = [find(from), find(to)]
  if (!one || !other) return null
  const exact = other.per_euro / one.per_euro
  const rate = Number(Number(exact.toPrecision(SIGNIFICANT_DIGITS)).toFixed(RATE_DECIMALS))
  return rate > 0 ? { rate, day: one.day < other.day ? one.day : other.day } : null
}

/** Beside a sum that lacks what has no rate yet. */
export const RATE_MISSING = 'exchange rate missing'
