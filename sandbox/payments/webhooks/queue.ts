import type { DatabaseSync } from 'node:sqlite'
import type { EventType } from '../objects/event.ts'
import { newId } from '../objects/ids.ts'
import type { WebhookEndpoint } from '../objects/webhook-endpoint.ts'
import type { Store } from '../state/store.ts'

export interface Delivery {
  id: string
  event: string
  endpoint: string
  state: 'pending' | 'delivered' | 'failed'
  attempts: number
  nextAttemptAt: number
  lastAttemptAt: number | null
  responseStatus: number | null
  failure: string | null
}

/** Events of a connected account go to its own endpoints, and to those of the platform that are for Connect. */
export function listeningTo(store: Store, type: EventType): WebhookEndpoint[] {
  const own = store.all('webhook_endpoint').filter(({ connect }) => !connect)
  return [...own, ...connectEndpoints(store, type)]
    .filter((endpoint) => !endpoint.removed && endpoint.status === 'enabled')
    .filter(({ enabled_events: events }) => events.includes('*') || events.includes(type))
}

function connectEndpoints(store: Store, type: EventType): WebhookEndpoint[] {
  if (store.owner === null) return []
  const platform = store.forOwner(null)
  const account = platform.find('account', store.owner)
  if (account?.disconnected && type !== 'account.application.deauthorized') return []
  return platform.all('webhook_endpoint').filter(({ connect }) => connect)
}

/** New events then wait in the console until they are sent from there, in any order and as often as wanted. */
export const areSentByHand = (store: Store): boolean => store.fact('webhooks') === 'by hand'

export const sendByHand = (store: Store, byHand: boolean): void =>
  store.setFact('webhooks', byHand ? 'by hand' : 'at once')

export function queueDelivery(db: DatabaseSync, event: string, endpoint: string, at: number): void {
  db.prepare(
    `insert into deliveries (id, event, endpoint, state, next_attempt_at) values (?, ?, ?, 'pending', ?)`,
  ).run(newId('delivery'), event, endpoint, at)
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
    `update deliveries set state = ?, attempts = ?, next_attempt_at = ?, last_attempt_at = ?, response_status = ?, failure = ?
     where id = ?`,
  ).run(
    delivery.state,
    delivery.attempts,
    delivery.nextAttemptAt,
    delivery.lastAttemptAt,
    delivery.responseStatus,
    delivery.failure,
    delivery.id,
  )
}

function toDelivery(row: Record<string, unknown>): Delivery {
  return {
    id: String(row.id),
    event: String(row.event),
    endpoint: String(row.endpoint),
    state: stateOf(row.state),
    attempts: Number(row.attempts),
    nextAttemptAt: Number(row.next_attempt_at),
    lastAttemptAt: row.last_attempt_at === null ? null : Number(row.last_attempt_at),
    responseStatus: row.response_status === null ? null : Number(row.response_status),
    failure: row.failure === null ? null : String(row.failure),
  }
}

function stateOf(value: unknown): Delivery['state'] {
  return value === 'delivered' || value === 'failed' ? value : 'pending'
}
