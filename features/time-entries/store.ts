import { and, between, desc, eq, gte, lte, type SQL, sql } from 'drizzle-orm'
import type { DateOnly } from '#core/calendar.ts'
import type { PageQuery } from '#core/endpoint.ts'
import type { Hundredths } from '#core/hundredths.ts'
import { foldCase } from '#core/text.ts'
import { clients } from '#features/clients/table.ts'
import { projects } from '#features/projects/table.ts'
import type { Db } from '#server/database/database.ts'
import { afterCursor, limitPlusOne, matchesSearch, toPage } from '#server/database/paging.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { TimeEntryFilter, TimeEntryInput } from './contract.ts'
import { timeEntries } from './table.ts'

const entryColumns = {
  id: timeEntries.id,
  project_id: timeEntries.projectId,
  project_name: projects.name,
  client_name: clients.name,
  description: timeEntries.description,
  hours: timeEntries.hours,
  date: timeEntries.date,
  is_billable: timeEntries.isBillable,
  version: timeEntries.version,
}

const ofAccount = (accountId: AccountId) => eq(timeEntries.accountId, accountId)
const withId = (accountId: AccountId, id: number) => and(ofAccount(accountId), eq(timeEntries.id, id))
const itsProject = and(eq(projects.accountId, timeEntries.accountId), eq(projects.id, timeEntries.projectId))
const itsClient = and(eq(clients.accountId, projects.accountId), eq(clients.id, projects.clientId))
const matching = ({ q, project_id, from, to }: Filter) =>
  and(
    project_id ? eq(timeEntries.projectId, project_id) : undefined,
    from ? gte(timeEntries.date, from) : undefined,
    to ? lte(timeEntries.date, to) : undefined,
    matchesSearch(q, timeEntries.search, projects.nameKey, clients.nameKey),
  )

type Filter = Pick<PageQuery, 'q'> & TimeEntryFilter

const hoursSum = sql`coalesce(sum(${timeEntries.hours}), 0)`.mapWith(Number)
const hoursWhere = (condition: SQL) =>
  sql`coalesce(sum(${timeEntries.hours}) filter (where ${condition}), 0)`.mapWith(Number)

export async function listTimeEntries(
  db: Db,
  accountId: AccountId,
  { limit, cursor, ...filter }: PageQuery & TimeEntryFilter,
) {
  const rows = await db
    .select(entryColumns)
    .from(timeEntries)
    .leftJoin(projects, itsProject)
    .leftJoin(clients, itsClient)
    .where(
      and(
        ofAccount(accountId),
        matching(filter),
        afterCursor(cursor, [timeEntries.date, timeEntries.id], 'descending'),
      ),
    )
    .orderBy(desc(timeEntries.date), desc(timeEntries.id))
    .limit(limitPlusOne(limit, ...Object.values(filter)))
  const { items, next } = toPage(rows, limit, ({ date, id }) => [date, id])
  const hours = await hoursByDay(db, accountId, items, filter)
  return { items: items.map((entry) => ({ ...entry, day_hours: hours.get(entry.date) ?? 0 })), next }
}

/** A page is a stretch of days without gaps, the first and last of which may go on beyond it. */
async function hoursByDay(
  db: Db,
  accountId: AccountId,
  page: { date: DateOnly }[],
  filter: Filter,
): Promise<Map<DateOnly, Hundredths>> {
  const [newest, oldest] = [page.at(0)?.date, page.at(-1)?.date]
  if (newest === undefined || oldest === undefined) return new Map()
  const days = await db
    .select({ date: timeEntries.date, hours: hoursSum })
    .from(timeEntries)
    .leftJoin(projects, itsProject)
    .leftJoin(clients, itsClient)
    .where(and(ofAccount(accountId), between(timeEntries.date, oldest, newest), matching(filter)))
    .groupBy(timeEntries.date)
  return new Map(days.map(({ date, hours }) => [date, hours]))
}

export async function sumHours(
  db: Db,
  accountId: AccountId,
  today: DateOnly,
  week: { from: DateOnly; to: DateOnly },
): Promise<{ today: Hundredths; week: Hundredths }> {
  const [sums] = await db
    .select({ today: hoursWhere(eq(timeEntries.date, today)), week: hoursSum })
    .from(timeEntries)
    .where(and(ofAccount(accountId), between(timeEntries.date, week.from, week.to)))
  return sums ?? { today: 0, week: 0 }
}

/** The project of the entry that was logged last, unless that is cancelled. */
export async function lastProject(db: Db, accountId: AccountId) {
  const [project] = await db
    .select({ id: projects.id, name: projects.name, client_name: clients.name, status: projects.status })
    .from(timeEntries)
    .innerJoin(projects, itsProject)
    .leftJoin(clients, itsClient)
    .where(ofAccount(accountId))
    .orderBy(desc(timeEntries.id))
    .limit(1)
  if (!project || project.status === 'cancelled') return null
  const { status: _, ...choice } = project
  return choice
}

export async function findTimeEntry(db: Db, accountId: AccountId, id: number) {
  const [entry] = await db
    .select(entryColumns)
    .from(timeEntries)
    .leftJoin(projects, itsProject)
    .leftJoin(clients, itsClient)
    .where(withId(accountId, id))
  return entry
}

/** The project it is booked on, and its version; until the transaction ends nobody else changes the entry. */
export async function lockTimeEntry(db: Db, accountId: AccountId, id: number) {
  const [entry] = await db
    .select({ projectId: timeEntries.projectId, version: timeEntries.version })
    .from(timeEntries)
    .where(withId(accountId, id))
    .for('update')
  return entry
}

export async function insertTimeEntry(db: Db, accountId: AccountId, input: TimeEntryInput, now: Date) {
  const [entry] = await db
    .insert(timeEntries)
    .values({ accountId, ...toRow(input), createdAt: now })
    .returning({ id: timeEntries.id, version: timeEntries.version })
  if (!entry) throw new Error('an insert returned no row')
  return entry
}

export async function updateTimeEntry(
  db: Db,
  accountId: AccountId,
  id: number,
  input: TimeEntryInput,
): Promise<void> {
  await db.update(timeEntries).set(toRow(input)).where(withId(accountId, id))
}

const toRow = (input: TimeEntryInput) => ({
  projectId: input.project_id,
  description: input.description,
  hours: input.hours,
  date: input.date,
  isBillable: input.is_billable,
  search: foldCase(input.description),
})

export async function removeTimeEntry(db: Db, accountId: AccountId, id: number): Promise<void> {
  await db.delete(timeEntries).where(withId(accountId, id))
}
