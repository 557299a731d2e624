import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { createApp } from '#server/app.ts'
import { type Clock, systemClock, turnedClock } from '#server/clock.ts'
import { migrate } from '#server/database/migrate.ts'
import { type Database, openDatabase } from '#server/database/open.ts'
import { createIdentity } from '#server/identity.ts'
import { createPayments } from '#server/payments/payments.ts'
import { startSandboxes } from '#server/sandboxes.ts'
import { signingSecret } from '#server/secret.ts'
import type { Settings } from '#server/settings.ts'
import { buildWebIfStale } from '#server/web-build.ts'
import { serveHotPages, serveNoPages, servePages } from '#server/web-pages.ts'

export const MIGRATIONS = join(import.meta.dirname, '../migrations')

const PAGES = { built: servePages, hot: serveHotPages, none: serveNoPages }

export interface StartOptions {
  log: FastifyBaseLogger
  pages: keyof typeof PAGES
  clock?: Clock
  onFatal?: (error: Error) => void
}

export interface RunningServer {
  database: Database
  /** Lets running requests finish, then closes the database. */
  stop(): Promise<void>
}

/** Puts the parts together that the settings name, and listens. */
export async function startServer(settings: Settings, options: StartOptions): Promise<RunningServer> {
  const { log, pages, clock = systemClock, onFatal } = options
  const [database, secret] = await Promise.all([
    openMigrated(settings, log, onFatal),
    signingSecret(settings.secret, settings.dataDirectory),
    pages === 'built' ? buildWebIfStale() : undefined,
  ])
  try {
    const sandboxes = await startSandboxes({ settings, secret, log })
    const app = await createApp({
      settings,
      secret,
      database,
      clock: turnedClock(clock, sandboxes.clockOffset),
      services: {
        identity: createIdentity(sandboxes.identity),
        payments: createPayments(sandboxes.payments),
        adminEmails: settings.adminEmails,
      },
      log,
      hotReload: pages === 'hot',
      pages: async (scope) => {
        sandboxes.mount(scope)
        await PAGES[pages](scope)
      },
    })
    await app.listen({ port: settings.port, host: settings.host })
    sandboxes.resume()
    return {
      database,
      stop: async () => {
        await app.close()
        await sandboxes.stop()
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

async function openMigrated(
  { databaseUrl, dataDirectory }: Settings,
  log: FastifyBaseLogger,
  onFatal: StartOptions['onFatal'],
): Promise<Database> {
  const database = await openDatabase({ url: databaseUrl, dataDirectory, log, onFatal })
  try {
    await migrate(database, MIGRATIONS)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}
