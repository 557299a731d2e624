import { sql } from 'kysely'
import { inTransaction, type PublicContext } from '#server/context.ts'
import { defineScheduledJob } from '#server/jobs/job.ts'
import { lockKey, longUnused } from './claim.ts'
import { isNamed } from './naming.ts'

/** Who uploads waits for so many removals at most. */
const REMOVED_AT_ONCE = 50

/**
 * Removes contents that no record has named for a month: long enough for a mistake to be noticed, and for a database
 * that was set back to find its files.
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
  const named = await isNamed(db, sql`stored_files.sha256`)
  await sql`update stored_files set unused_since = null where unused_since is not null and ${named}`.execute(
    db,
  )
  await sql`update stored_files set unused_since = ${now} where unused_since is null and not ${named}`.execute(
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
        where unused_since <= ${before} and not ${await isNamed(db, sql`stored_files.sha256`)}
        limit ${REMOVED_AT_ONCE}
      ) returning sha256`.execute(db)
    for (const { sha256 } of rows) await services.files.remove(sha256)
    if (rows.length > 0) log.info({ count: rows.length }, 'files that nobody named any longer were removed')
    return rows.length
  })
}
