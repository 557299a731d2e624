import type { TestProject } from 'vitest/node'
import { MIGRATIONS, migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open.ts'
import { createLog } from '#server/observability/logging.ts'
import { MIGRATED } from './new-database.ts'
import { startPostgresServer } from './postgres-server.ts'
import { requireOneAccountEach } from './statements-of-many.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where each worker makes its own databases; undefined in a run that has none. */
    postgresUrl: string | undefined
  }
}

export default async function setup(project: TestProject) {
  const server = await startPostgresServer({ recordStatements: project.name === 'server' })
  const url = await server.createDatabase(MIGRATED)
  const database = await openDatabase({ url, dataDirectory: '', log: createLog({ logLevel: 'error' }) })
  await migrate(database, MIGRATIONS)
  await database.close()
  project.provide('postgresUrl', server.url('postgres'))
  return async () => {
    try {
      if (project.name === 'server')
        await requireOneAccountEach(await server.statementsTo(`${MIGRATED}_`), url)
    } finally {
      await server.stop()
    }
  }
}
