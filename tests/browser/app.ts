import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { COMPILE_CACHE } from '#tests/compile-cache.ts'
import { copyMigratedEmbedded, createMigratedTemplate } from '#tests/migrated-databases.ts'
import { freePort } from '#tests/ports.ts'
import { startPostgresServer } from '#tests/postgres-server.ts'
import type { Message, Ready } from './server.ts'

export interface App {
  url: string
  /** Creates the first account where nobody could sign in otherwise. */
  setupLink: string | null
  setClock(instant: string | null): Promise<void>
  /** Fills this freelancer's books with the year of a demo. */
  addYear(email: string): Promise<void>
  stop(): Promise<void>
}

/** For Playwright, before any test: the app that all tests share, each with an account of its own. */
export default async function startSharedApp(): Promise<() => Promise<void>> {
  const app = await startApp()
  process.env.SHARED_APP_URL = app.url
  return app.stop
}

const isReady = (message: unknown): message is Ready => typeof message === 'object' && message !== null

export const ADMIN_EMAIL = 'root@example.com'

/** The app in a process and a directory of its own. */
export async function startApp(environment: NodeJS.ProcessEnv = {}): Promise<App> {
  const directory = mkdtempSync(join(tmpdir(), 'daybook-browser-'))
  if (!environment.DATABASE_URL) copyMigratedEmbedded(directory)
  const port = await freePort()
  const child = fork(join(import.meta.dirname, 'server.ts'), {
    env: {
      PATH: process.env.PATH,
      ...COMPILE_CACHE,
      PORT: String(port),
      DATA_DIRECTORY: directory,
      LOG_LEVEL: 'error',
      SIGN_IN_LIMIT: '1000000',
      DEMO_LIMIT: '1000000',
      ADMIN_EMAILS: ADMIN_EMAIL,
      ...environment,
    },
  })
  const [message] = await Promise.race([once(child, 'message'), once(child, 'exit')])
  if (!isReady(message)) throw new Error('the app did not start')
  const tell = async (told: Message) => {
    child.send(told)
    await once(child, 'message')
  }
  return {
    url: `http://localhost:${port}`,
    setupLink: message.setupLink,
    setClock: (instant) => tell({ instant }),
    addYear: (email) => tell({ fill: email }),
    stop: async () => {
      child.kill('SIGTERM')
      await once(child, 'exit')
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** Starts the app on a PostgreSQL server of its own. */
export async function startAppOnServer(): Promise<App> {
  const postgres = await startPostgresServer()
  const app = await startApp({
    DATABASE_URL: await createMigratedTemplate(postgres),
    SECRET: 'only for these tests, and long enough',
  })
  return {
    ...app,
    stop: async () => {
      await app.stop()
      await postgres.stop()
    },
  }
}
