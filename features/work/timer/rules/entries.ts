import { type DateOnly, dateIn } from '#core/calendar.ts'
import type { Hundredths } from '#core/hundredths.ts'
import type { RoundingMode } from '#features/foundation/business/contract.ts'

/** From one instant to another. */
export interface Period {
  started_at: Date
  ended_at: Date
}

export interface Rounding {
  /** 0 for none. */
  time_rounding_minutes: number
  time_rounding_mode: RoundingMode
}

export type MeasuredDay = Period & { date: DateOnly; hours: Hundredths }

/** Knows when a time zone's days begin, for which browsers lack the means. */
export type NextMidnight = (instant: Date, timeZone: string) => Date

/** The measured time, by the days of a time zone. A day has 23 or 25 hours where the clocks change. */
export function measuredDays(
  period: Period,
  timeZone: string,
  nextMidnight: NextMidnight,
  rounding: Rounding,
): MeasuredDay[] {
  const days = splitByDay(period, (instant) => nextMidnight(instant, timeZone))
  const hours = hoursOf(days, rounding)
  return days.map((day, index) => ({
    ...day,
    date: dateIn(timeZone, day.started_at),
    hours: hours[index] ?? SHORTEST,
  }))
}

function splitByDay({ started_at, ended_at }: Period, nextMidnight: (instant: Date) => Date): Period[] {
  const midnight = nextMidnight(started_at)
  if (ended_at <= midnight) return [{ started_at, ended_at }]
  return [{ started_at, ended_at: midnight }, ...splitByDay({ started_at: midnight, ended_at }, nextMidnight)]
}

const SHORTEST: Hundredths = 1
const MILLISECONDS_PER_HUNDREDTH = 36_000

function hoursOf(days: Period[], { time_rounding_minutes: step, time_rounding_mode: mode }: Rounding) {
  if (step === 0) return hundredthsOf(days)
  return days.map((day) => {
    const steps = Math.round(milliseconds(day) / 1000) / (step * 60)
    const rounded = mode === 'up' ? Math.ceil(steps) : Math.round(steps)
    return Math.max(SHORTEST, Math.round((Math.max(1, rounded) * step * 100) / 60))
  })
}

/** Rounds what was measured so far, so that the days add up to what the whole comes to. */
function hundredthsOf(days: Period[]): Hundredths[] {
  let [measured, counted] = [0, 0]
  return days.map((day) => {
    measured += milliseconds(day)
    const hours = Math.max(SHORTEST, Math.round(measured / MILLISECONDS_PER_HUNDREDTH) - counted)
    counted += hours
    return hours
  })
}

const milliseconds = ({ started_at, ended_at }: Period): number => ended_at.getTime() - started_at.getTime()
