import type { DateOnly } from '#core/calendar.ts'
import { fromHundredths, type Hundredths } from '#core/hundredths.ts'
import type { Cents } from '#core/money.ts'

/** The one place where figures and dates become words. */
const LOCALE = 'en-US'

const money = new Intl.NumberFormat(LOCALE, { style: 'currency', currency: 'USD' })
const wholeMoney = new Intl.NumberFormat(LOCALE, {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
})
const largeMoney = new Intl.NumberFormat(LOCALE, {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 2,
})
const decimal = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 2 })
const twoDecimals = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const oneDecimal = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const count = new Intl.NumberFormat(LOCALE)

export const formatMoney = (cents: Cents): string => money.format(fromHundredths(cents))
export const formatWholeMoney = (cents: Cents): string => wholeMoney.format(fromHundredths(cents))

const MILLION: Cents = 100_000_000
/** "$20,000", "$1.5M": a round amount on an axis, where there is little room. */
export const formatRoundMoney = (cents: Cents): string =>
  (cents < MILLION ? wholeMoney : largeMoney).format(fromHundredths(cents))
export const formatHundredths = (value: Hundredths): string => decimal.format(fromHundredths(value))
/** With both decimals, to stand in a column. */
export const formatTwoDecimals = (value: Hundredths): string => twoDecimals.format(fromHundredths(value))
export const formatOneDecimal = (value: Hundredths): string => oneDecimal.format(fromHundredths(value))
/** "45.2%" of 4523: two decimals say more than anybody reads. */
export const formatPercent = (percent: Hundredths): string => `${oneDecimal.format(fromHundredths(percent))}%`
export const formatCount = (value: number): string => count.format(value)

const UNITS = ['kB', 'MB', 'GB']

/** "1.4 MB": in the units in which a file's limit is counted, 1,024 to the next. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${count.format(bytes)} bytes`
  const power = Math.min(UNITS.length, Math.floor(Math.log(bytes) / Math.log(1024)))
  const amount = bytes / 1024 ** power
  return `${(amount < 10 ? oneDecimal : count).format(amount < 10 ? amount : Math.round(amount))} ${UNITS[power - 1]}`
}

const day = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeZone: 'UTC' })
const longDay = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'long', timeZone: 'UTC' })
const weekday = new Intl.DateTimeFormat(LOCALE, {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  timeZone: 'UTC',
})

const month = new Intl.DateTimeFormat(LOCALE, { month: 'long', year: 'numeric', timeZone: 'UTC' })

const shortMonth = new Intl.DateTimeFormat(LOCALE, { month: 'short', timeZone: 'UTC' })

const narrowMonth = new Intl.DateTimeFormat(LOCALE, { month: 'narrow', timeZone: 'UTC' })

const noon = (date: DateOnly) => new Date(`${date}T12:00:00Z`)

/** "Nov 15, 2026": a day of the calendar, the same for everybody. */
export const formatDate = (date: DateOnly): string => day.format(noon(date))
export const formatLongDate = (date: DateOnly): string => longDay.format(noon(date))
/** "Sunday, November 15" */
export const formatWeekday = (date: DateOnly): string => weekday.format(noon(date))
/** "November 2026", of "2026-11" */
export const formatMonth = (yearAndMonth: string): string => month.format(noon(`${yearAndMonth}-01`))
/** "Nov", of "2026-11" */
export const formatShortMonth = (yearAndMonth: string): string =>
  shortMonth.format(noon(`${yearAndMonth}-01`))
/** "N", of "2026-11" */
export const formatNarrowMonth = (yearAndMonth: string): string =>
  narrowMonth.format(noon(`${yearAndMonth}-01`))

/** An instant, as the reader's own clock and calendar show it. */
export const formatInstantDate = (instant: Date): string =>
  instant.toLocaleDateString(LOCALE, { dateStyle: 'medium' })
export const formatInstantLongDate = (instant: Date): string =>
  instant.toLocaleDateString(LOCALE, { dateStyle: 'long' })
export const formatInstant = (instant: Date): string =>
  instant.toLocaleString(LOCALE, { dateStyle: 'medium', timeStyle: 'short' })
