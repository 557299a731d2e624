import { sql } from 'kysely'
import { inTransaction, type PublicContext } from '#server/context.ts'
import { defineScheduledJob } from '#server/jobs/job.ts'
import { lockKey, longUnused } from './claim.ts'
import { isReferenced } from './references.ts'

/** An upload waits for at most this many removals. */
const REMOVED_AT_ONCE = 50

/**
 * Removes files that no record has referred to for a month: long enough to notice a mistake, and for a database restored
 * from a backup to find its files.
 */
export const sweepFiles = defineScheduledJob({
  name: 'sweep-files',
  schedule: '41 4 * * *',
  external: true,
  run: async (ctx) => {
    await markUnused(ctx)
    while ((await removeSome(ctx)) === REMOVED_AT_ONCE);
  },
})

async function markUnused({ db, now }: PublicContext): Promise<void> {
  const referenced = await isReferenced(db, sql`stored_files.sha256`)
  await sql`update stored_files set unused_since = null where unused_since is not null and ${referenced}`.execute(
    db,
  )
  await sql`update stored_files set unused_since = ${now} where unused_since is null and not ${referenced}`.execute(
    db,
  )
}

function removeSome(ctx: PublicContext): Promise<number> {
  const before = longUnused(ctx.now)
  return inTransaction(ctx, async ({ db, services, log }) => {
    await sql`select pg_advisory_xact_lock(${lockKey})`.execute(db)
    const { rows } = await sql<{ sha256: string }>`
      delete from stored_files where sha256 in (
        select sha256 from stored_files
        where unused_since <= ${before} and not ${await isReferenced(db, sql`stored_files.sha256`)}
        limit ${REMOVED_AT_ONCE}
      ) returning sha256`.execute(db)
    for (const { sha256 } of rows) await services.files.remove(sha256)
    if (rows.length > 0) log.info({ count: rows.length }, 'unused files removed')
    return rows.length
  })
}
