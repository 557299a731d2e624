import type { z } from 'zod'
import type { Context, PublicContext } from '#server/context.ts'
import type { Services } from '#server/services.ts'

/** Retries of a failed job. The delay about doubles each time. */
export interface Retry {
  limit: number
  delaySeconds: number
  longestDelaySeconds: number
}

export interface Attempt {
  number: number
  isLast: boolean
}

/** All that is needed to queue a job. A feature above may run it. */
export interface JobRequest<Schema extends z.ZodType = z.ZodType> {
  /** Also the name of the queue, so it must not change between versions. */
  name: string
  data: Schema
}

interface Shared {
  retry: Retry
  /**
   * Calls another service, so it runs outside a transaction and has to tolerate being repeated. Any other job runs in the
   * transaction that also marks it as done: its writes happen exactly once.
   */
  external: boolean
  /** A run that takes longer counts as lost. */
  timeoutSeconds: number
}

/** Work for one account, queued by an action. */
export interface AccountJob<Schema extends z.ZodType = z.ZodType> extends Shared, JobRequest<Schema> {
  run(ctx: Context, data: z.output<Schema>, attempt: Attempt): Promise<void>
}

/** Scheduled work. Work for accounts is queued as one job for each (`enqueueForEach`). */
export interface ScheduledJob extends Shared, Pick<JobRequest, 'name'> {
  /** Five fields of cron, in UTC. One that the settings decide may be null: then the job runs only when it is asked for. */
  schedule: string | ((services: Services) => string | null)
  /** Runs one at a time on all servers together. While one is queued, running or to be retried, no other is queued. */
  isExclusive?: true
  run(ctx: PublicContext, attempt: Attempt): Promise<void>
}

export type Job = AccountJob | ScheduledJob

const DEFAULTS: Shared = {
  retry: { limit: 10, delaySeconds: 15, longestDelaySeconds: 3600 },
  external: false,
  timeoutSeconds: 900,
}

type Optional = Partial<Shared>

export const scheduleOf = ({ schedule }: ScheduledJob, services: Services): string | null =>
  typeof schedule === 'string' ? schedule : schedule(services)

/** For a job that a feature above runs: `defineJob({ ...request, run })`. */
export const declareJob = <Schema extends z.ZodType>(request: JobRequest<Schema>): JobRequest<Schema> =>
  request

export function defineJob<Schema extends z.ZodType>(
  job: Omit<AccountJob<Schema>, keyof Optional> & Optional,
): AccountJob<Schema> {
  return { ...DEFAULTS, ...job }
}

export function defineScheduledJob(job: Omit<ScheduledJob, keyof Optional> & Optional): ScheduledJob {
  return { ...DEFAULTS, ...job }
}
