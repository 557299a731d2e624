import { monthOf } from '#core/calendar.ts'
import type { Page, PageQuery } from '#core/endpoint.ts'
import type { Activity } from '#features/foundation/activity/contract.ts'
import { describeActivity, loggedTime } from '#features/foundation/activity/rules/descriptions.ts'
import { keptSince } from '#features/foundation/removals/actions.ts'
import type { Context } from '#server/context.ts'
import type { DashboardStats } from './contract.ts'
import * as store from './store.ts'

const RECENT = 10

export async function dashboardStats(ctx: Context): Promise<DashboardStats> {
  const { db, accountId, today, currency } = ctx
  return { currency, ...(await store.sumUp(db, accountId, monthOf(today), ctx)) }
}

export async function recentActivity(ctx: Context): Promise<Activity[]> {
  const { db, accountId, locale } = ctx
  const newest = await store.newestActivities(db, accountId, RECENT, keptSince(ctx))
  return newest.map((found) => toActivity(found, locale))
}

export async function activityOfClient(
  ctx: Context,
  clientId: number,
  query: PageQuery,
): Promise<Page<Activity>> {
  const { db, accountId, locale } = ctx
  const { items, next } = await store.listActivitiesOfClient(db, accountId, clientId, query, keptSince(ctx))
  return { items: items.map((found) => toActivity(found, locale)), next }
}

function toActivity(found: store.FoundActivity, locale: string): Activity {
  const { date, subject_type: type, subject_id: id, subject_exists, removal_id, ...activity } = found
  return {
    ...describeActivity(activity, locale),
    ...loggedTime(activity),
    date,
    subject: type && id && subject_exists ? { type, id } : null,
    removal_id,
  }
}
