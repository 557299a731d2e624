import { type RawBuilder, sql } from 'kysely'
import type { PortalAccessStatus } from '#features/engagement/portal-access/contract.ts'
import { type Db, nextVersion } from '#server/database/database.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { ContactInput } from '../contract/contacts.ts'
import type { Reach } from '../rules.ts'

export interface StoredContact {
  id: number
  name: string
  role: string
  email: string
  phone: string
  locale: string | null
  gets_invoices: boolean
  gets_news: boolean
  unsubscribed_at: Date | null
  portal_status: PortalAccessStatus | null
  last_seen_at: Date | null
  version: number
}

/** The contacts of a client with the state of their links and subscriptions, in one statement. */
async function selectContacts(
  db: Db,
  accountId: AccountId,
  clientId: number,
  now: Date,
  which: RawBuilder<unknown>,
): Promise<StoredContact[]> {
  const { rows } = await sql<StoredContact>`
    select c.id, c.name, c.role, c.email, c.phone, c.locale, c.gets_invoices, c.gets_news, c.version,
      u.unsubscribed_at, portal.last_seen_at, portal.portal_status
    from contacts c
    -- As hashOfMailbox of features/engagement/notifications makes the hash.
    left join mail_unsubscriptions u on u.account_id = c.account_id and u.address_hash = sha256(convert_to(
      lower(regexp_replace(c.email, '\\+[^@]*@', '@')), 'UTF8'))
    cross join lateral (
      select max(last_seen_at) as last_seen_at, case
        when bool_or(revoked_at is null and expires_at > ${now}) then 'active'
        when bool_or(revoked_at is null) then 'expired'
        when count(*) > 0 then 'revoked'
      end as portal_status
      from portal_access a
      where a.account_id = c.account_id and a.client_id = c.client_id and a.contact_id = c.id
    ) portal
    where c.account_id = ${accountId} and c.client_id = ${clientId} and c.removed_at is null and ${which}
    order by c.id`.execute(db)
  return rows
}

export const listContacts = (db: Db, accountId: AccountId, clientId: number, now: Date) =>
  selectContacts(db, accountId, clientId, now, sql`true`)

export const findContact = async (db: Db, accountId: AccountId, clientId: number, id: number, now: Date) =>
  (await selectContacts(db, accountId, clientId, now, sql`c.id = ${id}`))[0]

/** Locks the contact until the transaction ends. */
export async function lockContact(db: Db, accountId: AccountId, clientId: number, id: number): Promise<void> {
  await db
    .selectFrom('contacts')
    .select('id')
    .where('account_id', '=', accountId)
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .forUpdate()
    .execute()
}

export async function countContacts(db: Db, accountId: AccountId, clientId: number): Promise<number> {
  const { count } = await db
    .selectFrom('contacts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('client_id', '=', clientId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

export const insertContact = (
  db: Db,
  accountId: AccountId,
  clientId: number,
  input: ContactInput,
  now: Date,
): Promise<{ id: number }> =>
  db
    .insertInto('contacts')
    .values({ account_id: accountId, client_id: clientId, ...input, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()

export async function updateContact(
  db: Db,
  accountId: AccountId,
  id: number,
  input: ContactInput | Reach,
): Promise<void> {
  await db
    .updateTable('contacts')
    .set({ ...input, version: nextVersion })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .execute()
}

export const findReach = (db: Db, accountId: AccountId, id: number) =>
  db
    .selectFrom('contacts')
    .select(['name', 'email', 'phone', 'locale', 'version'])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()

const NO_DETAILS = {
  name: '',
  email: '',
  phone: '',
  role: '',
  locale: null,
  gets_invoices: false,
  gets_news: false,
}

/** The row stays, for the links and decisions that name it. */
export async function blankContact(db: Db, accountId: AccountId, id: number, now: Date): Promise<void> {
  await db
    .updateTable('contacts')
    .set({ ...NO_DETAILS, removed_at: now, version: nextVersion })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()
}

export async function blankContactsOf(
  db: Db,
  accountId: AccountId,
  clientId: number,
  now: Date,
): Promise<void> {
  await db
    .updateTable('contacts')
    .set({ ...NO_DETAILS, removed_at: now, version: nextVersion })
    .where('account_id', '=', accountId)
    .where('client_id', '=', clientId)
    .execute()
}

/** The removed contact as it was. */
export async function restoreContact(
  db: Db,
  accountId: AccountId,
  id: number,
  details: Omit<ContactInput, 'locale'> & { locale: string | null },
): Promise<void> {
  await db
    .updateTable('contacts')
    .set({ ...details, removed_at: null, version: nextVersion })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('removed_at', 'is not', null)
    .execute()
}
