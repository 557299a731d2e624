import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { BillingDependencies } from '#server/billing/billing.ts'
import { createPrices, type Offer } from '#server/billing/catalogue.ts'
import {
  type IdentityProvider,
  isLoopback,
  type PaymentProvider,
  type Settings,
} from '#server/config/settings.ts'
import { Unavailable } from '#server/errors.ts'
import { exposedWarning } from '#server/http/sandbox-guard.ts'
import { OUTBOX_PATH, outboxDirectory } from '#server/mail/create.ts'
import type { PaymentsDependencies } from '#server/payments/payments.ts'
import { openStripe } from '#server/stripe/sdk.ts'

/**
 * Stand-ins for the services that are not configured: servers of the real protocols, under the app's own address.
 * Features do not know the difference.
 */
export interface Sandboxes extends ConnectedPayments {
  /** Undefined if people sign in without a provider. */
  identity: IdentityProvider | undefined
}

interface ConnectedPayments {
  billing: BillingDependencies
  payments: PaymentsDependencies
  /** Milliseconds that the clock is ahead. */
  clockOffset(): number
  mount(app: FastifyInstance): void
  /** Resumes what a sandbox had started before it was stopped. */
  resume(): void
  stop(): Promise<void>
}

const IDENTITY_PATH = '/sandbox/identity'
const PAYMENTS_PATH = '/sandbox/payments'

interface SandboxDependencies {
  settings: Settings
  secret: string
  /** The products that the payment sandbox has from its start. */
  offers: readonly Offer[]
  log: FastifyBaseLogger
  onClockMoved(): void
}

export async function startSandboxes(parts: SandboxDependencies): Promise<Sandboxes> {
  const payments = await connectPayments(parts)
  return {
    ...payments,
    identity: identityProvider(parts),
    mount(app) {
      mountIdentity(app, parts)
      payments.mount(app)
      mountOutbox(app, parts.settings)
    },
  }
}

function identityProvider(parts: SandboxDependencies): IdentityProvider | undefined {
  const { identity } = parts.settings
  if (identity === 'missing') return undefined
  return identity === 'sandbox' ? identitySandbox(parts) : identity
}

const identitySandbox = ({ settings: { port }, secret }: SandboxDependencies): IdentityProvider => ({
  issuer: new URL(`http://localhost:${port}${IDENTITY_PATH}`),
  clientId: 'daybook',
  clientSecret: keyed(secret, 'identity sandbox'),
  sharesOurOrigin: true,
})

function mountIdentity(app: FastifyInstance, parts: SandboxDependencies): void {
  const { settings, secret, log } = parts
  if (settings.identity !== 'sandbox') return
  const sandbox = openOnce(async () => {
    const { createIdentitySandbox } = await loadIdentitySandbox()
    return createIdentitySandbox({
      ...identitySandbox(parts),
      allowsHost: allowsHost(settings),
      warning: exposedWarning(settings),
      otherWays: otherWaysToSignIn(settings),
      log: (message, details) => log.warn(details, message),
      cookieKey: keyed(secret, 'identity cookies'),
    })
  })
  mountHandler(app, IDENTITY_PATH, async (...exchange) => (await sandbox.open()).handle(...exchange))
}

function otherWaysToSignIn({ signIn: { methods } }: Settings) {
  const [email, passkey] = [methods.includes('email'), methods.includes('passkey')]
  if (!email && !passkey) return undefined
  const label = email ? `Sign in by email${passkey ? ' or passkey' : ''}` : 'Sign in with a passkey'
  return { label, path: '/sign-in' }
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

function mountOutbox(app: FastifyInstance, settings: Settings): void {
  if (settings.mail.server !== 'sandbox') return
  const sandbox = openOnce(async () => {
    const { createOutboxSandbox } = await import('#sandbox/outbox/server.ts')
    return createOutboxSandbox({
      directory: outboxDirectory(settings),
      url: new URL(OUTBOX_PATH, settings.publicUrl),
      allowsHost: allowsHost(settings),
      warning: exposedWarning(settings),
    })
  })
  mountHandler(app, OUTBOX_PATH, async (request, response) =>
    (await sandbox.open()).handle(request, response),
  )
}

/** A sandbox is served under the host names of this machine, and the public one if it is exposed on purpose. */
const allowsHost =
  ({ publicUrl, sandboxAccess }: Settings) =>
  (hostname: string) =>
    isLoopback(hostname) || (sandboxAccess === 'anyone' && hostname === publicUrl.hostname)

const NOT_A_SANDBOX = {
  clockOffset: () => 0,
  mount: () => undefined,
  resume: () => undefined,
  stop: async () => undefined,
}

async function connectPayments(parts: SandboxDependencies): Promise<ConnectedPayments> {
  const { payments } = parts.settings
  if (payments === 'sandbox') return paymentSandbox(parts)
  const isConfigured = payments !== 'missing'
  const shared = {
    connect: async () => (isConfigured ? payments : refuse()),
    sharesOurOrigin: false,
  }
  return {
    ...NOT_A_SANDBOX,
    billing: { ...shared, configured: isConfigured, anyoneMaySetUp: false },
    payments: {
      ...shared,
      configured: isConfigured && payments.connectWebhookSecret !== undefined,
      dashboardUrl: 'https://dashboard.stripe.com/',
    },
  }
}

function refuse(): never {
  throw new Unavailable('Payments are not set up yet.', {
    details: 'Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET, and restart Daybook.',
    code: 'setup_required',
    setupRequired: true,
  })
}

async function paymentSandbox(parts: SandboxDependencies): Promise<ConnectedPayments> {
  const { settings, log, onClockMoved } = parts
  const statePath = join(settings.dataDirectory, 'payments.sqlite')
  const isKept = existsSync(statePath)
  let offset = isKept
    ? (await import('#sandbox/payments/state/clock-offset.ts')).keptClockOffset(statePath)
    : 0
  const sandbox = openOnce(() =>
    openPayments(parts, statePath, (changed) => {
      offset = changed
      onClockMoved()
    }),
  )
  const shared = {
    connect: async () => (await sandbox.open()).provider,
    sharesOurOrigin: true,
    configured: true,
  }
  return {
    billing: { ...shared, anyoneMaySetUp: true },
    payments: { ...shared, dashboardUrl: PAYMENTS_PATH },
    clockOffset: () => offset,
    mount: (app) =>
      mountHandler(app, PAYMENTS_PATH, async (request, response) =>
        (await sandbox.open()).pages(request, response),
      ),
    resume: () => {
      if (isKept) sandbox.open().catch((error) => log.error({ err: error }, 'payment sandbox failed to open'))
    },
    stop: async () => (await sandbox.opened())?.close(),
  }
}

async function openPayments(
  { settings, secret, offers, log }: SandboxDependencies,
  statePath: string,
  onClockMoved: (offset: number) => void,
) {
  const [{ createServer }, { createPaymentSandbox }] = await Promise.all([
    import('node:http'),
    import('#sandbox/payments/payment-sandbox.ts'),
  ])
  const origin = `http://localhost:${settings.port}`
  const secretKey = `sk_test_${keyed(secret, 'payment sandbox')}`
  const webhookSecret = `whsec_${keyed(secret, 'payment webhooks')}`
  const connectWebhookSecret = `whsec_${keyed(secret, 'payment webhooks of connected accounts')}`
  const sandbox = createPaymentSandbox({
    statePath,
    publicUrl: `${origin}${PAYMENTS_PATH}`,
    webhook: { url: `${origin}/api/webhooks/stripe`, secret: webhookSecret },
    connectWebhook: { url: `${origin}/api/webhooks/stripe-connect`, secret: connectWebhookSecret },
    secretKey,
    warning: exposedWarning(settings),
    now: () => new Date(),
    log: (message, details) => log.warn(details, message),
  })
  sandbox.onClockChange((change) => onClockMoved(change.offset))
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
    const provider: PaymentProvider = { secretKey, webhookSecret, connectWebhookSecret, apiUrl }
    const { stripe } = await openStripe({ connect: async () => provider, sharesOurOrigin: true }).open()
    await createPrices(stripe, offers)
    return { pages: sandbox.pages, provider, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Opens a sandbox at its first use, so that startup does not wait for it, and again after a failure. */
function openOnce<Sandbox>(start: () => Promise<Sandbox>) {
  let opened: Promise<Sandbox> | undefined
  return {
    opened: () => opened,
    open: () => {
      opened ??= start().catch((error: unknown) => {
        opened = undefined
        throw error
      })
      return opened
    },
  }
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
