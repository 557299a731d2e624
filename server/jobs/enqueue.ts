import { z } from 'zod'
import type { Context } from '#server/context.ts'
import type { AccountJob } from './job.ts'
import type { Payload } from './queue-types.ts'

export interface EnqueueOptions {
  /** Not before this instant, by the app's clock. */
  startAfter?: Date
  /** While a job with this key waits, another one is not put in. */
  singletonKey?: string
}

/**
 * Puts a job into the queue by the context's own database handle: inside a transaction it is there once that
 * commits, and never was if it does not. Gives whether it was put in.
 */
export async function enqueue<Schema extends z.ZodType>(
  { db, accountId, services, now }: Pick<Context, 'db' | 'accountId' | 'services' | 'now'>,
  job: AccountJob<Schema>,
  data: z.output<Schema>,
  { startAfter, singletonKey }: EnqueueOptions = {},
): Promise<boolean> {
  const payload: Payload = { account: accountId, data: z.encode(job.data, data) }
  if (!startAfter) return services.jobs.put(db, job.name, payload, { singletonKey })
  const delaySeconds = Math.max(0, Math.ceil((startAfter.getTime() - now.getTime()) / 1000))
  const due = startAfter.toISOString()
  return services.jobs.put(db, job.name, { ...payload, due }, { singletonKey, delaySeconds })
}
