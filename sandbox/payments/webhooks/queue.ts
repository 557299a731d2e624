import type { DatabaseSync } from 'node:sqlite'
import type { EventType } from '../objects/event.ts'
import { randomText } from '../objects/ids.ts'
import type { Store } from '../state/store.ts'

export interface Delivery {
  id: string
  event: string
  state: 'pending' | 'delivered' | 'failed'
  attempts: number
  nextAttemptAt: number
  lastAttemptAt: number | null
  failure: string | null
}

/** A disconnected account sends one last event: that it was disconnected. */
export function isSent(store: Store, account: string | null, type: EventType): boolean {
  if (account === null || type === 'account.application.deauthorized') return true
  return store.forOwner(null).find('account', account)?.disconnected === false
}

/** New events then wait in the console until they are sent from there, in any order and as often as wanted. */
export const areSentByHand = (store: Store): boolean => store.fact('webhooks') === 'by hand'

export const sendByHand = (store: Store, byHand: boolean): void =>
  store.setFact('webhooks', byHand ? 'by hand' : 'at once')

export function queueDelivery(db: DatabaseSync, event: string, at: number): void {
  db.prepare(`insert into deliveries (id, event, state, next_attempt_at) values (?, ?, 'pending', ?)`).run(
    `whd_${randomText(12)}`,
    event,
    at,
  )
}

export function nextDelivery(db: DatabaseSync, at: number): Delivery | undefined {
  const row = db
    .prepare(
      `select * from deliveries where state = 'pending' and next_attempt_at <= ? order by position limit 1`,
    )
    .get(at)
  return row && toDelivery(row)
}

export function nextAttemptAt(db: DatabaseSync): number | undefined {
  const row = db.prepare(`select min(next_attempt_at) as at from deliveries where state = 'pending'`).get()
  return row?.at === null || row?.at === undefined ? undefined : Number(row.at)
}

export function deliveriesOf(db: DatabaseSync, event: string): Delivery[] {
  return db.prepare('select * from deliveries where event = ? order by position').all(event).map(toDelivery)
}

export function recordAttempt(db: DatabaseSync, delivery: Delivery): void {
  db.prepare(
    'update deliveries set state = ?, attempts = ?, next_attempt_at = ?, last_attempt_at = ?, failure = ? where id = ?',
  ).run(
    delivery.state,
    delivery.attempts,
    delivery.nextAttemptAt,
    delivery.lastAttemptAt,
    delivery.failure,
    delivery.id,
  )
}

function toDelivery(row: Record<string, unknown>): Delivery {
  return {
    id: String(row.id),
    event: String(row.event),
    state: row.state === 'delivered' || row.state === 'failed' ? row.state : 'pending',
    attempts: Number(row.attempts),
    nextAttemptAt: Number(row.next_attempt_at),
    lastAttemptAt: row.last_attempt_at === null ? null : Number(row.last_attempt_at),
    failure: row.failure === null ? null : String(row.failure),
  }
}
