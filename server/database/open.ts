import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import { type EmbeddedOptions, openEmbedded } from './embedded/open.ts'
import { openServer } from './server.ts'
import { withSafeTransactions } from './transactions.ts'

/** The database or one of its transactions: a store function takes either. */
export type Db = PgDatabase<NodePgQueryResultHKT, Record<string, never>>

export interface Log {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

export interface Database {
  db: Db
  pool: pg.Pool
  kind: 'embedded' | 'server'
  close(): Promise<void>
}

export interface OpenOptions {
  /** A PostgreSQL server; without it the embedded database below `dataDirectory` is used. */
  url?: string | undefined
  dataDirectory: string
  log: Log
  /** The database is gone for good: the caller should end the process. */
  onFatal?: ((error: Error) => void) | undefined
  /** How long `close` waits for running queries, in milliseconds. */
  closingGrace?: number | undefined
  /**
   * How long a query to a server may go unanswered, in milliseconds. Longer than PostgreSQL's own limit: whoever is
   * not even told of that has lost the server, though the connection stands, as when its machine freezes.
   */
  answerLimit?: number | undefined
  embedded?: EmbeddedOptions | undefined
}

export async function openDatabase(options: OpenOptions): Promise<Database> {
  const { url } = options
  const opened = url ? await openServer({ ...options, url }) : await openEmbedded(options)
  let closed: Promise<void> | undefined
  const close = () => {
    closed ??= opened.close()
    return closed
  }
  return { ...opened, db: withSafeTransactions(opened.pool), close }
}
