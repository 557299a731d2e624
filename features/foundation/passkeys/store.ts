import { type Insertable, type Selectable, type SqlBool, sql } from 'kysely'
import type { Db } from '#server/database/database.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import { PASSKEY_ISSUER } from './rules.ts'
import type { PasskeyChallengesTable, PasskeysTable } from './table.ts'

export async function insertChallenge(db: Db, challenge: Insertable<PasskeyChallengesTable>): Promise<void> {
  await db.insertInto('passkey_challenges').values(challenge).execute()
}

/** The request that deletes it may answer it, so one of fifty answers counts. */
export const takeChallenge = (
  db: Db,
  {
    challenge_hash,
    browser_hash,
    purpose,
  }: Pick<PasskeyChallengesTable, 'challenge_hash' | 'browser_hash' | 'purpose'>,
  now: Date,
) =>
  db
    .deleteFrom('passkey_challenges')
    .where('challenge_hash', '=', challenge_hash)
    .where('browser_hash', '=', browser_hash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .returning(['account_id', 'user_handle'])
    .executeTakeFirst()

export async function deleteOldChallenges(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('passkey_challenges').where('expires_at', '<=', now).execute()
}

/** Until the transaction ends, so that of two ways to sign in that are removed at once one is left. */
export async function lockMethods(db: Db, accountId: AccountId): Promise<void> {
  await sql`select from accounts where id = ${accountId} for no key update`.execute(db)
}

const SHOWN = ['id', 'name', 'is_backed_up', 'created_at', 'last_used_at'] as const

export const listPasskeys = (db: Db, accountId: AccountId) =>
  db
    .selectFrom('passkeys')
    .select([...SHOWN, 'credential_id', 'transports', 'user_handle'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()

export const listIdentities = (db: Db, accountId: AccountId) =>
  db
    .selectFrom('identities')
    .select(['id', 'issuer', 'subject', 'created_at', 'last_used_at'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()

/** False if the passkey belongs to an account already. */
export async function linkPasskey(
  db: Db,
  accountId: AccountId,
  credentialId: string,
  now: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('identities')
    .values({ issuer: PASSKEY_ISSUER, subject: credentialId, account_id: accountId, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export const insertPasskey = (db: Db, passkey: Insertable<PasskeysTable>) =>
  db.insertInto('passkeys').values(passkey).returning(SHOWN).executeTakeFirstOrThrow()

export const renamePasskey = (db: Db, accountId: AccountId, id: number, name: string) =>
  db
    .updateTable('passkeys')
    .set({ name })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning(SHOWN)
    .executeTakeFirst()

/** The account's number comes from the identity of this credential. */
export async function lockPasskey(
  db: Db,
  credentialId: string,
): Promise<Selectable<PasskeysTable> | undefined> {
  const { rows } = await sql<Selectable<PasskeysTable>>`
    select p.* from identities i
    join passkeys p on p.account_id = i.account_id and p.credential_id = i.subject
    where i.issuer = ${PASSKEY_ISSUER} and i.subject = ${credentialId}
    for update of p`.execute(db)
  return rows[0]
}

export async function markPasskeyUsed(
  db: Db,
  { account_id, id }: Pick<Selectable<PasskeysTable>, 'account_id' | 'id'>,
  use: Pick<PasskeysTable, 'counter' | 'is_backed_up' | 'last_used_at'>,
): Promise<void> {
  await db
    .updateTable('passkeys')
    .set(use)
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .execute()
}

export async function deletePasskey(db: Db, accountId: AccountId, id: number): Promise<void> {
  await db.deleteFrom('passkeys').where('account_id', '=', accountId).where('id', '=', id).execute()
}

export async function deleteIdentity(
  db: Db,
  accountId: AccountId,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<void> {
  await db
    .deleteFrom('identities')
    .where('account_id', '=', accountId)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute()
}

/** Those that were there before no longer work. */
export async function replaceRecoveryCodes(
  db: Db,
  accountId: AccountId,
  hashes: readonly Buffer[],
  now: Date,
): Promise<void> {
  await db.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute()
  await db
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ account_id: accountId, code_hash, created_at: now })))
    .execute()
}

export async function countRecoveryCodes(db: Db, accountId: AccountId): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return count
}

/** The account that it opens: deleting the code is using it. Accounts can share an address that is not verified. */
export async function takeRecoveryCode(
  db: Db,
  email: string,
  codeHash: Buffer,
): Promise<AccountId | undefined> {
  const { rows } = await sql<{ account_id: AccountId }>`
    delete from recovery_codes c using accounts a
    where a.id = c.account_id and lower(a.email) = lower(${email}) and c.code_hash = ${codeHash}
      and a.removal_began_at is null
    returning c.account_id`.execute(db)
  return rows[0]?.account_id
}

/** A demo is nobody's account. */
export async function hasAccounts(db: Db): Promise<boolean> {
  const found = await db
    .selectFrom('accounts')
    .select('id')
    .where('demo_expires_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** There is one link: that of the server which started last. */
export async function replaceSetupLink(db: Db, tokenHash: Buffer, expiresAt: Date): Promise<void> {
  const link = { token_hash: tokenHash, expires_at: expiresAt }
  await db
    .insertInto('setup_links')
    .values(link)
    .onConflict((conflict) => conflict.column('is_only').doUpdateSet(link))
    .execute()
}

export const findSetupLink = (db: Db, tokenHash: Buffer, now: Date) =>
  db
    .selectFrom('setup_links')
    .select(sql<SqlBool>`true`.as('works'))
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** The request that deletes it may create the account. */
export async function takeSetupLink(db: Db, tokenHash: Buffer, now: Date): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('setup_links')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}
