import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { IfMatch, PageQuery } from '#core/endpoint.ts'
import { foldCase } from '#core/text.ts'
import { accounts } from '#features/account/table.ts'
import { invoices } from '#features/invoices/table.ts'
import { projects } from '#features/projects/table.ts'
import type { Db } from '#server/database/database.ts'
import { afterCursor, limitPlusOne, matchesSearch, toPage } from '#server/database/paging.ts'
import { atVersion } from '#server/http/version.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { ClientFilter, ClientInput } from './contract.ts'
import { clients } from './table.ts'

// In plain words, since Drizzle drops the table's name from columns in the selection of a single table. And no
// `exists`, which PostgreSQL may answer by reading the projects and invoices of everybody.
const refersTo = (table: PgTable) =>
  sql`(select true from ${table} t where t.account_id = clients.account_id and t.client_id = clients.id limit 1)`

const hasHistory = sql<boolean>`coalesce(${refersTo(projects)}, ${refersTo(invoices)}, false)`

const clientColumns = {
  id: clients.id,
  name: clients.name,
  email: clients.email,
  phone: clients.phone,
  company: clients.company,
  address: clients.address,
  notes: clients.notes,
  has_history: hasHistory,
  archived: sql<boolean>`${clients.archivedAt} is not null`,
  version: clients.version,
}

const active = (accountId: AccountId) => and(eq(clients.accountId, accountId), isNull(clients.archivedAt))
const activeWith = (accountId: AccountId, id: number) => and(active(accountId), eq(clients.id, id))
const archived = (accountId: AccountId) =>
  and(eq(clients.accountId, accountId), isNotNull(clients.archivedAt))
const archivedWith = (accountId: AccountId, id: number) => and(archived(accountId), eq(clients.id, id))

export async function listClients(
  db: Db,
  accountId: AccountId,
  { limit, cursor, q, ...filter }: PageQuery & ClientFilter,
) {
  const onlyArchived = filter.archived === 'true'
  const rows = await db
    .select({ ...clientColumns, nameKey: clients.nameKey })
    .from(clients)
    .where(
      and(
        onlyArchived ? archived(accountId) : active(accountId),
        matchesSearch(q, clients.search),
        afterCursor(cursor, [clients.nameKey, clients.id], 'ascending'),
      ),
    )
    .orderBy(asc(clients.nameKey), asc(clients.id))
    .limit(limitPlusOne(limit, q, onlyArchived))
  return toPage(rows, limit, ({ nameKey, id }) => [nameKey, id])
}

export async function findClient(db: Db, accountId: AccountId, id: number) {
  const [client] = await db.select(clientColumns).from(clients).where(activeWith(accountId, id))
  return client
}

/** The client, who until the transaction ends is not deleted. */
export async function shareLockClient(db: Db, accountId: AccountId, id: number) {
  const [client] = await db
    .select({ id: clients.id, name: clients.name })
    .from(clients)
    .where(activeWith(accountId, id))
    .for('key share')
  return client
}

/** The client, to whom until the transaction ends nothing can be attached. */
export async function lockClient(db: Db, accountId: AccountId, id: number) {
  const [client] = await db
    .select({ id: clients.id, name: clients.name })
    .from(clients)
    .where(activeWith(accountId, id))
    .for('update')
  return client
}

export async function insertClient(db: Db, accountId: AccountId, input: ClientInput, now: Date) {
  const [client] = await db
    .insert(clients)
    .values({ accountId, ...input, ...searchable(input), createdAt: now })
    .returning({ ...clientColumns, has_history: sql<boolean>`false` })
  if (!client) throw new Error('an insert returned no row')
  return client
}

/** The client as changed; nothing if it is not there, or not in this version. */
export async function updateClient(
  db: Db,
  accountId: AccountId,
  id: number,
  input: ClientInput,
  ifMatch: IfMatch,
) {
  const [client] = await db
    .update(clients)
    .set({ ...input, ...searchable(input) })
    .where(and(activeWith(accountId, id), atVersion(clients.version, ifMatch)))
    .returning(clientColumns)
  return client
}

const searchable = ({ name, email, company }: ClientInput) => ({
  nameKey: foldCase(name),
  search: foldCase([name, email, company].join('\n')),
})

export async function removeClient(db: Db, accountId: AccountId, id: number): Promise<void> {
  await db.delete(clients).where(and(eq(clients.accountId, accountId), eq(clients.id, id)))
}

export async function archiveClient(db: Db, accountId: AccountId, id: number, now: Date): Promise<void> {
  await db.update(clients).set({ archivedAt: now }).where(activeWith(accountId, id))
}

/** The client if it was archived until now; nobody restores it twice. */
export async function restoreClient(db: Db, accountId: AccountId, id: number) {
  const [client] = await db
    .update(clients)
    .set({ archivedAt: null })
    .where(archivedWith(accountId, id))
    .returning(clientColumns)
  return client
}

export async function isArchived(db: Db, accountId: AccountId, id: number): Promise<boolean> {
  const [client] = await db.select({ id: clients.id }).from(clients).where(archivedWith(accountId, id))
  return client !== undefined
}

/** Whether another client, or the freelancer, goes by the same name or address. */
export async function findSharers(
  db: Db,
  accountId: AccountId,
  { name, email }: { name: string; email: string },
): Promise<{ name: boolean; email: boolean }> {
  const { rows } = await db.execute<{ name: boolean; email: boolean }>(sql`
    select
      exists (select from ${clients} where account_id = ${accountId} and name = ${name}) as name,
      exists (select from ${clients} where account_id = ${accountId} and email = ${email})
        or exists (select from ${accounts} where id = ${accountId} and email = ${email}) as email`)
  return rows[0] ?? { name: true, email: true }
}
