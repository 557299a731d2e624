import { countOf, formatHoursInColumn } from '#core/format.ts'
import { HOUR, type Seconds } from '#core/units.ts'

const pad = (count: number): string => String(count).padStart(2, '0')

/** "1:07:42" */
export function clockText(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000))
  return `${Math.floor(seconds / 3600)}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`
}

/** "1:07", for a tab's title. */
export const hoursAndMinutes = (milliseconds: number): string => clockText(milliseconds).slice(0, -3)

/** "6 seconds", "12 minutes", "1.25 h": the length of what was just logged. */
export function loggedText(seconds: Seconds): string {
  if (seconds < 60) return countOf(seconds, 'second')
  return seconds < HOUR ? countOf(Math.floor(seconds / 60), 'minute') : `${formatHoursInColumn(seconds)} h`
}

/** "1 hour, 7 minutes", for screen readers and questions. */
export function durationText(milliseconds: number): string {
  const minutes = Math.max(0, Math.floor(milliseconds / 60_000))
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  const parts = [
    hours > 0 && `${hours} ${hours === 1 ? 'hour' : 'hours'}`,
    (rest > 0 || hours === 0) && `${rest} ${rest === 1 ? 'minute' : 'minutes'}`,
  ]
  return parts.filter(Boolean).join(', ')
}
