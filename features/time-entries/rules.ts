import { z } from 'zod'
import type { DateOnly } from '#core/calendar.ts'
import { fromHundredths, type Hundredths } from '#core/hundredths.ts'
import { LEAST_HOURS, type ListedTimeEntry, MOST_HOURS, type TimeEntry, TimeEntryInput } from './contract.ts'

const NUMBER = String.raw`\d{1,9}(?:[.,]\d{0,9})?|[.,]\d{1,9}`
const DECIMAL = new RegExp(`^(${NUMBER})(?: ?h(?:(?:ou)?rs?)?)?$`)
const MINUTES = new RegExp(`^(${NUMBER}) ?m(?:in(?:ute)?s?)?$`)
const CLOCK = /^(\d{1,9})?:([0-5]\d)$/
const HOURS_AND_MINUTES = /^(\d{1,9}) ?h(?:(?:ou)?rs?)? ?([0-5]?\d)(?: ?m(?:in(?:ute)?s?)?)?$/

/** What people write for a span of time: `1.5`, `1,5`, `1:30`, `90m`, `45 min`, `1h`, `1h30m`. Null for anything else. */
export function parseHours(text: string): Hundredths | null {
  const written = text.trim().toLowerCase().replace(/\s+/g, ' ')
  const decimal = DECIMAL.exec(written)
  if (decimal) return toHundredths(decimal[1], '0')
  const minutes = MINUTES.exec(written)
  if (minutes) return toHundredths('0', minutes[1])
  const both = CLOCK.exec(written) ?? HOURS_AND_MINUTES.exec(written)
  return both ? toHundredths(both[1], both[2]) : null
}

const BILLIONTHS = 1_000_000_000n

/** Exact until the one rounding at the end, half up. */
function toHundredths(hours = '0', minutes = '0'): Hundredths {
  const sixtieths = inBillionths(hours) * 60n + inBillionths(minutes)
  const divisor = (60n * BILLIONTHS) / 100n
  return Number((sixtieths + divisor / 2n) / divisor)
}

function inBillionths(text: string): bigint {
  const [whole = '', fraction = ''] = text.split(/[.,]/)
  return BigInt(whole || '0') * BILLIONTHS + BigInt(fraction.padEnd(9, '0'))
}

const STEP = 25

/** The next quarter of an hour up or down from what is written. */
export function stepHours(from: Hundredths | null, direction: 'up' | 'down'): Hundredths {
  const now = from ?? 0
  const next = direction === 'up' ? Math.floor(now / STEP) + 1 : Math.ceil(now / STEP) - 1
  return Math.min(Math.max(next * STEP, LEAST_HOURS), MOST_HOURS)
}

/** An entry as its form holds it: the hours as they are written. */
export const TimeEntryForm = TimeEntryInput.extend({
  hours: z
    .string()
    .trim()
    .min(1, 'Please enter the hours')
    .transform((text, { issues }) => {
      const hours = parseHours(text)
      if (hours !== null) return fromHundredths(hours)
      issues.push({ code: 'custom', input: text, message: 'Please enter hours like 1.5, 1:30 or 90m' })
      return z.NEVER
    })
    .pipe(TimeEntryInput.shape.hours),
  date: z.string().min(1, 'Please choose a date').pipe(TimeEntryInput.shape.date),
})
export type TimeEntryForm = z.input<typeof TimeEntryForm>

const DAY = 86_400_000

const atUtc = (date: DateOnly) => new Date(`${date}T00:00:00Z`)
const plusDays = (date: DateOnly, days: number): DateOnly =>
  new Date(atUtc(date).getTime() + days * DAY).toISOString().slice(0, 10)

/** The week of a day, Monday to Sunday. */
export function weekOf(date: DateOnly): { from: DateOnly; to: DateOnly } {
  const sinceMonday = (atUtc(date).getUTCDay() + 6) % 7
  const from = plusDays(date, -sinceMonday)
  return { from, to: plusDays(from, 6) }
}

export type DayRow =
  | { kind: 'day'; date: DateOnly; hours: Hundredths }
  | { kind: 'entry'; entry: ListedTimeEntry; first: boolean; last: boolean }

/** Entries under the heading of their day, newest first. */
export function groupByDay(entries: readonly ListedTimeEntry[]): DayRow[] {
  const ordered = [...entries].sort((a, b) => (a.date === b.date ? b.id - a.id : a.date < b.date ? 1 : -1))
  return ordered.flatMap((entry, index): DayRow[] => {
    const first = ordered[index - 1]?.date !== entry.date
    const row: DayRow = { kind: 'entry', entry, first, last: ordered[index + 1]?.date !== entry.date }
    return first ? [{ kind: 'day', date: entry.date, hours: entry.day_hours }, row] : [row]
  })
}

export interface EntryChange {
  before: TimeEntry
  /** Null when it is deleted. */
  after: Omit<TimeEntry, 'id'> | null
}

/** What a listed entry becomes when one of the list changes: that one itself, and the sums of the days it touches. */
export function changeListed(entry: ListedTimeEntry, { before, after }: EntryChange): ListedTimeEntry | null {
  const isIt = entry.id === before.id
  if (isIt && !after) return null
  const changed = isIt && after ? { ...entry, ...after } : entry
  // The sum of a day that it moves to is known only by others of that day; the server will tell.
  const moved = isIt && changed.date !== before.date
  const sum = moved ? 0 : entry.day_hours - (changed.date === before.date ? before.hours : 0)
  return { ...changed, day_hours: sum + (after && changed.date === after.date ? after.hours : 0) }
}
