import { sql } from 'kysely'
import { findCaller } from '#features/foundation/account/jobs.ts'
import { deleteExpired } from '#features/foundation/removals/actions.ts'
import { type Context, contextFor } from '#server/context.ts'
import type { Database } from '#server/database/database.ts'
import { createLog } from '#server/observability/logging.ts'
import { sharedApp, type TestApp } from './app.ts'

const log = createLog({ logLevel: 'silent' })

/** Runs every job that is due by the app's clock, and those that they cause. Gives how many ran. */
export async function runJobs(app?: TestApp): Promise<number> {
  const { background, database } = app ?? (await sharedApp())
  await background.releaseDueJobs(await namesOfWaiting(database))
  let count = 0
  while (await background.runNext(await namesOfWaiting(database))) count++
  return count
}

/** Asking each of forty queues would be most of what a test does. */
async function namesOfWaiting({ db }: Database): Promise<string[]> {
  const { rows } = await sql<{
    name: string
  }>`select distinct name from jobs.job where state < 'active'`.execute(db)
  return rows.map(({ name }) => name)
}

/** Runs what comes round by the clock, as if its hour had come, and what that causes. */
export async function runScheduledJobs(app?: TestApp): Promise<number> {
  const { background } = app ?? (await sharedApp())
  await background.catchUp()
  return runJobs(app)
}

/** Runs failed jobs again without waiting for their delay. */
export async function retryJobs(app?: TestApp): Promise<number> {
  const { database } = app ?? (await sharedApp())
  await sql`update jobs.job set start_after = now() where state = 'retry'`.execute(database.db)
  return runJobs(app)
}

const A_DAY = 86_400_000

/** Lets a day pass, after which deletions can no longer be undone. */
export async function forgetRemovals(): Promise<void> {
  const { appDatabase, clock, services } = await sharedApp()
  const now = new Date(clock.now().getTime() + A_DAY)
  await deleteExpired({ db: appDatabase.db, now, address: null, log, services })
}

/** The context of an action of Daybook itself, on behalf of this person's account. */
export async function systemContext(email: string, app?: TestApp): Promise<Context> {
  const { database, appDatabase, clock, services } = app ?? (await sharedApp())
  const base = { db: appDatabase.db, now: clock.now(), address: null, log, services }
  const { rows } = await sql<{ id: string }>`select id from accounts where email = ${email}`.execute(
    database.db,
  )
  const caller = await findCaller(base, Number(rows[0]?.id))
  if (!caller) throw new Error(`${email} has no account`)
  return contextFor(caller, base)
}
