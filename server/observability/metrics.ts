import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import type { Settings } from '#server/config/settings.ts'
import type { Database } from '#server/database/database.ts'
import { NotSignedIn } from '#server/errors.ts'
import { answerNotFound } from '#server/http/error-responses.ts'
import type { OpenQueue } from '#server/jobs/queue.ts'

const METRICS_PATH = '/metrics'

type JobCounter = Pick<OpenQueue, 'counts'>

/** Metrics of the server for Prometheus, protected by a token. Without a token nothing is measured. */
export async function reportMetrics(
  app: FastifyInstance,
  { metricsToken }: Pick<Settings, 'metricsToken'>,
  database: Database,
  jobs: JobCounter,
): Promise<void> {
  const quiet = { logLevel: 'silent', schema: { hide: true } } as const
  if (metricsToken === undefined) {
    app.get(METRICS_PATH, quiet, answerNotFound)
    return
  }
  const prometheus = await import('prom-client')
  const registry = new prometheus.Registry()
  prometheus.collectDefaultMetrics({ register: registry })
  measureRequests(app, registry, prometheus)
  measureDatabase(registry, prometheus, database)
  measureJobs(registry, prometheus, jobs)
  app.get(METRICS_PATH, quiet, async (request, reply) => {
    if (!isToken(request.headers.authorization, metricsToken))
      throw new NotSignedIn('A valid token is required')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

function isToken(header: string | undefined, token: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(header ?? ''), hash(`Bearer ${token}`))
}

type Prometheus = typeof import('prom-client')

const NO_ROUTE = 'none'

/** Labeled with the route's pattern, never the address, which may contain a key. */
function measureRequests(app: FastifyInstance, registry: Registry, { Histogram }: Prometheus): void {
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'From the request to the last byte of its response',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request
    if (routeOptions.config.endpoint?.events) return done()
    const labels = { method, route: routeOptions.url ?? NO_ROUTE, status: reply.statusCode }
    durations.observe(labels, reply.elapsedTime / 1000)
    done()
  })
}

function measureDatabase(registry: Registry, { Gauge }: Prometheus, { pool, db }: Database): void {
  const registers = [registry]
  new Gauge({
    name: 'daybook_database_connections',
    help: 'Busy and idle connections, and requests waiting for one',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
  new Gauge({
    name: 'daybook_database_up',
    help: '1 while the database answers',
    registers,
    async collect() {
      const answered = await pool
        .query('select')
        .then(() => 1)
        .catch(() => 0)
      this.set(answered)
    },
  })
  new Gauge({
    name: 'daybook_mails',
    help: 'Mails by status, except those sent',
    labelNames: ['status'],
    registers,
    async collect() {
      const counts = await db
        .selectFrom('mails')
        .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
        .where('status', '<>', 'sent')
        .groupBy('status')
        .execute()
        .catch(none)
      this.reset()
      for (const { status, count } of counts) this.set({ status }, count)
    },
  })
}

const STATES = ['deferred', 'ready', 'active', 'failed'] as const

function measureJobs(registry: Registry, { Gauge }: Prometheus, jobs: JobCounter): void {
  new Gauge({
    name: 'daybook_jobs',
    help: 'Jobs that are deferred, ready or running, and those that failed for good within a week; at most a minute old',
    labelNames: ['name', 'state'],
    registers: [registry],
    async collect() {
      const counts = await jobs.counts().catch(none)
      this.reset()
      for (const { name, ...states } of counts)
        for (const state of STATES) this.set({ name, state }, states[state])
    },
  })
}

/** A gauge has no values while the database does not answer; the other metrics are still served. */
const none = () => []
