import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import type pg from 'pg'

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
