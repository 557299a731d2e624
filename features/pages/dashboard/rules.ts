import { dateIn, timeIn } from '#core/calendar.ts'
import { countOf, formatCount, formatDate, formatHours } from '#core/format.ts'
import type { Activity, ActivitySubject } from '#features/foundation/activity/contract.ts'
import type { DashboardStats } from './contract.ts'

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
  const hour = Number(timeIn(timeZone, now).slice(0, 2))
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

const pageOf = ({ type, id }: ActivitySubject): string => PAGES[type](id)

/** A line of the list: an activity, or the time that was logged in a day. */
export interface ShownActivity
  extends Pick<Activity, 'type' | 'title' | 'description' | 'date' | 'removal_id'> {
  /** The page that shows what it is about. */
  to: string | null
}

/** Time that was logged on the same day becomes one line, in the place of the newest. */
export function groupLoggedTime(activities: readonly Activity[], timeZone: string): ShownActivity[] {
  const groups = Map.groupBy(activities, (activity) => {
    const { logged, subject, date } = activity
    return logged && subject ? dateIn(timeZone, date) : activity
  })
  return [...groups.values()].flatMap((group) => (group.length > 1 ? groupedTime(group) : group.map(toShown)))
}

const toShown = ({ type, title, description, date, subject, removal_id }: Activity): ShownActivity => ({
  type,
  title,
  description,
  date,
  to: subject && pageOf(subject),
  removal_id,
})

function groupedTime(group: readonly Activity[]): ShownActivity[] {
  const [newest] = group
  if (!newest?.logged) return []
  const { project_id, project_name } = newest.logged
  const projects = new Set(group.map(({ logged }) => logged?.project_id ?? logged?.project_name)).size
  const hours = group.reduce((sum, { logged }) => sum + (logged?.hours ?? 0), 0)
  return [
    {
      ...toShown(newest),
      title: `You logged ${formatHours(hours)}`,
      description: `on ${projects === 1 ? project_name : countOf(projects, 'project')}, ${countOf(group.length, 'entry', 'entries')}`,
      to: projects === 1 && project_id ? `/time-tracking?project=${project_id}` : '/time-tracking',
    },
  ]
}

/** "86% billable"; empty without any time. */
export const billableShare = ({
  thisMonthHours: all,
  thisMonthBillableHours: billable,
}: Pick<DashboardStats, 'thisMonthHours' | 'thisMonthBillableHours'>): string =>
  all === 0 ? '' : `${Math.round((billable / all) * 100)}% billable`

/** "2 near their budget"; empty if there are none. */
export const nearBudget = (count: number): string =>
  count === 0 ? '' : `${formatCount(count)} near ${count === 1 ? 'its' : 'their'} budget`
