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
  /** The file that holds everything; `:memory:` forgets it. */
  statePath: string
  /** Where a browser finds the hosted pages, for example http://localhost:3000/sandbox/payments */
  publicUrl: () => string
  webhookUrl: string | (() => string)
  webhookSecret: string
  /** Which events the webhook gets; all of them if not said. */
  webhookEvents?: string[]
  secretKey: string
  /** Stands on every page. */
  warning?: string | undefined
  now: () => Date
  fetch?: typeof globalThis.fetch
  /** How to be woken later; tests put their own here. */
  schedule?: Schedule
  log: (message: string, details: object) => void
}

export interface PaymentSandbox {
  /** `/v1/*`, for the SDK. */
  api: RequestListener
  /** Everything under the path of `publicUrl`, for the browser. */
  pages: RequestListener
  clock: {
    now(): Date
    /** Milliseconds ahead of the machine's clock. */
    readonly offset: number
    turnTo(date: Date): Promise<void>
  }
  /** Told, and waited for, after the clock was turned and before its webhooks go out. */
  onClockChange(listener: (change: ClockChange) => void | Promise<void>): () => void
  /** Resolves when no webhook that is due now is left to deliver. */
  webhooksDelivered(): Promise<void>
  close(): Promise<void>
}

const longestNap = 3_600_000

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

  let cancelNap: (() => void) | undefined
  function watchClock(): void {
    ledger.catchUp()
    const due = ledger.nextDueAt()?.getTime() ?? Number.POSITIVE_INFINITY
    const nap = Math.min(longestNap, Math.max(1000, due - ledger.now().getTime()))
    cancelNap = schedule(watchClock, nap)
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
      turnTo: ledger.turnTo,
    },
    onClockChange: ledger.onClockChange,
    webhooksDelivered: courier.idle,
    async close() {
      cancelNap?.()
      await courier.stop()
      db.close()
    },
  }
}

/** One endpoint stands for what was configured; its secret stays out of the file. */
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
