import { monthOf } from '#core/calendar.ts'
import type { Activity } from '#features/activity/contract.ts'
import { describeActivity } from '#features/activity/rules.ts'
import type { Context } from '#server/context.ts'
import type { DashboardStats } from './contract.ts'
import * as store from './store.ts'

const RECENT = 10

export async function dashboardStats({ db, accountId, today, currency }: Context): Promise<DashboardStats> {
  return { currency, ...(await store.sumUp(db, accountId, monthOf(today))) }
}

export async function recentActivity({ db, accountId, locale }: Context): Promise<Activity[]> {
  const found = await store.newestActivities(db, accountId, RECENT)
  return found.map(({ date, subject_type: type, subject_id: id, subject_exists, ...activity }) => ({
    ...describeActivity(activity, locale),
    date,
    subject: type && id && subject_exists ? { type, id } : null,
  }))
}
