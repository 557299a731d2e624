import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createApp } from '#server/app.ts'
import { systemClock } from '#server/clock.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open.ts'
import { createIdentity } from '#server/identity.ts'
import { createLog } from '#server/logging.ts'
import { startSandboxes } from '#server/sandboxes.ts'
import { signingSecret } from '#server/secret.ts'
import { readSettings, type Settings, SettingsError } from '#server/settings.ts'
import { buildWebIfStale } from '#server/web-build.ts'
import { serveHotPages, servePages } from '#server/web-pages.ts'

const MIGRATIONS = join(import.meta.dirname, '../migrations')
const LONGEST_GOODBYE_MILLISECONDS = 15_000

async function start(): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const settings = readSettings()
  const hotReload = process.argv.includes('--hot')
  const log = createLog(settings)

  const [database, secret] = await Promise.all([
    openDatabase({ url: settings.databaseUrl, dataDirectory: settings.dataDirectory, log, onFatal: giveUp }),
    signingSecret(settings.secret, settings.dataDirectory),
    hotReload ? undefined : buildWebIfStale(),
  ])
  await migrate(database, MIGRATIONS)

  const sandboxes = startSandboxes(settings, secret)
  const app = await createApp({
    settings,
    secret,
    database,
    clock: systemClock,
    services: { identity: createIdentity(sandboxes.identity), adminEmails: settings.adminEmails },
    log,
    hotReload,
    pages: (app) => {
      sandboxes.mount(app)
      return hotReload ? serveHotPages(app) : servePages(app)
    },
  })
  await app.listen({ port: settings.port, host: settings.host })
  process.stdout.write(welcome(settings))

  async function stop(): Promise<void> {
    setTimeout(() => giveUp(new Error('Daybook did not stop in time')), LONGEST_GOODBYE_MILLISECONDS).unref()
    await app.close()
    await database.close()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop().catch(giveUp))
}

function welcome({ publicUrl, databaseUrl, dataDirectory, identity }: Settings): string {
  const parts = {
    database: databaseUrl ? 'PostgreSQL server' : `embedded, in ${dataDirectory}/database`,
    identity:
      identity === 'sandbox'
        ? 'sandbox: anybody on this machine may sign in as anyone'
        : identity.issuer.origin,
  }
  const lines = Object.entries(parts).map(([name, value]) => `  ${name.padEnd(10)}${value}`)
  return `\nDaybook is ready at ${publicUrl.origin}\n\n${lines.join('\n')}\n\n`
}

function giveUp(error: unknown): void {
  const message = error instanceof SettingsError || !(error instanceof Error) ? String(error) : error.message
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

start().catch(giveUp)
