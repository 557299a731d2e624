import { type DateOnly, dateIn } from '#core/calendar.ts'
import type { Seconds } from '#core/units.ts'
import { billedTime, type Rounding } from '#features/foundation/business/rules.ts'
import type { TimeEntry } from '#features/work/time-entries/contract.ts'

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

type Logged = Pick<TimeEntry, 'project_id' | 'description' | 'is_billable' | 'started_at' | 'ended_at'>

/** The work of the timer that was stopped last, read from what that logged; undefined if it was changed since. */
export function stoppedWork(entries: readonly Logged[], stoppedAt: Date | null) {
  const [first] = entries
  const starts = entries.map(({ started_at }) => started_at?.getTime() ?? Number.NaN)
  const ends = entries.map(({ ended_at }) => ended_at?.getTime() ?? Number.NaN)
  const isLastStop = Math.max(...ends) === stoppedAt?.getTime()
  if (!first || !isLastStop || starts.some(Number.isNaN)) return undefined
  const { project_id, description, is_billable } = first
  if (entries.some((entry) => entry.project_id !== project_id)) return undefined
  return { project_id, description, is_billable, started_at: new Date(Math.min(...starts)) }
}
