import { type SqlBool, sql } from 'kysely'
import type { DateOnly } from '#core/calendar.ts'
import type { Currency } from '#core/currency.ts'
import type { PageQuery } from '#core/endpoint.ts'
import type { MinorUnits } from '#core/money.ts'
import { foldCase } from '#core/text.ts'
import { HOUR, type Seconds } from '#core/units.ts'
import type { ProjectStatus, Rate, RateUnit } from '#features/engagement/projects/contract.ts'
import type { BillingStatus } from '#features/work/billing-status/contract.ts'
import { type Db, nextVersion } from '#server/database/database.ts'
import { sendWithoutWaiting } from '#server/database/driver.ts'
import { afterCursor, limitPlusOne, matchesSearch, toPage } from '#server/database/paging.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { TimeEntriesChange, TimeEntryFilter, TimeEntryInput, TimeEntryListQuery } from './contract.ts'
import type { Measured } from './rules.ts'

const rateUnit = sql<RateUnit>`case when rate_hours = ${HOUR} then 'hour' else 'day' end`.as('rate_unit')

/** The invoice that bills it. */
const itsInvoice = sql<BillingStatus['invoice']>`case when time_entries.invoice_item_id is not null then (
  select json_build_object('id', i.id, 'invoice_number', i.invoice_number)
  from invoice_items item join invoices i on i.account_id = item.account_id and i.id = item.invoice_id
  where item.account_id = time_entries.account_id and item.id = time_entries.invoice_item_id
) end`.as('invoice')

const ENTRY_COLUMNS = [
  'time_entries.id',
  'time_entries.project_id',
  'projects.name as project_name',
  sql<number | null>`projects.client_id`.as('client_id'),
  'clients.name as client_name',
  'time_entries.description',
  'time_entries.hours',
  'time_entries.date',
  'time_entries.started_at',
  'time_entries.ended_at',
  'time_entries.is_billable',
  sql<Currency>`projects.currency`.as('currency'),
  'time_entries.rate',
  rateUnit,
  'time_entries.rate_hours',
  'time_entries.amount',
  'time_entries.is_billed',
  itsInvoice,
  'time_entries.version',
] as const

type Filter = Pick<PageQuery, 'q'> & TimeEntryFilter

function entriesOf(db: Db, accountId: AccountId, filter: Filter = {}) {
  const { q, client_id, project_id, from, to, billable, billed } = filter
  let entries = db
    .selectFrom('time_entries')
    .leftJoin('projects', (join) =>
      join
        .onRef('projects.account_id', '=', 'time_entries.account_id')
        .onRef('projects.id', '=', 'time_entries.project_id'),
    )
    .leftJoin('clients', (join) =>
      join
        .onRef('clients.account_id', '=', 'projects.account_id')
        .onRef('clients.id', '=', 'projects.client_id'),
    )
    .where('time_entries.account_id', '=', accountId)
    .where(matchesSearch(q, 'time_entries.search', 'projects.name_key', 'clients.name_key'))
  if (client_id) entries = entries.where('projects.client_id', '=', client_id)
  if (project_id) entries = entries.where('time_entries.project_id', '=', project_id)
  if (from) entries = entries.where('time_entries.date', '>=', from)
  if (to) entries = entries.where('time_entries.date', '<=', to)
  if (billable) entries = entries.where('time_entries.is_billable', '=', billable === 'true')
  if (billed) entries = entries.where('time_entries.is_billed', '=', billed === 'true')
  return entries
}

const hoursSum = sql<Seconds>`coalesce(sum(hours), 0)`

/** With the hours of each day, which may go on beyond the page: a page is a stretch of days without gaps. */
export async function listTimeEntries(
  db: Db,
  accountId: AccountId,
  { limit, cursor, sort, ...filter }: PageQuery & TimeEntryListQuery,
) {
  const direction = sort === 'date' ? 'asc' : 'desc'
  const rows = await db
    .with('page', () =>
      entriesOf(db, accountId, filter)
        .select(ENTRY_COLUMNS)
        .where(afterCursor(cursor, ['time_entries.date', 'time_entries.id'], direction))
        .orderBy('time_entries.date', direction)
        .orderBy('time_entries.id', direction)
        .limit(limitPlusOne(limit, ...Object.values(filter))),
    )
    .with('days', () =>
      entriesOf(db, accountId, filter)
        .select(['time_entries.date', hoursSum.as('hours')])
        .where(
          sql<SqlBool>`time_entries.date between (select min(date) from page) and (select max(date) from page)`,
        )
        .groupBy('time_entries.date'),
    )
    .selectFrom('page')
    .innerJoin('days', 'days.date', 'page.date')
    .select([
      'page.id',
      'page.project_id',
      'page.project_name',
      'page.client_id',
      'page.client_name',
      'page.description',
      'page.hours',
      'page.date',
      'page.started_at',
      'page.ended_at',
      'page.is_billable',
      'page.currency',
      'page.rate',
      'page.rate_unit',
      'page.rate_hours',
      'page.amount',
      'page.is_billed',
      'page.invoice',
      'page.version',
      'days.hours as day_hours',
    ])
    .orderBy('page.date', direction)
    .orderBy('page.id', direction)
    .execute()
  return toPage(rows, limit, ({ date, id }) => [date, id])
}

/** All time of some days, with the status of its project, by the project's name. */
export const listTimeOfDays = (db: Db, accountId: AccountId, from: DateOnly, to: DateOnly) =>
  entriesOf(db, accountId, { from, to })
    .select([...ENTRY_COLUMNS, sql<ProjectStatus>`projects.status`.as('project_status')])
    .orderBy('projects.name_key')
    .orderBy('time_entries.project_id')
    .orderBy('time_entries.id')
    .execute()

/** A row for each currency. The amount is null where no time has a rate. */
export const sumTimeEntries = (db: Db, accountId: AccountId, filter: Filter) =>
  entriesOf(db, accountId, filter)
    .select([
      sql<Currency>`projects.currency`.as('currency'),
      sql<number>`count(*)`.as('count'),
      hoursSum.as('hours'),
      sql<Seconds>`coalesce(sum(hours) filter (where time_entries.is_billable), 0)`.as('billable_hours'),
      sql<MinorUnits | null>`sum(time_entries.amount)`.as('amount'),
    ])
    .groupBy('projects.currency')
    .orderBy('hours', 'desc')
    .orderBy('currency')
    .execute()

export const sumHours = (
  db: Db,
  accountId: AccountId,
  today: DateOnly,
  week: { from: DateOnly; to: DateOnly },
): Promise<{ today: Seconds; week: Seconds }> =>
  db
    .selectFrom('time_entries')
    .select([
      sql<Seconds>`coalesce(sum(hours) filter (where date = ${today}), 0)`.as('today'),
      hoursSum.as('week'),
    ])
    .where('account_id', '=', accountId)
    .where('date', '>=', week.from)
    .where('date', '<=', week.to)
    .executeTakeFirstOrThrow()

/** The last project of logged time, or else of imported time. */
export async function lastProjectId(db: Db, accountId: AccountId): Promise<number | undefined> {
  const newest = db
    .selectFrom('time_entries')
    .select('project_id')
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(1)
  const last =
    (await newest.where('import_id', 'is', null).executeTakeFirst()) ?? (await newest.executeTakeFirst())
  return last?.project_id
}

export const findTimeEntry = (db: Db, accountId: AccountId, id: number) =>
  entriesOf(db, accountId).select(ENTRY_COLUMNS).where('time_entries.id', '=', id).executeTakeFirst()

/** Locks the entry until the transaction ends. */
export async function lockTimeEntry(db: Db, accountId: AccountId, id: number) {
  const entry = db.selectFrom('time_entries').where('account_id', '=', accountId).where('id', '=', id)
  await sendWithoutWaiting(db, entry.select('id').forUpdate().compile())
  // A statement of its own: the one that waited for the lock does not see an invoice that was created meanwhile.
  return entry
    .select([
      'project_id',
      'hours',
      'date',
      'started_at',
      'ended_at',
      'rate',
      'rate_hours',
      'fixed_amount',
      'version',
      itsInvoice,
    ])
    .executeTakeFirst()
}

/** Locks the entries until the transaction ends. */
export const lockTimeEntries = (db: Db, accountId: AccountId, ids: readonly number[]) =>
  db
    .selectFrom('time_entries')
    .select(['id', 'hours', itsInvoice])
    .where('account_id', '=', accountId)
    .where('id', '=', anyOf(ids))
    .orderBy('id')
    .forUpdate()
    .execute()

/** A change of several entries. Those that come from another project get the rate of their new one. */
export type TimeEntriesChanges = Pick<TimeEntriesChange['change'], 'is_billable' | 'is_billed'> & {
  project?: Pick<Rate, 'rate' | 'rate_hours'> & { id: number }
}

export async function updateTimeEntries(
  db: Db,
  accountId: AccountId,
  ids: readonly number[],
  { project, ...changes }: TimeEntriesChanges,
): Promise<void> {
  await db
    .updateTable('time_entries')
    .set({ ...changes, ...(project && movedTo(project)), version: nextVersion })
    .where('account_id', '=', accountId)
    .where('id', '=', anyOf(ids))
    .execute()
}

const movedTo = ({ id, rate, rate_hours }: NonNullable<TimeEntriesChanges['project']>) => ({
  project_id: id,
  rate: sql<number | null>`case when project_id = ${id} then rate else ${rate}::bigint end`,
  rate_hours: sql<number>`case when project_id = ${id} then rate_hours else ${rate_hours}::bigint end`,
  fixed_amount: sql<number | null>`case when project_id = ${id} then fixed_amount end`,
})

export async function sumHoursOf(db: Db, accountId: AccountId, ids: readonly number[]): Promise<Seconds> {
  const { hours } = await db
    .selectFrom('time_entries')
    .select(hoursSum.as('hours'))
    .where('account_id', '=', accountId)
    .where('id', '=', anyOf(ids))
    .executeTakeFirstOrThrow()
  return hours
}

/** One parameter for any number of ids, so that the statement is prepared once. */
const anyOf = (ids: readonly number[]) => sql<number>`any(${ids}::bigint[])`

/** An entry as it is written. */
export type TimeEntryValues = Omit<TimeEntryInput, 'rate' | 'rate_unit'> &
  Pick<Rate, 'rate' | 'rate_hours'> &
  Measured & { fixed_amount: MinorUnits | null }

/** Returns what the database adds, in the order of the entries. */
export const insertTimeEntries = (db: Db, accountId: AccountId, entries: TimeEntryValues[], now: Date) =>
  db
    .insertInto('time_entries')
    .values(entries.map((entry) => ({ account_id: accountId, ...toRow(entry), created_at: now })))
    .returning(['id', rateUnit, 'amount', 'is_billed', 'version'])
    .execute()

export const updateTimeEntry = (
  db: Db,
  accountId: AccountId,
  id: number,
  entry: TimeEntryValues,
): Promise<void> =>
  sendWithoutWaiting(
    db,
    db
      .updateTable('time_entries')
      .set({ ...toRow(entry), version: nextVersion })
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .compile(),
  )

const toRow = (entry: TimeEntryValues) => ({ ...entry, search: foldCase(entry.description) })
