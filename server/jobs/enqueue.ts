import { z } from 'zod'
import type { Context, PublicContext } from '#server/context.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { AccountJob, JobRequest, ScheduledJob } from './job.ts'
import type { Payload } from './queue-types.ts'

export interface EnqueueOptions {
  /** Not before this instant, by the app's clock. */
  startAfter?: Date
  /** While a job with this key is queued, running or to be retried, no other is queued. */
  singletonKey?: string
}

/**
 * Queues a job through the context's database handle: in a transaction, the job exists if and only if that commits.
 * Returns whether it was queued.
 */
export async function enqueue<Schema extends z.ZodType>(
  { db, accountId, services, now }: Pick<Context, 'db' | 'accountId' | 'services' | 'now'>,
  job: JobRequest<Schema>,
  data: z.output<Schema>,
  { startAfter, singletonKey }: EnqueueOptions = {},
): Promise<boolean> {
  const payload: Payload = { account: accountId, data: z.encode(job.data, data) }
  if (!startAfter) return services.jobs.put(db, job.name, payload, { singletonKey })
  const delaySeconds = Math.max(0, Math.ceil((startAfter.getTime() - now.getTime()) / 1000))
  const due = startAfter.toISOString()
  return services.jobs.put(db, job.name, { ...payload, due }, { singletonKey, delaySeconds })
}

/** Queues a scheduled job for now. Returns false if it is queued, or runs alone and does so, already. */
export const enqueueScheduled = (
  { db, services }: Pick<PublicContext, 'db' | 'services'>,
  job: ScheduledJob,
): Promise<boolean> => services.jobs.put(db, job.name, null, { singletonKey: keyOfScheduled(job) })

export const keyOfScheduled = ({ isExclusive }: ScheduledJob): string =>
  isExclusive ? 'exclusive' : 'asked for'

/**
 * For a scheduled job: queues one job per account, each of which runs, fails and is retried separately. An account has one
 * unfinished job with the same data, however many servers and runs find it.
 */
export async function enqueueForEach<Schema extends z.ZodType, Found extends { account_id: AccountId }>(
  ctx: PublicContext,
  job: AccountJob<Schema>,
  accounts: Iterable<Found> | AsyncIterable<Found>,
  dataFor: (account: Found) => z.output<Schema>,
): Promise<void> {
  const { db, services } = ctx
  let batch: { payload: Payload; singletonKey: string }[] = []
  for await (const account of accounts) {
    const data = z.encode(job.data, dataFor(account))
    const singletonKey = JSON.stringify([account.account_id, data])
    batch.push({ payload: { account: account.account_id, data }, singletonKey })
    if (batch.length < BATCH) continue
    await services.jobs.putAll(db, job.name, batch)
    batch = []
  }
  if (batch.length > 0) await services.jobs.putAll(db, job.name, batch)
}

const BATCH = 500
