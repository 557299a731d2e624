import { z } from 'zod'
import { addDays, addMonths, type DateOnly, daysBetween, monthOf } from '#core/calendar.ts'

export const Frequency = z.enum(['week', 'month', 'quarter', 'year'], 'Please choose how often')
export type Frequency = z.output<typeof Frequency>

/** What happens again and again, from its first day until its last, if it has one. */
export interface Recurrence {
  frequency: Frequency
  start_date: DateOnly
  end_date: DateOnly | null
}

const MONTHS: Record<Exclude<Frequency, 'week'>, number> = { month: 1, quarter: 3, year: 12 }

/** No calendar date lies beyond. */
const LAST_YEAR = 9999

/** The first day on which it happens after this date, or at all; null if there is none. */
export function nextDate(recurrence: Recurrence, after: DateOnly | null): DateOnly | null {
  const { start_date, end_date } = recurrence
  const next = after === null || after < start_date ? start_date : dateAfter(recurrence, after)
  return next === null || (end_date !== null && next > end_date) ? null : next
}

/** All days on which it happens after one date, until another. */
export function datesBetween(recurrence: Recurrence, after: DateOnly | null, until: DateOnly): DateOnly[] {
  const dates: DateOnly[] = []
  let date = nextDate(recurrence, after)
  while (date !== null && date <= until) {
    dates.push(date)
    date = nextDate(recurrence, date)
  }
  return dates
}

/** Counted from the start, not from the date before: a short month does not shorten the months after it. */
function dateAfter({ frequency, start_date }: Recurrence, after: DateOnly): DateOnly | null {
  if (frequency === 'week') {
    const weeks = Math.floor(daysBetween(start_date, after) / 7) + 1
    const next = addDays(start_date, weeks * 7)
    return daysBetween(start_date, next) === weeks * 7 ? next : null
  }
  const months = MONTHS[frequency]
  const passed = Math.floor(monthsBetween(start_date, after) / months) * months
  const thisTime = monthsLater(start_date, passed)
  return thisTime !== null && thisTime > after ? thisTime : monthsLater(start_date, passed + months)
}

const monthsBetween = (from: DateOnly, to: DateOnly): number =>
  (yearOf(to) - yearOf(from)) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7))

/** The same day of a later month. What starts on the last day of a month stays on the last day. */
function monthsLater(start: DateOnly, months: number): DateOnly | null {
  if (yearOf(start) + Math.floor((Number(start.slice(5, 7)) - 1 + months) / 12) > LAST_YEAR) return null
  const date = addMonths(start, months)
  return start === monthOf(start).last ? monthOf(date).last : date
}

const yearOf = (date: DateOnly): number => Number(date.slice(0, 4))
