import { and, desc, eq, gt, lte, ne, sql } from 'drizzle-orm'
import type { IfMatch } from '#core/endpoint.ts'
import type { Db } from '#server/database/database.ts'
import { prepared } from '#server/database/prepared.ts'
import { atVersion } from '#server/http/version.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { Person } from '#server/identity/identity.ts'
import type { AccountInput } from './contract.ts'
import { accounts, identities, sessions } from './table.ts'

/** Until the transaction ends, nobody else signs this identity in: its account is created once. */
export async function lockIdentity(db: Db, { issuer, subject }: Person): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${issuer} ${subject}`}, 0))`)
}

export async function findAccountOf(db: Db, { issuer, subject }: Person): Promise<AccountId | undefined> {
  const [found] = await db
    .select({ accountId: identities.accountId })
    .from(identities)
    .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject)))
  return found?.accountId
}

export async function insertAccount(db: Db, person: Person, timeZone: string, now: Date): Promise<AccountId> {
  const [account] = await db
    .insert(accounts)
    .values({ ...profileOf(person), timeZone, createdAt: now })
    .returning({ id: accounts.id })
  if (!account) throw new Error('an insert returned no row')
  await db
    .insert(identities)
    .values({ issuer: person.issuer, subject: person.subject, accountId: account.id })
  return account.id
}

export async function updateProfile(db: Db, accountId: AccountId, person: Person): Promise<void> {
  await db.update(accounts).set(profileOf(person)).where(eq(accounts.id, accountId))
}

const profileOf = ({ email, emailVerified, name, picture }: Person) => ({
  email,
  emailVerified,
  name,
  picture,
})

const accountById = prepared((db) =>
  db
    .select()
    .from(accounts)
    .where(eq(accounts.id, sql.placeholder('accountId')))
    .prepare('account_by_id'),
)

export async function findAccount(db: Db, accountId: AccountId) {
  const [account] = await accountById(db).execute({ accountId })
  return account
}

/** Takes the account number as a job names it: it is checked by finding the account. */
export async function findTenant(db: Db, claimedAccount: number) {
  const [tenant] = await db
    .select({ accountId: accounts.id, timeZone: accounts.timeZone })
    .from(accounts)
    .where(sql`${accounts.id} = ${claimedAccount}`)
  return tenant
}

/** The account as changed; nothing if it is not in this version. */
export async function updateAccount(db: Db, accountId: AccountId, input: AccountInput, ifMatch: IfMatch) {
  const [account] = await db
    .update(accounts)
    .set({
      businessName: input.business_name,
      businessAddress: input.business_address,
      timeZone: input.time_zone,
      version: sql`${accounts.version} + 1`,
    })
    .where(and(eq(accounts.id, accountId), atVersion(accounts.version, ifMatch)))
    .returning()
  return account
}

type NewSession = Omit<typeof sessions.$inferInsert, 'id'>

/** Gives the number that its owner knows it by. */
export async function insertSession(db: Db, session: NewSession): Promise<number> {
  const [row] = await db.insert(sessions).values(session).returning({ id: sessions.id })
  if (!row) throw new Error('an insert returned no row')
  return row.id
}

export async function deleteExpiredSessions(db: Db, accountId: AccountId, now: Date): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.accountId, accountId), lte(sessions.expiresAt, now)))
}

const sessionByToken = prepared((db) =>
  db
    .select({
      accountId: accounts.id,
      timeZone: accounts.timeZone,
      id: sessions.id,
      createdAt: sessions.createdAt,
      lastUsedAt: sessions.lastUsedAt,
      expiresAt: sessions.expiresAt,
      deleteAt: accounts.deleteAt,
    })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .where(
      and(
        sql`${sessions.accountId} = ${sql.placeholder('claimedAccount')}`,
        eq(sessions.tokenHash, sql.placeholder('tokenHash')),
        gt(sessions.expiresAt, sql.placeholder('now')),
      ),
    )
    .prepare('session_by_token'),
)

/** Takes the account number as the cookie claims it: it is checked by finding the session under it. */
export async function findSession(db: Db, claimedAccount: number, tokenHash: Buffer, now: Date) {
  const [session] = await sessionByToken(db).execute({ claimedAccount, tokenHash, now })
  return session
}

export async function markUsed(
  db: Db,
  accountId: AccountId,
  id: number,
  now: Date,
  expiresAt: Date,
): Promise<void> {
  await db.update(sessions).set({ lastUsedAt: now, expiresAt }).where(withId(accountId, id))
}

const withId = (accountId: AccountId, id: number) =>
  and(eq(sessions.accountId, accountId), eq(sessions.id, id))

const MOST_LISTED = 100

export function listSessions(db: Db, accountId: AccountId, now: Date) {
  return db
    .select({
      id: sessions.id,
      device: sessions.device,
      created_at: sessions.createdAt,
      last_used_at: sessions.lastUsedAt,
      expires_at: sessions.expiresAt,
    })
    .from(sessions)
    .where(and(eq(sessions.accountId, accountId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.id))
    .limit(MOST_LISTED)
}

/** Takes the account number as the cookie claims it, as above. */
export async function deleteSessionByToken(db: Db, claimedAccount: number, tokenHash: Buffer) {
  const [ended] = await db
    .delete(sessions)
    .where(and(sql`${sessions.accountId} = ${claimedAccount}`, eq(sessions.tokenHash, tokenHash)))
    .returning({
      accountId: sessions.accountId,
      id: sessions.id,
      device: sessions.device,
      expiresAt: sessions.expiresAt,
    })
  return ended
}

export async function deleteSession(db: Db, accountId: AccountId, id: number) {
  const [ended] = await db
    .delete(sessions)
    .where(withId(accountId, id))
    .returning({ device: sessions.device })
  return ended
}

export async function deleteOtherSessions(db: Db, accountId: AccountId, kept: number): Promise<number> {
  const { rowCount } = await db
    .delete(sessions)
    .where(and(eq(sessions.accountId, accountId), ne(sessions.id, kept)))
  return rowCount ?? 0
}
