import { type SqlBool, sql, type Updateable } from 'kysely'
import type { Db } from '#server/database/database.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { PortalAccessTable } from './table.ts'

const ACCESS_COLUMNS = [
  'id',
  'contact_id',
  sql<string | null>`(
    select c.name from contacts c where c.account_id = portal_access.account_id and c.id = portal_access.contact_id
  )`.as('contact_name'),
  sql<string | null>`(
    select c.email from contacts c where c.account_id = portal_access.account_id and c.id = portal_access.contact_id
  )`.as('contact_email'),
  'sealed_token',
  'created_at',
  'expires_at',
  'revoked_at',
  'last_seen_at',
  'mailed_at',
] as const

const MAX_LISTED = 100

/** The account number comes from the link and is verified by finding the link. */
export const findByToken = (db: Db, claimedAccount: number, tokenHash: Buffer) =>
  db
    .selectFrom('portal_access')
    .innerJoin('accounts', 'accounts.id', 'portal_access.account_id')
    .innerJoin('clients', (join) =>
      join
        .onRef('clients.account_id', '=', 'portal_access.account_id')
        .onRef('clients.id', '=', 'portal_access.client_id'),
    )
    .leftJoin('contacts', (join) =>
      join
        .onRef('contacts.account_id', '=', 'portal_access.account_id')
        .onRef('contacts.id', '=', 'portal_access.contact_id'),
    )
    .select([
      'portal_access.account_id',
      'accounts.time_zone',
      'accounts.currency',
      'accounts.locale',
      'accounts.demo_expires_at',
      'accounts.business_name',
      'accounts.name as owner_name',
      'accounts.email',
      'portal_access.id',
      'portal_access.token_hash',
      'portal_access.created_at',
      'portal_access.expires_at',
      'portal_access.revoked_at',
      'portal_access.last_seen_at',
      'portal_access.client_id',
      'clients.name as client_name',
      'clients.locale as client_locale',
      'portal_access.contact_id',
      'contacts.name as contact_name',
      'contacts.locale as contact_locale',
      'clients.archived_at as client_archived_at',
    ])
    .where(sql<SqlBool>`portal_access.account_id = ${claimedAccount}`)
    .where('portal_access.token_hash', '=', tokenHash)
    .where('accounts.delete_at', 'is', null)
    .executeTakeFirst()

/** A client who is not archived, with the newest of the client's own links that works. */
export const findForPreview = (db: Db, accountId: AccountId, clientId: number, now: Date) =>
  db
    .selectFrom('clients')
    .leftJoin('portal_access', (join) =>
      join
        .onRef('portal_access.account_id', '=', 'clients.account_id')
        .onRef('portal_access.client_id', '=', 'clients.id')
        .on('portal_access.contact_id', 'is', null)
        .on('portal_access.revoked_at', 'is', null)
        .on('portal_access.expires_at', '>', now),
    )
    .select([
      'clients.name as client_name',
      'clients.locale as client_locale',
      'portal_access.id as access_id',
      'portal_access.expires_at',
    ])
    .where('clients.account_id', '=', accountId)
    .where('clients.id', '=', clientId)
    .where('clients.archived_at', 'is', null)
    .orderBy('portal_access.id', 'desc')
    .limit(1)
    .executeTakeFirst()

export async function markSeen(db: Db, accountId: AccountId, id: number, now: Date): Promise<void> {
  await db
    .updateTable('portal_access')
    .set({ last_seen_at: now })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()
}

/** Keeps the client from being deleted until the transaction ends. */
export const shareLockClient = (db: Db, accountId: AccountId, clientId: number) =>
  db
    .selectFrom('clients')
    .select(['id', 'name', 'email'])
    .where('account_id', '=', accountId)
    .where('id', '=', clientId)
    .where('archived_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst()

export const findContact = (db: Db, accountId: AccountId, clientId: number, id: number) =>
  db
    .selectFrom('contacts')
    .select(['name', 'email'])
    .where('account_id', '=', accountId)
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst()

export type StoredAccess = Awaited<ReturnType<typeof listAccess>>[number]

const ofContact = (contactId: number | null | undefined) =>
  contactId === undefined
    ? sql<SqlBool>`true`
    : sql<SqlBool>`contact_id is not distinct from ${contactId}::bigint`

/** The links of a client and all contacts, or of one contact; null stands for the client. */
export const listAccess = (db: Db, accountId: AccountId, clientId: number, contactId?: number | null) =>
  db
    .selectFrom('portal_access')
    .select(ACCESS_COLUMNS)
    .where('account_id', '=', accountId)
    .where('client_id', '=', clientId)
    .where(ofContact(contactId))
    .orderBy('id', 'desc')
    .limit(MAX_LISTED)
    .execute()

/** Locks the link until the transaction ends. */
export const lockAccess = (db: Db, accountId: AccountId, clientId: number, id: number) =>
  db
    .selectFrom('portal_access')
    .select(ACCESS_COLUMNS)
    .where('account_id', '=', accountId)
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

interface NewAccess {
  client_id: number
  contact_id: number | null
  token_hash: Buffer
  sealed_token: Buffer
  created_at: Date
  expires_at: Date
}

export const insertAccess = (
  db: Db,
  accountId: AccountId,
  { client_id, contact_id, token_hash, sealed_token, created_at, expires_at }: NewAccess,
): Promise<StoredAccess> =>
  db
    .insertInto('portal_access')
    .values({
      account_id: accountId,
      client_id,
      contact_id,
      token_hash,
      sealed_token,
      created_at,
      expires_at,
    })
    .returning(ACCESS_COLUMNS)
    .executeTakeFirstOrThrow()

type Change = Pick<Updateable<PortalAccessTable>, 'expires_at' | 'revoked_at' | 'mailed_at'>

export const changeAccess = (db: Db, accountId: AccountId, id: number, change: Change) =>
  db
    .updateTable('portal_access')
    .set(change)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning(ACCESS_COLUMNS)
    .executeTakeFirst()

/** Returns the ids of those that were not revoked before. */
export async function revokeAll(
  db: Db,
  accountId: AccountId,
  clientId: number,
  contactId: number | undefined,
  now: Date,
): Promise<number[]> {
  const revoked = await db
    .updateTable('portal_access')
    .set({ revoked_at: now })
    .where('account_id', '=', accountId)
    .where('client_id', '=', clientId)
    .where(ofContact(contactId))
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute()
  return revoked.map(({ id }) => id)
}

export async function unrevoke(db: Db, accountId: AccountId, clientId: number, ids: number[]): Promise<void> {
  await db
    .updateTable('portal_access')
    .set({ revoked_at: null })
    .where('account_id', '=', accountId)
    .where('client_id', '=', clientId)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute()
}
