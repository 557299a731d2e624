import type { z } from 'zod'
import type { Context, PublicContext } from '#server/context.ts'

/** How often a failed job is tried again, and how long it waits: each time about twice as long as before. */
export interface Retry {
  limit: number
  delaySeconds: number
  longestDelaySeconds: number
}

/** Which try this is. */
export interface Attempt {
  number: number
  isLast: boolean
}

interface Shared {
  /** Names the queue, so it stays the same from version to version. */
  name: string
  retry: Retry
  /**
   * Talks to somebody outside, so it runs in no transaction and has to bear being run again. Any other job runs
   * in the transaction that also marks it as done: what it writes happens exactly once.
   */
  external: boolean
}

/** Work for one account, put into the queue by what makes it necessary. */
export interface AccountJob<Schema extends z.ZodType = z.ZodType> extends Shared {
  data: Schema
  run(ctx: Context, data: z.output<Schema>, attempt: Attempt): Promise<void>
}

/** Work that comes round by the clock. What concerns single accounts it leaves to a job for each (`enqueueForEach`). */
export interface ScheduledJob extends Shared {
  /** Five fields of cron, in UTC. */
  schedule: string
  run(ctx: PublicContext, attempt: Attempt): Promise<void>
}

export type Job = AccountJob | ScheduledJob

const RETRY: Retry = { limit: 10, delaySeconds: 15, longestDelaySeconds: 3600 }

type Optional = Partial<Pick<Shared, 'retry' | 'external'>>

export function defineJob<Schema extends z.ZodType>(
  job: Omit<AccountJob<Schema>, keyof Optional> & Optional,
): AccountJob<Schema> {
  return { retry: RETRY, external: false, ...job }
}

export function defineScheduledJob(job: Omit<ScheduledJob, keyof Optional> & Optional): ScheduledJob {
  return { retry: RETRY, external: false, ...job }
}
