import { ChevronLeft, ChevronRight } from 'lucide-react'
import { addDays, type DateOnly } from '#core/calendar.ts'
import {
  formatDecimalHours,
  formatHoursInColumn,
  formatPeriod,
  formatShortWeekday,
  formatWeekday,
} from '#core/format.ts'
import type { Seconds } from '#core/units.ts'
import type { Week } from '#features/work/time-entries/rules.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { cx } from '#web/ui/cx.ts'
import type { WeekGrid } from './rules/week.ts'
import { isInWeek } from './rules/week-changes.ts'

interface WeekToolbarProps {
  week: Week
  today: DateOnly
  hours: Seconds
  /** The address of the week that starts on a day. */
  searchFor(firstDay: DateOnly): string
}

/** The shown week, and the way to others. */
export function WeekToolbar({ week, today, hours, searchFor }: WeekToolbarProps) {
  const turn = (days: number) => ({
    to: { search: searchFor(addDays(week.from, days)) },
    preventScrollReset: true,
  })
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
      <div className="flex items-center gap-1">
        <ButtonLink {...turn(-7)} aria-label="Previous week" className="w-9 px-0 touch:w-11">
          <ChevronLeft aria-hidden />
        </ButtonLink>
        <ButtonLink {...turn(7)} aria-label="Next week" className="w-9 px-0 touch:w-11">
          <ChevronRight aria-hidden />
        </ButtonLink>
      </div>
      <h2 className="text-lead font-semibold max-[23rem]:text-body" aria-live="polite">
        {formatPeriod(week.from, week.to)}
      </h2>
      {!isInWeek(today, week) && (
        <ButtonLink to={{ search: searchFor(today) }} preventScrollReset>
          This week
        </ButtonLink>
      )}
      <p className="ml-auto text-lead font-semibold tabular-nums">
        <span className="sr-only">Total </span>
        {formatDecimalHours(hours)} h
      </p>
    </div>
  )
}

interface DayStripProps {
  grid: WeekGrid
  today: DateOnly
  chosen: DateOnly
  onChoose(date: DateOnly): void
}

/** On a phone: the days of the week, of which one is shown. */
export function DayStrip({ grid, today, chosen, onChoose }: DayStripProps) {
  return (
    <div className="mb-2 grid grid-cols-7 gap-0.5 md:hidden">
      {grid.days.map((date, index) => {
        const hours = grid.dayHours[index] ?? 0
        return (
          <button
            key={date}
            type="button"
            aria-pressed={date === chosen}
            onClick={() => onChoose(date)}
            className={cx(
              'flex h-15 flex-col items-center justify-center rounded text-micro transition-colors',
              date === chosen ? 'bg-ink text-paper' : 'text-muted',
            )}
          >
            <span className="sr-only">
              {formatWeekday(date)}, {formatHoursInColumn(hours)} h
            </span>
            <span aria-hidden="true">{formatShortWeekday(date)}</span>
            <span
              aria-hidden="true"
              className={cx('text-body tabular-nums', date === today ? 'font-bold' : 'font-medium')}
            >
              {Number(date.slice(8))}
            </span>
            <span aria-hidden="true" className="tabular-nums">
              {hours === 0 ? '–' : formatDecimalHours(hours)}
            </span>
          </button>
        )
      })}
    </div>
  )
}
