import type { RunningServer, StartOptions } from '#server/assembly.ts'
import type { Settings } from '#server/config/settings.ts'
import { readSecrets } from '#server/crypto/secret.ts'
import type { Database } from '#server/database/database.ts'
import { MIGRATIONS, migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open.ts'
import { buildWebIfStale } from '#server/web-client/build.ts'

/** Opens the database while everything else is loaded, assembles the server, and listens. */
export async function startServer(settings: Settings, options: StartOptions): Promise<RunningServer> {
  const [database, secrets, { assembleServer }] = await Promise.all([
    openMigrated(settings, options),
    readSecrets(settings),
    import('./assembly.ts'),
    import('pg-boss'),
    options.pages === 'built' ? buildWebIfStale() : undefined,
  ])
  return assembleServer(settings, options, { database, secrets })
}

async function openMigrated(
  { databaseUrl: url, databaseDirectUrl: directUrl, dataDirectory }: Settings,
  { log, onFatal }: StartOptions,
): Promise<Database> {
  const database = await openDatabase({ url, directUrl, dataDirectory, log, onFatal })
  try {
    await migrate(database, MIGRATIONS)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}
