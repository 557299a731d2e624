import type { DateOnly } from '#core/calendar.ts'
import { formatTwoDecimals, formatWeekday } from '#core/format.ts'
import type { Hundredths } from '#core/hundredths.ts'

type DayHeadingProps = { date: DateOnly; hours: Hundredths; today: DateOnly }

export function DayHeading({ date, hours, today }: DayHeadingProps) {
  const thisYear = date.slice(0, 4) === today.slice(0, 4)
  return (
    <div className="flex items-baseline justify-between gap-4 pt-6 pr-16.25 pb-2 pl-1">
      <h2 className="text-meta font-semibold">
        {date === today && 'Today · '}
        {formatWeekday(date)}
        {!thisYear && `, ${date.slice(0, 4)}`}
      </h2>
      <p className="shrink-0 text-meta font-semibold tabular-nums">
        <span className="sr-only">Total </span>
        {formatTwoDecimals(hours)} h
      </p>
    </div>
  )
}
