import { z } from 'zod'
import type { Context, PublicContext } from '#server/context.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { AccountJob } from './job.ts'
import type { Payload } from './queue-types.ts'

export interface EnqueueOptions {
  /** Not before this instant, by the app's clock. */
  startAfter?: Date
  /** While a job with this key waits, runs or is to be tried again, another one is not put in. */
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

/**
 * For a scheduled job: puts in one job for each account that was found, which runs, fails and is tried again by itself.
 * An account has one unfinished job with the same data, however many servers and rounds find it.
 */
export async function enqueueForEach<Schema extends z.ZodType, Found extends { account_id: AccountId }>(
  ctx: PublicContext,
  job: AccountJob<Schema>,
  accounts: Iterable<Found> | AsyncIterable<Found>,
  dataFor: (account: Found) => z.output<Schema>,
): Promise<void> {
  for await (const account of accounts) {
    const data = dataFor(account)
    const singletonKey = JSON.stringify([account.account_id, z.encode(job.data, data)])
    await enqueue({ ...ctx, accountId: account.account_id }, job, data, { singletonKey })
  }
}
