import type { DateOnly } from '#core/calendar.ts'
import type { Currency } from '#core/currency.ts'
import { type ExchangeRate, exchange } from '#core/exchange.ts'
import type { MinorUnits } from '#core/money.ts'

/** The rate of a euro in dollars, between 1.06 and 1.11; null in the home currency. */
export const rateOn = (date: DateOnly, currency: Currency, home: Currency): ExchangeRate | null =>
  currency === home
    ? null
    : (10_600 + ((Number(date.slice(5, 7)) * 173 + Number(date.slice(8))) % 500)) / 10_000

export const inHome = (amount: MinorUnits, currency: Currency, rate: ExchangeRate | null, home: Currency) =>
  rate === null ? amount : exchange(amount, { from: currency, to: home, rate })
