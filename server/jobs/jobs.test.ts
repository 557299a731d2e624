import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Db, inTransaction } from '#server/database/database.ts'
import { createLog } from '#server/observability/logging.ts'
import { startTestApp, type TestApp } from '#tests/app.ts'
import { retryJobs, runJobs, runScheduledJobs, systemContext } from '#tests/jobs.ts'
import { signInAs } from '#tests/people.ts'
import type { Context } from '../context.ts'
import type { AccountId } from '../identity/account-id.ts'
import { enqueue, enqueueForEach } from './enqueue.ts'
import { defineJob, defineScheduledJob } from './job.ts'
import { openQueue } from './queue.ts'

const log = createLog({ logLevel: 'silent' })
let app: TestApp
let ctx: Context
const ran: string[] = []
/** Faults that the next runs of `note` cause before they end. */
let faults: (() => void | Promise<void>)[] = []

/** Leaves a mark in the database and in memory, then does what the test planned. */
const note = defineJob({
  name: 'test-note',
  data: z.object({ text: z.string() }),
  retry: { limit: 2, delaySeconds: 60, longestDelaySeconds: 600 },
  run: async (ctx, { text }, attempt) => {
    ran.push(`${text} ${attempt.number}${attempt.isLast ? ' last' : ''}`)
    await sql`insert into notes values (${ctx.accountId}, ${text}, ${ctx.actor.type})`.execute(ctx.db)
    await faults.shift()?.()
  },
})
const call = defineJob({
  name: 'test-call',
  data: z.object({}),
  external: true,
  run: async (ctx) => {
    ran.push('call')
    // A second connection would never come with the embedded database, if this ran in a transaction.
    await ctx.db.transaction().execute((tx) => sql`select 1`.execute(tx))
  },
})
const round = defineScheduledJob({
  name: 'test-round',
  schedule: '0 6 * * *',
  run: async (ctx) => {
    ran.push(`round ${ctx.now.toISOString()}`)
  },
})
/** Accounts that the next round finds. */
let found: { account_id: AccountId; text: string }[] = []
const noteRound = defineScheduledJob({
  name: 'test-note-round',
  schedule: '0 6 * * *',
  run: (ctx) => enqueueForEach(ctx, note, found, ({ text }) => ({ text })),
})
const jobs = [note, call, round, noteRound]

beforeAll(async () => {
  app = await startTestApp({ LOG_LEVEL: 'silent' }, { jobs })
  await sql`create table notes (account_id bigint, text text, actor text)`.execute(app.database.db)
  const ada = await signInAs(app.url, { name: 'Ada', email: 'ada@example.com' })
  ctx = await systemContext(ada.email, app)
})
afterAll(() => app.stop())
beforeEach(async () => {
  await runJobs(app)
  await sql`delete from notes`.execute(app.database.db)
  app.clock.reset()
  ran.length = 0
  faults = []
  found = []
})

const fail = () => {
  throw new Error('planned')
}
const notes = async () =>
  (await sql<{ text: string; actor: string }>`select text, actor from notes`.execute(app.database.db)).rows

describe('a job', () => {
  test('runs for its account once its transaction has committed', async () => {
    await ctx.db.transaction().execute(async (tx) => {
      expect(await enqueue({ ...ctx, db: tx }, note, { text: 'hello 👋 <b>"\'' })).toBe(true)
    })
    expect(await runJobs(app)).toBe(1)
    expect(await notes()).toEqual([{ text: 'hello 👋 <b>"\'', actor: 'system' }])
    expect(await runJobs(app)).toBe(0)
  })

  test('does not exist if its transaction does not commit', async () => {
    const undone = ctx.db.transaction().execute(async (tx) => {
      await enqueue({ ...ctx, db: tx }, note, { text: 'no' })
      fail()
    })
    await expect(undone).rejects.toThrow('planned')
    expect(await runJobs(app)).toBe(0)
  })

  test('starts at once when its transaction commits, unless it is to wait', async () => {
    const queue = await openQueue({ database: app.database, jobs, log })
    let told = 0
    queue.whenQueued(note.name, () => told++)
    const put = (db: Db, delaySeconds = 0) =>
      queue.put(db, note.name, { account: ctx.accountId, data: { text: 'now' } }, { delaySeconds })
    const { db } = app.database
    await inTransaction(db, async (tx) => {
      await put(tx)
      expect(told).toBe(0)
    })
    expect(told).toBe(1)
    await put(db)
    expect(told).toBe(2)
    const undone = inTransaction(db, async (tx) => {
      await put(tx)
      fail()
    })
    await expect(undone).rejects.toThrow('planned')
    await put(db, 60)
    expect(told).toBe(2)
    await sql`delete from jobs.job where name = ${note.name}`.execute(db)
    await queue.close()
  })

  test('that fails leaves nothing behind, and is retried until it succeeds', async () => {
    faults = [fail]
    await enqueue(ctx, note, { text: 'again' })
    await runJobs(app)
    expect(await notes()).toEqual([])
    expect(await runJobs(app)).toBe(0)
    await retryJobs(app)
    expect(ran).toEqual(['again 1', 'again 2'])
    expect(await notes()).toHaveLength(1)
  })

  test('fails after its last attempt', async () => {
    faults = [fail, fail, fail]
    await enqueue(ctx, note, { text: 'hopeless' })
    await runJobs(app)
    await retryJobs(app)
    await retryJobs(app)
    expect(await retryJobs(app)).toBe(0)
    expect(ran).toEqual(['hopeless 1', 'hopeless 2', 'hopeless 3 last'])
    expect(await notes()).toEqual([])
  })

  test('that another server took over does not take effect twice', async () => {
    await enqueue(ctx, note, { text: 'once' })
    const other = await openQueue({ database: app.database, jobs, log })
    const first = await other.take(note.name)
    if (!first) throw new Error('there was no job')
    // As the supervisor of any server does with a job whose server shows no sign of life.
    await sql`update jobs.job set state = 'retry', start_after = now() where id = ${first.id}`.execute(
      app.database.db,
    )
    await runJobs(app)
    await expect(other.finish(first, app.database.db)).rejects.toThrow('took this job over')
    expect(await notes()).toHaveLength(1)
    await other.close()
  })

  test('is taken by one of two servers', async () => {
    const other = await openQueue({ database: app.database, jobs, log })
    for (let n = 0; n < 20; n++) await enqueue(ctx, note, { text: `job ${n}` })
    const taken = await Promise.all(
      Array.from({ length: 40 }, (_, n) => (n % 2 ? other.take(note.name) : app.background.runNext())),
    )
    const elsewhere = taken.filter((job) => typeof job === 'object')
    for (const job of elsewhere) await other.finish(job, app.database.db)
    expect(new Set(ran).size).toBe(ran.length)
    expect(ran.length + elsewhere.length).toBe(20)
    await other.close()
  })

  test('waits for its time by the clock of the app', async () => {
    app.clock.set('2026-03-01T10:00:00Z')
    const later = { ...ctx, now: app.clock.now() }
    await enqueue(later, note, { text: 'later' }, { startAfter: new Date('2026-03-04T10:00:00Z') })
    app.clock.set('2026-03-04T09:59:59Z')
    expect(await runJobs(app)).toBe(0)
    app.clock.set('2026-03-04T10:00:00Z')
    expect(await runJobs(app)).toBe(1)
  })

  test('with a key is queued only once', async () => {
    expect(await enqueue(ctx, note, { text: 'one' }, { singletonKey: 'reminder' })).toBe(true)
    expect(await enqueue(ctx, note, { text: 'two' }, { singletonKey: 'reminder' })).toBe(false)
    await runJobs(app)
    expect(await enqueue(ctx, note, { text: 'three' }, { singletonKey: 'reminder' })).toBe(true)
    await runJobs(app)
    expect(ran).toEqual(['one 1', 'three 1'])
  })

  test('that is external holds no transaction', async () => {
    await enqueue(ctx, call, {})
    expect(await runJobs(app)).toBe(1)
    expect(ran).toEqual(['call'])
  })

  test('of a deleted account, or without data, does nothing', async () => {
    await app.services.jobs.put(ctx.db, note.name, { account: 2 ** 40, data: { text: 'ghost' } })
    await runJobs(app)
    expect(ran).toEqual([])
  })

  test('that is scheduled gets the time', async () => {
    app.clock.set('2026-03-01T06:00:00Z')
    await runScheduledJobs(app)
    expect(ran).toEqual(['round 2026-03-01T06:00:00.000Z'])
  })
})

describe('a scheduled job for accounts', () => {
  test('runs one job for each account, and a failing one does not block others', async () => {
    const bob = await systemContext(
      (await signInAs(app.url, { name: 'Bob', email: 'bob@example.com' })).email,
      app,
    )
    found = [
      { account_id: ctx.accountId, text: 'Ada' },
      { account_id: bob.accountId, text: 'Bob' },
    ]
    faults = [fail]
    await runScheduledJobs(app)
    expect(await notes()).toMatchObject([{ text: 'Bob' }])
    await retryJobs(app)
    expect(await notes()).toMatchObject([{ text: 'Bob' }, { text: 'Ada' }])
  })

  test('queues one job per occasion, however often it runs before that is done', async () => {
    found = [{ account_id: ctx.accountId, text: 'June' }]
    faults = [fail]
    await Promise.all([runScheduledJobs(app), runScheduledJobs(app)])
    await runScheduledJobs(app)
    found = [...found, { account_id: ctx.accountId, text: 'July' }]
    await runScheduledJobs(app)
    await retryJobs(app)
    expect((await notes()).map(({ text }) => text)).toEqual(['July', 'June'])
  })

  test('queues the jobs of many accounts in batches', async () => {
    const batches: number[] = []
    const putAll = async (_db: Db, _name: string, queued: unknown[]) => void batches.push(queued.length)
    const services = { ...ctx.services, jobs: { ...ctx.services.jobs, putAll } }
    const many = Array.from({ length: 1200 }, (_, index) => ({ account_id: ctx.accountId, text: `${index}` }))
    await enqueueForEach({ ...ctx, services }, note, many, ({ text }) => ({ text }))
    expect(batches).toEqual([500, 500, 200])
  })
})

describe('on a server that works by itself', () => {
  test('jobs run one after the other, and the one under way is finished before it stops', async () => {
    const started = Promise.withResolvers<void>()
    const stopping = Promise.withResolvers<void>()
    const done: string[] = []
    const slow = defineJob({
      name: 'test-slow',
      data: z.object({ text: z.string() }),
      external: true,
      run: async (_, { text }) => {
        if (text === 'third') {
          started.resolve()
          await stopping.promise
        }
        done.push(text)
      },
    })
    const busy = await startTestApp({ LOG_LEVEL: 'silent' }, { jobs: [slow, round], runJobs: 'always' })
    const grace = await signInAs(busy.url, { name: 'Grace', email: 'grace@example.com' })
    const own = await systemContext(grace.email, busy)
    for (const text of ['first', 'second', 'third', 'fourth']) await enqueue(own, slow, { text })
    await started.promise
    const stopped = busy.stop()
    // Once it takes no more requests, it takes no more jobs either.
    const isOpen = () =>
      fetch(`${busy.url}/healthz`).then(
        () => true,
        () => false,
      )
    await expect.poll(isOpen).toBe(false)
    stopping.resolve()
    await stopped
    expect(done).toEqual(['first', 'second', 'third'])
  })
})
