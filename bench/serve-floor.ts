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
  await floor.listen({ port, host: 'localhost' })
  return async () => {
    await floor.close()
    await database.close()
  }
})
