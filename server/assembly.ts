import { setTimeout } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { startSandboxes } from '#sandbox/mount.ts'
import { createApp, OFFERS } from '#server/app.ts'
import { ALL_ATTACHMENTS, ALL_JOBS, type Background, createBackground } from '#server/background.ts'
import { createBackups } from '#server/backup/kept-backups.ts'
import { createBilling } from '#server/billing/billing.ts'
import { type Clock, offsetClock, systemClock } from '#server/config/clock.ts'
import type { Settings } from '#server/config/settings.ts'
import { createEncryption } from '#server/crypto/encryption.ts'
import type { Secrets } from '#server/crypto/secret.ts'
import type { Database } from '#server/database/database.ts'
import { MIGRATIONS } from '#server/database/migrate.ts'
import { Unavailable } from '#server/errors.ts'
import { openFiles } from '#server/files/files.ts'
import { serveHotPages, serveNoPages, servePages } from '#server/http/web-pages.ts'
import { createIdentity } from '#server/identity/identity.ts'
import type { Job } from '#server/jobs/job.ts'
import { openQueue } from '#server/jobs/queue.ts'
import { createMail, withoutDelivery } from '#server/mail/create.ts'
import { createPayments } from '#server/payments/payments.ts'
import type { Services } from '#server/services.ts'
import { openSignals } from '#server/signals/signals.ts'

const PAGES = { built: servePages, hot: serveHotPages, none: serveNoPages }

export interface StartOptions {
  log: FastifyBaseLogger
  pages: keyof typeof PAGES
  clock?: Clock
  jobs?: readonly Job[]
  /** Runs jobs automatically, or one by one when a test asks for it. */
  runJobs?: 'always' | 'when told'
  onFatal?: (error: Error) => void
}

export interface RunningServer {
  database: Database
  services: Services
  background: Background
  /** Creates the first account of a server that nobody could sign in to otherwise. */
  setupLink: URL | undefined
  /** Reports that it is not ready, drains, lets running requests and jobs finish, then closes the database. */
  stop(): Promise<void>
}

interface Opened {
  database: Database
  secrets: Secrets
}

/** Assembles the services that the settings name, and listens. */
export async function assembleServer(
  settings: Settings,
  { log, pages, clock: givenClock = systemClock, jobs = ALL_JOBS, runJobs = 'always' }: StartOptions,
  { database, secrets }: Opened,
): Promise<RunningServer> {
  const open = new AsyncDisposableStack()
  const leaving = new AbortController()
  open.defer(() => database.close())
  try {
    const queue = await openQueue({ database, jobs, log })
    open.defer(() => queue.close())
    const onClockMoved = () => {
      background
        .catchUp()
        .catch((error) => log.warn({ err: error }, 'jobs could not catch up with the clock'))
    }
    const signals = openSignals(database, settings.databaseDirectUrl ?? settings.databaseUrl, log)
    open.defer(() => signals.close())
    const sandboxes = await startSandboxes({
      settings,
      secret: secrets.current,
      offers: OFFERS,
      log,
      onClockMoved,
    })
    open.defer(() => sandboxes.stop())
    const clock = offsetClock(givenClock, sandboxes.clockOffset)
    const files = openFiles(settings, log)
    const stored = {
      database,
      files,
      jobs: async () => queue,
      secrets,
      log,
      dataDirectory: settings.dataDirectory,
    }
    const backups = createBackups(stored, settings.backups)
    const services = withDemo(settings, {
      identity: sandboxes.identity && createIdentity(sandboxes.identity),
      billing: createBilling(sandboxes.billing),
      payments: createPayments(sandboxes.payments),
      jobs: queue,
      signals,
      mail: createMail(settings, secrets, ALL_ATTACHMENTS),
      files,
      backups,
      encryptionFor: (purpose) => createEncryption(secrets, purpose),
      publicUrl: settings.publicUrl,
      database: database.kind,
      signIn: settings.signIn,
      adminEmails: settings.adminEmails,
      sellsPlans: settings.sellsPlans,
      offersDemo: settings.offersDemo,
      exchangeRatesUrl: settings.exchangeRatesUrl,
    })
    const background = createBackground(queue, jobs, { db: database.db, clock, services, log })
    const app = await createApp({
      settings,
      secrets,
      database,
      queue,
      clock,
      services,
      log,
      hotReload: pages === 'hot',
      leaving: leaving.signal,
      pages: async (scope) => {
        sandboxes.mount(scope)
        await PAGES[pages](scope, settings)
      },
    })
    open.defer(async () => {
      await Promise.all([app.close(), queue.close()])
    })
    await app.listen({ port: settings.port, host: settings.host })
    if (database.kind === 'embedded') {
      const [{ openChannel }, { backupRequestHandler }] = await Promise.all([
        import('#server/backup/channel.ts'),
        import('#server/backup/handler.ts'),
      ])
      const handle = backupRequestHandler(stored, MIGRATIONS)
      const channel = await openChannel(settings.dataDirectory, handle, log)
      open.defer(() => channel.close())
    }
    open.defer(async () => backups.stop())
    sandboxes.resume()
    if (runJobs === 'always') await background.start()
    const setupLink = await background.offerSetup()
    if (setupLink) log.info({ setupLink: setupLink.href }, 'open this address to create the first account')
    const stop = async () => {
      leaving.abort()
      await setTimeout(settings.drainSeconds * 1_000)
      await open.disposeAsync()
    }
    return { database, services, background, setupLink, stop }
  } catch (error) {
    await open.disposeAsync()
    throw error
  }
}

/** Adds what demo accounts use instead. Their payments go to the sandbox, or nowhere. */
function withDemo({ payments }: Settings, services: Omit<Services, 'inDemo'>): Services {
  const refused = { connect: refuseDemoPayment, sharesOurOrigin: false, configured: false }
  const inDemo: Services = {
    ...services,
    mail: withoutDelivery(services.mail),
    ...(payments !== 'sandbox' && {
      billing: createBilling({ ...refused, anyoneMaySetUp: false }),
      payments: createPayments({ ...refused, dashboardUrl: services.payments.dashboardUrl }),
    }),
    get inDemo() {
      return inDemo
    },
  }
  return { ...services, inDemo }
}

async function refuseDemoPayment(): Promise<never> {
  throw new Unavailable('Nothing can be paid in a demo.')
}
