import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { inTransaction, type PublicContext } from '#server/context.ts'
import { defineScheduledJob } from '#server/jobs/job.ts'
import { lockFile, longUnused } from './claim.ts'
import { endLease } from './receive.ts'
import { isReferenced } from './references.ts'

const PAGE = 100
/** No call takes that long. */
const LEASE_MILLISECONDS = 86_400_000

/**
 * Removes files that no record has referred to for a month: long enough to notice a mistake, and for a database restored
 * from a backup to find its files. Files that a killed server received, and no record ever referred to, go after a day.
 */
export const sweepFiles = defineScheduledJob({
  name: 'sweep-files',
  schedule: '41 4 * * *',
  external: true,
  run: async (ctx) => {
    await endOldLeases(ctx)
    const referenced = await isReferenced(ctx.db, sql`stored_files.sha256`)
    await markUnused(ctx, referenced)
    await removeUnused(ctx, referenced)
  },
})

async function endOldLeases(ctx: PublicContext): Promise<void> {
  const before = new Date(ctx.now.getTime() - LEASE_MILLISECONDS)
  for (;;) {
    const old = await ctx.db
      .selectFrom('file_leases')
      .select('id')
      .where('leased_at', '<', before)
      .orderBy('leased_at')
      .limit(PAGE)
      .execute()
    for (const { id } of old) await endLease(ctx, id)
    if (old.length < PAGE) return
  }
}

async function markUnused({ db, now }: PublicContext, referenced: RawBuilder<SqlBool>): Promise<void> {
  await sql`update stored_files set unused_since = null where unused_since is not null and ${referenced}`.execute(
    db,
  )
  await sql`update stored_files set unused_since = ${now} where unused_since is null and not ${referenced}`.execute(
    db,
  )
}

async function removeUnused(ctx: PublicContext, referenced: RawBuilder<SqlBool>): Promise<void> {
  const before = longUnused(ctx.now)
  const isUnused = sql<SqlBool>`
    unused_since <= ${before} and not ${referenced}
    and not exists (select from file_leases lease where lease.sha256 = stored_files.sha256)`
  let [after, removed] = ['', 0]
  for (;;) {
    const unused = await ctx.db
      .selectFrom('stored_files')
      .select('sha256')
      .where('unused_since', '<=', before)
      .where('sha256', '>', after)
      .orderBy('sha256')
      .limit(PAGE)
      .execute()
    for (const { sha256 } of unused) removed += await removeIf(ctx, sha256, isUnused)
    after = unused.at(-1)?.sha256 ?? after
    if (unused.length < PAGE) break
  }
  if (removed > 0) ctx.log.info({ count: removed }, 'unused files removed')
}

/** Returns how many it removed: one or none. Only uploads of the same content wait for it. */
const removeIf = (ctx: PublicContext, sha256: string, isUnused: RawBuilder<SqlBool>): Promise<number> =>
  inTransaction(ctx, async ({ db, services }) => {
    await lockFile(db, sha256, 'exclusive')
    const { rows } = await sql`
      delete from stored_files where sha256 = ${sha256} and ${isUnused} returning sha256`.execute(db)
    if (rows.length > 0) await services.files.remove(sha256)
    return rows.length
  })
