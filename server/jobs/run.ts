import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import type { Clock } from '#server/config/clock.ts'
import { type Caller, contextFor, inTransaction, type PublicContext } from '#server/context.ts'
import type { Db } from '#server/database/database.ts'
import type { Services } from '#server/services.ts'
import type { AccountJob, Attempt, Job } from './job.ts'
import type { OpenQueue, TakenJob } from './queue.ts'
import { Payload } from './queue-types.ts'

/** Finds the account of a job. An `AccountId` comes only from a row. */
export type FindCaller = (ctx: PublicContext, account: number) => Promise<Caller | undefined>

export interface RunDependencies {
  db: Db
  clock: Clock
  services: Services
  log: FastifyBaseLogger
  findCaller: FindCaller
}

/** Runs a job that was taken from the queue and marks it as done. Throws if it failed. */
export async function runJob(
  queue: OpenQueue,
  job: Job,
  taken: TakenJob,
  parts: RunDependencies,
): Promise<void> {
  const { findCaller, clock, ...shared } = parts
  const attempt = { number: taken.retryCount + 1, isLast: taken.retryCount >= taken.retryLimit }
  const account = Payload.safeParse(taken.data).data?.account
  const log = shared.log.child({ job: job.name, jobId: taken.id, account, attempt: attempt.number })
  const ctx: PublicContext = { ...shared, log, now: clock.now(), address: null }
  const run = (inner: PublicContext) =>
    'schedule' in job ? job.run(inner, attempt) : runForAccount(inner, job, taken.data, attempt, findCaller)
  try {
    if (job.external) {
      await run(ctx)
      await queue.finish(taken, ctx.db)
    } else {
      await inTransaction(ctx, async (tx) => {
        await run(tx)
        await queue.finish(taken, tx.db)
      })
    }
    log.info('job done')
  } catch (error) {
    if (attempt.isLast) log.error({ err: error }, 'job failed for good')
    else log.warn({ err: error }, 'job failed and will be retried')
    throw error
  }
}

async function runForAccount(
  ctx: PublicContext,
  job: AccountJob,
  payload: unknown,
  attempt: Attempt,
  findCaller: FindCaller,
): Promise<void> {
  const { account, data } = Payload.parse(payload)
  const caller = await findCaller(ctx, account)
  if (!caller) return ctx.log.warn({ account }, 'job skipped: its account no longer exists')
  await job.run(contextFor(caller, ctx), z.decode(job.data, data), attempt)
}
