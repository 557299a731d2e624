import { z } from 'zod'
import type { Db } from '#server/database/database.ts'

/** The data of a queued job: only ids, since it is not encrypted. */
export const Payload = z.object({
  account: z.number().int(),
  data: z.unknown(),
  /** The due time by the app's clock, which may be moved; the queue itself uses the database's clock. */
  due: z.string().optional(),
})
export type Payload = z.output<typeof Payload>

export interface PutOptions {
  delaySeconds?: number
  singletonKey?: string | undefined
}

/** The queue as actions see it. */
export interface JobQueue {
  put(db: Db, name: string, payload: Payload | null, options?: PutOptions): Promise<boolean>
  /** Queues many jobs by one statement, each unless another with its key is unfinished. */
  putAll(db: Db, name: string, jobs: { payload: Payload; singletonKey: string }[]): Promise<void>
  /** True while a job of this name waits, runs or is to be retried. For names with few jobs, since it reads all of them. */
  isPending(db: Db, name: string): Promise<boolean>
  /** Jobs that failed for good, newest first. */
  failed(db: Db): Promise<FailedJobs>
  /** Queues a failed job once more. `conflict`: the same job is queued already. */
  retryFailed(db: Db, id: string): Promise<'queued' | 'conflict' | 'unknown'>
}

export interface FailedJobs {
  /** Kept for a month. */
  count: number
  /** None if there are more than can be listed. */
  jobs: FailedJob[]
}

export interface FailedJob {
  id: string
  name: string
  failedAt: Date
  reason: string
}

declare module '#server/services.ts' {
  interface Services {
    jobs: JobQueue
  }
}
