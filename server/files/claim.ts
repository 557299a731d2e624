import { sql } from 'kysely'
import type { PublicContext } from '#server/context.ts'
import type { Db } from '#server/database/database.ts'
import { Unavailable } from '#server/errors.ts'
import { isReferenced } from './references.ts'
import type { ReceivedFile } from './store.ts'

const GRACE_MILLISECONDS = 30 * 86_400_000

/** Files that have been unused since then are removed. */
export const longUnused = (now: Date): Date => new Date(now.getTime() - GRACE_MILLISECONDS)

/** A lock on one content until the transaction ends: shared to keep it, exclusive to remove it. */
export async function lockFile(db: Db, sha256: string, mode: 'shared' | 'exclusive'): Promise<void> {
  const lock = sql.raw(mode === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock')
  await sql`select ${lock}(hashtextextended(${sha256}, 0))`.execute(db)
}

/** Call it in the transaction that records a received file's hash. If that commits, the file stays. */
export async function claimFile({ db }: PublicContext, { sha256, lease }: ReceivedFile): Promise<void> {
  await lockFile(db, sha256, 'shared')
  const { numDeletedRows } = await db.deleteFrom('file_leases').where('id', '=', lease).executeTakeFirst()
  // The sweep has ended the lease of a call that took longer than a day.
  if (numDeletedRows === 0n) throw new Unavailable('This file could not be saved. Please upload it again.')
  await sql`
    insert into stored_files (sha256) values (${sha256})
    on conflict (sha256) do update set unused_since = null`.execute(db)
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
  await sql`update stored_files set unused_since = null ${these}`.execute(db)
}
