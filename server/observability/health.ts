import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/database/database.ts'

const DATABASE_TIMEOUT_MS = 3_000

/** Until `leaving` is aborted, the server is ready whenever the database is. */
export function reportHealth(app: FastifyInstance, database: Database, leaving: AbortSignal): void {
  const quiet = { logLevel: 'silent', schema: { hide: true } } as const
  app.get('/healthz', quiet, async () => ({ status: 'ok' }))
  app.get('/readyz', quiet, async (_, reply) => {
    if (leaving.aborted) return reply.status(503).send({ status: 'stopping' })
    if (await isAnswering(database)) return { status: 'ready' }
    return reply.status(503).header('retry-after', '5').send({ status: 'the database does not answer' })
  })
  // Otherwise a connection could be closed just as the next request on it is under way.
  app.addHook('onRequest', (_, reply, done) => {
    if (leaving.aborted) reply.header('connection', 'close')
    done()
  })
}

async function isAnswering({ pool, kind }: Database): Promise<boolean> {
  const query = {
    text: 'select from schema_migrations limit 1',
    // Frees a hanging connection, or further checks would use up the pool.
    ...(kind === 'server' && { query_timeout: DATABASE_TIMEOUT_MS }),
  }
  const answered = pool.query(query).then(
    () => true,
    () => false,
  )
  return Promise.race([answered, delay(DATABASE_TIMEOUT_MS, false, { ref: false })])
}
