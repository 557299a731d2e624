import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import type { Database } from './database.ts'

export const MIGRATIONS = path.join(import.meta.dirname, '../../migrations')

type Target = Pick<Database, 'pool' | 'direct' | 'kind'>

interface Migration {
  name: string
  sql: string
  checksum: string
}

const nameShape = /^\d{8}T\d{4}_[a-z0-9_]+\.sql$/
/** The advisory lock for changes to the schema. */
export const lockKey = 5_843_210_117
/** Building an index may take hours. */
export const NO_TIMEOUT = { query_timeout: 2 ** 31 - 1 }

/**
 * Applies new files of `directory` in name order, each in its own transaction; one that builds an index concurrently on a
 * server, in none. Returns their names.
 */
export async function migrate(database: Target, directory: string): Promise<string[]> {
  const [migrations, applied] = await Promise.all([readMigrations(directory), readApplied(database.pool)])
  if (missing(migrations, applied).length === 0) return []

  const client = await database.direct.connect()
  try {
    await client.query('set statement_timeout = 0')
    await lockSchema(client, 'exclusive')
    return await applyMissing(client, migrations, database.kind)
  } finally {
    // Ending the connection releases the lock and the setting, whatever state a failure left it in.
    client.release(true)
  }
}

const TRY_LOCK = { exclusive: 'pg_try_advisory_lock', shared: 'pg_try_advisory_lock_shared' }

/**
 * For the rest of the session: exclusive to change the schema, shared to read all of it. Asks again and again, since a
 * statement that waits would keep others from building an index concurrently.
 */
export async function lockSchema(client: pg.PoolClient, mode: keyof typeof TRY_LOCK): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>(`select ${TRY_LOCK[mode]}($1) as locked`, [
      lockKey,
    ])
    if (rows[0]?.locked) return
    await setTimeout(RETRY_MS)
  }
}

const RETRY_MS = 200

/** The names of the migrations that the database still lacks. */
export async function pendingMigrations(database: Target, directory: string): Promise<string[]> {
  const migrations = await readMigrations(directory)
  return missing(migrations, await readApplied(database.pool)).map(({ name }) => name)
}

/** The migrations that were applied to a database: checksums by name. */
export type Level = ReadonlyMap<string, string>

/** Refuses a backup with migrations that this version does not have. */
export async function requireKnownLevel(directory: string, level: Level): Promise<void> {
  missing(await readMigrations(directory), level, 'backup')
}

/** Applies exactly the migrations of this level to an empty database, in the caller's transaction. */
export async function migrateTo(client: pg.PoolClient, directory: string, level: Level): Promise<void> {
  await createLedger(client)
  const included = (await readMigrations(directory)).filter(({ name }) => level.has(name))
  for (const migration of included) await applyWithin(client, migration)
}

/** Applies missing migrations in the caller's transaction. */
export async function migrateFurther(client: pg.PoolClient, directory: string): Promise<void> {
  const lacking = missing(await readMigrations(directory), await readApplied(client))
  for (const migration of lacking) await applyWithin(client, migration)
}

async function readMigrations(directory: string): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort()
  const misnamed = names.find((name) => !nameShape.test(name))
  if (misnamed) {
    throw new Error(`The migration ${misnamed} must be named like 20261116T0900_add_portal_access.sql.`)
  }
  return Promise.all(names.map((name) => readMigration(directory, name)))
}

async function readMigration(directory: string, name: string): Promise<Migration> {
  const sql = (await readFile(path.join(directory, name), 'utf8')).replaceAll('\r\n', '\n')
  return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
}

async function readApplied(queryable: pg.Pool | pg.PoolClient): Promise<Map<string, string>> {
  try {
    const { rows } = await queryable.query<{ name: string; checksum: string }>(
      'select name, checksum from schema_migrations',
    )
    return new Map(rows.map(({ name, checksum }) => [name, checksum]))
  } catch (error) {
    const undefinedTable = '42P01'
    if (error instanceof pg.DatabaseError && error.code === undefinedTable) return new Map()
    throw error
  }
}

function missing(migrations: Migration[], applied: Level, whose = 'database'): Migration[] {
  const known = new Map(migrations.map(({ name, checksum }) => [name, checksum]))
  const [first] = migrations
  if (first && [...applied.keys()].some((name) => name < first.name)) {
    throw new Error(
      `This ${whose} was made by a preview of Daybook before version 1.0, whose data cannot be upgraded. Nothing was changed: start with another data directory or an empty database.`,
    )
  }
  for (const [name, checksum] of applied) {
    if (!known.has(name)) {
      throw new Error(
        `This ${whose} has the migration ${name}, which this version of Daybook does not know: start a version at least as new as the one that applied it.`,
      )
    }
    if (known.get(name) !== checksum) {
      throw new Error(
        `The migration ${name} was changed after it had been applied to this ${whose}: restore the file, and make the change in a new migration.`,
      )
    }
  }
  const lacking = migrations.filter(({ name }) => !applied.has(name))
  const newest = [...applied.keys()].toSorted().at(-1) ?? ''
  const late = lacking.find(({ name }) => name < newest)
  if (late) {
    throw new Error(
      `The migration ${late.name} sorts before ${newest}, which this ${whose} already has: rename it so that it sorts after every other, since new and existing databases would differ otherwise.`,
    )
  }
  return lacking
}

async function applyMissing(
  client: pg.PoolClient,
  migrations: Migration[],
  kind: Database['kind'],
): Promise<string[]> {
  await createLedger(client)
  const names: string[] = []
  for (const migration of missing(migrations, await readApplied(client))) {
    const index = kind === 'server' && CONCURRENT_INDEX.exec(migration.sql)?.groups?.name
    if (index) await buildConcurrently(client, migration, index)
    else await apply(client, migration)
    names.push(migration.name)
  }
  return names
}

async function createLedger(client: pg.PoolClient) {
  await client.query(`
    create table if not exists schema_migrations (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`)
}

/** The only statement of its file. */
const CONCURRENT_INDEX = /^\s*create (unique )?index concurrently (?<name>\w+) on [^;]*;?\s*$/i

/** An attempt that failed leaves an invalid index behind. */
async function buildConcurrently(client: pg.PoolClient, migration: Migration, index: string) {
  await client.query({ text: `drop index concurrently if exists ${index}`, ...NO_TIMEOUT })
  await run(
    client,
    migration,
    migration.sql,
    'may have left an invalid index, which the next attempt replaces',
  )
}

/** Waits only briefly for locks, since whatever else uses the table waits behind it, and tries again. */
async function apply(client: pg.PoolClient, migration: Migration) {
  for (;;) {
    await client.query('begin')
    try {
      await client.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`)
      await applyWithin(client, migration)
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback').catch(() => undefined)
      if (!(error instanceof Error) || !isAboutLocks(error)) throw error
      await setTimeout(RETRY_MS)
    }
  }
}

const LOCK_TIMEOUT = '2s'
/** Timed out, or a deadlock. */
const CODES_OF_LOCKS = ['55P03', '40P01']
const isAboutLocks = ({ cause }: Error) =>
  cause instanceof pg.DatabaseError && CODES_OF_LOCKS.includes(cause.code ?? '')

/** In a transaction nothing is built concurrently. */
const applyWithin = (client: pg.PoolClient, migration: Migration) =>
  run(client, migration, migration.sql.replace(/\bindex concurrently\b/gi, 'index'), 'was rolled back')

async function run(client: pg.PoolClient, { name, checksum }: Migration, sql: string, whatIsLeft: string) {
  try {
    await client.query({ text: sql, ...NO_TIMEOUT })
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`The migration ${name} failed and ${whatIsLeft}${line(sql, error)}: ${reason}`, {
      cause: error,
    })
  }
}

function line(sql: string, error: unknown): string {
  if (!(error instanceof pg.DatabaseError) || !error.position) return ''
  return ` (line ${sql.slice(0, Number(error.position) - 1).split('\n').length})`
}
