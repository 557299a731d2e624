import { sql } from 'kysely'
import { findCaller } from '#features/foundation/account/jobs.ts'
import { readSettings } from '#server/config/settings.ts'
import { contextFor } from '#server/context.ts'
import { createLog } from '#server/observability/logging.ts'
import { startServer } from '#server/start.ts'
import { SettableClock } from '#tests/clock.ts'
import { addYear } from '#tests/demo.ts'

/** A test tells the app the time by its clock, or whose books to fill. */
export type Message = { instant: string | null } | { fill: string }

/** Sent once it listens. */
export interface Ready {
  setupLink: string | null
}

/** The app as `npm start` gives it, in a process of its own, with a clock that a test can set. */
const clock = new SettableClock()
const settings = readSettings()
const log = createLog(settings)
const server = await startServer(settings, { log, pages: 'built', clock })

process.on('message', async (message: Message) => {
  if ('fill' in message) await fill(message.fill)
  else await setClock(message.instant)
  process.send?.('done')
})
process.once('SIGTERM', () => server.stop().then(() => process.exit(0)))
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.send?.({ setupLink: server.setupLink?.href ?? null } satisfies Ready)

async function setClock(instant: string | null): Promise<void> {
  if (instant === null) clock.reset()
  else clock.set(instant)
  await server.background.releaseDueJobs()
}

async function fill(email: string): Promise<void> {
  const { database, services } = server
  const base = { db: database.db, now: clock.now(), address: null, log, services }
  const { rows } = await sql<{ id: number }>`select id from accounts where email = ${email}`.execute(base.db)
  const caller = await findCaller(base, Number(rows[0]?.id))
  if (caller) await addYear(contextFor(caller, base))
}
