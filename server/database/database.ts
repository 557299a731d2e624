import {
  Kysely,
  type Logger,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely'
import type pg from 'pg'
import { type Connections, PgDriver, type Statements, sendWithoutWaiting } from './driver.ts'
import type { Tables } from './tables.ts'

/** The database or one of its transactions: a store function takes either. */
export type Db = Kysely<Tables>

export interface Log {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

export interface Database {
  db: Db
  pool: pg.Pool
  /** Connections that keep their session, for what locks or sets more than a transaction. Those of a pooler may change hands. */
  direct: pg.Pool
  kind: 'embedded' | 'server'
  close(): Promise<void>
}

interface DbOptions {
  statements?: Statements
  log?: Logger
}

const dbOn = (connections: Connections, { statements = 'named', log }: DbOptions = {}): Db =>
  new Kysely({
    ...(log && { log }),
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new PgDriver(connections, statements),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })

export const dbOnPool = (pool: pg.Pool, options?: DbOptions): Db =>
  dbOn({ connect: () => pool.connect(), release: (client, broken) => client.release(broken) }, options)

/** On a connection that its caller opened and will release. */
export const dbOnClient = (client: pg.PoolClient): Db =>
  dbOn({ connect: async () => client, release: () => undefined })

/** Runs in the transaction that is already open, or opens one. */
export async function inTransaction<Result>(db: Db, run: (tx: Db) => Promise<Result>): Promise<Result> {
  if (db.isTransaction) return run(db)
  const committed: (() => void)[] = []
  const result = await db.transaction().execute((tx) => {
    afterCommits.set(tx, committed)
    return run(tx)
  })
  for (const runAfter of committed) runAfter()
  return result
}

/** Runs within an open transaction. If it fails, what it did is undone, and the transaction can go on. */
export async function inSavepoint<Result>(tx: Db, run: () => Promise<Result>): Promise<Result> {
  const committed = afterCommits.get(tx)
  const before = committed?.length ?? 0
  await sql`savepoint attempt`.execute(tx)
  try {
    const result = await run()
    await sql`release savepoint attempt`.execute(tx)
    return result
  } catch (error) {
    await sql`rollback to savepoint attempt`.execute(tx)
    await sql`release savepoint attempt`.execute(tx)
    committed?.splice(before)
    throw error
  }
}

/**
 * Runs in a transaction whose statements PostgreSQL plans once per connection, whatever their values: for what takes longer to
 * plan than to run.
 */
export const withKeptPlans = <Result>(db: Db, run: (tx: Db) => Promise<Result>): Promise<Result> =>
  inTransaction(db, async (tx) => {
    await sendWithoutWaiting(tx, sql`set local plan_cache_mode = force_generic_plan`.compile(tx))
    return run(tx)
  })

const afterCommits = new WeakMap<Db, (() => void)[]>()

/** Runs once the transaction has committed, or at once outside one. */
export function afterCommit(db: Db, run: () => void): void {
  const committed = afterCommits.get(db)
  if (committed) committed.push(run)
  else run()
}

/** For every update of a table that has a version. */
export const nextVersion = sql<number>`version + 1`
