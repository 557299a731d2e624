import type { RequestListener } from 'node:http'
import Stripe from 'stripe'
import { createApi } from './api/handler.ts'
import { type ClockChange, type Ledger, openLedger, seconds } from './ledger.ts'
import { requireLoopback } from './loopback.ts'
import { newWebhookEndpoint } from './objects/webhook-endpoint.ts'
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
  const webhookUrl = () =>
    typeof options.webhookUrl === 'string' ? options.webhookUrl : options.webhookUrl()
  const publicUrl = () => options.publicUrl().replace(/\/$/, '')
  requireLoopback('public URL', publicUrl())
  requireLoopback('webhook URL', webhookUrl())

  const { log, schedule = unreffedTimer } = options
  const db = openDatabase(options.statePath)
  const ledger = openLedger(db, { now: options.now, publicUrl })
  const configured = configuredEndpoint(ledger, webhookUrl(), options.webhookEvents ?? ['*'])
  const courier = createCourier({
    db,
    store: ledger.store,
    now: options.now,
    fetch: options.fetch ?? globalThis.fetch,
    schedule,
    secretOf: (id) =>
      id === configured ? options.webhookSecret : ledger.store.find('webhook_endpoint', id)?.signing_secret,
    urlOf: (id) => (id === configured ? webhookUrl() : ledger.store.find('webhook_endpoint', id)?.url),
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

/** The endpoint of the configured app. Its secret is not stored in the file. */
function configuredEndpoint(ledger: Ledger, url: string, events: string[]): string {
  const { store } = ledger
  const known = store.fact('configured endpoint')
  const before = known === undefined ? undefined : store.find('webhook_endpoint', known)
  if (before) {
    store.save('webhook_endpoint', {
      ...before,
      url,
      enabled_events: events,
      status: 'enabled',
      removed: false,
    })
    return before.id
  }
  return ledger.change((context) => {
    const created = newWebhookEndpoint(seconds(ledger.now()), {
      url,
      enabled_events: events,
      description: 'The app, as it was configured',
      metadata: {},
      api_version: Stripe.API_VERSION,
    })
    context.store.insert('webhook_endpoint', { ...created, signing_secret: '' })
    context.store.setFact('configured endpoint', created.id)
    return created.id
  })
}

function unreffedTimer(work: () => void, delay: number): () => void {
  const timer = setTimeout(work, Math.min(delay, 2_147_483_647)).unref()
  return () => clearTimeout(timer)
}
