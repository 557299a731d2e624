import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { IdentitySandbox } from '#sandbox/identity/server.ts'
import type { OutboxSandbox } from '#sandbox/outbox/server.ts'
import type { BillingDependencies } from '#server/billing/billing.ts'
import { createPrices, type Offer } from '#server/billing/catalogue.ts'
import { type IdentityProvider, isLoopback, type Settings } from '#server/config/settings.ts'
import { Unavailable } from '#server/errors.ts'
import { exposedWarning } from '#server/http/sandbox-guard.ts'
import { outboxDirectory } from '#server/mail/create.ts'
import type { PaymentsDependencies } from '#server/payments/payments.ts'
import { openStripe } from '#server/stripe/sdk.ts'

/**
 * Stand-ins for the services that are not configured: servers of the real protocols, under the app's own address.
 * Features do not know the difference.
 */
export interface Sandboxes {
  identity: IdentityProvider
  billing: BillingDependencies
  payments: PaymentsDependencies
  /** How many milliseconds the clock is ahead. */
  clockOffset(): number
  mount(app: FastifyInstance): void
  /** Resumes what a sandbox had started before it was stopped. */
  resume(): void
  stop(): Promise<void>
}

const IDENTITY_PATH = '/sandbox/identity'
const PAYMENTS_PATH = '/sandbox/payments'
const OUTBOX_PATH = '/sandbox/outbox'
const STRIPE_DASHBOARD = 'https://dashboard.stripe.com/'
const WEBHOOK_PATH = '/api/webhooks/stripe'
const CONNECT_WEBHOOK_PATH = '/api/webhooks/stripe-connect'

interface SandboxDependencies {
  settings: Settings
  secret: string
  /** The products that the payment sandbox has from its start. */
  offers: readonly Offer[]
  log: FastifyBaseLogger
  onClockMoved(): void
}

export async function startSandboxes(parts: SandboxDependencies): Promise<Sandboxes> {
  const identity = identitySandbox(parts)
  const payments = await paymentSandbox(parts)
  return {
    identity: identity.provider,
    billing: payments.billing,
    payments: payments.payments,
    clockOffset: payments.clockOffset,
    mount(app) {
      identity.mount(app)
      payments.mount(app)
      mountOutbox(app, parts.settings)
    },
    resume: payments.resume,
    stop: payments.stop,
  }
}

/**
 * The host names under which a sandbox is served: those of this machine, and the public one if it is exposed on
 * purpose.
 */
const allowsHost =
  ({ publicUrl, sandboxAccess }: Settings) =>
  (hostname: string) =>
    isLoopback(hostname) || (sandboxAccess === 'anyone' && hostname === publicUrl.hostname)

function identitySandbox({ settings, secret, log }: SandboxDependencies) {
  const { identity, port } = settings
  if (identity !== 'sandbox') return { provider: identity, mount: () => undefined }

  const issuer = new URL(`http://localhost:${port}${IDENTITY_PATH}`)
  const client = { clientId: 'daybook', clientSecret: keyed(secret, 'identity sandbox') }
  let sandbox: Promise<IdentitySandbox> | undefined
  return {
    provider: { issuer, ...client, sharesOurOrigin: true },
    mount: (app: FastifyInstance) =>
      mountHandler(app, IDENTITY_PATH, async (request, response, origin) => {
        // Loaded at the first sign-in, so that startup does not wait for it.
        sandbox ??= loadIdentitySandbox().then(({ createIdentitySandbox }) =>
          createIdentitySandbox({
            issuer,
            ...client,
            allowsHost: allowsHost(settings),
            warning: exposedWarning(settings),
            log: (message, details) => log.warn(details, message),
            cookieKey: keyed(secret, 'identity cookies'),
          }),
        )
        await (await sandbox).handle(request, response, origin)
      }),
  }
}

/**
 * oidc-provider prints a warning on Node.js versions that are not LTS yet, and has no option to turn it off. Daybook
 * brings its own Node.js, so the warning would only mislead the user.
 */
export async function loadIdentitySandbox() {
  const { warn } = console
  console.warn = (...args: unknown[]) => {
    if (!String(args[0]).includes('Unsupported runtime')) warn(...args)
  }
  try {
    return await import('#sandbox/identity/server.ts')
  } finally {
    console.warn = warn
  }
}

const NOTHING_TO_DO = {
  clockOffset: () => 0,
  mount: () => undefined,
  resume: () => undefined,
  stop: async () => undefined,
}

function mountOutbox(app: FastifyInstance, settings: Settings): void {
  if (settings.mail.server !== 'sandbox') return
  const url = new URL(OUTBOX_PATH, settings.publicUrl)
  let sandbox: Promise<OutboxSandbox> | undefined
  mountHandler(app, OUTBOX_PATH, async (request, response) => {
    sandbox ??= import('#sandbox/outbox/server.ts').then(({ createOutboxSandbox }) =>
      createOutboxSandbox({
        directory: outboxDirectory(settings),
        url,
        allowsHost: allowsHost(settings),
        warning: exposedWarning(settings),
      }),
    )
    await (await sandbox).handle(request, response)
  })
}

async function paymentSandbox(parts: SandboxDependencies) {
  const { settings, secret, offers, log, onClockMoved } = parts
  const { payments, port, dataDirectory } = settings
  if (payments === 'missing') {
    const shared = { connect: refuse, sharesOurOrigin: false, configured: false }
    return {
      ...NOTHING_TO_DO,
      billing: { ...shared, anyoneMaySetUp: false },
      payments: { ...shared, dashboardUrl: STRIPE_DASHBOARD },
    }
  }
  if (payments !== 'sandbox') {
    const shared = { connect: async () => payments, sharesOurOrigin: false }
    return {
      ...NOTHING_TO_DO,
      billing: { ...shared, configured: true, anyoneMaySetUp: false },
      payments: {
        ...shared,
        configured: payments.connectWebhookSecret !== undefined,
        dashboardUrl: STRIPE_DASHBOARD,
      },
    }
  }

  const statePath = join(dataDirectory, 'payments.sqlite')
  const kept = existsSync(statePath)
  let offset = kept ? (await import('#sandbox/payments/state/clock-offset.ts')).keptClockOffset(statePath) : 0
  const secretKey = `sk_test_${keyed(secret, 'payment sandbox')}`
  const webhookSecret = `whsec_${keyed(secret, 'payment webhooks')}`
  const connectWebhookSecret = `whsec_${keyed(secret, 'payment webhooks of connected accounts')}`
  const origin = `http://localhost:${port}`

  let opened: ReturnType<typeof openSandbox> | undefined
  /** Loaded at the first payment, so that startup does not wait for it. */
  function open() {
    opened ??= openSandbox().catch((error: unknown) => {
      opened = undefined
      throw error
    })
    return opened
  }
  async function openSandbox() {
    const [{ createServer }, { createPaymentSandbox }] = await Promise.all([
      import('node:http'),
      import('#sandbox/payments/payment-sandbox.ts'),
    ])
    const sandbox = createPaymentSandbox({
      statePath,
      publicUrl: `${origin}${PAYMENTS_PATH}`,
      webhook: { url: `${origin}${WEBHOOK_PATH}`, secret: webhookSecret },
      connectWebhook: { url: `${origin}${CONNECT_WEBHOOK_PATH}`, secret: connectWebhookSecret },
      secretKey,
      warning: exposedWarning(settings),
      now: () => new Date(),
      log: (message, details) => log.warn(details, message),
    })
    sandbox.onClockChange((change) => {
      offset = change.offset
      onClockMoved()
    })
    const api = createServer(sandbox.api).listen(0, '127.0.0.1')
    const close = async () => {
      await sandbox.close()
      api.closeAllConnections()
      api.close()
    }
    try {
      await once(api, 'listening')
      const address = api.address()
      if (address === null || typeof address === 'string') throw new Error('the sandbox has no port')
      const apiUrl = new URL(`http://127.0.0.1:${address.port}`)
      const provider = { secretKey, webhookSecret, connectWebhookSecret, apiUrl }
      const { stripe } = await openStripe({ connect: async () => provider, sharesOurOrigin: true }).open()
      await createPrices(stripe, offers)
      return { sandbox, provider, close }
    } catch (error) {
      await close()
      throw error
    }
  }

  const connect = async () => (await open()).provider
  const shared = { connect, sharesOurOrigin: true, configured: true }
  return {
    billing: { ...shared, anyoneMaySetUp: true },
    payments: { ...shared, dashboardUrl: PAYMENTS_PATH },
    clockOffset: () => offset,
    mount: (app: FastifyInstance) =>
      mountHandler(app, PAYMENTS_PATH, async (request, response) =>
        (await open()).sandbox.pages(request, response),
      ),
    resume: () => {
      if (kept) open().catch((error: unknown) => log.error({ err: error }, 'payment sandbox failed to open'))
    },
    stop: async () => {
      await (await opened)?.close()
    },
  }
}

async function refuse(): Promise<never> {
  throw new Unavailable('Payments are not set up yet.', {
    details: 'Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET, and restart Daybook.',
    code: 'setup_required',
    setupRequired: true,
  })
}

const keyed = (secret: string, purpose: string) => createHmac('sha256', secret).update(purpose).digest('hex')

type Handle = (...exchange: [...Parameters<RequestListener>, origin: string]) => unknown

/** Passes requests on before their bodies are parsed. */
function mountHandler(app: FastifyInstance, path: string, handle: Handle): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    for (const url of [path, `${path}/*`]) {
      scope.all(
        url,
        { config: { machineToMachine: true }, schema: { hide: true } },
        async (request, reply) => {
          reply.hijack()
          for (const [name, value] of Object.entries(reply.getHeaders()))
            if (value) reply.raw.setHeader(name, value)
          try {
            await handle(request.raw, reply.raw, request.ownOrigin)
          } catch (error) {
            // From here on, the sandbox sends the response.
            request.log.error({ err: error }, 'a sandbox failed')
            if (!reply.raw.headersSent) reply.raw.writeHead(500)
            reply.raw.end()
          }
        },
      )
    }
  })
}
