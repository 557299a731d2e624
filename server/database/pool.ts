import { once } from 'node:events'
import type pg from 'pg'
import type { Log } from './database.ts'

/** Otherwise a client that loses its connection between two queries of a transaction would end the process. */
export function surviveLostConnections(pool: pg.Pool, log: Log) {
  pool.on('error', (error) => log.warn({ reason: error.message }, 'an idle database connection was lost'))
  pool.on('connect', (client) => client.on('error', () => undefined))
}

/** Lets running and waiting queries finish within the grace period, then calls `cutOff`. */
export async function closePool(pool: pg.Pool, grace: number, cutOff: () => void) {
  const timeout = AbortSignal.timeout(grace)
  await drain(pool, timeout)
  const ended = pool.end()
  const timedOut = timeout.aborted ? Promise.resolve() : once(timeout, 'abort')
  await Promise.race([ended, timedOut.then(cutOff)])
}

/** An ended pool never serves callers that are waiting for a client, so they are served first. */
async function drain(pool: pg.Pool, timeout: AbortSignal) {
  while (pool.waitingCount > 0 && !timeout.aborted) {
    await once(pool, 'release', { signal: timeout }).catch(() => undefined)
  }
}
