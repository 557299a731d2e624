import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { StartOptions } from '#server/assembly.ts'
import type { Background } from '#server/background.ts'
import { readSettings } from '#server/config/settings.ts'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open.ts'
import { createLog } from '#server/observability/logging.ts'
import type { Services } from '#server/services.ts'
import { startServer } from '#server/start.ts'
import { SettableClock } from './clock.ts'
import { copyMigratedEmbedded } from './migrated-databases.ts'
import { createOnServer } from './new-database.ts'
import { type Person, signInAs } from './people.ts'
import { freePort } from './ports.ts'
import { asTester } from './postgres-server.ts'

export interface TestApp {
  url: string
  clock: SettableClock
  /** For what a test looks up or sets itself. */
  database: Database
  /** For the app's own code that a test calls. */
  appDatabase: Database
  services: Services
  /** Its jobs run when they are told to: see `runJobs`. */
  background: Background
  setupLink: URL | undefined
  dataDirectory: string
  stop(): Promise<void>
}

const NO_RATE_LIMITS = {
  SIGN_IN_LIMIT: '1000000',
  DEMO_LIMIT: '1000000',
  UNKNOWN_TOKEN_LIMIT: '1000000',
  PORTAL_WRITE_LIMIT: '1000000',
  LOG_LEVEL: 'error',
}

/** The real app on a port of its own, and on the database that this run is for, unless it is given a `DATABASE_URL`. */
export async function startTestApp(
  environment: NodeJS.ProcessEnv = {},
  options: Partial<Pick<StartOptions, 'jobs' | 'runJobs' | 'pages'>> = {},
): Promise<TestApp> {
  const directory = mkdtempSync(join(tmpdir(), 'daybook-test-'))
  const port = await freePort()
  const clock = new SettableClock()
  const settings = readSettings({
    PORT: String(port),
    DATA_DIRECTORY: directory,
    DATABASE_URL: 'DATABASE_URL' in environment ? undefined : await newDatabase(directory),
    ...NO_RATE_LIMITS,
    ...environment,
  })
  const log = createLog(settings)
  const server = await startServer(settings, {
    log,
    pages: 'none',
    clock,
    runJobs: 'when told',
    ...options,
  })
  const itself = settings.databaseDirectUrl ?? settings.databaseUrl
  const database = itself
    ? await openDatabase({ url: asTester(itself), dataDirectory: directory, log })
    : server.database
  return {
    url: `http://localhost:${port}`,
    clock,
    database,
    appDatabase: server.database,
    services: server.services,
    background: server.background,
    setupLink: server.setupLink,
    dataDirectory: directory,
    stop: async () => {
      if (database !== server.database) await database.close()
      await server.stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

let shared: Promise<TestApp> | undefined

/** The app that all tests of a worker share. Each test has accounts of its own in it. */
export function sharedApp(): Promise<TestApp> {
  shared ??= startTestApp()
  return shared
}

/** Replaces the shared app. Where years pass, the scheduled jobs of all accounts that other tests left would take long. */
export async function replaceSharedApp(): Promise<void> {
  const before = await shared
  shared = undefined
  await before?.stop()
}

/** A new person with an account of their own, signed in through the real flow. */
export async function signIn(name: string, timeZone = 'UTC'): Promise<Person> {
  const { url } = await sharedApp()
  return signInAs(url, { name, email: uniqueEmail(name), timeZone })
}

let people = 0
export const uniqueEmail = (name: string): string =>
  `${name.toLowerCase()}.${process.pid}.${++people}@example.com`

/** Sets the app's clock for the rest of the test. */
export async function setClock(instant: string): Promise<void> {
  const { clock } = await sharedApp()
  clock.set(instant)
  // Not by a hook of this module: it is loaded once, so that only its first file of tests would have the hook.
  onTestFinished(() => clock.reset())
}

async function newDatabase(directory: string): Promise<string | undefined> {
  if (process.env.TEST_DATABASE === 'server') return createOnServer({ isMigrated: true })
  copyMigratedEmbedded(directory)
  return undefined
}
