import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import { MIGRATIONS, migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open.ts'
import { createLog } from '#server/observability/logging.ts'
import { COMPILE_CACHE } from './compile-cache.ts'
import type { PostgresServer } from './postgres-server.ts'

/** The database of a PostgreSQL server that has all migrations, as a template for others. */
export const MIGRATED = 'migrated'

export async function createMigratedTemplate(server: PostgresServer): Promise<string> {
  const url = await server.createDatabase(MIGRATED)
  const database = await openDatabase({ url, dataDirectory: '', log: createLog({ logLevel: 'error' }) })
  await migrate(database, MIGRATIONS)
  await database.close()
  return url
}

const CACHE = join(import.meta.dirname, '../node_modules/.cache/daybook-tests')
/** Names the version of PGlite. */
const PACKAGE = join(import.meta.dirname, '../package.json')

/** The embedded database with all migrations and no rows, below this data directory. */
export function copyMigratedEmbedded(dataDirectory: string): void {
  cpSync(join(ensureMigratedEmbedded(), 'database'), join(dataDirectory, 'database'), { recursive: true })
}

/** A data directory to copy from, kept for later runs with the same migrations. */
export function ensureMigratedEmbedded(): string {
  const migrated = join(CACHE, `migrated-${checksum()}`)
  if (!existsSync(migrated)) createMigratedEmbedded(migrated)
  return migrated
}

function checksum(): string {
  const migrations = readdirSync(MIGRATIONS).sort()
  const paths = [PACKAGE, ...migrations.map((name) => join(MIGRATIONS, name))]
  const hash = createHash('sha256')
  for (const path of paths) hash.update(readFileSync(path))
  return hash.digest('hex').slice(0, 16)
}

function createMigratedEmbedded(migrated: string): void {
  mkdirSync(CACHE, { recursive: true })
  const unfinished = mkdtempSync(join(CACHE, 'unfinished-'))
  // In a process of its own: Vitest’s module runner, which may run this file, cannot resolve PGlite’s files.
  execFileSync(process.execPath, ['server/database/fixtures/migrate.ts', unfinished, '', MIGRATIONS], {
    env: { ...process.env, ...COMPILE_CACHE },
  })
  try {
    renameSync(unfinished, migrated)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    // Another process that needs it may have been faster.
    if (!existsSync(migrated)) throw error
  }
}
