import { dateIn } from '#core/calendar.ts'
import { formatDate } from '#core/format.ts'
import type { ActivitySubject } from '#features/foundation/activity/contract.ts'

const HOUR = 3_600_000

/** The time since something happened; after two days the date on the account's calendar. */
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

/** The name for the greeting: the first part of the full name. */
export const firstName = (name: string | null): string => name?.trim().split(/\s+/)[0] ?? ''

const PAGES: Record<ActivitySubject['type'], (id: number) => string> = {
  client: (id) => `/clients/${id}`,
  project: (id) => `/projects/${id}`,
  project_milestones: (id) => `/projects/${id}?tab=milestones`,
  project_deliverables: (id) => `/projects/${id}?tab=deliverables`,
  project_comments: (id) => `/projects/${id}?tab=comments`,
  time_entry: (id) => `/time-tracking?edit=${id}`,
  invoice: (id) => `/invoices?view=${id}`,
  expense: (id) => `/expenses?edit=${id}`,
}

/** The page that shows what an activity is about. */
export const pageOf = ({ type, id }: ActivitySubject): string => PAGES[type](id)
