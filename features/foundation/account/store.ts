import { type Insertable, type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { IfMatch } from '#core/endpoint.ts'
import { type Db, nextVersion } from '#server/database/database.ts'
import { atVersion } from '#server/http/version.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { Person } from '#server/identity/identity.ts'
import type { AccountsTable, SessionsTable } from './table.ts'

/** Locks the identity until the transaction ends, so that its account is created once. */
export async function lockIdentity(db: Db, { issuer, subject }: Person): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${issuer} ${subject}`}, 0))`.execute(db)
}

export async function findAccountOf(db: Db, { issuer, subject }: Person): Promise<AccountId | undefined> {
  const found = await db
    .selectFrom('identities')
    .select('account_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return found?.account_id
}

export async function insertAccount(db: Db, person: Person, timeZone: string, now: Date): Promise<AccountId> {
  const { id } = await db
    .insertInto('accounts')
    .values({ ...profileOf(person), time_zone: timeZone, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertIdentity(db, person, id, now)
  return id
}

export async function insertIdentity(
  db: Db,
  { issuer, subject }: Person,
  accountId: AccountId,
  now: Date,
): Promise<void> {
  await db
    .insertInto('identities')
    .values({ issuer, subject, account_id: accountId, created_at: now, last_used_at: now })
    .execute()
}

/** Locks the address until the transaction ends, so that no other way to sign in creates an account for it. */
export async function lockAddress(db: Db, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('address ' || lower(${email}), 0))`.execute(db)
}

/**
 * The accounts with this verified address: at most two, since only one alone can be joined. Locked, so that none of them
 * begins to be removed meanwhile.
 */
export async function lockAccountsWithAddress(db: Db, email: string): Promise<AccountId[]> {
  const found = await db
    .selectFrom('accounts')
    .select('id')
    .where(sql<SqlBool>`lower(email) = lower(${email})`)
    .where('email_verified', '=', true)
    .where('demo_expires_at', 'is', null)
    .where('removal_began_at', 'is', null)
    .limit(2)
    .forNoKeyUpdate()
    .execute()
  return found.map(({ id }) => id)
}

export async function markIdentityUsed(db: Db, { issuer, subject }: Person, now: Date): Promise<void> {
  await db
    .updateTable('identities')
    .set({ last_used_at: now })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute()
}

export async function updateProfile(db: Db, accountId: AccountId, person: Person): Promise<void> {
  await db.updateTable('accounts').set(profileOf(person)).where('id', '=', accountId).execute()
}

const profileOf = ({ email, emailVerified, name, picture }: Person) => ({
  email,
  email_verified: emailVerified,
  name,
  picture,
})

const ACCOUNT_COLUMNS = [
  'id',
  'email',
  'name',
  'picture',
  'time_zone',
  'currency',
  'locale',
  'business_name',
  'business_address',
  'created_at',
  'version',
  'delete_at',
  'demo_of',
  'demo_expires_at',
] as const

export const findAccount = (db: Db, accountId: AccountId) =>
  db.selectFrom('accounts').select(ACCOUNT_COLUMNS).where('id', '=', accountId).executeTakeFirst()

/** The number comes from a job and is verified by finding the account. */
export const findTenant = (db: Db, claimedAccount: number) =>
  db
    .selectFrom('accounts')
    .select(['id', 'time_zone', 'currency', 'locale', 'demo_expires_at'])
    .where(sql<SqlBool>`id = ${claimedAccount}`)
    .executeTakeFirst()

/** Undefined fields stay as they are. */
export type AccountChange = {
  [Name in 'business_name' | 'business_address' | 'time_zone' | 'currency' | 'locale']?: string | undefined
}

/** The updated account; undefined if it has another version. */
export const updateAccount = (
  db: Db,
  accountId: AccountId,
  { business_name, business_address, time_zone, currency, locale }: AccountChange,
  ifMatch: IfMatch,
) =>
  db
    .updateTable('accounts')
    .set({ business_name, business_address, time_zone, currency, locale, version: nextVersion })
    .where('id', '=', accountId)
    .where(atVersion(ifMatch))
    .returning(ACCOUNT_COLUMNS)
    .executeTakeFirst()

/** Returns the public id. */
export async function insertSession(db: Db, session: Insertable<SessionsTable>): Promise<number> {
  const { id } = await db.insertInto('sessions').values(session).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function deleteExpiredSessions(db: Db, accountId: AccountId, now: Date): Promise<void> {
  await db.deleteFrom('sessions').where('account_id', '=', accountId).where('expires_at', '<=', now).execute()
}

type FoundSession = Pick<
  Selectable<SessionsTable>,
  'account_id' | 'id' | 'created_at' | 'last_used_at' | 'expires_at'
> &
  Pick<Selectable<AccountsTable>, 'time_zone' | 'currency' | 'locale' | 'delete_at' | 'demo_expires_at'>

/**
 * The account number comes from the cookie and is verified by finding the session. In plain SQL, since every request makes
 * this query.
 */
export async function findSession(
  db: Db,
  claimedAccount: number,
  tokenHash: Buffer,
  now: Date,
): Promise<FoundSession | undefined> {
  const { rows } = await sql<FoundSession>`
    select s.account_id, s.id, s.created_at, s.last_used_at, s.expires_at,
      a.time_zone, a.currency, a.locale, a.delete_at, a.demo_expires_at
    from sessions s join accounts a on a.id = s.account_id
    where s.account_id = ${claimedAccount} and s.token_hash = ${tokenHash} and s.expires_at > ${now}
      and (a.demo_expires_at is null or a.demo_expires_at > ${now})`.execute(db)
  return rows[0]
}

export async function markUsed(
  db: Db,
  accountId: AccountId,
  id: number,
  now: Date,
  expiresAt: Date,
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_used_at: now, expires_at: expiresAt })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()
}

export async function isSessionOpen(db: Db, accountId: AccountId, id: number, now: Date): Promise<boolean> {
  const found = await db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select('sessions.id')
    .where('sessions.account_id', '=', accountId)
    .where('sessions.id', '=', id)
    .where('sessions.expires_at', '>', now)
    .where('accounts.delete_at', 'is', null)
    .where(({ eb, or }) =>
      or([eb('accounts.demo_expires_at', 'is', null), eb('accounts.demo_expires_at', '>', now)]),
    )
    .executeTakeFirst()
  return found !== undefined
}

export async function sendSignal(db: Db, signal: RawBuilder<unknown>): Promise<void> {
  await sql`select ${signal}`.execute(db)
}

const MAX_LISTED = 100

export const listSessions = (db: Db, accountId: AccountId, now: Date) =>
  db
    .selectFrom('sessions')
    .select(['id', 'device', 'created_at', 'last_used_at', 'expires_at'])
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_LISTED)
    .execute()

/** The account number is verified as in `findSession`. */
export const deleteSessionByToken = (db: Db, claimedAccount: number, tokenHash: Buffer) =>
  db
    .deleteFrom('sessions')
    .where(sql<SqlBool>`account_id = ${claimedAccount}`)
    .where('token_hash', '=', tokenHash)
    .returning(['account_id', 'id', 'device', 'expires_at'])
    .executeTakeFirst()

export const deleteSession = (db: Db, accountId: AccountId, id: number) =>
  db
    .deleteFrom('sessions')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning('device')
    .executeTakeFirst()

export async function deleteOtherSessions(db: Db, accountId: AccountId, kept: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('account_id', '=', accountId)
    .where('id', '!=', kept)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
