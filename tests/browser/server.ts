import { readSettings } from '#server/config/settings.ts'
import { createLog } from '#server/observability/logging.ts'
import { startServer } from '#server/start.ts'
import { SettableClock } from '#tests/clock.ts'

/** The app as `npm start` gives it, in a process of its own, with a clock that a test can set. */
const clock = new SettableClock()
const settings = readSettings()
const server = await startServer(settings, { log: createLog(settings), pages: 'built', clock })

process.on('message', async (instant: string | null) => {
  if (instant === null) clock.reset()
  else clock.set(instant)
  await server.background.releaseDueJobs()
  process.send?.('set')
})
process.once('SIGTERM', () => server.stop().then(() => process.exit(0)))
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.send?.('ready')
