import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { type PostgresServer, startPostgresServer } from '#tests/postgres-server.ts'
import { newDirectory } from './home.ts'

export const KINDS = ['embedded', 'server'] as const
export type Kind = (typeof KINDS)[number]

/** The place of an app's data. */
export interface Place {
  dataDirectory: string
  databaseUrl: string | undefined
}

/** Temporary databases of one kind, which sync to disk as in production. */
export interface Places {
  empty(): Promise<Place>
  /** Only while the original is not open. */
  copy(place: Place): Promise<Place>
  close(): Promise<void>
}

export async function openPlaces(kind: Kind): Promise<Places> {
  const home = newDirectory()
  const server = kind === 'server' ? await startPostgresServer({ durable: true }) : undefined
  let count = 0
  const next = () => {
    count += 1
    return { name: `place${count}`, dataDirectory: join(home, `place${count}`) }
  }
  return {
    async empty() {
      const { name, dataDirectory } = next()
      return { dataDirectory, databaseUrl: await server?.createDatabase(name) }
    },
    async copy(place) {
      const { name, dataDirectory } = next()
      if (server && place.databaseUrl) {
        return { dataDirectory, databaseUrl: await copyDatabase(server, place.databaseUrl, name) }
      }
      cpSync(place.dataDirectory, dataDirectory, { recursive: true })
      return { dataDirectory, databaseUrl: undefined }
    },
    async close() {
      await server?.stop()
      rmSync(home, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function copyDatabase(server: PostgresServer, original: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: server.url('postgres') })
  await client.connect()
  try {
    const template = new URL(original).pathname.slice(1)
    await client.query(
      `create database ${client.escapeIdentifier(name)} template ${client.escapeIdentifier(template)}`,
    )
  } finally {
    await client.end()
  }
  return server.url(name)
}
