import type { DateOnly } from '#core/calendar.ts'
import type { Currency } from '#core/currency.ts'
import { type MinorUnits, toMinorUnits } from '#core/money.ts'
import type { Hundredths } from '#core/units.ts'

export type At = (date: DateOnly, hour: number, minute?: number) => string

/** An hour of a day, but never in the future. */
export const clockUntil =
  (now: Date): At =>
  (date, hour, minute = 0) => {
    const time = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
    const instant = new Date(`${date}T${time}:00Z`)
    return (instant < now ? instant : now).toISOString()
  }

export const byInstant = (a: { created_at: string }, b: { created_at: string }): number =>
  a.created_at < b.created_at ? -1 : a.created_at > b.created_at ? 1 : 0

/** An amount that is written down in hundredths, in a currency with any number of decimals. */
export const priceIn = (hundredths: Hundredths, currency: Currency): MinorUnits =>
  toMinorUnits(hundredths / 100, currency)
