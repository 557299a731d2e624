import { type SqlBool, sql } from 'kysely'
import type { DateOnly } from '#core/calendar.ts'
import type { PageQuery } from '#core/endpoint.ts'
import type { Db } from '#server/database/database.ts'
import { afterCursor, toPage } from '#server/database/paging.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { DashboardStats } from './contract.ts'

type Sums = Omit<DashboardStats, 'currency'>

interface Month {
  first: DateOnly
  last: DateOnly
}

export async function sumUp(
  db: Db,
  accountId: AccountId,
  { first, last }: Month,
  { today, timeZone }: { today: DateOnly; timeZone: string },
): Promise<Sums> {
  const { rows } = await sql<Sums>`
    select
      "clientsCount", "newClientsCount", "projectsCount", "nearBudgetCount", "thisMonthHours", "thisMonthBillableHours",
      "pendingInvoicesTotal", "overdueInvoicesCount",
      (select count(*) from recurring_invoices where account_id = ${accountId} and problem = 'limit_reached')
        as "waitingInvoicesCount"
    from (
      select count(*) as "clientsCount",
        count(*) filter (where created_at >= ${first}::timestamp at time zone ${timeZone}) as "newClientsCount"
      from clients where account_id = ${accountId} and archived_at is null
    ) client_counts, (
      select count(*) as "projectsCount", count(*) filter (where ${isNearBudget}) as "nearBudgetCount"
      from projects where account_id = ${accountId} and status = 'active'
    ) project_counts, (
      select coalesce(sum(hours), 0) as "thisMonthHours",
        coalesce(sum(hours) filter (where is_billable), 0) as "thisMonthBillableHours"
      from time_entries where account_id = ${accountId} and date between ${first} and ${last}
    ) hours, (
      select coalesce(sum(home_balance), 0) as "pendingInvoicesTotal",
        count(*) filter (where status = 'overdue' or due_date < ${today} and number is not null) as "overdueInvoicesCount"
      from invoices where account_id = ${accountId} and status in ('sent', 'overdue')
    ) pending`.execute(db)
  if (!rows[0]) throw new Error('a sum returned no row')
  return rows[0]
}

/** At 80 %, where the budget of a project warns. Time is added up only where there is a budget. */
const isNearBudget = sql<SqlBool>`(budget_hours is not null or budget_amount is not null) and (
  select sum(t.hours) >= budget_hours * 0.8 or sum(t.amount) >= budget_amount * 0.8 from time_entries t
  where t.account_id = projects.account_id and t.project_id = projects.id
)`

type SubjectTable = 'clients' | 'projects' | 'time_entries' | 'invoices' | 'expenses'

/** Not `exists`, for which PostgreSQL may read the rows of all accounts. */
const inTable = (table: SubjectTable, condition = sql`true`) => sql`(
  select true from ${sql.table(table)} t
  where t.account_id = activities.account_id and t.id = activities.subject_id and ${condition} limit 1
)`

/** True if the subject of an activity still exists. */
const subjectExists = sql<boolean>`coalesce(case
  when subject_type = 'client' then ${inTable('clients', sql`t.archived_at is null`)}
  when subject_type like 'project%' then ${inTable('projects')}
  when subject_type = 'time_entry' then ${inTable('time_entries')}
  when subject_type = 'invoice' then ${inTable('invoices')}
  when subject_type = 'expense' then ${inTable('expenses')}
end, false)`.as('subject_exists')

/** The present text of the comment that an activity is about. */
const commentContent = sql<string | null>`(
  select t.content from comments t
  where t.account_id = activities.account_id and t.id = (activities.data->'comment'->>'id')::bigint
)`.as('comment')

/** The removal that undoes an activity, if it is still kept. */
const undoneBy = (keptSince: Date) =>
  sql<number | null>`(
  select r.id from removals r
  where r.account_id = activities.account_id and r.id = activities.removal_id
    and r.restored_at is null and r.removed_at > ${keptSince}
)`.as('removal_id')

const activitiesOf = (db: Db, accountId: AccountId, keptSince: Date) =>
  db
    .selectFrom('activities')
    .select([
      'type',
      'data',
      commentContent,
      'created_at as date',
      'subject_type',
      'subject_id',
      subjectExists,
      undoneBy(keptSince),
    ])
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')

export type FoundActivity = Awaited<ReturnType<typeof newestActivities>>[number]

/** The count is part of the statement, so that PostgreSQL keeps its plan, as for a page of a list. */
export const newestActivities = (db: Db, accountId: AccountId, count: number, keptSince: Date) =>
  activitiesOf(db, accountId, keptSince).limit(sql.lit(count)).execute()

/** Activities of the client, and of its projects and invoices. */
export async function listActivitiesOfClient(
  db: Db,
  accountId: AccountId,
  clientId: number,
  { limit, cursor }: PageQuery,
  keptSince: Date,
) {
  const idsOf = (table: 'projects' | 'invoices') => sql`any(array(
    select t.id from ${sql.table(table)} t where t.account_id = ${accountId} and t.client_id = ${clientId}
  ))`
  const rows = await activitiesOf(db, accountId, keptSince)
    .select('id')
    .where(
      sql<SqlBool>`(
        client_id = ${clientId}
        or subject_type = 'client' and subject_id = ${clientId}
        or subject_type = 'invoice' and subject_id = ${idsOf('invoices')}
        or subject_type in ('project', 'project_milestones', 'project_deliverables', 'project_comments')
          and subject_id = ${idsOf('projects')}
      )`,
    )
    .where(afterCursor(cursor, ['id'], 'desc'))
    .limit(limit + 1)
    .execute()
  return toPage(rows, limit, ({ id }) => [id])
}
