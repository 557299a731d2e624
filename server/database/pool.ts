import { once } from 'node:events'
import type pg from 'pg'
import type { Log } from './database.ts'

/** A client that loses its connection between two queries of a transaction would otherwise end the process. */
export function surviveLostConnections(pool: pg.Pool, log: Log) {
  pool.on('error', (error) => log.warn({ reason: error.message }, 'an idle database connection was lost'))
  pool.on('connect', (client) => client.on('error', () => undefined))
}

/** Lets what runs and waits finish, within the grace period; then `cutOff` is called. */
export async function closePool(pool: pg.Pool, grace: number, cutOff: () => void) {
  const patience = AbortSignal.timeout(grace)
  await drain(pool, patience)
  const ended = pool.end()
  const impatient = patience.aborted ? Promise.resolve() : once(patience, 'abort')
  await Promise.race([ended, impatient.then(cutOff)])
}

/** An ended pool forgets those who wait for a client. */
async function drain(pool: pg.Pool, patience: AbortSignal) {
  while (pool.waitingCount > 0 && !patience.aborted) {
    await once(pool, 'release', { signal: patience }).catch(() => undefined)
  }
}
