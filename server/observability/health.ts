import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/database/database.ts'

/** Whoever asks whether it is ready is not kept waiting by a database that hangs. */
const PATIENCE_MILLISECONDS = 3_000

export function reportHealth(app: FastifyInstance, database: Database): void {
  const quiet = { logLevel: 'silent', schema: { hide: true } } as const
  app.get('/healthz', quiet, async () => ({ status: 'ok' }))
  app.get('/readyz', quiet, async (_, reply) => {
    if (await answersInTime(database)) return { status: 'ready' }
    return reply.status(503).header('retry-after', '5').send({ status: 'the database does not answer' })
  })
}

async function answersInTime({ pool, kind }: Database): Promise<boolean> {
  const question = {
    text: 'select from schema_migrations limit 1',
    // A connection that hangs is given up, or the next questions would take all the others.
    ...(kind === 'server' && { query_timeout: PATIENCE_MILLISECONDS }),
  }
  const answered = pool.query(question).then(
    () => true,
    () => false,
  )
  return Promise.race([answered, delay(PATIENCE_MILLISECONDS, false, { ref: false })])
}
