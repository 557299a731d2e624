import { desc, eq, sql } from 'drizzle-orm'
import type { DateOnly } from '#core/calendar.ts'
import { activities } from '#features/activity/table.ts'
import { clients } from '#features/clients/table.ts'
import { invoices } from '#features/invoices/table.ts'
import { projects } from '#features/projects/table.ts'
import { timeEntries } from '#features/time-entries/table.ts'
import type { AccountId } from '#server/account-id.ts'
import type { Db } from '#server/database/database.ts'

interface Month {
  first: DateOnly
  last: DateOnly
}

/** Sums are whole hundredths, and come as text since they may be larger than PostgreSQL's int. */
export async function sumUp(db: Db, accountId: AccountId, { first, last }: Month) {
  const { rows } = await db.execute<{
    clients: number
    projects: number
    hours: string
    pending: string
  }>(sql`
    select
      (select count(*) from ${clients} where account_id = ${accountId} and archived_at is null)::int
        as clients,
      (select count(*) from ${projects} where account_id = ${accountId} and status = 'active')::int
        as projects,
      (select coalesce(sum(hours), 0) from ${timeEntries}
        where account_id = ${accountId} and date between ${first} and ${last})
        as hours,
      (select coalesce(sum(total), 0) from ${invoices}
        where account_id = ${accountId} and status in ('sent', 'overdue'))
        as pending`)
  return rows[0]
}

export function newestActivities(db: Db, accountId: AccountId, count: number) {
  return db
    .select({
      type: activities.type,
      title: activities.title,
      description: activities.description,
      date: activities.createdAt,
    })
    .from(activities)
    .where(eq(activities.accountId, accountId))
    .orderBy(desc(activities.id))
    .limit(count)
}
