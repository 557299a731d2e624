import { Socket } from 'node:net'
import pg from 'pg'
import type { Database, Log } from './database.ts'
import { closePool, surviveLostConnections } from './pool.ts'
import { type Found, keepsSessions, look, setForRole } from './pooler.ts'
import { columnTypes } from './types.ts'

const second = 1_000
const oldestSupported = 150_000

/** As PostgreSQL writes them. */
const sessionSettings = {
  TimeZone: 'UTC',
  statement_timeout: '30s',
  idle_in_transaction_session_timeout: '1min',
}

// Set by a statement, since connection poolers refuse unknown parameters in the startup packet.
const setForSession = Object.entries(sessionSettings)
  .map(([name, value]) => `set ${name} = '${value}'`)
  .join('; ')

export interface OpenServerOptions {
  url: string
  /** If `url` is that of a pooler in transaction mode: the database itself. */
  directUrl?: string | undefined
  log: Log
  /** Time that `close` waits for running queries, in milliseconds. */
  closingGrace?: number | undefined
  /**
   * Time that a query may go unanswered, in milliseconds. Longer than PostgreSQL's own limit: without even that error,
   * the server is lost although the connection is open, as when its machine freezes.
   */
  answerLimit?: number | undefined
}

export async function openServer(options: OpenServerOptions): Promise<Omit<Database, 'db'>> {
  const { url, directUrl, log, closingGrace = 10 * second } = options
  if (directUrl) {
    await asking('DATABASE_DIRECT_URL', directUrl, () => setForRole(directUrl, sessionSettings))
  }
  const { pool, cutOff } = openPool(url, options, directUrl ? {} : { onConnect })
  const behind = directUrl ? openPool(directUrl, options, { onConnect, max: 2 }) : undefined
  try {
    const found = await asking('DATABASE_URL', url, () => look(pool, sessionSettings))
    const foundBehind = behind && (await look(behind.pool, sessionSettings))
    requireConsistency(found, foundBehind)
    if (found.version < oldestSupported)
      log.warn({ version: found.version }, 'Daybook is tested with PostgreSQL 15 and newer')
    if (!found.hasSettings)
      log.warn(
        {},
        'the pooler has connections without the time zone and timeouts of Daybook: let it reconnect',
      )
  } catch (error) {
    await Promise.all([pool.end(), behind?.pool.end()])
    throw error
  }
  return {
    pool,
    direct: behind?.pool ?? pool,
    kind: 'server',
    close: async () => {
      await Promise.all([
        closePool(pool, closingGrace, cutOff),
        behind && closePool(behind.pool, closingGrace, behind.cutOff),
      ])
    },
  }
}

const onConnect = (client: pg.ClientBase) => client.query(setForSession)

function openPool(url: string, { log, answerLimit = 40 * second }: OpenServerOptions, own: pg.PoolConfig) {
  const sockets = new Set<Socket>()
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'daybook',
    max: 10,
    connectionTimeoutMillis: 10 * second,
    query_timeout: answerLimit,
    idleTimeoutMillis: 60 * second,
    keepAlive: true,
    pipeline: true,
    types: columnTypes,
    stream: () => {
      const socket = new Socket()
      sockets.add(socket)
      return socket.once('close', () => sockets.delete(socket))
    },
    ...own,
  })
  surviveLostConnections(pool, log)
  return { pool, cutOff: () => sockets.forEach((socket) => void socket.destroy()) }
}

function requireConsistency(found: Found, behind: Found | undefined): void {
  if (!behind && !keepsSessions(found))
    throw new Error(
      'DATABASE_URL is the address of a pooler in transaction mode: set DATABASE_DIRECT_URL to that of the database itself.',
    )
  if (behind && !keepsSessions(behind))
    throw new Error(
      'DATABASE_DIRECT_URL is the address of a pooler in transaction mode: it has to be that of the database itself.',
    )
  if (behind && behind.database !== found.database)
    throw new Error('DATABASE_URL and DATABASE_DIRECT_URL lead to different databases.')
}

/** Names the setting whose server cannot be used. */
async function asking<Answer>(setting: string, url: string, ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask()
  } catch (error) {
    const message = `The PostgreSQL server of ${setting} (${address(url)}) cannot be used: ${reason(error)}`
    throw new Error(message, { cause: error })
  }
}

function address(url: string) {
  const { host, pathname } = URL.parse(url) ?? {}
  return host ? `${host}${pathname}` : 'not a URL'
}

function reason(error: unknown) {
  if (!(error instanceof Error)) return String(error)
  return error.message || ('code' in error ? String(error.code) : error.name)
}
