import { sql } from 'kysely'
import type { PublicContext } from '#server/context.ts'
import type { Db } from '#server/database/database.ts'
import { Unavailable } from '#server/errors.ts'
import { isReferenced } from './references.ts'
import type { StoredFile } from './store.ts'

const GRACE_MILLISECONDS = 30 * 86_400_000

/** Files that have been unused since then are removed. */
export const longUnused = (now: Date): Date => new Date(now.getTime() - GRACE_MILLISECONDS)

/** The advisory lock between recording references to files (shared) and removing files (exclusive). */
export const lockKey = 5_843_210_118

/**
 * Call it in the transaction that records a stored file's hash: the file is not removed until that ends. It may have been
 * removed just before, if it had been unused for long.
 */
export async function claimFile(
  { db, services }: PublicContext,
  { sha256, size }: StoredFile,
): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${lockKey})`.execute(db)
  await sql`
    insert into stored_files (sha256) values (${sha256})
    on conflict (sha256) do update set unused_since = null`.execute(db)
  if (!(await services.files.has(sha256, size))) {
    throw new Unavailable('This file could not be saved. Please upload it again.')
  }
}

/** Files of a deleted account are removed without waiting for a month, unless another account uses them. */
export async function releaseFiles({ db, now }: PublicContext, sha256s: string[]): Promise<void> {
  const referenced = await isReferenced(db, sql`stored_files.sha256`)
  await sql`
    update stored_files set unused_since = ${longUnused(now)}
    where sha256 = any(${sha256s}::text[]) and not ${referenced}`.execute(db)
}

/** Restarts the grace period of these files, or of all. */
export async function protectFiles(db: Db, sha256s?: string[]): Promise<void> {
  const these = sha256s ? sql`where sha256 = any(${sha256s}::text[])` : sql``
  await sql`select pg_advisory_xact_lock(${lockKey})`.execute(db)
  await sql`update stored_files set unused_since = null ${these}`.execute(db)
}
