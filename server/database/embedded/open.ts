import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import type { Database, OpenOptions } from '../open.ts'
import { columnTypes } from '../types.ts'
import { Supervisor } from './supervisor.ts'

export async function openEmbedded(options: OpenOptions): Promise<Omit<Database, 'db'>> {
  const directory = path.resolve(options.dataDirectory, 'database')
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const supervisor = await Supervisor.start(directory)
  const pool = new pg.Pool({
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 40_000,
    types: columnTypes,
    stream: supervisor.open,
  })
  pool.on('error', (error) => options.log.warn({ err: error }, 'lost the embedded database connection'))
  return {
    pool,
    kind: 'embedded',
    async close() {
      await pool.end()
      await supervisor.close()
    },
  }
}
