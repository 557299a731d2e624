import { cpus, totalmem } from 'node:os'
import pg from 'pg'
import { startPostgresServer } from '#tests/postgres-server.ts'

export interface Machine {
  processor: string
  cores: number
  memoryGigabytes: number
  node: string
  postgres: string
}

export async function describeMachine(): Promise<Machine> {
  return {
    processor: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGigabytes: Math.round(totalmem() / 1024 ** 3),
    node: process.version,
    postgres: await postgresVersion(),
  }
}

async function postgresVersion(): Promise<string> {
  const server = await startPostgresServer()
  const client = new pg.Client({ connectionString: server.url('postgres') })
  try {
    await client.connect()
    const { rows } = await client.query<{ server_version: string }>('show server_version')
    return rows[0]?.server_version ?? 'unknown'
  } finally {
    await client.end()
    await server.stop()
  }
}
