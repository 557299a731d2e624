import { createHash } from 'node:crypto'
import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import { sql } from 'kysely'
import type { Db } from '#server/database/database.ts'
import { defineScheduledJob } from '#server/jobs/job.ts'

/** Counts requests for limits in the database, so that all servers count together. */
export const requestCountsIn = (db: Db): FastifyRateLimitStoreCtor =>
  class implements FastifyRateLimitStore {
    readonly incr: FastifyRateLimitStore['incr'] = (key, callback, milliseconds) => {
      count(db, key, milliseconds).then((result) => callback(null, result), callback)
    }

    /** A limit of its own has keys of its own. */
    child(): FastifyRateLimitStore {
      return this
    }
  }

async function count(db: Db, key: string, milliseconds: number): Promise<{ current: number; ttl: number }> {
  const now = new Date()
  const { rows } = await sql<{ count: number; ends_at: Date }>`
    insert into request_counts as known (key, count, ends_at)
    values (${createHash('sha256').update(key).digest()}, 1, ${new Date(now.getTime() + milliseconds)})
    on conflict (key) do update set
      count = case when known.ends_at > ${now} then known.count + 1 else 1 end,
      ends_at = case when known.ends_at > ${now} then known.ends_at else excluded.ends_at end
    returning count, ends_at`.execute(db)
  if (!rows[0]) throw new Error('a count returned no row')
  return { current: rows[0].count, ttl: rows[0].ends_at.getTime() - now.getTime() }
}

export const deleteOldCounts = defineScheduledJob({
  name: 'forget-request-counts',
  schedule: '53 * * * *',
  run: async ({ db }) => {
    await sql`delete from request_counts where ends_at < ${new Date()}`.execute(db)
  },
})
