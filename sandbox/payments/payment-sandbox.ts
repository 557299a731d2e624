import type { RequestListener } from 'node:http'
import Stripe from 'stripe'
import { createApi } from './api/handler.ts'
import { type ClockChange, type Ledger, openLedger, seconds } from './ledger.ts'
import { requireLoopback } from './loopback.ts'
import { newWebhookEndpoint, type WebhookEndpointFields } from './objects/webhook-endpoint.ts'
import { createPages } from './pages/handler.ts'
import { openDatabase } from './state/database.ts'
import { createCourier, type Schedule } from './webhooks/courier.ts'

export interface PaymentSandboxOptions {
  /** The file with all state, or `:memory:`. */
  statePath: string
  /** Where the browser finds the hosted pages, for example http://localhost:3000/sandbox/payments */
  publicUrl: () => string
  webhookUrl: string | (() => string)
  webhookSecret: string
  /** Where the events of connected accounts go. */
  connectWebhookUrl: string | (() => string)
  connectWebhookSecret: string
  /** The events that the webhook gets. Defaults to all. */
  webhookEvents?: string[]
  secretKey: string
  /** Shown on every page. */
  warning?: string | undefined
  now: () => Date
  fetch?: typeof globalThis.fetch
  /** How to schedule later work. Tests pass their own. */
  schedule?: Schedule
  log: (message: string, details: object) => void
}

export interface PaymentSandbox {
  /** `/v1/*`, for the SDK. */
  api: RequestListener
  /** Everything below the path of `publicUrl`, for the browser. */
  pages: RequestListener
  clock: {
    now(): Date
    /** How many milliseconds it is ahead of the machine's clock. */
    readonly offset: number
    moveTo(date: Date): Promise<void>
  }
  /** Called and awaited after the clock was moved and before the resulting webhooks are sent. */
  onClockChange(listener: (change: ClockChange) => void | Promise<void>): () => void
  /** Resolves when all webhooks that are due are delivered. */
  webhooksDelivered(): Promise<void>
  close(): Promise<void>
}

const MAX_SLEEP_MS = 3_600_000

export function createPaymentSandbox(options: PaymentSandboxOptions): PaymentSandbox {
  const webhookUrl = () => addressOf(options.webhookUrl)
  const connectWebhookUrl = () => addressOf(options.connectWebhookUrl)
  const publicUrl = () => options.publicUrl().replace(/\/$/, '')
  requireLoopback('public URL', publicUrl())
  requireLoopback('webhook URL', webhookUrl())
  requireLoopback('Connect webhook URL', connectWebhookUrl())

  const { log, schedule = unreffedTimer } = options
  const db = openDatabase(options.statePath)
  const ledger = openLedger(db, { now: options.now, publicUrl })
  const configured = new Map([
    [
      configuredEndpoint(ledger, 'configured endpoint', {
        url: webhookUrl(),
        enabled_events: options.webhookEvents ?? ['*'],
        description: 'The app, as it was configured',
        connect: false,
      }),
      { url: webhookUrl, secret: options.webhookSecret },
    ],
    [
      configuredEndpoint(ledger, 'configured Connect endpoint', {
        url: connectWebhookUrl(),
        enabled_events: ['*'],
        description: 'The app, for connected accounts',
        connect: true,
      }),
      { url: connectWebhookUrl, secret: options.connectWebhookSecret },
    ],
  ])
  const createdEndpoint = (id: string) =>
    ledger.store.forOwner(ledger.store.ownerOf(id) ?? null).find('webhook_endpoint', id)
  const courier = createCourier({
    db,
    store: ledger.store,
    now: options.now,
    fetch: options.fetch ?? globalThis.fetch,
    schedule,
    secretOf: (id) => configured.get(id)?.secret ?? createdEndpoint(id)?.signing_secret,
    urlOf: (id) => configured.get(id)?.url() ?? createdEndpoint(id)?.url,
    log,
  })
  ledger.onCommit(courier.wake)

  let cancelTimer: (() => void) | undefined
  function watchClock(): void {
    ledger.catchUp()
    const due = ledger.nextDueAt()?.getTime() ?? Number.POSITIVE_INFINITY
    const sleep = Math.min(MAX_SLEEP_MS, Math.max(1000, due - ledger.now().getTime()))
    cancelTimer = schedule(watchClock, sleep)
  }
  watchClock()
  courier.wake()

  return {
    api: createApi({ db, ledger, secretKey: options.secretKey, log }),
    pages: createPages({
      db,
      ledger,
      publicUrl,
      warning: options.warning,
      wakeCourier: courier.wake,
      log,
    }),
    clock: {
      now: ledger.now,
      get offset() {
        return ledger.clockOffset()
      },
      moveTo: ledger.moveClockTo,
    },
    onClockChange: ledger.onClockChange,
    webhooksDelivered: courier.idle,
    async close() {
      cancelTimer?.()
      await courier.stop()
      db.close()
    },
  }
}

const addressOf = (url: string | (() => string)): string => (typeof url === 'string' ? url : url())

type ConfiguredEndpoint = Pick<WebhookEndpointFields, 'url' | 'enabled_events' | 'description' | 'connect'>

/** An endpoint of the configured app. Its secret is not stored in the file. */
function configuredEndpoint({ store, ...ledger }: Ledger, name: string, fields: ConfiguredEndpoint): string {
  const known = store.fact(name)
  const before = known === undefined ? undefined : store.find('webhook_endpoint', known)
  if (before) {
    store.save('webhook_endpoint', { ...before, ...fields, status: 'enabled', removed: false })
    return before.id
  }
  return ledger.change((context) => {
    const created = newWebhookEndpoint(seconds(ledger.now()), {
      ...fields,
      metadata: {},
      api_version: Stripe.API_VERSION,
    })
    context.store.insert('webhook_endpoint', { ...created, signing_secret: '' })
    context.store.setFact(name, created.id)
    return created.id
  })
}

function unreffedTimer(work: () => void, delay: number): () => void {
  const timer = setTimeout(work, Math.min(delay, 2_147_483_647)).unref()
  return () => clearTimeout(timer)
}
