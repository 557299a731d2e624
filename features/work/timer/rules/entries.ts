import { type DateOnly, dateIn } from '#core/calendar.ts'
import type { Seconds } from '#core/units.ts'
import { billedTime, type Rounding } from '#features/foundation/business/rules.ts'

/** From one instant to another. */
export interface Period {
  started_at: Date
  ended_at: Date
}

export type MeasuredDay = Period & { date: DateOnly; hours: Seconds }

/** Knows when a time zone's days begin, for which browsers lack the means. */
export type NextMidnight = (instant: Date, timeZone: string) => Date

/**
 * The measured time, by the days of a time zone. A day has 23 or 25 hours where the clocks change. The whole is rounded, so
 * a day to which nothing of it falls is left out.
 */
export function measuredDays(
  period: Period,
  timeZone: string,
  nextMidnight: NextMidnight,
  rounding: Rounding,
): MeasuredDay[] {
  let [measured, counted] = [0, 0]
  return splitByDay(period, (instant) => nextMidnight(instant, timeZone)).flatMap((day) => {
    measured += day.ended_at.getTime() - day.started_at.getTime()
    const hours = billedTime(Math.max(1, Math.round(measured / 1000)), rounding) - counted
    counted += hours
    return hours === 0 ? [] : [{ ...day, date: dateIn(timeZone, day.started_at), hours }]
  })
}

function splitByDay({ started_at, ended_at }: Period, nextMidnight: (instant: Date) => Date): Period[] {
  const midnight = nextMidnight(started_at)
  if (ended_at <= midnight) return [{ started_at, ended_at }]
  return [{ started_at, ended_at: midnight }, ...splitByDay({ started_at: midnight, ended_at }, nextMidnight)]
}
