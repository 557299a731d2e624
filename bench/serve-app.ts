import { readSettings } from '#server/config/settings.ts'
import { createLog } from '#server/observability/logging.ts'
import { startServer } from '#server/start.ts'
import { serveParent } from './child.ts'
import type { Place } from './places.ts'

/** The app as in production, with jobs and log, but without pages. */
await serveParent<Place & { port: number }>(async ({ port, dataDirectory, databaseUrl }) => {
  const settings = readSettings({
    PORT: String(port),
    DATA_DIRECTORY: dataDirectory,
    DATABASE_URL: databaseUrl,
  })
  const server = await startServer(settings, { log: createLog(settings), pages: 'none' })
  return () => server.stop()
})
