import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/database/open.ts'

export function reportHealth(app: FastifyInstance, database: Database): void {
  const quiet = { logLevel: 'silent', schema: { hide: true } } as const
  app.get('/healthz', quiet, async () => ({ status: 'ok' }))
  app.get('/readyz', quiet, async (_, reply) => {
    try {
      await database.pool.query('select from schema_migrations limit 1')
      return { status: 'ready' }
    } catch {
      return reply.status(503).header('retry-after', '5').send({ status: 'the database does not answer' })
    }
  })
}
