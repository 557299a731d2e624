import { sql } from 'kysely'
import type { Db } from '#server/database/database.ts'

export async function insertAttempt(db: Db, attemptHash: Buffer, email: string, now: Date): Promise<void> {
  await db.insertInto('sign_in_codes').values({ attempt_hash: attemptHash, email, asked_at: now }).execute()
}

/** Those to be mailed, the oldest first. */
export const findUnmailed = (db: Db, askedAfter: Date) =>
  db
    .selectFrom('sign_in_codes')
    .select(['attempt_hash', 'email'])
    .where('mailed_at', 'is', null)
    .where('asked_at', '>', askedAfter)
    .orderBy('asked_at')
    .execute()

/** Until the transaction ends, no other mail to this address is counted. */
export async function lockMailsTo(db: Db, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sign-in mails ${email}`}, 0))`.execute(db)
}

export async function countMails(db: Db, email: string, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('sign_in_codes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('email', '=', email)
    .where('mailed_at', '>', since)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** False if another server is mailing it. A null hash means that no code is in the mail. */
export async function markMailed(
  db: Db,
  attemptHash: Buffer,
  codeHash: Buffer | null,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sign_in_codes')
    .set({ mailed_at: now, code_hash: codeHash })
    .where('attempt_hash', '=', attemptHash)
    .where('mailed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function markUnmailed(db: Db, attemptHash: Buffer): Promise<void> {
  await db
    .updateTable('sign_in_codes')
    .set({ mailed_at: null, code_hash: null })
    .where('attempt_hash', '=', attemptHash)
    .execute()
}

export async function deleteAttempt(db: Db, attemptHash: Buffer): Promise<void> {
  await db.deleteFrom('sign_in_codes').where('attempt_hash', '=', attemptHash).execute()
}

/** Locked until the transaction ends, so that a code is used once. */
export const lockAttempt = (db: Db, attemptHash: Buffer) =>
  db
    .selectFrom('sign_in_codes')
    .select(['email', 'code_hash', 'wrong_guesses', 'asked_at', 'mailed_at', 'used_at'])
    .where('attempt_hash', '=', attemptHash)
    .forUpdate()
    .executeTakeFirst()

export async function markUsed(db: Db, attemptHash: Buffer, now: Date): Promise<void> {
  await db
    .updateTable('sign_in_codes')
    .set({ used_at: now })
    .where('attempt_hash', '=', attemptHash)
    .execute()
}

export async function countWrongGuess(db: Db, attemptHash: Buffer): Promise<void> {
  await db
    .updateTable('sign_in_codes')
    .set({ wrong_guesses: sql`wrong_guesses + 1` })
    .where('attempt_hash', '=', attemptHash)
    .execute()
}

export async function deleteAttemptsBefore(db: Db, oldest: Date): Promise<void> {
  await db.deleteFrom('sign_in_codes').where('asked_at', '<', oldest).execute()
}
