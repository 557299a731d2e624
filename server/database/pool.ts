import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import type { Log } from './open.ts'

const grace = 10_000

/** A client that loses its connection between two queries of a transaction would otherwise end the process. */
export function surviveLostConnections(pool: pg.Pool, log: Log) {
  pool.on('error', (error) => log.warn({ reason: error.message }, 'an idle database connection was lost'))
  pool.on('connect', (client) => client.on('error', () => undefined))
}

/** Waits for what runs; what still runs after the grace period is cut off. */
export async function closePool(pool: pg.Pool) {
  const stopWaiting = new AbortController()
  const ended = pool.end().finally(() => stopWaiting.abort())
  await Promise.race([ended, delay(grace, undefined, { signal: stopWaiting.signal }).catch(() => undefined)])
}
