import type { DateOnly } from '#core/calendar.ts'
import { formatHoursInColumn, formatWeekday } from '#core/format.ts'
import type { Seconds } from '#core/units.ts'
import { cx } from '#web/ui/cx.ts'

type DayHeadingProps = {
  date: DateOnly
  hours: Seconds
  today: DateOnly
  /** Between dense rows, instead of above cards. */
  asRow: boolean
  /** True if rows have a control in front of their menu, which moves their hours. */
  withAction: boolean
}

export function DayHeading({ date, hours, today, asRow, withAction }: DayHeadingProps) {
  const thisYear = date.slice(0, 4) === today.slice(0, 4)
  return (
    <div
      className={cx(
        'flex justify-between gap-4',
        asRow
          ? 'h-9 items-center border-t border-hairline bg-paper pr-[6.25rem] pl-4'
          : cx(
              'items-baseline pt-6 pb-2 pl-1 max-md:pr-4.25',
              withAction ? 'md:pr-24.25 md:touch:pr-30.25' : 'md:pr-16.25 md:touch:pr-19.25',
            ),
      )}
    >
      <h2 className="text-meta font-semibold">
        {date === today && 'Today · '}
        {formatWeekday(date)}
        {!thisYear && `, ${date.slice(0, 4)}`}
      </h2>
      <p className="shrink-0 text-meta font-semibold tabular-nums">
        <span className="sr-only">Total </span>
        {formatHoursInColumn(hours)} h
      </p>
    </div>
  )
}
