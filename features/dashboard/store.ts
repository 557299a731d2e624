import { desc, eq, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { DateOnly } from '#core/calendar.ts'
import { activities } from '#features/activity/table.ts'
import { clients } from '#features/clients/table.ts'
import { comments } from '#features/comments/table.ts'
import { expenses } from '#features/expenses/table.ts'
import { invoices } from '#features/invoices/table.ts'
import { projects } from '#features/projects/table.ts'
import { timeEntries } from '#features/time-entries/table.ts'
import type { Db } from '#server/database/database.ts'
import type { AccountId } from '#server/identity/account-id.ts'

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

/** No `exists`, which PostgreSQL may answer by reading the rows of everybody. */
const inTable = (table: PgTable, condition = sql`true`) => sql`(
  select true from ${table} t
  where t.account_id = activities.account_id and t.id = activities.subject_id and ${condition} limit 1
)`

/** Whether the page of an activity's subject is still there. */
const subjectExists = sql<boolean>`coalesce(case
  when activities.subject_type = 'client' then ${inTable(clients, sql`t.archived_at is null`)}
  when activities.subject_type like 'project%' then ${inTable(projects)}
  when activities.subject_type = 'time_entry' then ${inTable(timeEntries)}
  when activities.subject_type = 'invoice' then ${inTable(invoices)}
  when activities.subject_type = 'expense' then ${inTable(expenses)}
end, false)`

/** What the comment that an activity is about says now. */
const commentContent = sql<string | null>`(
  select t.content from ${comments} t
  where t.account_id = activities.account_id and t.id = (activities.data->'comment'->>'id')::bigint
)`

export function newestActivities(db: Db, accountId: AccountId, count: number) {
  return db
    .select({
      type: activities.type,
      data: activities.data,
      comment: commentContent,
      date: activities.createdAt,
      subjectType: activities.subjectType,
      subjectId: activities.subjectId,
      subjectExists,
    })
    .from(activities)
    .where(eq(activities.accountId, accountId))
    .orderBy(desc(activities.id))
    .limit(count)
}
