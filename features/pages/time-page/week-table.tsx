import { X } from 'lucide-react'
import type { KeyboardEvent, Ref } from 'react'
import { Link } from 'react-router'
import type { DateOnly } from '#core/calendar.ts'
import { formatHoursInColumn, formatPeriod, formatShortWeekday, formatWeekday } from '#core/format.ts'
import type { Seconds } from '#core/units.ts'
import type { WeekProject } from '#features/work/time-entries/contract.ts'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { HoursCell, type RefusedHours } from './hours-cell.tsx'
import { isTooLongDay, isWeekend, nextCell, type WeekCell, type WeekGrid } from './rules/week.ts'

interface WeekTableProps {
  grid: WeekGrid
  today: DateOnly
  /** The only day that a phone shows. */
  day: DateOnly
  refused: ReadonlyMap<string, RefusedHours>
  ref: Ref<HTMLTableElement>
  onSave(project: WeekProject, cell: WeekCell, hours: Seconds | null, text: string): void
  onDiscardRefused(cell: WeekCell): void
  onOpen(project: WeekProject, cell: WeekCell): void
  onRemove(project: WeekProject): void
  /** To the same cell of another week. */
  onTurn(weeks: 1 | -1, project: WeekProject, cell: WeekCell): void
}

export function WeekTable(props: WeekTableProps) {
  const { grid, today, day, refused, ref } = props
  const { days, rows } = grid
  const columnStyle = (date: DateOnly) =>
    cx(date === today && 'md:bg-surface', date !== day && 'max-md:hidden')

  return (
    <table ref={ref} className="w-full table-fixed border-collapse" onKeyDown={(event) => move(event, props)}>
      <caption className="sr-only">
        Hours by project and day, {formatPeriod(days[0] ?? day, days.at(-1) ?? day)}
      </caption>
      <thead>
        <tr className="border-b border-hairline text-meta">
          <th scope="col" className="h-12 pr-3 text-left font-medium text-faint">
            Project
          </th>
          {days.map((date) => (
            <th
              key={date}
              scope="col"
              aria-current={date === today ? 'date' : undefined}
              className={cx(
                'rounded-t px-2.5 text-right font-medium whitespace-nowrap',
                isWeekend(date) ? 'w-16 xl:w-18 2xl:w-22' : 'w-18 xl:w-22 2xl:w-28',
                date === today ? 'text-ink' : 'text-faint',
                'max-md:w-32',
                columnStyle(date),
              )}
            >
              <span className="sr-only">{formatWeekday(date)}</span>
              <span aria-hidden="true">
                {formatShortWeekday(date)} <span className="tabular-nums">{Number(date.slice(8))}</span>
              </span>
            </th>
          ))}
          <th
            scope="col"
            className="w-16 pl-2 text-right font-medium text-faint max-md:hidden xl:w-24 2xl:w-28"
          >
            Total
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ project, cells, hours }) => (
          <tr key={project.id} className="border-b border-hairline last:border-0">
            <th scope="row" className="h-14 max-w-0 py-1.5 pr-3 text-left font-normal">
              <div className="flex items-center gap-1">
                <div className="relative min-w-0 flex-1">
                  <Link
                    to={`/projects/${project.id}`}
                    title={project.name}
                    className="touch-target block rounded-xs font-medium hover:underline"
                  >
                    <span className="block max-lg:line-clamp-2 max-lg:wrap-anywhere lg:truncate">
                      {project.name}
                    </span>
                  </Link>
                  {project.client_name && (
                    <span className="block truncate text-meta text-muted" title={project.client_name}>
                      {project.client_name}
                    </span>
                  )}
                </div>
                {cells.every(
                  ({ key, entries, hours }) => entries.length + hours === 0 && !refused.has(key),
                ) && (
                  <IconButton
                    size="sm"
                    label={`Remove ${project.name} from this week`}
                    icon={<X />}
                    onClick={() => props.onRemove(project)}
                  />
                )}
              </div>
            </th>
            {cells.map((cell) => (
              <td key={cell.key} className={cx('p-0.5', columnStyle(cell.date))}>
                <HoursCell
                  label={`${project.name}, ${formatWeekday(cell.date)}`}
                  cell={cell}
                  refused={refused.get(cell.key)}
                  onSave={(typed, text) => props.onSave(project, cell, typed, text)}
                  onDiscardRefused={() => props.onDiscardRefused(cell)}
                  onOpen={() => props.onOpen(project, cell)}
                />
              </td>
            ))}
            <td className="pl-2 text-right font-semibold max-md:hidden">{formatSum(hours)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="border-t border-edge font-semibold">
          <th scope="row" className="h-12 text-left font-semibold">
            Total
          </th>
          {days.map((date, index) => (
            <td key={date} className={cx('rounded-b px-2.5 text-right', columnStyle(date))}>
              <DaySum hours={grid.dayHours[index] ?? 0} />
            </td>
          ))}
          <td className="pl-2 text-right max-md:hidden">{formatHoursInColumn(grid.hours)}</td>
        </tr>
      </tfoot>
    </table>
  )
}

const formatSum = (hours: Seconds): string => (hours === 0 ? '' : formatHoursInColumn(hours))

function DaySum({ hours }: { hours: Seconds }) {
  if (!isTooLongDay(hours)) return formatSum(hours)
  return (
    <span className="text-red-ink" title="More than 24 hours in one day">
      {formatSum(hours)}
      <span className="sr-only">, more than 24 hours in one day</span>
    </span>
  )
}

/** Arrow keys, Enter, Home and End go from cell to cell, Page Up and Page Down to other weeks. */
function move(event: KeyboardEvent<HTMLTableElement>, { grid, onTurn }: WeekTableProps): void {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return
  const control = event.target as HTMLElement
  const row = grid.rows.findIndex(({ cells }) => cells.some(({ key }) => key === control.dataset.cell))
  const { project, cells = [] } = grid.rows[row] ?? {}
  const column = cells.findIndex(({ key }) => key === control.dataset.cell)
  const cell = cells[column]
  if (!project || !cell) return

  if (event.key === 'PageUp' || event.key === 'PageDown') {
    event.preventDefault()
    onTurn(event.key === 'PageUp' ? -1 : 1, project, cell)
    return
  }
  const typed = control instanceof HTMLInputElement
  // Enter presses a button.
  if (event.key === 'Enter' && !typed) return
  const target = nextCell(event, { row, column }, cells.length - 1, typed ? selectionIn(control) : NO_TEXT)
  if (!target) return
  event.preventDefault()
  const next = grid.rows[target.row]?.cells[target.column]
  const found = next && event.currentTarget.querySelector<HTMLElement>(`[data-cell="${next.key}"]`)
  // Leaving a cell saves it, also where no other follows.
  if (event.key === 'Enter' && !found) control.blur()
  ;(found ?? control).focus()
}

const NO_TEXT = { start: 0, end: 0, length: 0 }

const selectionIn = ({ selectionStart, selectionEnd, value: { length } }: HTMLInputElement) => ({
  start: selectionStart ?? 0,
  end: selectionEnd ?? length,
  length,
})
