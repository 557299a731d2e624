import { and, eq, gt, lte, sql } from 'drizzle-orm'
import type { AccountId } from '#server/account-id.ts'
import type { Db } from '#server/database/database.ts'
import { prepared } from '#server/database/prepared.ts'
import type { Person } from '#server/identity.ts'
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

export async function updateAccount(db: Db, accountId: AccountId, input: AccountInput) {
  const [account] = await db
    .update(accounts)
    .set({
      businessName: input.business_name,
      businessAddress: input.business_address,
      timeZone: input.time_zone,
    })
    .where(eq(accounts.id, accountId))
    .returning()
  return account
}

interface NewSession {
  accountId: AccountId
  tokenHash: Buffer
  createdAt: Date
  expiresAt: Date
}

export async function insertSession(db: Db, session: NewSession): Promise<void> {
  await db.insert(sessions).values(session)
}

export async function deleteExpiredSessions(db: Db, accountId: AccountId, now: Date): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.accountId, accountId), lte(sessions.expiresAt, now)))
}

const sessionByToken = prepared((db) =>
  db
    .select({ accountId: accounts.id, timeZone: accounts.timeZone, expiresAt: sessions.expiresAt })
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

export async function extendSession(
  db: Db,
  accountId: AccountId,
  tokenHash: Buffer,
  expiresAt: Date,
): Promise<void> {
  await db
    .update(sessions)
    .set({ expiresAt })
    .where(and(eq(sessions.accountId, accountId), eq(sessions.tokenHash, tokenHash)))
}

export async function deleteSession(db: Db, claimedAccount: number, tokenHash: Buffer): Promise<void> {
  await db
    .delete(sessions)
    .where(and(sql`${sessions.accountId} = ${claimedAccount}`, eq(sessions.tokenHash, tokenHash)))
}
