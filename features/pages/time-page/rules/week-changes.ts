import type { DateOnly } from '#core/calendar.ts'
import type { Seconds } from '#core/units.ts'
import type { TimeEntry, TimeWeek } from '#features/work/time-entries/contract.ts'
import type { Week } from '#features/work/time-entries/rules.ts'

export type CellChange =
  | { kind: 'log'; hours: Seconds }
  | { kind: 'update'; entry: TimeEntry; hours: Seconds }
  | { kind: 'delete'; entry: TimeEntry }
  | { kind: 'none' }

/** The change that typed hours mean for a cell. A cell of several entries is not typed into. */
export function changeOf(entries: readonly TimeEntry[], hours: Seconds | null): CellChange {
  const [entry, another] = entries
  if (another) return { kind: 'none' }
  if (!entry) return hours === null ? { kind: 'none' } : { kind: 'log', hours }
  if (hours === null) return { kind: 'delete', entry }
  return entry.hours === hours ? { kind: 'none' } : { kind: 'update', entry, hours }
}

/** The week with an entry as it was saved. */
export const withEntry = (week: TimeWeek, saved: TimeEntry): TimeWeek => {
  if (!isInWeek(saved.date, week)) return week
  const others = week.entries.filter(({ id }) => id !== saved.id)
  return { ...week, entries: [...others, saved] }
}

export const withoutEntry = (week: TimeWeek, id: number): TimeWeek => ({
  ...week,
  entries: week.entries.filter((entry) => entry.id !== id),
})

export const isInWeek = (date: DateOnly, { from, to }: Week): boolean => from <= date && date <= to
