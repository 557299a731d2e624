import type { fromKysely, PgBoss } from 'pg-boss'
import { z } from 'zod'
import type { Db } from '#server/database/database.ts'
import type { FailedJob, FailedJobs } from './queue-types.ts'

/** Jobs of any kind that failed for good: a dead letter queue of pg-boss, which nothing works on. */
export const FAILED_JOBS = 'failed-jobs'

const KEPT_SECONDS = 30 * 86_400
const MAX_LISTED = 500

export const prepareFailedJobs = (boss: PgBoss): Promise<void> =>
  boss.createQueue(FAILED_JOBS, { retentionSeconds: KEPT_SECONDS, deleteAfterSeconds: KEPT_SECONDS })

/** Lists failed jobs, and puts them back where they came from. */
export function createFailedJobs(boss: PgBoss, asBossDb: typeof fromKysely) {
  return {
    list: async (db: Db): Promise<FailedJobs> => {
      // At most a minute old: only to learn if there are too many to read.
      const stats = await boss.getQueueStats(FAILED_JOBS, { force: true })
      const count = stats.reduce((sum, { totalCount }) => sum + totalCount, 0)
      if (count > MAX_LISTED) return { count, jobs: [] }
      const found = await boss.findJobs(FAILED_JOBS, { db: asBossDb(db) })
      const jobs = found.map(
        ({ id, sourceName, createdOn, sourceOutput }): FailedJob => ({
          id,
          name: sourceName ?? '',
          failedAt: createdOn,
          reason:
            Failure.safeParse(sourceOutput).data?.message.replace(/^Error: /, '') ??
            'It took too long, or its server stopped.',
        }),
      )
      return {
        count: jobs.length,
        jobs: jobs.sort((one, other) => other.failedAt.getTime() - one.failedAt.getTime()),
      }
    },

    retry: async (db: Db, id: string) => {
      const connection = { db: asBossDb(db) }
      const [found] = await boss.findJobs(FAILED_JOBS, { id, ...connection })
      if (!found) return { outcome: 'unknown', name: null } as const
      // One that met the same job before is kept as failed here as well.
      if (found.state === 'failed') await boss.retry(FAILED_JOBS, id, connection)
      const moved = await boss.redrive(FAILED_JOBS, { ids: [id], ...connection })
      return moved === 1
        ? ({ outcome: 'queued', name: found.sourceName } as const)
        : ({ outcome: 'conflict', name: null } as const)
    },
  }
}

const Failure = z.object({ message: z.string() })
