import type { DateOnly } from '#core/calendar.ts'
import type { Currency } from '#core/currency.ts'
import type { AccountId } from '#server/identity/account-id.ts'

/** The rate to the home currency that was used last, for each other currency. */
export interface ExchangeRatesTable {
  account_id: AccountId
  currency: Currency
  rate: number
  used_at: Date
}

/** The newest reference rate of each currency: how many units one euro is worth. */
export interface ReferenceRatesTable {
  currency: Currency
  per_euro: number
  day: DateOnly
}

declare module '#server/database/tables.ts' {
  interface Tables {
    exchange_rates: ExchangeRatesTable
    reference_rates: ReferenceRatesTable
  }
}
