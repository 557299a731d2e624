import { type SqlBool, sql } from 'kysely'
import type { IfMatch, PageQuery } from '#core/endpoint.ts'
import { foldCase } from '#core/text.ts'
import { type Db, nextVersion } from '#server/database/database.ts'
import { inOrder, limitPlusOne, matchesSearch, type Order, toOrderedPage } from '#server/database/paging.ts'
import { atVersion } from '#server/http/version.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { ClientFilter, ClientInput } from './contract.ts'
import type { ClientsTable } from './table.ts'

// As `hashOfMailbox` of features/engagement/notifications makes the hash.
const unsubscribedAt = sql<Date | null>`(
  select u.unsubscribed_at from mail_unsubscriptions u
  where u.account_id = clients.account_id and u.address_hash = sha256(convert_to(
    lower(regexp_replace(clients.email, '\\+[^@]*@', '@')), 'UTF8'))
)`.as('unsubscribed_at')

const CLIENT_COLUMNS = [
  'id',
  'name',
  'email',
  'phone',
  'company',
  'address',
  'notes',
  'currency',
  'cc_emails',
  'postal_code',
  'city',
  'country',
  'tax_id',
  'hourly_rate',
  'payment_terms_days',
  'approval_required',
  'reminders_enabled',
  'mails_enabled',
  unsubscribedAt,
  'version',
] as const

const whetherArchived = [
  sql<boolean>`archived_at is not null`.as('archived'),
  sql<boolean>`erased_at is not null`.as('erased'),
] as const

// Not `exists`, for which PostgreSQL may read the projects and invoices of all accounts.
const refersTo = (
  table: 'projects' | 'invoices' | 'recurring_invoices' | 'expenses' | 'recurring_expenses',
) => sql`(
  select true from ${sql.table(table)} t where t.account_id = clients.account_id and t.client_id = clients.id limit 1
)`

const hasHistory = sql<boolean>`coalesce(
  ${refersTo('projects')}, ${refersTo('invoices')}, ${refersTo('recurring_invoices')}, ${refersTo('expenses')},
  ${refersTo('recurring_expenses')}, false
)`.as('has_history')

const isActive = sql<SqlBool>`archived_at is null`

const BY_NAME: Order = { by: [sql`name_order`, sql`id`], direction: 'asc' }

export async function listClients(
  db: Db,
  accountId: AccountId,
  { limit, cursor, q, archived }: PageQuery & ClientFilter,
) {
  const onlyArchived = archived === 'true'
  const { position, after, orderBy } = inOrder(BY_NAME, cursor)
  const rows = await db
    .selectFrom('clients')
    .select([...CLIENT_COLUMNS, hasHistory, ...whetherArchived, position])
    .where('account_id', '=', accountId)
    .where('archived_at', onlyArchived ? 'is not' : 'is', null)
    .where('erased_at', 'is', null)
    .where(matchesSearch(q, 'search'))
    .where(after)
    .orderBy(orderBy)
    .limit(limitPlusOne(limit, q, onlyArchived))
    .execute()
  return toOrderedPage(rows, limit)
}

export const findClient = (db: Db, accountId: AccountId, id: number) =>
  db
    .selectFrom('clients')
    .select([...CLIENT_COLUMNS, hasHistory, ...whetherArchived])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()

const activeName = (db: Db, accountId: AccountId, id: number) =>
  db
    .selectFrom('clients')
    .select(['id', 'name', 'currency', 'payment_terms_days', 'approval_required'])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where(isActive)

/** Keeps the client from being deleted until the transaction ends. */
export const shareLockClient = (db: Db, accountId: AccountId, id: number) =>
  activeName(db, accountId, id).forKeyShare().executeTakeFirst()

/** Keeps anything from being added to the client until the transaction ends. */
export const lockClient = (db: Db, accountId: AccountId, id: number) =>
  activeName(db, accountId, id).forUpdate().executeTakeFirst()

/** Locks the client, archived or not, and returns what a change depends on. */
export const lockToChange = (db: Db, accountId: AccountId, id: number) =>
  db
    .selectFrom('clients')
    .select(['name', 'email', 'cc_emails', 'currency', 'hourly_rate'])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** A client as it is written. What is left out of a new one has the defaults of the database. */
export type ClientValues = Omit<ClientInput, 'hourly_rate' | 'currency'> &
  Pick<ClientsTable, 'hourly_rate' | 'currency'>

export const insertClient = (db: Db, accountId: AccountId, input: ClientValues, now: Date) =>
  db
    .insertInto('clients')
    .values({ account_id: accountId, ...input, ...searchable(input), created_at: now })
    .returning([...CLIENT_COLUMNS, ...whetherArchived, sql<boolean>`false`.as('has_history')])
    .executeTakeFirstOrThrow()

/** The updated client; undefined if it does not exist or has another version. */
export const updateClient = (
  db: Db,
  accountId: AccountId,
  id: number,
  input: ClientValues,
  ifMatch: IfMatch,
) =>
  db
    .updateTable('clients')
    .set({ ...input, ...searchable(input), version: nextVersion })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where(isActive)
    .where(atVersion(ifMatch))
    .returning([...CLIENT_COLUMNS, hasHistory, ...whetherArchived])
    .executeTakeFirst()

const searchable = ({ name, email, company }: Pick<ClientInput, 'name' | 'email' | 'company'>) => ({
  name_key: foldCase(name),
  search: foldCase([name, email, company].join('\n')),
})

export interface ClientReach {
  name: string
  email: string
  phone: string
  locale: string | null
}

/** The contact details of the client, and the locale of dates and amounts. */
export const findReach = (db: Db, accountId: AccountId, id: number) =>
  db
    .selectFrom('clients')
    .select(['name', 'email', 'phone', 'locale', 'company', 'version'])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where(isActive)
    .executeTakeFirst()

export async function setReach(
  db: Db,
  accountId: AccountId,
  id: number,
  { name, email, phone, locale }: ClientReach,
  company: string,
): Promise<void> {
  await db
    .updateTable('clients')
    .set({ name, email, phone, locale, ...searchable({ name, email, company }), version: nextVersion })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()
}

/** Drafts name their client as it is called now. */
export async function renameInDrafts(db: Db, accountId: AccountId, id: number, name: string): Promise<void> {
  await sql`
    update invoices set client_name = ${name}, search = split_part(search, chr(10), 1) || chr(10) || ${foldCase(name)}::text
    where account_id = ${accountId} and client_id = ${id} and status = 'draft'`.execute(db)
}

export async function archiveClient(db: Db, accountId: AccountId, id: number, now: Date): Promise<void> {
  await db
    .updateTable('clients')
    .set({ archived_at: now, version: nextVersion })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where(isActive)
    .execute()
}

/** The restored client; undefined if it was not archived. */
export const restoreClient = (db: Db, accountId: AccountId, id: number) =>
  db
    .updateTable('clients')
    .set({ archived_at: null, version: nextVersion })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('archived_at', 'is not', null)
    .where('erased_at', 'is', null)
    .returning([...CLIENT_COLUMNS, hasHistory, ...whetherArchived])
    .executeTakeFirst()

export const findArchival = (db: Db, accountId: AccountId, id: number) =>
  db
    .selectFrom('clients')
    .select(['archived_at', 'erased_at'])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()

const NO_DETAILS = { email: '', phone: '', company: '', address: '', notes: '', postal_code: '', city: '' }

/** Leaves the country and the currency, which name no one. */
export async function eraseClient(
  db: Db,
  accountId: AccountId,
  id: number,
  name: string,
  now: Date,
): Promise<void> {
  const erased = { ...NO_DETAILS, name }
  await db
    .updateTable('clients')
    .set({
      ...erased,
      ...searchable(erased),
      tax_id: '',
      cc_emails: [],
      locale: null,
      erased_at: now,
      version: nextVersion,
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()
}

/** Finds if another client, or the freelancer, has the same name or email address. */
export async function findSharers(
  db: Db,
  accountId: AccountId,
  { id, name, email }: { id: number; name: string; email: string },
): Promise<{ name: boolean; email: boolean }> {
  const { rows } = await sql<{ name: boolean; email: boolean }>`
    select
      exists (select from clients where account_id = ${accountId} and id <> ${id} and name = ${name}) as name,
      exists (select from clients where account_id = ${accountId} and id <> ${id} and email = ${email})
        or exists (select from accounts where id = ${accountId} and email = ${email}) as email`.execute(db)
  return rows[0] ?? { name: true, email: true }
}
