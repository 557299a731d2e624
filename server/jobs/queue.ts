import type { FastifyBaseLogger } from 'fastify'
import type { ConstructorOptions, JobWithMetadata, PgBoss } from 'pg-boss'
import { z } from 'zod'
import { afterCommit, type Database, type Db } from '#server/database/database.ts'
import { createFailedJobs, FAILED_JOBS, prepareFailedJobs } from './failed-jobs.ts'
import type { Job } from './job.ts'
import { type JobQueue, Payload } from './queue-types.ts'

/** A job that this process has taken to run. */
export type TakenJob = JobWithMetadata<unknown>

/** The queue as workers see it. */
export interface OpenQueue extends JobQueue {
  /** From now on this process starts scheduled jobs, and recovers jobs whose worker was lost. */
  startSupervisor(): Promise<PgBoss>
  /** Calls back when this process has queued a job of that name which can start at once. */
  whenQueued(name: string, callback: () => void): void
  /** Takes the next due job, which no other process can then take. */
  take(name: string): Promise<TakenJob | undefined>
  /** Marks a job as done, in a transaction if `db` is one. Fails if another process has taken it over. */
  finish(job: TakenJob, db: Db): Promise<void>
  /** Schedules a retry, or marks the job as failed after the last attempt. */
  fail(job: TakenJob, error: unknown): Promise<void>
  /**
   * After the app's clock was moved: makes jobs available that are due by it. Delays before a retry stay, since they give
   * other services time.
   */
  releaseDueJobs(names: readonly string[], now: Date): Promise<void>
  /** Unfinished jobs of accounts. */
  unfinished(db: Db): Promise<UnfinishedJob[]>
  /** Empties the queue. */
  clear(db: Db): Promise<void>
  /** Counts jobs of each kind that wait, run or failed for good; at most a minute old. */
  counts(): Promise<JobCounts[]>
  close(): Promise<void>
}

export type UnfinishedJob = Pick<TakenJob, 'name' | 'data' | 'singletonKey' | 'startAfter'>

export type JobCounts = { name: string } & Record<'deferred' | 'ready' | 'active' | 'failed', number>

const SCHEMA = 'jobs'
/** The jobs of a server without a heartbeat for this long are retried. */
const HEARTBEAT_SECONDS = 60
const SHUTDOWN_TIMEOUT_MS = 10_000

export interface QueueOptions {
  database: Database
  jobs: readonly Job[]
  log: FastifyBaseLogger
}

/**
 * Opens the queue in the app's database, in a schema of its own that pg-boss migrates. The server starts only after this,
 * so it does little; the supervisor is started later.
 */
export async function openQueue({ database, jobs, log }: QueueOptions): Promise<OpenQueue> {
  const { PgBoss, fromKysely } = await import('pg-boss')
  const started: PgBoss[] = []
  async function start(options: ConstructorOptions): Promise<PgBoss> {
    const boss = new PgBoss({ ...backendFor(database), schema: SCHEMA, ...options })
    boss.on('error', (error) => log.warn({ err: error }, 'job queue error'))
    boss.on('warning', ({ message }) => log.warn({ reason: message }, 'job queue warning'))
    started.push(boss)
    return boss.start()
  }
  const boss = await start({ supervise: false, schedule: false })
  await prepareQueues(boss, jobs)
  const names = jobs.map(({ name }) => name)
  const callbacks = new Map<string, () => void>()
  const tellQueued = (name: string) => callbacks.get(name)?.()
  const findAll = (name: string, db: Db) => boss.findJobs<unknown>(name, { db: fromKysely(db) })
  const failedJobs = createFailedJobs(boss, fromKysely)

  return {
    startSupervisor: () => start({ migrate: false }),
    put: async (db, name, payload, { delaySeconds = 0, singletonKey = crypto.randomUUID() } = {}) => {
      const options = { db: fromKysely(db), singletonKey, startAfter: delaySeconds }
      const isQueued = (await boss.send(name, payload, options)) !== null
      if (isQueued && delaySeconds === 0) afterCommit(db, () => tellQueued(name))
      return isQueued
    },
    putAll: async (db, name, queued) => {
      const inserts = queued.map(({ payload, singletonKey }) => ({ data: payload, singletonKey }))
      await boss.insert(name, inserts, { db: fromKysely(db) })
      afterCommit(db, () => tellQueued(name))
    },
    isPending: async (db, name) => (await findAll(name, db)).some(({ state }) => UNFINISHED.has(state)),
    failed: failedJobs.list,
    retryFailed: async (db, id) => {
      const { outcome, name } = await failedJobs.retry(db, id)
      if (name) afterCommit(db, () => tellQueued(name))
      return outcome
    },
    whenQueued: (name, callback) => void callbacks.set(name, callback),
    take: async (name) => (await boss.fetch(name, { includeMetadata: true }))[0],
    finish: async (job, db) => {
      const answer = await boss.complete(job.name, job, null, { db: fromKysely(db) })
      if (Completed.parse(answer).affected === 0) throw new Error('another server took this job over')
    },
    fail: async (job, error) => {
      await boss.fail(job.name, job, { message: String(error) })
    },
    releaseDueJobs: async (changed, now) => {
      for (const name of changed) {
        for (const { id, state, data } of await boss.findJobs(name, { queued: true })) {
          const { due } = Payload.partial().safeParse(data).data ?? {}
          if (state === 'created' && due !== undefined && due <= now.toISOString())
            await boss.update(name, undefined, { id, startAfter: 0 })
        }
        tellQueued(name)
      }
    },
    unfinished: async (db) => {
      const found: UnfinishedJob[] = []
      for (const name of names) {
        const unfinished = (await findAll(name, db)).filter(({ state }) => UNFINISHED.has(state))
        found.push(...unfinished.filter(({ data }) => Payload.safeParse(data).success))
      }
      return found
    },
    clear: async (db) => {
      for (const name of [...names, FAILED_JOBS]) {
        const ids = (await findAll(name, db)).map(({ id }) => id)
        if (ids.length > 0) await boss.deleteJob(name, ids, { db: fromKysely(db) })
      }
    },
    counts: async () => {
      const stats = await Promise.all(names.map((name) => boss.getQueueStats(name, { force: true })))
      return stats.flat().map(({ name, deferredCount, readyCount, activeCount, failedCount }) => ({
        name,
        deferred: deferredCount,
        ready: readyCount,
        active: activeCount,
        failed: failedCount,
      }))
    },
    close: async () => {
      await Promise.all(started.map((each) => each.stop({ timeout: SHUTDOWN_TIMEOUT_MS })))
    },
  }
}

const UNFINISHED: ReadonlySet<string> = new Set(['created', 'retry', 'active'])

/** In every result of pg-boss, but not in its types. */
const Completed = z.object({ affected: z.number() })

function backendFor({ kind, pool }: Database): ConstructorOptions {
  return {
    db: { executeSql: (text, values) => pool.query(text, values) },
    backend: kind === 'embedded' ? 'pglite' : 'postgres',
    // The embedded database has its own maintenance, and only one connection to build an index on.
    reindex: kind === 'server',
    monitorVacuum: kind === 'server',
  }
}

/** One queue for each kind of job, so that a slow kind does not hold up the others. */
async function prepareQueues(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  if (!known.has(FAILED_JOBS)) await prepareFailedJobs(boss)
  for (const job of jobs) {
    const { name, retry, timeoutSeconds } = job
    const options = {
      retryLimit: retry.limit,
      retryDelay: retry.delaySeconds,
      retryDelayMax: retry.longestDelaySeconds,
      retryBackoff: true,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      expireInSeconds: timeoutSeconds,
      deadLetter: FAILED_JOBS,
    }
    const queue = known.get(name)
    const changed = queue && Object.entries(options).some(([key, value]) => Reflect.get(queue, key) !== value)
    if (queue && !changed) continue
    if (queue) await boss.updateQueue(name, options)
    else await boss.createQueue(name, { policy: policyOf(job), ...options })
    // Any call makes pg-boss cache the queue. Without it, the first call in a transaction would open a second connection,
    // which the embedded database does not have.
    await boss.findJobs(name, { id: NO_JOB })
  }
}

const policyOf = (job: Job) => ('schedule' in job && !job.isExclusive ? 'short' : 'exclusive')

const NO_JOB = '00000000-0000-0000-0000-000000000000'
