import { once } from 'node:events'
import type pg from 'pg'
import type { Log } from './database.ts'

/** A client that loses its connection between two queries of a transaction would otherwise end the process. */
export function surviveLostConnections(pool: pg.Pool, log: Log) {
  pool.on('error', (error) => log.warn({ reason: error.message }, 'an idle database connection was lost'))
  pool.on('connect', (client) => client.on('error', () => undefined))
}

/** What nobody answers holds up all that follows on its connection, a rollback first: so the connection goes with it. */
export function giveUpUnanswered(pool: pg.Pool) {
  pool.on('connect', (client) => {
    const query = client.query.bind(client)
    client.query = ((...args: Parameters<typeof query>) => {
      const answer: unknown = query(...args)
      if (answer instanceof Promise)
        answer.catch((error) => {
          if (isUnanswered(error)) void client.end()
        })
      return answer
    }) as typeof client.query
  })
}

/** `pg` has no code for it. */
const isUnanswered = (error: unknown) => error instanceof Error && error.message === 'Query read timeout'

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
