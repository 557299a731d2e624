import { mkdirSync } from 'node:fs'
import pg from 'pg'
import { COMPILE_CACHE } from '#tests/compile-cache.ts'
import { copyMigratedEmbedded, MIGRATED } from '#tests/migrated-databases.ts'
import type { PostgresServer } from '#tests/postgres-server.ts'
import { AppProcess } from './app-process.ts'
import type { Report } from './report.ts'
import type { Query } from './snapshot.ts'

export interface LoneAccountOptions {
  part: string
  report: Report
  seed: number
  rounds: number
  /** Without waiting for what takes minutes. */
  short: boolean
  directory: string
  /** Without it, on the embedded database. */
  postgres?: PostgresServer
  servers?: number
}

/** Servers on a database of their own, for a part that has one account at work. */
export async function withServers(
  { part, directory, postgres, servers = 1 }: LoneAccountOptions,
  run: (apps: [AppProcess, ...AppProcess[]], query: Query) => Promise<void>,
): Promise<void> {
  mkdirSync(directory, { recursive: true })
  const url = await postgres?.createDatabase(part.replace(/\W+/g, '_'), MIGRATED)
  if (!postgres) copyMigratedEmbedded(directory)
  const pool = url ? new pg.Pool({ connectionString: url, max: 2 }) : undefined
  pool?.on('error', () => undefined)
  const environment = {
    ...COMPILE_CACHE,
    SECRET: 'only for these tests, and long enough',
    ...(url && { DATABASE_URL: url }),
  }
  const prepare = (_: unknown, index: number) =>
    AppProcess.prepare(directory, environment, `app-${index + 1}`)
  const [first, ...others] = await Promise.all(Array.from({ length: servers }, prepare))
  if (!first) throw new Error('there are no servers')
  const apps: [AppProcess, ...AppProcess[]] = [first, ...others]
  const query: Query = pool
    ? async (sql, values) => (await pool.query(sql, values)).rows
    : (...all) => first.query(...all)
  try {
    await Promise.all(apps.map((app) => app.start()))
    await run(apps, query)
  } finally {
    await Promise.all(apps.map((app) => app.kill()))
    await pool?.end()
  }
}
