import type { TestProject } from 'vitest/node'
import { createMigratedTemplate, MIGRATED } from './migrated-databases.ts'
import { startPostgresServer } from './postgres-server.ts'
import { requireOneAccountEach } from './statements-of-many.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server on which each worker makes its own databases; undefined in a run that has none. */
    postgresUrl: string | undefined
  }
}

export default async function setup(project: TestProject) {
  const server = await startPostgresServer({ recordStatements: project.name === 'server' })
  const url = await createMigratedTemplate(server)
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
