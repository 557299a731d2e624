import type { DateOnly } from '#core/calendar.ts'
import { type Currency, decimalsOf } from '#core/currency.ts'
import { fromMinorUnits, type MinorUnits } from '#core/money.ts'
import {
  fromHundredths,
  fromSeconds,
  fromThousandths,
  HOUR,
  type Hundredths,
  type Seconds,
  type Thousandths,
} from '#core/units.ts'

/** Numbers and dates are formatted only here. */
export const DEFAULT_LOCALE = 'en-US'

let pageLocale = DEFAULT_LOCALE

/** In a browser: the locale of the account whose page it shows. A server names the locale in each call. */
export function setPageLocale(locale: string): void {
  pageLocale = locale
}
export const getPageLocale = (): string => pageLocale

const formats = new Map<string, Intl.NumberFormat>()

/** Created on first use and cached: creating one takes milliseconds on a slow machine. */
function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale} ${JSON.stringify(options)}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.NumberFormat(locale, { signDisplay: 'negative', ...options })
    formats.set(key, format)
  }
  return format
}

let dateLocale = DEFAULT_LOCALE

/** In the portal: the locale in which its visitor reads dates. Everywhere else they are in English, as all texts are. */
export function setDateLocale(locale: string): void {
  dateLocale = locale
}

const dates = (options: Intl.DateTimeFormatOptions) => {
  let format: Intl.DateTimeFormat | undefined
  let formatLocale: string | undefined
  return (instant: Date): string => {
    if (!format || formatLocale !== dateLocale) {
      format = new Intl.DateTimeFormat(dateLocale, options)
      formatLocale = dateLocale
    }
    return format.format(instant)
  }
}

const numbers =
  (options: Intl.NumberFormatOptions) =>
  (value: number, locale = pageLocale): string =>
    numberFormat(locale, options).format(value)

const twoDecimals = numbers({ minimumFractionDigits: 2, maximumFractionDigits: 2 })
const upToTwoDecimals = numbers({ maximumFractionDigits: 2 })
const oneDecimal = numbers({ minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** `Intl` writes this yen sign in Japanese. The fonts of screens and documents do not have it. */
const WIDE_YEN = '\uffe5'

const money =
  (options: (decimals: number) => Intl.NumberFormatOptions) =>
  (amount: MinorUnits, currency: Currency, locale = pageLocale) =>
    numberFormat(locale, { style: 'currency', currency, ...options(decimalsOf(currency)) })
      .format(fromMinorUnits(amount, currency))
      .replace(WIDE_YEN, '¥')

export const formatCount = numbers({})
/** "1 project", "1,204 projects" */
export const countOf = (count: number, one: string, several = `${one}s`, locale?: string): string =>
  `${formatCount(count, locale)} ${count === 1 ? one : several}`
/** With as many decimals as it has. */
export const formatNumber = numbers({ maximumFractionDigits: 10 })
/** With at least and at most so many decimals. */
export const formatDecimal = (
  value: number,
  { least = 0, most, locale }: { least?: number; most: number; locale?: string | undefined },
): string => numbers({ minimumFractionDigits: least, maximumFractionDigits: most })(value, locale)
/** Without groups, in plain notation, with at least so many decimals. */
export const formatUngrouped = (value: number, least = 0): string =>
  numbers({ useGrouping: false, minimumFractionDigits: least, maximumFractionDigits: 10 })(
    value,
    DEFAULT_LOCALE,
  )
export const formatMoney = money((decimals) => ({
  minimumFractionDigits: decimals,
  maximumFractionDigits: decimals,
}))
export const formatWholeMoney = money(() => ({ maximumFractionDigits: 0 }))
const formatLargeMoney = money(() => ({ notation: 'compact', maximumFractionDigits: 2 }))
/** Always two decimals, for a column. */
export const formatTwoDecimals = (value: Hundredths, locale?: string): string =>
  twoDecimals(fromHundredths(value), locale)
export const formatHundredths = (value: Hundredths, locale?: string): string =>
  upToTwoDecimals(fromHundredths(value), locale)

/** "8.875%" */
export const formatTaxRate = (rate: Thousandths, locale?: string): string =>
  `${formatDecimal(fromThousandths(rate), { most: 3, locale })}%`

/** "1.33", of an hour and 20 minutes. */
export const formatDecimalHours = (hours: Seconds, locale?: string): string =>
  formatDecimal(fromSeconds(hours), { most: 2, locale })
/** Always two decimals, for a column. */
export const formatHoursInColumn = (hours: Seconds, locale?: string): string =>
  formatDecimal(fromSeconds(hours), { least: 2, most: 2, locale })
/** "1 hour", "2.5 hours" */
export const formatHours = (hours: Seconds, locale?: string): string =>
  `${formatDecimalHours(hours, locale)} ${hours === HOUR ? 'hour' : 'hours'}`

const MILLION = 1_000_000
/** "$20,000", "$1.5M": for the axis of a chart. */
export const formatRoundMoney = (amount: MinorUnits, currency: Currency, locale?: string): string =>
  (fromMinorUnits(amount, currency) < MILLION ? formatWholeMoney : formatLargeMoney)(amount, currency, locale)
/** "45.2%" of 4523. */
export const formatPercent = (percent: Hundredths, locale?: string): string =>
  `${oneDecimal(fromHundredths(percent), locale)}%`

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
const shortWeekday = dates({ weekday: 'short', timeZone: 'UTC' })
const monthDay = dates({ month: 'long', day: 'numeric', timeZone: 'UTC' })
const shortMonthDay = dates({ month: 'short', day: 'numeric', timeZone: 'UTC' })
const month = dates({ month: 'long', year: 'numeric', timeZone: 'UTC' })
const monthName = dates({ month: 'long', timeZone: 'UTC' })
const shortMonth = dates({ month: 'short', timeZone: 'UTC' })
const narrowMonth = dates({ month: 'narrow', timeZone: 'UTC' })

const noon = (date: DateOnly) => new Date(`${date}T12:00:00Z`)

/** "Nov 15, 2026": a calendar day, the same in every time zone. */
export const formatDate = (date: DateOnly): string => mediumDay(noon(date))
export const formatLongDate = (date: DateOnly): string => longDay(noon(date))
/** "November 15" */
export const formatMonthDay = (date: DateOnly): string => monthDay(noon(date))
/** "Nov 15"; with the year unless it is the year of this day. */
export const formatShortDay = (date: DateOnly, today: DateOnly): string =>
  date.slice(0, 4) === today.slice(0, 4) ? shortMonthDay(noon(date)) : formatDate(date)
/** "Sunday, November 15" */
export const formatWeekday = (date: DateOnly): string => weekday(noon(date))
/** "Sun" */
export const formatShortWeekday = (date: DateOnly): string => shortWeekday(noon(date))
/** "November 2026", of "2026-11" */
export const formatMonth = (yearAndMonth: string): string => month(noon(`${yearAndMonth}-01`))
/** "November", of "2026-11"; with the year unless it is the year of this day. */
export const formatMonthBefore = (yearAndMonth: string, today: DateOnly): string =>
  yearAndMonth.slice(0, 4) === today.slice(0, 4)
    ? monthName(noon(`${yearAndMonth}-01`))
    : formatMonth(yearAndMonth)
/** "November 15"; "Nov 15, 2025" unless it is of the year of this day. */
export const formatDayBefore = (date: DateOnly, today: DateOnly): string =>
  date.slice(0, 4) === today.slice(0, 4) ? formatMonthDay(date) : formatDate(date)
/** "Nov", of "2026-11" */
export const formatShortMonth = (yearAndMonth: string): string => shortMonth(noon(`${yearAndMonth}-01`))
/** "N", of "2026-11" */
export const formatNarrowMonth = (yearAndMonth: string): string => narrowMonth(noon(`${yearAndMonth}-01`))

let periodFormat: Intl.DateTimeFormat | undefined

/** "Nov 16 – 22, 2026" */
export function formatPeriod(from: DateOnly, to: DateOnly): string {
  periodFormat ??= new Intl.DateTimeFormat(DEFAULT_LOCALE, { dateStyle: 'medium', timeZone: 'UTC' })
  return periodFormat.formatRange(noon(from), noon(to))
}

const instants = (options: Intl.DateTimeFormatOptions) => {
  const inReadersZone = dates(options)
  const inUtc = dates({ ...options, timeZone: 'UTC' })
  return (instant: Date, timeZone?: 'UTC'): string => (timeZone ? inUtc : inReadersZone)(instant)
}

/** An instant in the reader's time zone, or in UTC where that is not known. */
export const formatInstantDate = instants({ dateStyle: 'medium' })
export const formatInstantLongDate = instants({ dateStyle: 'long' })
export const formatInstant = instants({ dateStyle: 'medium', timeStyle: 'short' })

const exactFormats = new Map<string, Intl.DateTimeFormat>()

/** "November 12, 2026 at 3:41:07 PM EST": for what has to stand up as evidence. */
export function formatExactInstant(instant: Date, timeZone: string): string {
  let format = exactFormats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat(DEFAULT_LOCALE, { dateStyle: 'long', timeStyle: 'long', timeZone })
    exactFormats.set(timeZone, format)
  }
  return format.format(instant)
}

const clockFormats = new Map<string, Intl.DateTimeFormat>()

/** "9:05 AM", or "09:05" where that is usual: the time of day in this time zone. */
export function formatTime(instant: Date, timeZone: string, locale = pageLocale): string {
  const key = `${locale} ${timeZone}`
  let format = clockFormats.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone })
    clockFormats.set(key, format)
  }
  return format.format(instant)
}
