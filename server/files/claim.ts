import { sql } from 'kysely'
import type { PublicContext } from '#server/context.ts'
import type { Db } from '#server/database/database.ts'
import { Unavailable } from '#server/errors.ts'
import { isNamed } from './naming.ts'
import type { StoredFile } from './store.ts'

const GRACE_MILLISECONDS = 30 * 86_400_000

/** What nobody has named since then is removed. */
export const longUnused = (now: Date): Date => new Date(now.getTime() - GRACE_MILLISECONDS)

/** Held by whoever begins to name a content, shared with others who do; alone by whoever removes contents. */
export const lockKey = 5_843_210_118

/**
 * Call it in the transaction that writes down a stored content's hash: until that ends nobody removes the content. It
 * may have been removed in the moment before, if it was an old one that nobody had named for long.
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
    throw new Unavailable('This file could not be kept. Please send it again.')
  }
}

/** What is removed for good with its account does not wait out the month, unless somebody else names it. */
export async function releaseFiles({ db, now }: PublicContext, sha256s: string[]): Promise<void> {
  const named = await isNamed(db, sql`stored_files.sha256`)
  await sql`
    update stored_files set unused_since = ${longUnused(now)}
    where sha256 = any(${sha256s}::text[]) and not ${named}`.execute(db)
}

/** Gives these contents, or all of them, their whole time again. */
export async function spareFiles(db: Db, sha256s?: string[]): Promise<void> {
  const these = sha256s ? sql`where sha256 = any(${sha256s}::text[])` : sql``
  await sql`select pg_advisory_xact_lock(${lockKey})`.execute(db)
  await sql`update stored_files set unused_since = null ${these}`.execute(db)
}
