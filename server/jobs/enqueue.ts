import { z } from 'zod'
import type { Context } from '#server/context.ts'
import type { AccountJob } from './job.ts'

export interface EnqueueOptions {
  /** Not before this instant, by the app's clock. */
  startAfter?: Date
  /** While a job with this key waits, another one is not put in. */
  singletonKey?: string
}

/** What waits in the queue: never more than ids, since whoever reads the database reads it. */
export const Payload = z.object({
  account: z.number().int(),
  data: z.unknown(),
  /** When it is due by the app's clock, which may be turned; the queue's own clock is the database's. */
  due: z.string().optional(),
})
export type Payload = z.output<typeof Payload>

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
