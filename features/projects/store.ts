import { and, asc, eq, ne, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { PageQuery } from '#core/endpoint.ts'
import { foldCase } from '#core/text.ts'
import { decisions } from '#features/approvals/table.ts'
import { clients } from '#features/clients/table.ts'
import { comments } from '#features/comments/table.ts'
import { deliverables } from '#features/deliverables/table.ts'
import { expenses } from '#features/expenses/table.ts'
import { invoices } from '#features/invoices/table.ts'
import { milestones } from '#features/milestones/table.ts'
import { timeEntries } from '#features/time-entries/table.ts'
import type { Db } from '#server/database/database.ts'
import { afterCursor, limitPlusOne, matchesSearch, toPage } from '#server/database/paging.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { Project, ProjectDetail, ProjectFilter, ProjectInput, ProjectStatus } from './contract.ts'
import { projects } from './table.ts'

/** Looked up project by project: `exists` would invite the planner to read everybody's entries into a hash first. */
const refersTo = (table: PgTable) =>
  sql`(select true from ${table} t where t.account_id = projects.account_id and t.project_id = projects.id limit 1)`

/** What a client decided is kept like an invoice is. */
const wasDecidedOn = sql`(
  select true from ${deliverables} t
  join ${decisions} d on d.account_id = t.account_id and d.deliverable_id = t.id
  where t.account_id = projects.account_id and t.project_id = projects.id limit 1
)`

const hasHistory = sql<boolean>`coalesce(
  ${refersTo(timeEntries)}, ${refersTo(expenses)}, ${refersTo(invoices)}, ${wasDecidedOn}, false
)`

const projectColumns = {
  id: projects.id,
  name: projects.name,
  client_id: projects.clientId,
  client_name: clients.name,
  description: projects.description,
  hourly_rate: projects.hourlyRate,
  estimated_hours: projects.estimatedHours,
  status: projects.status,
  start_date: projects.startDate,
  end_date: projects.endDate,
  has_history: hasHistory,
  version: projects.version,
}

const ofAccount = (accountId: AccountId) => eq(projects.accountId, accountId)
const withId = (accountId: AccountId, id: number) => and(ofAccount(accountId), eq(projects.id, id))
const itsClient = and(eq(clients.accountId, projects.accountId), eq(clients.id, projects.clientId))

export async function listProjects(
  db: Db,
  accountId: AccountId,
  { limit, cursor, q, status, client_id }: PageQuery & ProjectFilter,
) {
  const rows = await db
    .select({ ...projectColumns, nameKey: projects.nameKey })
    .from(projects)
    .leftJoin(clients, itsClient)
    .where(
      and(
        ofAccount(accountId),
        status && having(status),
        client_id ? eq(projects.clientId, client_id) : undefined,
        matchesSearch(q, projects.search, clients.nameKey),
        afterCursor(cursor, [projects.nameKey, projects.id], 'ascending'),
      ),
    )
    .orderBy(asc(projects.nameKey), asc(projects.id))
    .limit(limitPlusOne(limit, q, status, client_id))
  return toPage(rows, limit, ({ nameKey, id }) => [nameKey, id])
}

const having = (status: NonNullable<ProjectFilter['status']>) =>
  status === 'not_cancelled' ? ne(projects.status, 'cancelled') : eq(projects.status, status)

export async function findProject(db: Db, accountId: AccountId, id: number) {
  const [project] = await db
    .select(projectColumns)
    .from(projects)
    .leftJoin(clients, itsClient)
    .where(withId(accountId, id))
  return project
}

type ProjectSums = Omit<ProjectDetail, keyof Project>

/** What has been done on a project, by one query that reads each index once; as JSON, which has but one kind of number. */
export async function sumUpProject(db: Db, accountId: AccountId, id: number): Promise<ProjectSums> {
  const of = sql`account_id = ${accountId} and project_id = ${id}`
  const { rows } = await db.execute<{ sums: ProjectSums }>(sql`
    select row_to_json(of_project) as sums from (select * from
      (select coalesce(sum(hours), 0) as hours_total,
        coalesce(sum(hours) filter (where is_billable), 0) as hours_billable,
        count(*) as time_entries_count
        from ${timeEntries} where ${of}) worked,
      (select coalesce(sum(amount), 0) as expenses_total,
        coalesce(sum(amount) filter (where is_billable), 0) as expenses_billable,
        count(*) as expenses_count
        from ${expenses} where ${of}) spent,
      (select coalesce(sum(total) filter (where status in ('sent', 'overdue', 'paid')), 0) as invoiced_total,
        coalesce(sum(total) filter (where status = 'paid'), 0) as paid_total,
        coalesce(sum(total) filter (where status = 'draft'), 0) as draft_total,
        count(*) as invoices_count
        from ${invoices} where ${of}) billed,
      (select count(*) as milestones_total,
        count(*) filter (where status = 'completed') as milestones_completed
        from ${milestones} where ${of}) planned,
      (select count(*) as deliverables_total,
        count(*) filter (where status = 'submitted') as deliverables_submitted,
        count(*) filter (where status = 'approved') as deliverables_approved,
        count(*) filter (where status = 'rejected') as deliverables_rejected
        from ${deliverables} where ${of}) delivered,
      (select count(*) as comments_total from ${comments} where ${of}) said
    ) of_project`)
  if (!rows[0]) throw new Error('a sum returned no row')
  return rows[0].sums
}

/** The project, which until the transaction ends is not deleted. */
export async function shareLockProject(db: Db, accountId: AccountId, id: number) {
  const [project] = await db
    .select({
      id: projects.id,
      name: projects.name,
      status: projects.status,
      clientId: projects.clientId,
      clientName: clients.name,
    })
    .from(projects)
    .leftJoin(clients, itsClient)
    .where(withId(accountId, id))
    .for('key share', { of: projects })
  return project
}

/** What a change of a project depends on; until the transaction ends nobody else changes it. */
export async function lockProjectToChange(db: Db, accountId: AccountId, id: number) {
  const [project] = await db
    .select({ status: projects.status, clientId: projects.clientId, version: projects.version })
    .from(projects)
    .where(withId(accountId, id))
    .for('no key update')
  return project
}

/** Until the transaction ends nothing can be attached to the project. */
export async function lockProjectToDelete(db: Db, accountId: AccountId, id: number): Promise<void> {
  await db.select({ id: projects.id }).from(projects).where(withId(accountId, id)).for('update')
}

export async function insertProject(
  db: Db,
  accountId: AccountId,
  input: ProjectInput,
  status: ProjectStatus,
  now: Date,
): Promise<number> {
  const [project] = await db
    .insert(projects)
    .values({ accountId, ...toRow(input), status, createdAt: now })
    .returning({ id: projects.id })
  if (!project) throw new Error('an insert returned no row')
  return project.id
}

export async function updateProject(
  db: Db,
  accountId: AccountId,
  id: number,
  input: ProjectInput,
  status: ProjectStatus,
): Promise<void> {
  await db
    .update(projects)
    .set({ ...toRow(input), status })
    .where(withId(accountId, id))
}

const toRow = (input: ProjectInput) => ({
  clientId: input.client_id,
  name: input.name,
  description: input.description,
  hourlyRate: input.hourly_rate,
  estimatedHours: input.estimated_hours,
  startDate: input.start_date,
  endDate: input.end_date,
  nameKey: foldCase(input.name),
  search: foldCase([input.name, input.description].join('\n')),
})

export async function cancelProject(db: Db, accountId: AccountId, id: number): Promise<void> {
  await db.update(projects).set({ status: 'cancelled' }).where(withId(accountId, id))
}

export async function removeProject(db: Db, accountId: AccountId, id: number): Promise<void> {
  await db.delete(projects).where(withId(accountId, id))
}
