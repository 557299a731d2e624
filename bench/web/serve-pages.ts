import { readSettings } from '#server/config/settings.ts'
import { createLog } from '#server/observability/logging.ts'
import { startServer } from '#server/start.ts'
import { serveParent } from '../child.ts'
import type { Place } from '../places.ts'

/** The app with its pages, as with `npm start`. */
await serveParent<Place & { port: number }>(async ({ port, dataDirectory, databaseUrl }) => {
  const settings = readSettings({
    PORT: String(port),
    DATA_DIRECTORY: dataDirectory,
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'warn',
  })
  const server = await startServer(settings, { log: createLog(settings), pages: 'built' })
  return () => server.stop()
})
