import { createHmac } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { Store } from '../state/store.ts'
import { type Delivery, nextAttemptAt, nextDelivery, recordAttempt } from './queue.ts'

const minute = 60_000
/** The delay after each failed attempt. After the last one it gives up until the event is resent. */
export const backOff = [1000, 5000, 15_000, minute, 5 * minute, 15 * minute, 60 * minute, 180 * minute]

export type Schedule = (work: () => void, delay: number) => () => void

export interface Webhook {
  url: string
  secret: string
}

export interface Courier {
  /** Checks for work: something was committed, or a delivery is due. */
  wake(): void
  /** Resolves when everything that is due is delivered. */
  idle(): Promise<void>
  stop(): Promise<void>
}

export interface CourierOptions {
  db: DatabaseSync
  store: Store
  now: () => Date
  schedule: Schedule
  /** Gets the platform's events. */
  webhook: Webhook
  /** Gets the events of connected accounts. */
  connectWebhook: Webhook
  log: (message: string, details: object) => void
}

export function createCourier(options: CourierOptions): Courier {
  const { db, store, now } = options
  const stopped = new AbortController()
  let round: Promise<void> | undefined
  let cancelTimer: (() => void) | undefined

  function wake(): void {
    if (stopped.signal.aborted || round) return
    cancelTimer?.()
    cancelTimer = undefined
    round = Promise.resolve()
      .then(deliverAllDue)
      .finally(() => {
        round = undefined
        rest()
      })
  }

  async function deliverAllDue(): Promise<void> {
    for (;;) {
      if (stopped.signal.aborted) return
      const delivery = nextDelivery(db, now().getTime())
      if (!delivery) return
      const failure = await attempt(delivery.event)
      if (!stopped.signal.aborted) record(delivery, failure)
    }
  }

  /** Returns why it failed, or null. */
  async function attempt(id: string): Promise<string | null> {
    const event = store.forOwner(store.ownerOf(id) ?? null).find('event', id)
    if (!event) return 'The event is gone'
    const { url, secret } = event.account === undefined ? options.webhook : options.connectWebhook
    const payload = JSON.stringify(event, null, 2)
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'user-agent': 'Stripe/1.0 (payment sandbox)',
          'stripe-signature': signatureHeader(payload, secret, now()),
        },
        body: payload,
        redirect: 'manual',
        signal: AbortSignal.any([stopped.signal, AbortSignal.timeout(20_000)]),
      })
      await response.body?.cancel()
      return response.ok ? null : `Status ${response.status}`
    } catch (error) {
      return error instanceof Error ? reasonOf(error) : 'No response'
    }
  }

  function record(delivery: Delivery, failure: string | null): void {
    const attempts = delivery.attempts + 1
    const wait = backOff[attempts - 1]
    const failedState = wait === undefined ? 'failed' : 'pending'
    recordAttempt(db, {
      ...delivery,
      attempts,
      state: failure === null ? 'delivered' : failedState,
      lastAttemptAt: now().getTime(),
      nextAttemptAt: now().getTime() + (wait ?? 0),
      failure,
    })
    if (failure !== null) {
      options.log('webhook delivery failed', { event: delivery.event, attempts, reason: failure })
    }
  }

  function rest(): void {
    if (stopped.signal.aborted) return
    const at = nextAttemptAt(db)
    if (at === undefined) return
    const delay = at - now().getTime()
    if (delay <= 0) {
      wake()
    } else {
      cancelTimer?.()
      cancelTimer = options.schedule(wake, delay)
    }
  }

  return {
    wake,
    async idle() {
      while (round) await round
    },
    async stop() {
      stopped.abort()
      cancelTimer?.()
      await round
    },
  }
}

function signatureHeader(payload: string, secret: string, at: Date): string {
  const time = Math.floor(at.getTime() / 1000)
  const signature = createHmac('sha256', secret).update(`${time}.${payload}`).digest('hex')
  return `t=${time},v1=${signature}`
}

function reasonOf(error: Error): string {
  return error.cause instanceof Error ? error.cause.message : error.message
}
