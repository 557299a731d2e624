import { z } from 'zod'

/** A calendar date, `YYYY-MM-DD`: a day in the books, not an instant. */
export type DateOnly = string

const DATE_ONLY = /^(\d{4})-(\d{2})-(\d{2})$/

export const isDateOnly = (text: string): boolean => {
  const match = DATE_ONLY.exec(text)
  if (!match || match[1] === '0000') return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

export const DateOnly = z
  .string()
  .refine(isDateOnly, 'Must be a date')
  .meta({ format: 'date', example: '2026-11-15' })

/** A date that may be left out, or empty as a form sends it. */
export const MaybeDate = z.union([z.literal(''), DateOnly], 'Must be a date').nullish()
export const OptionalDate = MaybeDate.transform((date) => date || null)

/** An instant, ISO 8601 in UTC on the wire. */
export const Instant = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
})

/**
 * Both `Intl` and `Temporal` must know it: `Intl` alone also accepts ambiguous abbreviations like `IST` and `CST`. Only
 * the canonical spelling is accepted, so that caches by name stay small. A browser without `Temporal` offers canonical
 * names only.
 */
export const isTimeZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    const spelled = globalThis.Temporal?.Now.zonedDateTimeISO(name).timeZoneId ?? name
    return spelled === name
  } catch {
    return false
  }
}

export const TimeZone = z.string().max(64).refine(isTimeZone, 'Must be a time zone')

const dayFormats = new Map<string, Intl.DateTimeFormat>()

function dayFormat(timeZone: string): Intl.DateTimeFormat {
  let format = dayFormats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
    dayFormats.set(timeZone, format)
  }
  return format
}

const lastResult = new Map<string, { minute: number; day: DateOnly }>()

/**
 * The local date at this instant in this time zone. Every request needs it, so the last result is cached for the minute:
 * offsets between time zones are whole minutes.
 */
export function dateIn(timeZone: string, instant: Date): DateOnly {
  const minute = Math.floor(instant.getTime() / 60_000)
  const last = lastResult.get(timeZone)
  if (last?.minute === minute) return last.day
  const day = computeDate(timeZone, instant)
  lastResult.set(timeZone, { minute, day })
  return day
}

function computeDate(timeZone: string, instant: Date): DateOnly {
  const parts = Object.fromEntries(
    dayFormat(timeZone)
      .formatToParts(instant)
      .map((p) => [p.type, p.value]),
  )
  return `${parts.year?.padStart(4, '0')}-${parts.month}-${parts.day}`
}

/** The date where every day begins first. */
export const latestDateAnywhere = (instant: Date): DateOnly => dateIn('Pacific/Kiritimati', instant)

/** The first and the last day of this date's month. */
export function monthOf(date: DateOnly): { first: DateOnly; last: DateOnly } {
  const month = date.slice(0, 7)
  const first = new Date(`${month}-01T00:00:00Z`)
  first.setUTCMonth(first.getUTCMonth() + 1, 0)
  return { first: `${month}-01`, last: `${month}-${first.getUTCDate()}` }
}

/** The first and the last day of this date's year. */
export function yearOf(date: DateOnly): { first: DateOnly; last: DateOnly } {
  const year = date.slice(0, 4)
  return { first: `${year}-01-01`, last: `${year}-12-31` }
}

const midnight = (date: DateOnly) => new Date(`${date}T00:00:00Z`)
const dayOf = (instant: Date): DateOnly => instant.toISOString().slice(0, 10)

const FIRST_DAY = '0001-01-01'
const LAST_DAY = '9999-12-31'

/** A negative number of days gives an earlier date. */
export function addDays(date: DateOnly, days: number): DateOnly {
  const result = midnight(date)
  result.setUTCDate(result.getUTCDate() + days)
  if (result < midnight(FIRST_DAY)) return FIRST_DAY
  return result > midnight(LAST_DAY) ? LAST_DAY : dayOf(result)
}

export const daysBetween = (from: DateOnly, to: DateOnly): number =>
  Math.round((midnight(to).getTime() - midnight(from).getTime()) / 86_400_000)

/** This day in a later month, or the last day of a shorter month. */
export function addMonths(date: DateOnly, months: number): DateOnly {
  const result = midnight(date)
  const day = result.getUTCDate()
  result.setUTCMonth(result.getUTCMonth() + months, 1)
  const { last } = monthOf(dayOf(result))
  result.setUTCDate(Math.min(day, Number(last.slice(8))))
  return dayOf(result)
}

const clockFormats = new Map<string, Intl.DateTimeFormat>()

function clockFormat(timeZone: string): Intl.DateTimeFormat {
  let format = clockFormats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
    clockFormats.set(timeZone, format)
  }
  return format
}

/** The local time at this instant in this time zone, `HH:MM`. */
export const timeIn = (timeZone: string, instant: Date): string => clockFormat(timeZone).format(instant)

/** The instant of a local date and time, to the minute. One that a clock change skips is moved on. */
export function instantIn(timeZone: string, date: DateOnly, time: string): Date {
  const wall = Date.parse(`${date}T${time}Z`)
  const offsetAt = (milliseconds: number) => {
    const instant = new Date(milliseconds)
    return Date.parse(`${computeDate(timeZone, instant)}T${timeIn(timeZone, instant)}Z`) - milliseconds
  }
  return new Date(wall - offsetAt(wall - offsetAt(wall)))
}
