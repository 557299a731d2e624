import { addDays, type DateOnly, daysBetween } from '#core/calendar.ts'
import { HOURS } from '#core/figures.ts'
import type { Seconds } from '#core/units.ts'
import { billedOn } from '#features/work/billing-status/rules.ts'
import type { TimeEntry, TimeWeek, WeekProject } from '#features/work/time-entries/contract.ts'
import { HOURS_OF_A_DAY, TimeEntryForm, type Week } from '#features/work/time-entries/rules.ts'

/** The time of one project on one day. */
export interface WeekCell {
  /** Names the cell among all weeks. */
  key: string
  date: DateOnly
  entries: readonly TimeEntry[]
  hours: Seconds
  /** The reason why its hours cannot be typed; null if they can. */
  lock: string | null
}

export interface WeekRow {
  project: WeekProject
  cells: WeekCell[]
  hours: Seconds
}

/** Projects down, days across, sums in the margins. */
export interface WeekGrid {
  days: DateOnly[]
  rows: WeekRow[]
  dayHours: Seconds[]
  hours: Seconds
}

export const daysOf = ({ from, to }: Week): DateOnly[] =>
  Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => addDays(from, index))

export const isWeekend = (date: DateOnly): boolean =>
  [0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay())

export const cellKey = (projectId: number, date: DateOnly): string => `${projectId} ${date}`

/** `unsaved` has the hours of cells that are being saved, by their keys. */
export function gridOf(
  week: TimeWeek,
  projects: readonly WeekProject[],
  unsaved: ReadonlyMap<string, Seconds>,
): WeekGrid {
  const days = daysOf(week)
  const byCell = Map.groupBy(week.entries, ({ project_id, date }) => cellKey(project_id, date))
  const rows = projects.map((project): WeekRow => {
    const cells = days.map((date): WeekCell => {
      const key = cellKey(project.id, date)
      const entries = byCell.get(key) ?? []
      const hours = unsaved.get(key) ?? sumOf(entries.map((entry) => entry.hours))
      return { key, date, entries, hours, lock: lockOf(project, entries) }
    })
    return { project, cells, hours: sumOf(cells.map((cell) => cell.hours)) }
  })
  const dayHours = days.map((_, day) => sumOf(rows.map(({ cells }) => cells[day]?.hours ?? 0)))
  return { days, rows, dayHours, hours: sumOf(dayHours) }
}

const sumOf = (hours: readonly Seconds[]): Seconds => hours.reduce((sum, each) => sum + each, 0)

function lockOf({ status }: WeekProject, entries: readonly TimeEntry[]): string | null {
  if (entries.length === 0 && status === 'cancelled') return 'This project is cancelled.'
  const billed = entries.find(({ is_billed }) => is_billed)
  if (!billed) return null
  return billed.invoice
    ? `Billed on ${billedOn(billed.invoice)}. Remove it from the invoice first.`
    : 'Billed elsewhere. Mark it as unbilled first.'
}

/** The rows that are there already stay where they are; others follow. */
export const withRows = (
  rows: readonly WeekProject[],
  others: readonly WeekProject[],
): readonly WeekProject[] => [
  ...rows.map((row) => others.find(({ id }) => id === row.id) ?? row),
  ...others.filter(({ id }) => !rows.some((row) => row.id === id)),
]

/** Typed hours, null for none; or what is wrong with them. */
export type TypedHours = { hours: Seconds | null } | { problem: string }

/** Reads a cell as the hours field of the form is read. Nothing, or a zero, is no time. */
export function readCell(text: string): TypedHours {
  const typed = text.trim()
  const value = HOURS.read(typed)
  if (typed === '' || value === 0) return { hours: null }
  const { data, error } = TimeEntryForm.shape.hours.safeParse(value ?? typed)
  return data === undefined ? { problem: error?.issues[0]?.message ?? '' } : { hours: data }
}

export const isTooLongDay = (hours: Seconds): boolean => hours > HOURS_OF_A_DAY

interface CellPosition {
  row: number
  column: number
}

/** The selected text of a cell. */
interface Selection {
  start: number
  end: number
  length: number
}

/**
 * The cell that a key leads to, which may lie outside the table; null if the key stays in the cell. Left and Right move
 * through typed text first.
 */
export function nextCell(
  { key, shiftKey }: { key: string; shiftKey: boolean },
  { row, column }: CellPosition,
  lastColumn: number,
  { start, end, length }: Selection,
): CellPosition | null {
  const all = start === 0 && end === length
  switch (key) {
    case 'ArrowUp':
      return { row: row - 1, column }
    case 'ArrowDown':
      return { row: row + 1, column }
    case 'Enter':
      return { row: row + (shiftKey ? -1 : 1), column }
    case 'ArrowLeft':
      return all || end === 0 ? { row, column: column - 1 } : null
    case 'ArrowRight':
      return all || start === length ? { row, column: column + 1 } : null
    case 'Home':
      return all ? { row, column: 0 } : null
    case 'End':
      return all ? { row, column: lastColumn } : null
    default:
      return null
  }
}
