import { text } from 'node:stream/consumers'
import pg from 'pg'
import { z } from 'zod'
import { keepPrevious } from '#server/crypto/secret.ts'
import { type Db, dbOnClient } from '#server/database/database.ts'
import {
  lockKey,
  migrateFurther,
  migrateTo,
  NO_TIMEOUT,
  requireKnownLevel,
} from '#server/database/migrate.ts'
import { protectFiles } from '#server/files/claim.ts'
import type { OpenQueue } from '#server/jobs/queue.ts'
import { Payload } from '#server/jobs/queue-types.ts'
import { markUnsentUncertain } from '#server/mail/store.ts'
import { type ArchiveReader, batchesOfLines, openArchive } from './archive-reader.ts'
import { fingerprintOf } from './backup.ts'
import type { BackupDependencies } from './dependencies.ts'
import { fileEntry, JOBS, type Manifest, SECRET, type Table, tableEntry } from './manifest.ts'
import { insertRows } from './rows.ts'
import { PLAIN_TEXT, quoted, referencedFiles, setSequences, tablesInOrder } from './tables.ts'

export interface RestoreOptions {
  migrations: string
  /** True if the database's present data may be replaced. */
  replace: boolean
  signal: AbortSignal
}

export interface Restored {
  manifest: Manifest
  /** Steps left to the operator. */
  advice: string[]
}

/**
 * Replaces the database's data with a backup, in one transaction: a concurrent reader sees either the old or the new
 * data. Files are restored first, since an unreferenced file does no harm.
 */
export async function restoreBackup(
  parts: BackupDependencies,
  path: string,
  options: RestoreOptions,
): Promise<Restored> {
  const archive = await openArchive(path)
  try {
    const { manifest } = archive
    await requireKnownLevel(options.migrations, levelOf(manifest))
    await inTransaction(parts, options, async (client) => {
      await requireReplaceable(client, options)
      await protectRestored(client, manifest)
    })
    const jobs = await parts.jobs()
    await restoreFiles(parts, archive, options.signal)
    const advice = await restoreSecret(parts, archive)
    await inTransaction(parts, options, (client) => replaceDatabase(client, jobs, archive, options))
    parts.log.info({ takenAt: manifest.takenAt }, 'backup restored')
    return { manifest, advice }
  } finally {
    archive.close()
  }
}

const levelOf = ({ migrations }: Manifest) =>
  new Map(migrations.map(({ name, checksum }) => [name, checksum]))

async function inTransaction(
  { database, log }: BackupDependencies,
  { signal }: RestoreOptions,
  work: (client: pg.PoolClient) => Promise<void>,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    signal.throwIfAborted()
    const client = await database.direct.connect()
    try {
      await client.query('begin')
      await client.query(
        `set local statement_timeout = 0; set local daybook.actor = 'restore'; ${PLAIN_TEXT}`,
      )
      await work(client)
      signal.throwIfAborted()
      await client.query('commit')
      client.release()
      return
    } catch (error) {
      client.release(true)
      if (!isDeadlock(error) || attempt === MAX_ATTEMPTS) throw error
      log.warn({ attempt }, 'deadlock with the running app; retrying the restore')
    }
  }
}

const MAX_ATTEMPTS = 10
const isDeadlock = (error: unknown) => error instanceof pg.DatabaseError && error.code === '40P01'

async function requireReplaceable(client: pg.PoolClient, { replace }: RestoreOptions): Promise<void> {
  const tables = await tablesInOrder(client)
  const has = (name: string) => tables.some((table) => table.name === name)
  if (tables.length > 0 && !has('schema_migrations')) {
    throw new Error(
      'This database contains tables of another application: give Daybook a database of its own.',
    )
  }
  if (replace || !has('accounts')) return
  const { rows } = await client.query<{ used: boolean }>('select exists (select from accounts) as used')
  if (rows[0]?.used) {
    throw new Error('This Daybook already has data. To replace it with the backup, add --replace.')
  }
}

/** Keeps files that are already stored from being removed before the restored records refer to them. */
async function protectRestored(client: pg.PoolClient, { files }: Manifest): Promise<void> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('stored_files') is not null as there`,
  )
  if (rows[0]?.there)
    await protectFiles(
      dbOnClient(client),
      files.map(({ sha256 }) => sha256),
    )
}

async function restoreFiles(
  { files }: BackupDependencies,
  { manifest, read }: ArchiveReader,
  signal: AbortSignal,
) {
  for (const { sha256, size } of manifest.files) {
    signal.throwIfAborted()
    await files.put(read(fileEntry(sha256), sha256), { limitBytes: size })
  }
}

async function restoreSecret(
  { secrets, dataDirectory }: BackupDependencies,
  { manifest, read }: ArchiveReader,
) {
  const { included, fingerprint } = manifest.secret
  if (included) await keepPrevious(secrets, (await text(read(SECRET))).split('\n'), dataDirectory)
  const known = [secrets.current, ...secrets.previous()].some(
    (secret) => fingerprintOf(secret) === fingerprint,
  )
  if (known) return []
  return [
    'This backup was made with another SECRET. Set that one as SECRET_PREVIOUS and restart Daybook; without it portal links still open, but you cannot copy them again.',
  ]
}

async function replaceDatabase(
  client: pg.PoolClient,
  jobs: OpenQueue,
  archive: ArchiveReader,
  options: RestoreOptions,
): Promise<void> {
  const { manifest } = archive
  await client.query({ text: 'select pg_advisory_xact_lock($1)', values: [lockKey], ...NO_TIMEOUT })
  const before = await tablesInOrder(client)
  if (before.length > 0) {
    await client.query({ text: `lock table ${listOf(before)} in access exclusive mode`, ...NO_TIMEOUT })
  }
  await requireReplaceable(client, options)
  if (before.length > 0) await client.query(`drop table ${listOf(before)}`)

  await migrateTo(client, options.migrations, levelOf(manifest))
  await requireSameTables(client, manifest)
  await client.query(`truncate ${listOf(manifest.tables)}`)
  for (const table of manifest.tables) await restoreTable(client, table, archive, options.signal)
  await requireFiles(client, manifest)
  await setSequences(client, manifest.sequences)
  await migrateFurther(client, options.migrations)

  const db = dbOnClient(client)
  await protectFiles(db)
  await markUnsentUncertain(db, new Date())
  await jobs.clear(db)
  await restoreJobs(db, jobs, archive)
}

const listOf = (tables: Table[]) => tables.map(({ name }) => quoted(name)).join(', ')

/** The order of columns does not matter: it depends on when migrations were applied. */
const shapeOf = ({ name, columns }: Table) =>
  `${name} (${columns
    .map((column) => `${column.name} ${column.type}`)
    .sort()
    .join(', ')})`

async function requireSameTables(client: pg.PoolClient, { tables }: Manifest): Promise<void> {
  const shapes = (all: Table[]) => all.map(shapeOf).sort()
  const [made, kept] = [shapes(await tablesInOrder(client)), shapes(tables)]
  const different = [
    ...made.filter((shape) => !kept.includes(shape)),
    ...kept.filter((shape) => !made.includes(shape)),
  ]
  if (different.length === 0) return
  throw new Error(
    `The tables of this backup differ from those that its migrations create: ${different.join(', ')}`,
  )
}

async function restoreTable(
  client: pg.PoolClient,
  table: Manifest['tables'][number],
  { read }: ArchiveReader,
  signal: AbortSignal,
): Promise<void> {
  for await (const lines of batchesOfLines(read(tableEntry(table.name), table.sha256))) {
    signal.throwIfAborted()
    await insertRows(client, table, lines)
  }
  const text = `select count(*) from ${quoted(table.name)}`
  const { rows } = await client.query<{ count: string }>({ text, ...NO_TIMEOUT })
  if (Number(rows[0]?.count) !== table.rows) {
    throw new Error(
      `This backup is damaged: ${table.name} should have ${table.rows} rows, not ${rows[0]?.count}.`,
    )
  }
}

async function requireFiles(client: pg.PoolClient, { tables, files, missingFiles }: Manifest): Promise<void> {
  const there = new Set([...files.map(({ sha256 }) => sha256), ...missingFiles])
  const lacking = (await referencedFiles(client, tables)).filter((sha256) => !there.has(sha256))
  if (lacking.length > 0)
    throw new Error(`This backup is damaged: these files are missing: ${lacking.join(', ')}.`)
}

const WaitingJob = z.object({
  name: z.string(),
  data: Payload,
  singletonKey: z.string().nullable(),
  startAfter: z.coerce.date(),
})

async function restoreJobs(db: Db, jobs: OpenQueue, { manifest, read }: ArchiveReader): Promise<void> {
  for await (const lines of batchesOfLines(read(JOBS, manifest.jobs.sha256))) {
    for (const line of lines) {
      const { name, data, singletonKey, startAfter } = WaitingJob.parse(JSON.parse(line))
      const delaySeconds = Math.max(0, Math.ceil((startAfter.getTime() - Date.now()) / 1000))
      await jobs.put(db, name, data, { delaySeconds, ...(singletonKey && { singletonKey }) })
    }
  }
}
