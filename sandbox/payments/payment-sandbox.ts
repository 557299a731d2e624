import type { RequestListener } from 'node:http'
import { createApi } from './api/handler.ts'
import { type ClockChange, openLedger } from './ledger.ts'
import { requireLoopback } from './loopback.ts'
import { createPages } from './pages/handler.ts'
import { openDatabase } from './state/database.ts'
import { createCourier, type Schedule, type Webhook } from './webhooks/courier.ts'

export interface PaymentSandboxOptions {
  /** The file with all state, or `:memory:`. */
  statePath: string
  /** The address of the hosted pages, for example http://localhost:3000/sandbox/payments */
  publicUrl: string
  webhook: Webhook
  /** Gets the events of connected accounts. */
  connectWebhook: Webhook
  secretKey: string
  /** Shown on every page. */
  warning?: string | undefined
  now: () => Date
  /** Schedules later work. Tests pass their own. */
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
    moveTo(date: Date): Promise<void>
  }
  /** Called and awaited after the clock was moved and before the resulting webhooks are sent. */
  onClockChange(listener: (change: ClockChange) => void | Promise<void>): void
  /** Resolves when all webhooks that are due are delivered. */
  webhooksDelivered(): Promise<void>
  close(): Promise<void>
}

const MAX_SLEEP_MS = 3_600_000

export function createPaymentSandbox(options: PaymentSandboxOptions): PaymentSandbox {
  const { publicUrl, webhook, connectWebhook, secretKey, warning, now, log } = options
  const { schedule = unreffedTimer } = options
  requireLoopback('public URL', publicUrl)
  requireLoopback('webhook URL', webhook.url)
  requireLoopback('Connect webhook URL', connectWebhook.url)

  const db = openDatabase(options.statePath)
  const ledger = openLedger(db, { now, publicUrl })
  const courier = createCourier({ db, store: ledger.store, now, schedule, webhook, connectWebhook, log })
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
    api: createApi({ db, ledger, secretKey, log }),
    pages: createPages({ db, ledger, publicUrl, warning, wakeCourier: courier.wake, log }),
    clock: { now: ledger.now, moveTo: ledger.moveClockTo },
    onClockChange: ledger.onClockChange,
    webhooksDelivered: courier.idle,
    async close() {
      cancelTimer?.()
      await courier.stop()
      db.close()
    },
  }
}

function unreffedTimer(work: () => void, delay: number): () => void {
  const timer = setTimeout(work, Math.min(delay, 2_147_483_647)).unref()
  return () => clearTimeout(timer)
}
