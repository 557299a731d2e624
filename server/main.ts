import { existsSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { readSettings, type Settings } from '#server/config/settings.ts'
import { VERSION } from '#server/config/version.ts'
import { exposedWarning } from '#server/http/sandbox-guard.ts'
import { createLog } from '#server/observability/logging.ts'
import { startServer } from '#server/start.ts'

const SHUTDOWN_TIMEOUT_MS = 15_000

async function main(): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const settings = readSettings()
  const server = await startServer(settings, {
    log: createLog(settings),
    pages: process.argv.includes('--hot') ? 'hot' : 'built',
    onFatal: exitWithError,
  })
  process.stdout.write(welcome(settings, server.setupLink))

  const stop = async () => {
    const timeout = settings.drainSeconds * 1_000 + SHUTDOWN_TIMEOUT_MS
    setTimeout(() => exitWithError(new Error('Daybook did not stop in time')), timeout).unref()
    await server.stop()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop().catch(exitWithError))
  flushCompileCache()
}

const PAYMENTS: Record<'sandbox' | 'missing' | 'stripe', (publicUrl: URL) => string> = {
  sandbox: ({ origin }) => `sandbox: no real money moves; its console is ${origin}/sandbox/payments`,
  missing: () => 'none: nothing is sold until STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET are set',
  stripe: () => 'Stripe',
}

const MAIL: Record<'sandbox' | 'missing' | 'smtp', (settings: Settings) => string> = {
  sandbox: ({ publicUrl, dataDirectory }) =>
    `sandbox: kept in ${dataDirectory}/outbox, shown at ${publicUrl.origin}/sandbox/outbox`,
  missing: () => 'none: no mail is sent until SMTP_URL and MAIL_FROM are set',
  smtp: ({ mail }) => `SMTP, from ${mail.from.address}`,
}

const OTHER_METHODS = { email: 'email codes', passkey: 'passkeys' }

function signInLine({ identity, signIn }: Settings, reach: string): string {
  const provider =
    typeof identity === 'string'
      ? `sandbox: anyone ${reach} can sign in as anyone`
      : `${signIn.providerName} at ${identity.issuer.origin}`
  return signIn.methods.map((method) => (method === 'oidc' ? provider : OTHER_METHODS[method])).join('; ')
}

function welcome(settings: Settings, setupLink: URL | undefined): string {
  const { publicUrl, databaseUrl, databaseDirectUrl, dataDirectory, payments, mail, files } = settings
  const warning = exposedWarning(settings)
  const parts = {
    version: VERSION,
    database: databaseUrl
      ? `PostgreSQL server${databaseDirectUrl ? ', through a pooler' : ''}`
      : `embedded, in ${dataDirectory}/database`,
    'sign-in': signInLine(settings, warning ? 'who can reach it' : 'on this machine'),
    payments: PAYMENTS[typeof payments === 'string' ? payments : 'stripe'](publicUrl),
    mail: MAIL[typeof mail.server === 'string' ? mail.server : 'smtp'](settings),
    files: files === 'disk' ? `${dataDirectory}/files` : `S3, bucket ${files.bucket}`,
  }
  const lines = Object.entries(parts).map(([name, value]) => `  ${name.padEnd(10)}${value}`)
  const warned = warning ? `  WARNING   ${warning}\n\n` : ''
  const setup = setupLink ? `  Create the first account within an hour, at\n  ${setupLink.href}\n\n` : ''
  return `\nDaybook is ready at ${publicUrl.origin}\n\n${warned}${lines.join('\n')}\n\n${setup}`
}

function exitWithError(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

main().catch(exitWithError)
