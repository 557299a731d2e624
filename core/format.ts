import type { DateOnly } from '#core/calendar.ts'
import { fromHundredths, type Hundredths } from '#core/hundredths.ts'
import type { Cents } from '#core/money.ts'

/** Numbers and dates are formatted only here. */
export const LOCALE = 'en-US'

/** Created on first use and cached: a page uses few of them, and creating one takes milliseconds on a slow machine. */
const numbers = (options?: Intl.NumberFormatOptions) => {
  let format: Intl.NumberFormat | undefined
  return (value: number): string => {
    format ??= new Intl.NumberFormat(LOCALE, { signDisplay: 'negative', ...options })
    return format.format(value)
  }
}

const dates = (options: Intl.DateTimeFormatOptions) => {
  let format: Intl.DateTimeFormat | undefined
  return (instant: Date): string => {
    format ??= new Intl.DateTimeFormat(LOCALE, options)
    return format.format(instant)
  }
}

const money = numbers({ style: 'currency', currency: 'USD' })
const twoDecimals = numbers({ minimumFractionDigits: 2, maximumFractionDigits: 2 })
const upToTwoDecimals = numbers({ maximumFractionDigits: 2 })
const wholeMoney = numbers({ style: 'currency', currency: 'USD', maximumFractionDigits: 0 })
const largeMoney = numbers({
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 2,
})
const oneDecimal = numbers({ minimumFractionDigits: 1, maximumFractionDigits: 1 })

export const formatCount = numbers()
export const formatMoney = (cents: Cents): string => money(fromHundredths(cents))
/** Always two decimals, for a column. */
export const formatTwoDecimals = (value: Hundredths): string => twoDecimals(fromHundredths(value))
export const formatHundredths = (value: Hundredths): string => upToTwoDecimals(fromHundredths(value))
export const formatWholeMoney = (cents: Cents): string => wholeMoney(fromHundredths(cents))

const MILLION: Cents = 100_000_000
/** "$20,000", "$1.5M": for the axis of a chart. */
export const formatRoundMoney = (cents: Cents): string =>
  (cents < MILLION ? wholeMoney : largeMoney)(fromHundredths(cents))
export const formatOneDecimal = (value: Hundredths): string => oneDecimal(fromHundredths(value))
/** "45.2%" of 4523. */
export const formatPercent = (percent: Hundredths): string => `${oneDecimal(fromHundredths(percent))}%`

const upToOneDecimal = numbers({ maximumFractionDigits: 1 })

const UNITS = ['kB', 'MB', 'GB']

/** "1.4 MB": in units of 1,024, as file size limits are. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${formatCount(bytes)} bytes`
  const power = Math.min(UNITS.length, Math.floor(Math.log(bytes) / Math.log(1024)))
  const amount = bytes / 1024 ** power
  return `${amount < 10 ? upToOneDecimal(amount) : formatCount(Math.round(amount))} ${UNITS[power - 1]}`
}

const mediumDay = dates({ dateStyle: 'medium', timeZone: 'UTC' })
const longDay = dates({ dateStyle: 'long', timeZone: 'UTC' })
const weekday = dates({ weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' })
const monthDay = dates({ month: 'long', day: 'numeric', timeZone: 'UTC' })
const month = dates({ month: 'long', year: 'numeric', timeZone: 'UTC' })
const shortMonth = dates({ month: 'short', timeZone: 'UTC' })
const narrowMonth = dates({ month: 'narrow', timeZone: 'UTC' })

const noon = (date: DateOnly) => new Date(`${date}T12:00:00Z`)

/** "Nov 15, 2026": a calendar day, the same in every time zone. */
export const formatDate = (date: DateOnly): string => mediumDay(noon(date))
export const formatLongDate = (date: DateOnly): string => longDay(noon(date))
/** "November 15" */
export const formatMonthDay = (date: DateOnly): string => monthDay(noon(date))
/** "Sunday, November 15" */
export const formatWeekday = (date: DateOnly): string => weekday(noon(date))
/** "November 2026", of "2026-11" */
export const formatMonth = (yearAndMonth: string): string => month(noon(`${yearAndMonth}-01`))
/** "Nov", of "2026-11" */
export const formatShortMonth = (yearAndMonth: string): string => shortMonth(noon(`${yearAndMonth}-01`))
/** "N", of "2026-11" */
export const formatNarrowMonth = (yearAndMonth: string): string => narrowMonth(noon(`${yearAndMonth}-01`))

/** An instant in the reader's time zone. */
export const formatInstantDate = dates({ dateStyle: 'medium' })
export const formatInstantLongDate = dates({ dateStyle: 'long' })
export const formatInstant = dates({ dateStyle: 'medium', timeStyle: 'short' })
