import { createHmac } from 'node:crypto'
import type pg from 'pg'
import { VERSION } from '#server/config/version.ts'
import type { Secrets } from '#server/crypto/secret.ts'
import { dbOnClient } from '#server/database/database.ts'
import { lockSchema } from '#server/database/migrate.ts'
import { NotFound } from '#server/errors.ts'
import type { FileStore } from '#server/files/store.ts'
import type { OpenQueue } from '#server/jobs/queue.ts'
import { type ArchiveWriter, writeArchive } from './archive-writer.ts'
import type { BackupDependencies } from './dependencies.ts'
import {
  FORMAT,
  fileEntry,
  JOBS,
  MANIFEST,
  type Manifest,
  type Part,
  SECRET,
  tableEntry,
} from './manifest.ts'
import { rowsOf } from './rows.ts'
import { PLAIN_TEXT, readSequences, referencedFiles, tablesInOrder } from './tables.ts'

/**
 * Writes everything that Daybook stores into one file: a snapshot of the database, then the files that it refers to,
 * which never change. Returns the manifest.
 */
export async function writeBackup(
  parts: BackupDependencies,
  path: string,
  signal: AbortSignal,
): Promise<Manifest> {
  const written: { manifest?: Manifest } = {}
  const fill = async (archive: ArchiveWriter) => {
    await requireTables(parts.database.pool)
    const jobs = await parts.jobs()
    const { named, ...snapshot } = await inSnapshot(parts.database.direct, (client) =>
      addDatabase(client, jobs, archive),
    )
    const manifest: Manifest = {
      format: FORMAT,
      daybook: VERSION,
      database: parts.database.kind,
      ...snapshot,
      ...(await addFiles(parts.files, named, archive)),
      secret: await addSecret(parts.secrets, archive),
    }
    await archive.add(MANIFEST, only(JSON.stringify(manifest, null, 2)))
    written.manifest = manifest
  }
  await writeArchive(path, fill, signal)
  if (!written.manifest) throw new Error('a backup has no manifest')
  return written.manifest
}

async function requireTables(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ there: boolean }>('select to_regclass($1) is not null as there', [
    LEDGER,
  ])
  if (!rows[0]?.there) throw new Error('There is nothing to back up: Daybook has never run here.')
}

/** Tables that are changed or replaced meanwhile would look empty, so the lock excludes migrations and restores. */
async function inSnapshot<Result>(
  pool: pg.Pool,
  read: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await lockSchema(client, 'shared')
    await client.query('begin isolation level repeatable read read only')
    await client.query(PLAIN_TEXT)
    return await read(client)
  } finally {
    // Ending the connection releases the lock, the setting and the transaction, whatever their state.
    client.release(true)
  }
}

async function addDatabase(client: pg.PoolClient, jobs: OpenQueue, archive: ArchiveWriter) {
  const { rows } = await client.query<{ now: Date }>('select now()')
  const tables: Manifest['tables'] = []
  for (const table of await tablesInOrder(client)) {
    tables.push({ ...table, ...(await addLines(archive, tableEntry(table.name), rowsOf(client, table))) })
  }
  return {
    takenAt: (rows[0]?.now ?? new Date()).toISOString(),
    migrations: await readMigrations(client),
    tables,
    sequences: await readSequences(client),
    jobs: await addLines(archive, JOBS, unfinishedJobs(client, jobs)),
    named: await referencedFiles(client, tables),
  }
}

const LEDGER = 'schema_migrations'

async function readMigrations(client: pg.PoolClient) {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    `select name, checksum from ${LEDGER} order by name`,
  )
  return rows
}

/** Unfinished jobs of accounts. The queue's own tables are not backed up, since pg-boss decides their format. */
async function* unfinishedJobs(client: pg.PoolClient, jobs: OpenQueue): AsyncGenerator<string[]> {
  const found = await jobs.unfinished(dbOnClient(client))
  yield found.map(({ name, data, singletonKey, startAfter }) =>
    JSON.stringify({ name, data, singletonKey, startAfter }),
  )
}

async function addLines(
  archive: ArchiveWriter,
  name: string,
  batches: AsyncGenerator<string[]>,
): Promise<Part> {
  let rows = 0
  async function* content() {
    for await (const lines of batches) {
      rows += lines.length
      yield lines.map((line) => `${line}\n`).join('')
    }
  }
  const sha256 = await archive.add(name, content())
  return { rows, sha256 }
}

async function addFiles(store: FileStore, named: string[], archive: ArchiveWriter) {
  const files: Manifest['files'] = []
  const missingFiles: string[] = []
  for (const sha256 of named) {
    try {
      const { content, size } = await store.open(sha256)
      const found = await archive.add(fileEntry(sha256), content, { compress: false })
      if (found !== sha256) throw new Error(`The stored file ${sha256} is damaged: its content has changed.`)
      files.push({ sha256, size })
    } catch (error) {
      if (!(error instanceof NotFound)) throw error
      missingFiles.push(sha256)
    }
  }
  return { files, missingFiles }
}

/** A secret set by the operator is not included; one that Daybook generated exists nowhere else. */
async function addSecret({ current, previous, generatedLocally }: Secrets, archive: ArchiveWriter) {
  if (generatedLocally) await archive.add(SECRET, only([current, ...previous()].join('\n')))
  return { fingerprint: fingerprintOf(current), included: generatedLocally }
}

export const fingerprintOf = (secret: string): string =>
  createHmac('sha256', secret).update('fingerprint').digest('hex').slice(0, 32)

async function* only(text: string): AsyncGenerator<string> {
  yield text
}
