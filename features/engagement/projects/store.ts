import { type Selectable, type SqlBool, sql } from 'kysely'
import type { PageQuery } from '#core/endpoint.ts'
import type { MinorUnits } from '#core/money.ts'
import { foldCase } from '#core/text.ts'
import { HOUR, type Seconds } from '#core/units.ts'
import { type Db, nextVersion } from '#server/database/database.ts'
import { inOrder, limitPlusOne, matchesSearch, type Order, toOrderedPage } from '#server/database/paging.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { Project, ProjectDetail, ProjectFilter, ProjectInput, Rate, RateUnit } from './contract.ts'
import type { ProjectsTable } from './table.ts'

/** Looked up project by project: with `exists` the planner may read the entries of all accounts into a hash first. */
const refersTo = (
  table: 'time_entries' | 'expenses' | 'recurring_expenses' | 'recurring_invoices' | 'invoices',
) => sql`(
  select true from ${sql.table(table)} t
  where t.account_id = projects.account_id and t.project_id = projects.id limit 1
)`

/** Decisions are history too, like invoices. */
const wasDecidedOn = sql`(
  select true from deliverables t
  join decisions d on d.account_id = t.account_id and d.subject_type = 'deliverable' and d.subject_id = t.id
  where t.account_id = projects.account_id and t.project_id = projects.id limit 1
)`

/** Hours of a day that is paid for as a whole. */
const dayHours = sql<Seconds>`coalesce(
  (select hours_per_day from businesses b where b.account_id = projects.account_id), 28800
)`

/** The account's rate is in the home currency. */
const accountRate = sql`(
  select b.hourly_rate from businesses b join accounts a on a.id = b.account_id
  where b.account_id = projects.account_id and a.currency = projects.currency
)`

/** The rate of new time on a project. */
const RATE_COLUMNS = [
  sql<MinorUnits | null>`case projects.billing
    when 'hourly' then coalesce(
      projects.hourly_rate,
      case when clients.currency = projects.currency then clients.hourly_rate end,
      ${accountRate}
    )
    when 'daily' then projects.daily_rate
  end`.as('rate'),
  sql<RateUnit>`case projects.billing when 'daily' then 'day' else 'hour' end`.as('rate_unit'),
  sql<Seconds>`case projects.billing when 'daily' then ${dayHours} else ${HOUR}::bigint end`.as('rate_hours'),
] as const

const ofTime = sql`from time_entries t where t.account_id = projects.account_id and t.project_id = projects.id`

/** Summed up only where there is a budget. */
const BUDGET_COLUMNS = [
  sql<Seconds | null>`case when projects.budget_hours is not null
    then (select coalesce(sum(t.hours), 0) ${ofTime}) end`.as('budget_hours_used'),
  sql<MinorUnits | null>`case when projects.budget_amount is not null
    then (select coalesce(sum(t.amount), 0) ${ofTime}) end`.as('budget_amount_used'),
] as const

const isUnbilled = sql<SqlBool>`is_billable and not is_billed`

/** Work of it or its fixed fee on a line, or the fees of its milestones elsewhere. */
const workWasBilled = sql`(
  select true from invoice_items t
  where t.account_id = projects.account_id and t.project_id = projects.id limit 1
), (
  select true from milestones t
  where t.account_id = projects.account_id and t.project_id = projects.id and t.is_billed limit 1
)`

const hasHistory = sql<boolean>`coalesce(
  ${refersTo('time_entries')}, ${refersTo('expenses')}, ${refersTo('recurring_expenses')},
  ${refersTo('recurring_invoices')}, ${refersTo('invoices')}, ${wasDecidedOn}, ${workWasBilled}, false
)`.as('has_history')

const PROJECT_COLUMNS = [
  'projects.id',
  'projects.name',
  'projects.client_id',
  'clients.name as client_name',
  'projects.description',
  'projects.currency',
  'projects.billing',
  'projects.hourly_rate',
  'projects.daily_rate',
  'projects.fixed_fee',
  ...RATE_COLUMNS,
  'projects.estimated_hours',
  'projects.budget_hours',
  'projects.budget_amount',
  ...BUDGET_COLUMNS,
  'projects.invoice_on_approval',
  'projects.status',
  'projects.start_date',
  'projects.end_date',
  'projects.version',
] as const

const projectsOf = (db: Db, accountId: AccountId) =>
  db
    .selectFrom('projects')
    .leftJoin('clients', (join) =>
      join
        .onRef('clients.account_id', '=', 'projects.account_id')
        .onRef('clients.id', '=', 'projects.client_id'),
    )
    .where('projects.account_id', '=', accountId)

const ACTIVE_FIRST: Order = {
  by: [sql`projects.status <> 'active'`, sql`projects.name_order`, sql`projects.id`],
  direction: 'asc',
}

export async function listProjects(
  db: Db,
  accountId: AccountId,
  { limit, cursor, q, status, client_id }: PageQuery & ProjectFilter,
) {
  let projects = projectsOf(db, accountId)
  if (status === 'not_cancelled') projects = projects.where('projects.status', '<>', 'cancelled')
  else if (status) projects = projects.where('projects.status', '=', status)
  if (client_id) projects = projects.where('projects.client_id', '=', client_id)
  const { position, after, orderBy } = inOrder(ACTIVE_FIRST, cursor)
  const rows = await projects
    .select([...PROJECT_COLUMNS, hasHistory, position])
    .where(matchesSearch(q, 'projects.search', 'clients.name_key'))
    .where(after)
    .orderBy(orderBy)
    .limit(limitPlusOne(limit, q, status, client_id))
    .execute()
  return toOrderedPage(rows, limit)
}

export const findProject = (db: Db, accountId: AccountId, id: number) =>
  projectsOf(db, accountId)
    .select([...PROJECT_COLUMNS, hasHistory])
    .where('projects.id', '=', id)
    .executeTakeFirst()

type ProjectSums = Omit<ProjectDetail, keyof Project | 'home_currency'>

/** The totals of a project, in one query that reads each index once. */
export async function sumUpProject(db: Db, accountId: AccountId, id: number): Promise<ProjectSums> {
  const of = sql`account_id = ${accountId} and project_id = ${id}`
  const { rows } = await sql<ProjectSums>`
    select * from
      (select coalesce(sum(hours), 0) as hours_total,
        coalesce(sum(hours) filter (where is_billable), 0) as hours_billable,
        coalesce(sum(amount), 0) as earned_total,
        count(*) filter (where ${isUnbilled}) as unbilled_entries_count,
        count(*) as time_entries_count
        from time_entries where ${of}) worked,
      (select coalesce(sum(home_amount), 0) as expenses_total,
        coalesce(sum(home_amount) filter (where is_billable), 0) as expenses_billable,
        count(*) as expenses_count
        from expenses where ${of}) spent,
      (select coalesce(sum(home_total - home_credited) filter (where status in ('sent', 'overdue', 'paid')), 0) as invoiced_total,
        coalesce(sum(home_paid), 0) as paid_total,
        coalesce(sum(home_total) filter (where status = 'draft'), 0) as draft_total,
        count(*) as invoices_count
        from invoices where ${of}) billed,
      (select count(*) as milestones_total,
        count(*) filter (where status = 'completed') as milestones_completed
        from milestones where ${of}) planned,
      (select count(*) as deliverables_total,
        count(*) filter (where status = 'submitted') as deliverables_submitted,
        count(*) filter (where status = 'approved') as deliverables_approved,
        count(*) filter (where status = 'rejected') as deliverables_rejected
        from deliverables where ${of}) delivered,
      (select count(*) as comments_total from comments where ${of}) said`.execute(db)
  if (!rows[0]) throw new Error('a sum returned no row')
  return rows[0]
}

const projectsToWorkOn = (db: Db, accountId: AccountId) =>
  projectsOf(db, accountId).select([
    'projects.id',
    'projects.name',
    'projects.status',
    'projects.client_id',
    'projects.currency',
    'projects.invoice_on_approval',
    'clients.name as client_name',
    ...RATE_COLUMNS,
    dayHours.as('day_hours'),
  ])

const projectToWorkOn = (db: Db, accountId: AccountId, id: number) =>
  projectsToWorkOn(db, accountId).where('projects.id', '=', id)

/** Those that are called like this, the oldest first. */
export const findProjectsNamed = (db: Db, accountId: AccountId, nameKeys: string[]) =>
  projectsToWorkOn(db, accountId)
    .select('projects.name_key')
    .where(sql<SqlBool>`projects.name_key = any(${nameKeys}::text[])`)
    .orderBy('projects.id')
    .execute()

export const findProjectToWorkOn = (db: Db, accountId: AccountId, id: number) =>
  projectToWorkOn(db, accountId, id).executeTakeFirst()

/** The active project, if there is exactly one. */
export async function findOnlyActiveProject(db: Db, accountId: AccountId) {
  const [project, ...others] = await projectsToWorkOn(db, accountId)
    .where('projects.status', '=', 'active')
    .limit(2)
    .execute()
  return others.length === 0 ? project : undefined
}

/** Keeps the project from being deleted until the transaction ends. */
export const shareLockProject = (db: Db, accountId: AccountId, id: number) =>
  projectToWorkOn(db, accountId, id).forKeyShare('projects').executeTakeFirst()

/** Locks the project until the transaction ends, and returns what a change depends on or leaves as it is. */
export const lockProjectToChange = (db: Db, accountId: AccountId, id: number) =>
  db
    .selectFrom('projects')
    .select([
      'status',
      'client_id',
      'currency',
      'billing',
      'daily_rate',
      'fixed_fee',
      'budget_hours',
      'budget_amount',
      'invoice_on_approval',
      'version',
    ])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Keeps anything from being added to the project until the transaction ends. */
export async function lockOutAdditions(db: Db, accountId: AccountId, id: number): Promise<void> {
  await db
    .selectFrom('projects')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .forUpdate()
    .execute()
}

/** A project as it is written. */
export type ProjectValues = Omit<ProjectInput, Decided | 'apply_rate'> &
  Pick<Selectable<ProjectsTable>, Decided>

/** Depends on the project as it was, or on its currency. */
type Decided =
  | 'status'
  | 'currency'
  | 'billing'
  | 'hourly_rate'
  | 'daily_rate'
  | 'fixed_fee'
  | 'budget_hours'
  | 'budget_amount'
  | 'invoice_on_approval'

export async function insertProject(
  db: Db,
  accountId: AccountId,
  project: ProjectValues,
  now: Date,
): Promise<number> {
  const { id } = await db
    .insertInto('projects')
    .values({ account_id: accountId, ...toRow(project), created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateProject(
  db: Db,
  accountId: AccountId,
  id: number,
  project: ProjectValues,
): Promise<void> {
  await db
    .updateTable('projects')
    .set({ ...toRow(project), version: nextVersion })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()
}

const toRow = (input: ProjectValues) => ({
  ...input,
  name_key: foldCase(input.name),
  search: foldCase([input.name, input.description].join('\n')),
})

/** Finds work that is priced in the project's currency: logged time, or fees of deliverables and milestones. */
export async function findPricedWork(
  db: Db,
  accountId: AccountId,
  id: number,
): Promise<{ has_time: boolean; has_fees: boolean }> {
  const of = sql`w.account_id = ${accountId} and w.project_id = ${id}`
  const { rows } = await sql<{ has_time: boolean; has_fees: boolean }>`
    select exists (select from time_entries w where ${of}) as has_time,
      exists (select from deliverables w where ${of} and w.fee is not null)
        or exists (select from milestones w where ${of} and w.fee is not null) as has_fees`.execute(db)
  return rows[0] ?? { has_time: false, has_fees: false }
}

/** Gives a project's unbilled time a rate. */
export async function setRateOfUnbilled(
  db: Db,
  accountId: AccountId,
  id: number,
  { rate, rate_hours }: Pick<Rate, 'rate' | 'rate_hours'>,
): Promise<void> {
  await db
    .updateTable('time_entries')
    .set({ rate, rate_hours, version: nextVersion })
    .where('account_id', '=', accountId)
    .where('project_id', '=', id)
    .where(isUnbilled)
    .where('fixed_amount', 'is', null)
    .where(({ or, eb }) => or([eb('rate', 'is distinct from', rate), eb('rate_hours', '<>', rate_hours)]))
    .execute()
}

export async function setStatus(
  db: Db,
  accountId: AccountId,
  id: number,
  status: Project['status'],
): Promise<void> {
  await db
    .updateTable('projects')
    .set({ status, version: nextVersion })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()
}
