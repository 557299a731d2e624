import { monthOf } from '#core/calendar.ts'
import type { Activity } from '#features/activity/contract.ts'
import { describeActivity } from '#features/activity/rules.ts'
import type { Context } from '#server/context.ts'
import type { DashboardStats } from './contract.ts'
import * as store from './store.ts'

const RECENT = 10

export async function dashboardStats({ db, accountId, today }: Context): Promise<DashboardStats> {
  const sums = await store.sumUp(db, accountId, monthOf(today))
  return {
    clientsCount: sums?.clients ?? 0,
    projectsCount: sums?.projects ?? 0,
    thisMonthHours: Number(sums?.hours ?? 0),
    pendingInvoicesTotal: Number(sums?.pending ?? 0),
  }
}

export async function recentActivity({ db, accountId }: Context): Promise<Activity[]> {
  const found = await store.newestActivities(db, accountId, RECENT)
  return found.map(({ date, subjectType: type, subjectId: id, subjectExists, ...activity }) => ({
    ...describeActivity(activity),
    date,
    subject: type && id && subjectExists ? { type, id } : null,
  }))
}
