import { z } from 'zod'
import { addDays, addMonths, type DateOnly, daysBetween, monthOf } from '#core/calendar.ts'

export const Frequency = z.enum(['week', 'month', 'quarter', 'year'], 'Please choose how often')
export type Frequency = z.output<typeof Frequency>

export const frequencyLabel: Record<Frequency, string> = {
  week: 'Every week',
  month: 'Every month',
  quarter: 'Every quarter',
  year: 'Every year',
}

/** A recurrence from its first day to its last, if it has one. */
export interface Recurrence {
  frequency: Frequency
  start_date: DateOnly
  end_date: DateOnly | null
}

const MONTHS: Record<Exclude<Frequency, 'week'>, number> = { month: 1, quarter: 3, year: 12 }

/** No calendar date lies beyond. */
const [FIRST_YEAR, LAST_YEAR] = [1, 9999]

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

/** A date that has passed and is not done waits for something. */
export function stateOf(
  { is_paused, next_date }: { is_paused: boolean; next_date: DateOnly | null },
  today: DateOnly,
): 'active' | 'waiting' | 'paused' | 'ended' {
  if (is_paused) return 'paused'
  if (next_date === null) return 'ended'
  return next_date < today ? 'waiting' : 'active'
}

/** Until when all dates are done if it goes on with today: what fell into a pause is left out. */
export function handledBeforeToday(handledUntil: DateOnly | null, today: DateOnly): DateOnly {
  const yesterday = addDays(today, -1)
  return handledUntil !== null && handledUntil > yesterday ? handledUntil : yesterday
}

/** Continues with today: dates during the pause are left out. */
export function resumeAt(recurring: Recurrence & { handled_until: DateOnly | null }, today: DateOnly) {
  const handled_until = handledBeforeToday(recurring.handled_until, today)
  return { is_paused: false, handled_until, next_date: nextDate(recurring, handled_until) }
}

/** Days from the first to the last. */
export interface Period {
  from: DateOnly
  to: DateOnly
}

/** The days between one of its dates and the date before; the first date has a period before it, too. */
export const periodBefore = (recurrence: Recurrence, date: DateOnly): Period => ({
  from: dateBeside(recurrence, date, -1),
  to: addDays(date, -1),
})

/** The days from one of its dates until the next. */
export const periodFrom = (recurrence: Recurrence, date: DateOnly): Period => ({
  from: date,
  to: addDays(dateBeside(recurrence, date, 1), -1),
})

/** The date before or after one of its dates, whether it has begun or ended by then. */
function dateBeside({ frequency, start_date }: Recurrence, date: DateOnly, steps: 1 | -1): DateOnly {
  if (frequency === 'week') return addDays(date, steps * 7)
  const months = monthsBetween(start_date, date) + steps * MONTHS[frequency]
  return monthsLater(start_date, months) ?? addDays(date, steps * 366)
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

/** This day in a later month. A start on the last day of a month stays on the last day. */
function monthsLater(start: DateOnly, months: number): DateOnly | null {
  const year = yearOf(start) + Math.floor((Number(start.slice(5, 7)) - 1 + months) / 12)
  if (year < FIRST_YEAR || year > LAST_YEAR) return null
  const date = addMonths(start, months)
  return start === monthOf(start).last ? monthOf(date).last : date
}

const yearOf = (date: DateOnly): number => Number(date.slice(0, 4))
