import { type RawBuilder, sql } from 'kysely'
import type { DateOnly } from '#core/calendar.ts'
import type { Currency } from '#core/currency.ts'
import type { MinorUnits } from '#core/money.ts'
import type { WorkFilter } from '#core/schemas.ts'
import { HOUR, type Seconds } from '#core/units.ts'
import { asColumns, type Columns, rowsOf } from '#server/database/columns.ts'
import type { Db } from '#server/database/database.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { UnbilledExpense, UnbilledFee, UnbilledTime } from '../contract.ts'
import type { ProjectSum } from '../rules.ts'

export type UnbilledRow =
  | (OfProject & (TimeRow | FeeRow))
  /** Without a project it is for a client, or for nobody yet. */
  | (ExpenseRow & { project_id: number | null; client_id: number | null })

interface OfProject {
  project_id: number
}

type TimeRow = UnbilledTime & { kind: 'time' }

type ExpenseRow = UnbilledExpense & { kind: 'expense' }

type FeeRow = UnbilledFee

type FixedFeeRow = UnbilledFee & { project_id: number; currency: Currency }

/** Either all projects, or those of `chosenProjects`. */
const PROJECTS = sql.table('projects')
const CHOSEN = sql.table('chosen_projects')

const joinProjects = (projects: RawBuilder<unknown>) =>
  sql`join ${projects} p on p.account_id = w.account_id and p.id = w.project_id`

/** Always one row. PostgreSQL inlines a function whose arguments are columns, but none whose arguments are queries. */
const joinRounding = (accountId: AccountId) => sql`
  cross join (select coalesce(max(time_rounding_minutes), 0) as minutes, max(time_rounding_mode) as mode from businesses where account_id = ${accountId}) rounding`

/** Time as it is billed, rounded as the profile says. */
const billedTime = sql`billed_time(hours, rounding.minutes, rounding.mode)`

const worthOf = (time: RawBuilder<unknown>) => sql`round(${time}::numeric * rate / rate_hours)::bigint`

const TIME_FIELDS = sql`
  'time' as kind, w.project_id, null::bigint as client_id, w.id, w.date, w.description, null as currency,
  coalesce(w.fixed_amount, ${worthOf(billedTime)}) as amount, null::bigint as home_amount, w.hours,
  ${billedTime} as billed_hours, w.rate, case when w.rate_hours = ${HOUR} then 'hour' else 'day' end as rate_unit, w.rate_hours,
  w.fixed_amount is not null as is_fixed, null as category, null::int as version, null as approved_by`

const hasRate = sql`billing in ('hourly', 'daily')`

/** Time without a rate is covered by what is agreed for the project, unless that is a rate. */
const allTime = (accountId: AccountId) => sql`
  select ${TIME_FIELDS} from time_entries w ${joinProjects(PROJECTS)} ${joinRounding(accountId)}
  where w.account_id = ${accountId} and w.is_billable and not w.is_billed and (w.amount is not null or p.${hasRate})`

/** Time of the chosen projects, which are not joined: PostgreSQL at times compared thousands of entries with each. */
const chosenTime = (accountId: AccountId) => sql`
  select ${TIME_FIELDS} from time_entries w ${joinRounding(accountId)}
  where w.account_id = ${accountId} and w.is_billable and not w.is_billed and (
    w.project_id in (select id from ${CHOSEN} where ${hasRate})
    or (w.amount is not null and w.project_id in (select id from ${CHOSEN}))
  )`

/** In the home currency an expense counts at its own rate, with the same markup. */
const expensesOf = (accountId: AccountId, projects: RawBuilder<unknown>) => sql`
  select 'expense' as kind, w.project_id, w.client_id, w.id, w.date, w.description, w.currency, w.billable_amount as amount,
    w.home_amount + round(w.home_amount * w.markup_percent::numeric / 10000)::bigint as home_amount, null::bigint as hours, null::bigint as billed_hours,
    null::bigint as rate, null as rate_unit, null::bigint as rate_hours, null::boolean as is_fixed, w.category, null::int as version, null as approved_by
  from expenses w left ${joinProjects(projects)}
  where w.account_id = ${accountId} and w.is_billable and not w.is_billed and (w.project_id is null or p.id is not null)`

/** Expenses without a project are of no project, and of one client at most. */
const chosenExpenses = ({ client_id, project_id }: WorkFilter) => {
  if (project_id) return sql`and w.project_id is not null`
  return client_id ? sql`and (w.project_id is not null or w.client_id = ${client_id})` : sql``
}

/** The freelancer's day. */
const approvedOn = (timeZone: string) => sql`(d.decided_at at time zone ${timeZone})::date`

/** The client approved the newest version. */
const deliverablesOf = (accountId: AccountId, projects: RawBuilder<unknown>, timeZone: string) => sql`
  select 'deliverable' as kind, w.project_id, null::bigint as client_id, w.id, ${approvedOn(timeZone)} as date, v.title as description,
    null as currency, w.fee as amount, null::bigint as home_amount, null::bigint as hours, null::bigint as billed_hours, null::bigint as rate,
    null as rate_unit, null::bigint as rate_hours, null::boolean as is_fixed, null as category, v.version, d.client_name as approved_by
  from deliverables w
  join deliverable_versions v on v.account_id = w.account_id and v.deliverable_id = w.id and v.version = w.version
  join decisions d on d.account_id = w.account_id and d.subject_type = 'deliverable' and d.subject_id = w.id
    and d.version = w.version and d.decision = 'approved'
  ${joinProjects(projects)}
  where w.account_id = ${accountId} and w.fee is not null and not w.is_billed and w.status = 'approved'`

const milestonesOf = (accountId: AccountId, projects: RawBuilder<unknown>) => sql`
  select 'milestone' as kind, w.project_id, null::bigint as client_id, w.id, w.completed_on as date, w.title as description, null as currency, w.fee as amount,
    null::bigint as home_amount, null::bigint as hours, null::bigint as billed_hours, null::bigint as rate, null as rate_unit, null::bigint as rate_hours, null::boolean as is_fixed,
    null as category, null::int as version, null as approved_by
  from milestones w ${joinProjects(projects)}
  where w.account_id = ${accountId} and w.fee is not null and not w.is_billed and w.status = 'completed'`

/** The part of a project's fixed fee that invoices bill, except cancelled and credited ones. */
const feeBilled = sql`coalesce((
  select sum(item.amount) from invoice_items item
  join invoices i on i.account_id = item.account_id and i.id = item.invoice_id
  where item.account_id = p.account_id and item.fee_project_id = p.id and i.status <> 'cancelled' and (i.credited = 0 or i.credited < i.total)
), 0)`

const fixedFeesOf = (accountId: AccountId, projects: RawBuilder<unknown>) => sql`
  select 'fixed_fee' as kind, p.id as project_id, null::bigint as client_id, p.id, null::date as date, p.name as description, p.currency,
    p.fixed_fee - ${feeBilled} as amount, null::bigint as home_amount, null::bigint as hours, null::bigint as billed_hours, null::bigint as rate,
    null as rate_unit, null::bigint as rate_hours, null::boolean as is_fixed, null as category, null::int as version, null as approved_by
  from ${projects} p
  where p.account_id = ${accountId} and p.billing = 'fixed' and p.fixed_fee > ${feeBilled}`

const OF_ALL = ['project_id', 'id', 'date', 'description', 'amount'] as const

const OF_TIME = [...OF_ALL, 'hours', 'billed_hours', 'rate', 'rate_unit', 'rate_hours', 'is_fixed'] as const

const OF_EXPENSES = [...OF_ALL, 'client_id', 'currency', 'category'] as const

const OF_FEES = [...OF_ALL, 'kind', 'version', 'approved_by'] as const

/** Lists the oldest of each kind, up to a limit. */
export async function listUnbilled(
  db: Db,
  accountId: AccountId,
  timeZone: string,
  filter: WorkFilter,
  limit: number,
): Promise<UnbilledRow[]> {
  const { time, expenses, fees } = unbilledWork(accountId, timeZone, filter, limit)
  const { rows } = await sql<ListedWork>`
    with ${chosenProjects(accountId, filter)}
    select ${asColumns(OF_TIME, time)} as time, ${asColumns(OF_EXPENSES, expenses)} as expenses,
      ${asColumns(OF_FEES, fees)} as fees`.execute(db)
  return rows.flatMap(({ time, expenses, fees }) => [
    ...rowsOf(time, { kind: 'time' as const }),
    ...rowsOf(expenses, { kind: 'expense' as const }),
    ...rowsOf(fees, {}),
  ])
}

interface ListedWork {
  time: Columns<Omit<TimeRow, 'kind'> & OfProject>
  expenses: Columns<Omit<ExpenseRow, 'kind'> & { project_id: number | null; client_id: number | null }>
  fees: Columns<FeeRow & OfProject>
}

/** Work is looked for in these only. */
const chosenProjects = (accountId: AccountId, { client_id, project_id }: WorkFilter) => sql`
  ${CHOSEN} as materialized (
    select account_id, id, name, status, client_id, currency, billing, fixed_fee
    from projects where account_id = ${accountId}
      ${client_id ? sql`and client_id = ${client_id}` : sql``}
      ${project_id ? sql`and id = ${project_id}` : sql``}
  )`

/** The projects and days to add up unbilled time for. */
export interface TimeScope {
  client_id: number
  project_id: number | null
  currency: Currency
  from: DateOnly
  to: DateOnly
}

/** The billed hours of the unbilled time in each of these scopes. A scope is named by its place in the list. */
export async function unbilledHours(
  db: Db,
  accountId: AccountId,
  scopes: readonly TimeScope[],
): Promise<{ place: number; hours: Seconds }[]> {
  const numbered = scopes.map((scope, place) => ({ ...scope, place }))
  const { rows } = await sql<{ place: number; hours: Seconds }>`
    select scope.place, sum(work.billed_hours) as hours
    from jsonb_to_recordset(${JSON.stringify(numbered)}::jsonb)
      as scope(place int, client_id bigint, project_id bigint, currency text, "from" date, "to" date)
    join lateral (
      ${allTime(accountId)} and p.client_id = scope.client_id
        and (scope.project_id is null or p.id = scope.project_id) and p.currency = scope.currency
        and w.date between scope."from" and scope."to"
    ) work on true group by scope.place`.execute(db)
  return rows
}

function unbilledWork(
  accountId: AccountId,
  timeZone: string,
  filter: WorkFilter,
  limit: number | null,
): { time: RawBuilder<unknown>; expenses: RawBuilder<unknown>; fees: RawBuilder<unknown> } {
  const { from, to } = filter
  const oldest = (kind: RawBuilder<unknown>, date: string) => sql`(
    ${kind}
    ${from ? sql`and ${sql.ref(`w.${date}`)} >= ${from}` : sql``}
    ${to ? sql`and ${sql.ref(`w.${date}`)} <= ${to}` : sql``}
    ${limit === null ? sql`` : sql`order by ${sql.ref(`w.${date}`)}, w.id limit ${limit}`}
  )`
  const fees = sql`
    ${oldest(milestonesOf(accountId, CHOSEN), 'completed_on')}
    union all (
      ${deliverablesOf(accountId, CHOSEN, timeZone)}
      ${from ? sql`and ${approvedOn(timeZone)} >= ${from}` : sql``}
      ${to ? sql`and ${approvedOn(timeZone)} <= ${to}` : sql``}
      order by date, id
    )
    union all (${fixedFeesOf(accountId, CHOSEN)} and p.status <> 'cancelled' order by p.id)`
  return {
    time: oldest(chosenTime(accountId), 'date'),
    expenses: oldest(sql`${expensesOf(accountId, CHOSEN)} ${chosenExpenses(filter)}`, 'date'),
    fees,
  }
}

const allUnbilledWork = (...of: Parameters<typeof unbilledWork>): RawBuilder<unknown> => {
  const { time, expenses, fees } = unbilledWork(...of)
  return sql`${time} union all ${expenses} union all ${fees}`
}

/** Thousands of entries are added up before each project is looked at. */
const timeSums = (accountId: AccountId, { client_id, project_id, from, to }: WorkFilter) => sql`
  select 'time' as kind, project_id, null::bigint as client_id, null as currency, count, date, hours, amount, null::bigint as home_amount
  from ${CHOSEN} p join (
    select project_id, rate, rate_hours, rate is not null or fixed_amount is not null as has_rate, count(*), min(date) as date, sum(hours) as hours,
      coalesce(sum(fixed_amount), ${worthOf(sql`sum(${billedTime})`)}) as amount
    from time_entries ${joinRounding(accountId)}
    where account_id = ${accountId} and is_billable and not is_billed
      ${client_id || project_id ? sql`and project_id in (select id from ${CHOSEN})` : sql``}
      ${from ? sql`and date >= ${from}` : sql``}
      ${to ? sql`and date <= ${to}` : sql``}
    group by 1, 2, 3, 4
  ) work on project_id = p.id
  where has_rate or p.${hasRate}`

/** Sums up unbilled work for each project and currency; projects by name. */
export async function sumUpUnbilled(
  db: Db,
  accountId: AccountId,
  timeZone: string,
  filter: WorkFilter,
): Promise<ProjectSum[]> {
  const { rows } = await unbilledSums(accountId, timeZone, filter).execute(db)
  return rows
}

/** The sums as a statement, or as a part of one. `datedOnly` leaves out fixed fees, which no filter by day does. */
export function unbilledSums(
  accountId: AccountId,
  timeZone: string,
  filter: WorkFilter,
  datedOnly = false,
): RawBuilder<ProjectSum> {
  const sumOf = (value: RawBuilder<unknown>, condition: RawBuilder<unknown>) =>
    sql`coalesce(sum(${value}) filter (where ${condition}), 0)`
  const amount = sql.ref('amount')
  const isExpense = sql`kind = 'expense'`
  const { expenses, fees } = unbilledWork(accountId, timeZone, filter, null)
  const added = [expenses, fees].map(
    (work) => sql`
      select kind, project_id, client_id, currency, count(*), min(date) as date, sum(hours) as hours, sum(amount) as amount,
        sum(home_amount) as home_amount
      from (${work}) work group by kind, project_id, client_id, currency`,
  )
  return sql<ProjectSum>`
    with ${chosenProjects(accountId, filter)}, work as (${sql.join([timeSums(accountId, filter), ...added], sql` union all `)})
    select project_id, p.name as project_name,
      coalesce(p.client_id, work.client_id) as client_id, coalesce(work.currency, p.currency) as currency, sum(count) as count, min(date) as oldest,
      coalesce(sum(hours), 0) as hours,
      ${sumOf(sql.ref('count'), sql`kind = 'time'`)} as time_count,
      ${sumOf(sql.ref('count'), isExpense)} as expenses_count,
      ${sumOf(amount, sql`kind = 'time'`)} as time_amount,
      ${sumOf(amount, isExpense)} as expenses_amount,
      ${sumOf(sql.ref('home_amount'), isExpense)} as expenses_home_amount,
      ${sumOf(amount, sql`kind not in ('time', 'expense')`)} as fees_amount
    from work left join ${CHOSEN} p on p.id = work.project_id
    ${datedOnly ? sql`where date is not null` : sql``}
    group by 1, 2, 3, 4
    order by 2, 1, 3, 4`
}

/** Null for expenses without a project. */
export interface ProjectOfWork {
  project_id: number | null
  project_name: string | null
  currency: Currency
  fixed_fee: MinorUnits | null
  client_id: number | null
  client_name: string | null
}

export async function findProjects(
  db: Db,
  accountId: AccountId,
  ids: readonly number[],
): Promise<ProjectOfWork[]> {
  const { rows } = await sql<ProjectOfWork>`
    select p.id as project_id, p.name as project_name, p.currency, p.fixed_fee, p.client_id, c.name as client_name
    from projects p left join clients c on c.account_id = p.account_id and c.id = p.client_id
    where p.account_id = ${accountId} and p.id = any(${ids}::bigint[])`.execute(db)
  return rows
}

/** The clients of expenses without a project. */
export async function findClients(
  db: Db,
  accountId: AccountId,
  ids: readonly number[],
): Promise<Pick<ProjectOfWork, 'client_id' | 'client_name' | 'currency'>[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Pick<ProjectOfWork, 'client_id' | 'client_name' | 'currency'>>`
    select id as client_id, name as client_name, currency from clients
    where account_id = ${accountId} and id = any(${ids}::bigint[])`.execute(db)
  return rows
}

/** The records that a filter finds and that can be billed in this currency, without fixed fees. */
export async function listIds(
  db: Db,
  accountId: AccountId,
  timeZone: string,
  filter: WorkFilter,
  currency: Currency,
  limit: number,
): Promise<{ kind: RecordKind; id: number; project_id: number | null }[]> {
  const { rows } = await sql<{ kind: RecordKind; id: number; project_id: number | null }>`
    with ${chosenProjects(accountId, filter)}, work as (${allUnbilledWork(accountId, timeZone, filter, limit)})
    select work.kind, work.id, work.project_id from work left join ${CHOSEN} p on p.id = work.project_id
    where coalesce(work.currency, p.currency) = ${currency} and work.kind = any(${RECORD_KINDS}::text[])
    order by work.date, work.kind, work.id limit ${limit}`.execute(db)
  return rows
}

/** The ids of the records that are to be billed, by kind. */
export type WorkIds = Record<RecordKind, number[]>

export const RECORD_KINDS = ['time', 'expense', 'deliverable', 'milestone'] as const

export type RecordKind = (typeof RECORD_KINDS)[number]

export const TABLES: Record<RecordKind, RawBuilder<unknown>> = {
  time: sql.table('time_entries'),
  expense: sql.table('expenses'),
  deliverable: sql.table('deliverables'),
  milestone: sql.table('milestones'),
}

/** The projects that records belong to, and null if one belongs to none. */
export async function projectsOf(db: Db, accountId: AccountId, ids: WorkIds): Promise<(number | null)[]> {
  const found = RECORD_KINDS.filter((kind) => ids[kind].length > 0).map(
    (kind) => sql`select project_id from ${TABLES[kind]}
      where account_id = ${accountId} and id = any(${ids[kind]}::bigint[])`,
  )
  if (found.length === 0) return []
  const { rows } = await sql<{ project_id: number | null }>`${sql.join(found, sql` union `)}`.execute(db)
  return rows.map(({ project_id }) => project_id)
}

/** Those of the records that can be billed, oldest first. They are locked until the transaction ends. */
export async function lockUnbilled(
  db: Db,
  accountId: AccountId,
  timeZone: string,
  ids: WorkIds,
): Promise<UnbilledRow[]> {
  const selected: Record<RecordKind, RawBuilder<unknown>> = {
    time: allTime(accountId),
    expense: expensesOf(accountId, PROJECTS),
    deliverable: deliverablesOf(accountId, PROJECTS, timeZone),
    milestone: milestonesOf(accountId, PROJECTS),
  }
  const found: UnbilledRow[] = []
  for (const kind of RECORD_KINDS) {
    if (ids[kind].length === 0) continue
    const { rows } = await sql<UnbilledRow>`
      ${selected[kind]} and w.id = any(${ids[kind]}::bigint[])
      order by w.id for update of w`.execute(db)
    found.push(...rows.sort((a, b) => (a.date ?? '').localeCompare(b.date ?? '') || a.id - b.id))
  }
  return found
}

/** The rest of the fixed fees of these projects, which are locked until the transaction ends. */
export async function lockFixedFees(
  db: Db,
  accountId: AccountId,
  projectIds: number[],
): Promise<FixedFeeRow[]> {
  await lockProjects(db, accountId, projectIds)
  const { rows } = await sql<FixedFeeRow>`
    ${fixedFeesOf(accountId, PROJECTS)} and p.id = any(${projectIds}::bigint[]) order by p.id`.execute(db)
  return rows
}

export async function lockProjects(db: Db, accountId: AccountId, ids: number[]): Promise<void> {
  await sql`select from projects where account_id = ${accountId} and id = any(${ids}::bigint[])
    order by id for no key update`.execute(db)
}
