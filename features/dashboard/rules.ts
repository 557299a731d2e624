import { dateIn } from '#core/calendar.ts'
import { formatDate } from '#core/format.ts'

const HOUR = 3_600_000

/** How long ago something happened; after two days the date on the account's calendar. */
export function relativeDate(date: Date, now: Date, timeZone: string): string {
  const hours = Math.floor((now.getTime() - date.getTime()) / HOUR)
  if (hours < 1) return 'Just now'
  if (hours < 24) return `${hours}h ago`
  if (hours < 48) return 'Yesterday'
  return formatDate(dateIn(timeZone, date))
}

export function greeting(now: Date, timeZone: string): 'Good morning' | 'Good afternoon' | 'Good evening' {
  const clock = new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' })
  const hour = Number(clock.format(now))
  if (hour < 5 || hour >= 18) return 'Good evening'
  return hour < 12 ? 'Good morning' : 'Good afternoon'
}

/** The name to greet somebody by: the first part of how she calls herself. */
export const firstName = (name: string | null): string => name?.trim().split(/\s+/)[0] ?? ''
