import { type DateOnly, isDateOnly } from '#core/calendar.ts'
import { type Currency, isCurrency } from '#core/currency.ts'
import { readHours, readMoney } from '#core/figures.ts'
import { foldCase } from '#core/text.ts'
import { HOUR, type Seconds, toSeconds } from '#core/units.ts'
import type { DateOrder, DecimalSign } from '../contract.ts'

const SEPARATED = String.raw`\s?[-/.\s]\s?`
const TIME_AFTER = String.raw`(?:,?[T\s]+(\d.*))?`
const YEAR_FIRST = new RegExp(`^(\\d{4})${SEPARATED}(\\d{1,2})${SEPARATED}(\\d{1,2})${TIME_AFTER}$`)
const YEAR_LAST = new RegExp(`^(\\d{1,2})(${SEPARATED})(\\d{1,2})${SEPARATED}(\\d{4}|\\d{2})${TIME_AFTER}$`)
const COMPACT = /^(\d{4})(\d{2})(\d{2})$/
const DAY_AND_NAME =
  /^(\d{1,2})(?:st|nd|rd|th|er|º|\.)?[\s-]+(?:de )?(\p{L}{3,})\.?,?[\s-]+(?:de )?(\d{4})$/iu
const NAME_AND_DAY = /^(\p{L}{3,})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/iu
const WEEKDAY = /^\p{L}+\.?,\s+/u

let months: Map<string, number> | undefined

/** In English, German, French, Spanish, Italian, Dutch and Portuguese. */
const readMonths = () =>
  new Map(
    ['en-US', 'en-GB', 'de', 'fr', 'es', 'it', 'nl', 'pt'].flatMap((locale) =>
      (['long', 'short'] as const).flatMap((month) => {
        const format = new Intl.DateTimeFormat(locale, { month, timeZone: 'UTC' })
        return Array.from({ length: 12 }, (_, index): [string, number] => [
          monthKey(format.format(Date.UTC(2024, index, 15))),
          index + 1,
        ])
      }),
    ),
  )

function monthKey(name: string): string {
  return foldCase(name).replaceAll('.', '')
}

export interface ReadDate {
  date: DateOnly
  /** The rest of the cell, where it names a time as well. */
  time: string
}

/** A day as exports write it. The order decides about `03/04/2024` only; null for what is not a date. */
export function readDate(text: string, order: DateOrder | null): ReadDate | null {
  const written = text.trim().replace(WEEKDAY, '')
  const yearFirst = YEAR_FIRST.exec(written) ?? COMPACT.exec(written)
  if (yearFirst) return dayOf(yearFirst[1], yearFirst[2], yearFirst[3], yearFirst[4])
  const [, one, separator, other, year, time] = YEAR_LAST.exec(written) ?? []
  if (one !== undefined) {
    const monthFirst = separator?.trim() !== '.' && order === 'month_first'
    return monthFirst ? dayOf(year, one, other, time) : dayOf(year, other, one, time)
  }
  const [, day, dayMonth, dayYear] = DAY_AND_NAME.exec(written) ?? []
  if (dayMonth !== undefined) return dayOf(dayYear, monthNamed(dayMonth), day)
  const [, monthDay, nameDay, nameYear] = NAME_AND_DAY.exec(written) ?? []
  return monthDay === undefined ? null : dayOf(nameYear, monthNamed(monthDay), nameDay)
}

function monthNamed(name: string): string {
  months ??= readMonths()
  return String(months.get(monthKey(name)) ?? 0)
}

function dayOf(year = '', month = '', day = '', time = ''): ReadDate | null {
  const fullYear = year.length === 2 ? `20${year}` : year
  const date = `${fullYear}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDateOnly(date) ? { date, time } : null
}

/** The order of day and month that a cell tells: `either` if it is a different day in each. */
export function dateOrderOf(text: string): DateOrder | 'either' | null {
  const [, one, separator, other] = YEAR_LAST.exec(text.trim().replace(WEEKDAY, '')) ?? []
  if (one === undefined || separator?.trim() === '.') return null
  const [first, second] = [Number(one), Number(other)]
  if (first > 12 && second > 12) return null
  if (first > 12) return 'day_first'
  if (second > 12) return 'month_first'
  return first === second ? null : 'either'
}

const TIME = /^(\d{1,2})[:.](\d{2})(?:[:.](\d{2})(?:\.\d+)?)?\s*(?:([ap])\.?\s?m\.?)?$/i

/** A time of day as `HH:MM:SS`; null for what is none. */
export function readTime(text: string): string | null {
  const [, hours, minutes = '', seconds = '00', half] = TIME.exec(text.trim()) ?? []
  if (hours === undefined) return null
  const hour = half === undefined ? Number(hours) : hourOfHalf(Number(hours), half)
  if (hour === null || hour > 23 || Number(minutes) > 59 || Number(seconds) > 59) return null
  return `${String(hour).padStart(2, '0')}:${minutes}:${seconds}`
}

/** Twelve o'clock is the first hour of its half of the day. */
function hourOfHalf(hour: number, half: string): number | null {
  if (hour < 1 || hour > 12) return null
  return (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
}

const CLOCK = /^(\d{1,5}):([0-5]?\d)(?::([0-5]?\d)(?:\.\d+)?)?$/

/** A duration such as `1:30:00`, `1.5`, `1,5` or `90m`; null for what is none. */
export function readDuration(text: string, decimalSign: DecimalSign): Seconds | null {
  const written = text.trim()
  const [, hours, minutes = '0', seconds = '0'] = CLOCK.exec(written) ?? []
  if (hours !== undefined) return Number(hours) * HOUR + Number(minutes) * 60 + Number(seconds)
  const read = readHours(withTenDecimals(written), { locale: LOCALE_WITH[decimalSign] })
  return read === null ? null : toSeconds(read)
}

/** `core/figures.ts` knows decimal signs by locale. */
const LOCALE_WITH: Record<DecimalSign, string> = { comma: 'de-DE', point: 'en-US' }

/** Spreadsheets write more decimals than anyone typed. */
const withTenDecimals = (text: string): string => text.replace(/([.,]\d{10})\d+/, '$1')

/** An amount with or without a currency sign, in units of the currency; null for what is none. */
export const readAmount = (text: string, decimalSign: DecimalSign): number | null =>
  readMoney(withTenDecimals(text), { locale: LOCALE_WITH[decimalSign] })

const ONE_SEPARATOR = /^[^\d.,]*\d*([.,])(\d*)[^\d.,]*$/
const ONLY_GROUPS = /^[^\d.,]*\d{1,3}([.,])\d{3}(?:\1\d{3})+[^\d.,]*$/
const BOTH_SEPARATORS = /^[^\d.,]*(?:[\d.,][\d.,'’\s]*)?([.,])\d*[^\d.,]*$/

/** The decimal sign that a cell tells; null if it could be either, or is not a number. */
export function decimalSignOf(text: string): DecimalSign | null {
  const written = text.trim()
  if (!/\d/.test(written) || /\d[^\d.,'’\s]+\d/.test(written)) return null
  const [, separator, rest = ''] = ONE_SEPARATOR.exec(written) ?? []
  if (separator !== undefined) {
    const groups = rest.length === 3 && !/^\D*0?[.,]/.test(written)
    return groups ? null : signOf(separator)
  }
  const [, group] = ONLY_GROUPS.exec(written) ?? []
  if (group !== undefined) return signOf(group === ',' ? '.' : ',')
  if (!written.includes('.') || !written.includes(',')) return null
  const [, last] = BOTH_SEPARATORS.exec(written) ?? []
  return last === undefined ? null : signOf(last)
}

const signOf = (separator: string): DecimalSign => (separator === ',' ? 'comma' : 'point')

const YES = new Set(
  'yes y true t 1 x billable invoiced billed ja j wahr oui o vrai si s verdadero sim v'.split(' '),
)
const NO = new Set('no n false f 0 non-billable unbilled nein falsch non faux nee nao'.split(' '))

/** Null for what is neither. */
export function readYesOrNo(text: string): boolean | null {
  const written = foldCase(text.trim())
  return YES.has(written) ? true : NO.has(written) ? false : null
}

const SIGNS: Record<string, Currency> = { $: 'USD', '€': 'EUR', '£': 'GBP', '¥': 'JPY' }

/** `EUR`, `Euro - EUR`, `Amount (EUR)`, `€`; null if none is named. */
export function readCurrency(text: string): Currency | null {
  const codes = text.toUpperCase().match(/\b[A-Z]{3}\b/g) ?? []
  const sign = /[$€£¥]/.exec(text)?.[0]
  return codes.findLast(isCurrency) ?? (sign === undefined ? null : (SIGNS[sign] ?? null))
}
