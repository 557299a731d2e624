import { sql } from 'kysely'
import { inTransaction, type PublicContext } from '#server/context.ts'
import { lockFile } from './claim.ts'
import type { ReceivedFile } from './store.ts'

/**
 * Stores a file for as long as `use` runs. `use` records it by `claimFile` in a transaction of its own; a file that was not
 * claimed then is removed. Call it outside a transaction, because storing may take long.
 */
export async function receiveFile<Result>(
  ctx: PublicContext,
  content: AsyncIterable<Uint8Array>,
  { limitBytes }: { limitBytes: number },
  use: (file: ReceivedFile) => Promise<Result>,
): Promise<Result> {
  if (ctx.db.isTransaction) throw new Error('a file is received outside transactions')
  const leases: number[] = []
  try {
    const stored = await ctx.services.files.put(content, {
      limitBytes,
      beforeStoring: async (sha256) => void leases.push(await takeLease(ctx, sha256)),
    })
    const [lease] = leases
    if (lease === undefined) throw new Error('a file was stored without a lease')
    return await use({ ...stored, lease })
  } finally {
    for (const lease of leases) await endLease(ctx, lease).catch((error) => warn(ctx, error))
  }
}

/** The nightly sweep tries again. */
const warn = ({ log }: PublicContext, error: unknown) =>
  log.warn({ err: error }, 'an unused upload could not be removed yet')

/** From now on the content is not removed, until the lease ends. */
const takeLease = (ctx: PublicContext, sha256: string): Promise<number> =>
  inTransaction(ctx, async ({ db, now }) => {
    await lockFile(db, sha256, 'shared')
    const { id } = await db
      .insertInto('file_leases')
      .values({ sha256, leased_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })

/** Removes the leased file, unless it was claimed by a record, is leased by others, or was used before. */
export async function endLease(ctx: PublicContext, lease: number): Promise<void> {
  const open = await ctx.db
    .selectFrom('file_leases')
    .select('sha256')
    .where('id', '=', lease)
    .executeTakeFirst()
  if (!open) return
  const { sha256 } = open
  await inTransaction(ctx, async ({ db, services }) => {
    await lockFile(db, sha256, 'exclusive')
    await db.deleteFrom('file_leases').where('id', '=', lease).execute()
    const { rows } = await sql`
      select from file_leases where sha256 = ${sha256}
      union all
      select from stored_files where sha256 = ${sha256}`.execute(db)
    if (rows.length === 0) await services.files.remove(sha256)
  })
}
