import { flushCompileCache } from 'node:module'
import { readSettings } from '#server/config/settings.ts'
import { createLog } from '#server/observability/logging.ts'
import { startServer } from '#server/start.ts'

/** The app as `npm start` gives it, without pages, in a process that is there to be killed. Lets its parent look into its database. */
interface Question {
  number: number
  sql: string
  values: unknown[]
}

const exitWithError = (error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

const settings = readSettings()
const server = await startServer(settings, {
  log: createLog(settings),
  pages: 'none',
  onFatal: exitWithError,
}).catch(exitWithError)
if (!server) throw new Error('unreachable')

process.on('message', ({ number, sql, values }: Question) => {
  server.database.pool.query(sql, values).then(
    ({ rows }) => process.send?.({ number, rows }),
    (error: Error) => process.send?.({ number, error: error.message }),
  )
})
process.once('SIGTERM', () => server.stop().then(() => process.exit(0), exitWithError))
process.once('disconnect', () => process.exit(0))
process.send?.('ready')
// A process that is killed would leave nothing of it to the next, which starts fifty times.
flushCompileCache()
