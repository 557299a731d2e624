import pg from 'pg'
import type { Database, Log } from './database.ts'
import { closePool, surviveLostConnections } from './pool.ts'
import { columnTypes } from './types.ts'

const second = 1_000
const oldestSupported = 150_000

// Set by a statement, since connection poolers refuse unknown parameters in the startup packet.
const sessionSettings = `
  set timezone = 'UTC';
  set statement_timeout = '30s';
  set idle_in_transaction_session_timeout = '60s'`

export interface OpenServerOptions {
  url: string
  log: Log
  /** How long `close` waits for running queries, in milliseconds. */
  closingGrace?: number | undefined
  /**
   * How long a query may go unanswered, in milliseconds. Longer than PostgreSQL's own limit: without even that error, the
   * server is lost although the connection is open, as when its machine freezes.
   */
  answerLimit?: number | undefined
}

export async function openServer(options: OpenServerOptions): Promise<Omit<Database, 'db'>> {
  const { url, log, closingGrace = 10 * second, answerLimit = 40 * second } = options
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'daybook',
    max: 10,
    connectionTimeoutMillis: 10 * second,
    query_timeout: answerLimit,
    idleTimeoutMillis: 60 * second,
    keepAlive: true,
    types: columnTypes,
    onConnect: (client) => client.query(sessionSettings),
  })
  surviveLostConnections(pool, log)
  const clients = new Set<pg.PoolClient>()
  pool.on('connect', (client) => clients.add(client))
  pool.on('remove', (client) => clients.delete(client))
  try {
    await checkVersion(pool, log)
  } catch (error) {
    await pool.end()
    throw new Error(
      `The PostgreSQL server of DATABASE_URL (${address(url)}) cannot be used: ${reason(error)}`,
      {
        cause: error,
      },
    )
  }
  const cutOff = () => clients.forEach((client) => void client.end())
  return { pool, kind: 'server', close: () => closePool(pool, closingGrace, cutOff) }
}

async function checkVersion(pool: pg.Pool, log: Log) {
  const { rows } = await pool.query<{ version: number }>(
    `select current_setting('server_version_num')::int as version`,
  )
  const version = rows[0]?.version ?? 0
  if (version < oldestSupported) log.warn({ version }, 'Daybook is tested with PostgreSQL 15 and newer')
}

function address(url: string) {
  const { host, pathname } = URL.parse(url) ?? {}
  return host ? `${host}${pathname}` : 'not a URL'
}

function reason(error: unknown) {
  if (!(error instanceof Error)) return String(error)
  return error.message || ('code' in error ? String(error.code) : error.name)
}
