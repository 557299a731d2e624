import { z } from 'zod'
import { addDays, type DateOnly } from '#core/calendar.ts'
import type { Currency } from '#core/currency.ts'
import { type MinorUnits, worthOf } from '#core/money.ts'
import { numberOr } from '#core/number-schemas.ts'
import { fromSeconds, HOUR, MIN_ENTRY_HOURS, type Seconds } from '#core/units.ts'
import type { ProjectStatus, Rate, RateUnit } from '#features/engagement/projects/contract.ts'
import type { HistoryEntry } from '#features/foundation/audit/contract.ts'
import { describeChange, type HistoryFields, type StoredChange } from '#features/foundation/audit/rules.ts'
import type { WeekDay } from '#features/foundation/business/contract.ts'
import type { BillingStatus } from '#features/work/billing-status/contract.ts'
import { billedOn } from '#features/work/billing-status/rules.ts'
import {
  type ListedTimeEntry,
  type TimeEntry,
  TimeEntryInput,
  TimeEntryUpdate,
  type TimeTotals,
  type TimeWeek,
  type WeekProject,
} from './contract.ts'

const formWith = (hours: typeof TimeEntryInput.shape.hours) =>
  TimeEntryInput.extend({
    hours: numberOr('Please enter the hours', 'Please enter hours like 1.5, 1:30 or 90m').pipe(hours),
    date: z.string().min(1, 'Please choose a date').pipe(TimeEntryInput.shape.date),
  })

/** The schema of the form. */
export const TimeEntryForm = formWith(TimeEntryInput.shape.hours)
export type TimeEntryForm = z.input<typeof TimeEntryForm>

/** The form of an edited entry, whose hours may stay as they are. */
export const editedTimeForm = (before: Pick<TimeEntry, 'hours'>): typeof TimeEntryForm =>
  formWith(TimeEntryUpdate.shape.hours.refine((hours) => !isTooShort(hours, before), TOO_SHORT))

export const TOO_SHORT = `Must be at least ${fromSeconds(MIN_ENTRY_HOURS)}`

export const isTooShort = (hours: Seconds, before: Pick<TimeEntry, 'hours'>): boolean =>
  hours < MIN_ENTRY_HOURS && hours !== before.hours

/** The worth of billable hours at a rate, as the database counts it. */
export const amountAt = (hours: Seconds, { rate, rate_hours }: EntryRate): MinorUnits | null =>
  rate === null ? null : worthOf(hours, { rate, rate_hours })

export type EntryRate = Pick<Rate, 'rate' | 'rate_hours'>

/**
 * The rate of an entry: as given, else as it was before, else that of its project. `before` is set if the entry stays on
 * its project. A day keeps the hours it had when the rate was set.
 */
export function rateOfEntry(
  { rate, rate_unit }: { rate: MinorUnits | null | undefined; rate_unit: RateUnit | undefined },
  project: EntryRate & { day_hours: Seconds },
  before?: EntryRate,
): EntryRate {
  if (rate === undefined) return before ?? { rate: project.rate, rate_hours: project.rate_hours }
  const { rate_hours } = before && before.rate !== null ? before : project
  if (rate_unit === undefined) return { rate, rate_hours }
  if (rate_unit === 'hour') return { rate, rate_hours: HOUR }
  return { rate, rate_hours: rate_hours === HOUR ? project.day_hours : rate_hours }
}

export const HOURS_OF_A_DAY: Seconds = 24 * HOUR

/** The hours of a day including the entry about to be saved, if they exceed 24; otherwise null. */
export function tooLongDay(
  logged: Seconds,
  before: Pick<TimeEntry, 'date' | 'hours'> | undefined,
  after: Pick<TimeEntry, 'date' | 'hours'>,
): Seconds | null {
  const sameDay = before?.date === after.date
  const sum = logged - (sameDay ? before.hours : 0) + after.hours
  const nothingNew = sameDay && before.hours === after.hours
  return sum > HOURS_OF_A_DAY && !nothingNew ? sum : null
}

/** As JavaScript counts the days of a week. */
const WEEK_DAYS: Record<WeekDay, number> = { sunday: 0, monday: 1, saturday: 6 }

export type Week = { from: DateOnly; to: DateOnly }

/** The week of a day. */
export function weekOf(date: DateOnly, startsOn: WeekDay): Week {
  const sinceStart = (new Date(`${date}T00:00:00Z`).getUTCDay() - WEEK_DAYS[startsOn] + 7) % 7
  const from = addDays(date, -sinceStart)
  return { from, to: addDays(date, 6 - sinceStart) }
}

export const weekBefore = ({ from }: Week): Week => ({ from: addDays(from, -7), to: addDays(from, -1) })

/** A week made of its own time and that of the week before, in the order of the projects. */
export function weekFrom(
  week: Week,
  time: readonly (TimeEntry & { project_status: ProjectStatus })[],
): TimeWeek {
  const [projects, lastWeek] = [new Map<number, WeekProject>(), new Map<number, WeekProject>()]
  for (const { project_id: id, project_name, client_name, project_status: status, date } of time) {
    const rows = date < week.from ? lastWeek : projects
    rows.set(id, { id, name: project_name ?? 'Unknown Project', client_name, status })
  }
  return {
    ...week,
    projects: [...projects.values()],
    entries: time.filter(({ date }) => date >= week.from),
    last_week: [...lastWeek.values()].filter(({ status }) => status !== 'cancelled'),
  }
}

export const weekLabel: Record<WeekDay, string> = {
  monday: 'Monday to Sunday',
  saturday: 'Saturday to Friday',
  sunday: 'Sunday to Saturday',
}

/** From when to when the timer ran. */
export type Measured = Pick<TimeEntry, 'started_at' | 'ended_at'>

export const NOT_MEASURED: Measured = { started_at: null, ended_at: null }

type MeasuredTime = Measured & Pick<TimeEntry, 'date' | 'hours'>

/** Hours or a date that were corrected by hand no longer say what the timer measured. */
export const measuredAfter = (
  { started_at, ended_at, ...before }: MeasuredTime,
  after: Pick<TimeEntry, 'date' | 'hours'>,
): Measured =>
  before.date === after.date && before.hours === after.hours ? { started_at, ended_at } : NOT_MEASURED

export type DayRow =
  | { kind: 'day'; date: DateOnly; hours: Seconds }
  | { kind: 'entry'; entry: ListedTimeEntry; first: boolean; last: boolean }

/** Entries under the heading of their day, newest first unless the oldest are. */
export function groupByDay(entries: readonly ListedTimeEntry[], oldestFirst = false): DayRow[] {
  const newestFirst = [...entries].sort((a, b) =>
    a.date === b.date ? b.id - a.id : a.date < b.date ? 1 : -1,
  )
  const ordered = oldestFirst ? newestFirst.reverse() : newestFirst
  return ordered.flatMap((entry, index): DayRow[] => {
    const first = ordered[index - 1]?.date !== entry.date
    const row: DayRow = { kind: 'entry', entry, first, last: ordered[index + 1]?.date !== entry.date }
    return first ? [{ kind: 'day', date: entry.date, hours: entry.day_hours }, row] : [row]
  })
}

/** As much as a form knows of an entry; the server adds the rest. */
export type EnteredTime = Omit<
  TimeEntry,
  'id' | 'client_id' | 'version' | keyof Measured | keyof BillingStatus
>

export interface EntryChange {
  before: TimeEntry
  /** Null when it is deleted. */
  after: EnteredTime | null
}

/** Updates a listed entry after a change: the changed entry itself, and the sums of the affected days. */
export function changeListed(entry: ListedTimeEntry, { before, after }: EntryChange): ListedTimeEntry | null {
  const isIt = entry.id === before.id
  if (isIt && !after) return null
  const changed = isIt && after ? { ...entry, ...after } : entry
  // The sum of a day that it moves to is known only by others of that day; the server will tell.
  const moved = isIt && changed.date !== before.date
  const sum = moved ? 0 : entry.day_hours - (changed.date === before.date ? before.hours : 0)
  return { ...changed, day_hours: sum + (after && changed.date === after.date ? after.hours : 0) }
}

/** The reason why entries cannot be changed together: some are on an invoice. Null if none is. */
export function billedAmong(entries: readonly Pick<TimeEntry, 'invoice'>[]): string | null {
  const numbers = entries.flatMap(({ invoice }) => (invoice ? billedOn(invoice) : []))
  const [first] = numbers
  if (first === undefined) return null
  const invoice = new Set(numbers).size === 1 ? first : 'invoices'
  const remove = numbers.length === 1 ? 'Remove it' : 'Remove them'
  if (entries.length === 1) return `This time is billed on ${invoice}. ${remove} from the invoice first.`
  const some = `${numbers.length} of these ${entries.length} time entries ${numbers.length === 1 ? 'is' : 'are'}`
  return `${some} billed on ${invoice}. ${remove} from the invoice first, or choose fewer.`
}

/** The sums of all time in one currency. */
export interface SumsInCurrency {
  currency: Currency
  count: number
  hours: Seconds
  billable_hours: Seconds
  /** Null where no time has a rate. */
  amount: MinorUnits | null
}

export function addUp(sums: readonly SumsInCurrency[]): TimeTotals {
  const totals: TimeTotals = { count: 0, hours: 0, billable_hours: 0, amounts: [] }
  for (const { currency, amount, count, hours, billable_hours } of sums) {
    totals.count += count
    totals.hours += hours
    totals.billable_hours += billable_hours
    if (amount !== null) totals.amounts.push({ currency, amount })
  }
  return totals
}

const HISTORY: HistoryFields = {
  rate: { label: 'Rate', kind: 'money' },
  rate_hours: { label: 'Hours that the rate pays for', kind: 'hours' },
  fixed_amount: { label: 'Amount', kind: 'money' },
}

/** A change of the rate of a time entry in words. */
export const describeRateChange = (
  change: StoredChange,
  written: { currency: Currency; home: Currency; locale: string },
): HistoryEntry => describeChange(change, { title: 'Rate changed', fields: HISTORY, ...written })
