import type { TestProject } from 'vitest/node'
import { startPostgresServer } from './postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where each worker makes its own database; empty for the embedded one. */
    postgresUrl: string
  }
}

export default async function setup(project: TestProject) {
  if (project.config.env.TEST_DATABASE === 'embedded') {
    project.provide('postgresUrl', '')
    return undefined
  }
  const server = await startPostgresServer()
  project.provide('postgresUrl', server.url('postgres'))
  return () => server.stop()
}
