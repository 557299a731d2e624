import pg from 'pg'
import type { Database, OpenOptions } from './open.ts'
import { columnTypes } from './types.ts'

const second = 1_000

export async function openServer(options: OpenOptions & { url: string }): Promise<Omit<Database, 'db'>> {
  const pool = new pg.Pool({
    connectionString: options.url,
    application_name: 'daybook',
    max: 10,
    connectionTimeoutMillis: 10 * second,
    idleTimeoutMillis: 60 * second,
    statement_timeout: 30 * second,
    idle_in_transaction_session_timeout: 60 * second,
    keepAlive: true,
    types: columnTypes,
  })
  pool.on('error', (error) => options.log.warn({ err: error }, 'lost an idle database connection'))
  return { pool, kind: 'server', close: () => pool.end() }
}
