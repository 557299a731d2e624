import type { DatabaseSync } from 'node:sqlite'
import type { Store } from '../state/store.ts'
import { type Delivery, deliveriesOf, nextAttemptAt, nextDelivery, recordAttempt } from './queue.ts'
import { signatureHeader } from './signature.ts'

const minute = 60_000
/** The delay after each failed attempt. After the last one it gives up until the event is resent. */
export const backOff = [1000, 5000, 15_000, minute, 5 * minute, 15 * minute, 60 * minute, 180 * minute]

export type Schedule = (work: () => void, delay: number) => () => void

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
  fetch: typeof globalThis.fetch
  schedule: Schedule
  /** The secret of the configured endpoint, unlike those created through the API, is not stored. */
  secretOf: (endpoint: string) => string | undefined
  urlOf: (endpoint: string) => string | undefined
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
      await attempt(delivery)
    }
  }

  async function attempt(delivery: Delivery): Promise<void> {
    const url = options.urlOf(delivery.endpoint)
    const secret = options.secretOf(delivery.endpoint)
    const event = ownersOf(delivery.event).find('event', delivery.event)
    if (!url || !secret || !event) {
      recordAttempt(db, { ...delivery, state: 'failed', failure: 'The endpoint is gone' })
      return
    }
    const payload = JSON.stringify(event, null, 2)
    const answer = await post(url, payload, secret)
    if (!stopped.signal.aborted) record(delivery, answer)
  }

  async function post(url: string, payload: string, secret: string): Promise<Answer> {
    try {
      const response = await options.fetch(url, {
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
      return { status: response.status, failure: response.ok ? null : `Status ${response.status}` }
    } catch (error) {
      return { status: null, failure: error instanceof Error ? reasonOf(error) : 'No response' }
    }
  }

  function record(delivery: Delivery, answer: Answer): void {
    const attempts = delivery.attempts + 1
    const wait = backOff[attempts - 1]
    const failedState = wait === undefined ? 'failed' : 'pending'
    recordAttempt(db, {
      ...delivery,
      attempts,
      state: answer.failure === null ? 'delivered' : failedState,
      lastAttemptAt: now().getTime(),
      nextAttemptAt: now().getTime() + (wait ?? 0),
      responseStatus: answer.status,
      failure: answer.failure,
    })
    if (answer.failure === null) {
      acknowledged(delivery.event)
    } else {
      options.log('webhook delivery failed', { event: delivery.event, attempts, reason: answer.failure })
    }
  }

  function acknowledged(id: string): void {
    const events = ownersOf(id)
    const event = events.find('event', id)
    const pending_webhooks = deliveriesOf(db, id).filter(({ state }) => state !== 'delivered').length
    if (event) events.save('event', { ...event, pending_webhooks })
  }

  const ownersOf = (id: string): Store => store.forOwner(store.ownerOf(id) ?? null)

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

interface Answer {
  status: number | null
  failure: string | null
}

function reasonOf(error: Error): string {
  return error.cause instanceof Error ? error.cause.message : error.message
}
