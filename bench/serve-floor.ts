import { once } from 'node:events'
import { openDatabase } from '#server/database/open.ts'
import { createLog } from '#server/observability/logging.ts'
import { serveParent } from './child.ts'
import { createFloor } from './floor/server.ts'
import type { Place } from './places.ts'

await serveParent<Place & { port: number }>(async ({ port, dataDirectory, databaseUrl }) => {
  const database = await openDatabase({
    url: databaseUrl,
    dataDirectory,
    log: createLog({ logLevel: 'warn' }),
  })
  const floor = createFloor(database.pool)
  await once(floor.listen({ port, host: 'localhost' }), 'listening')
  return async () => {
    floor.closeAllConnections()
    await database.close()
  }
})
