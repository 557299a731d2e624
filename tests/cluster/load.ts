import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import type { Account } from '#tests/faults/account.ts'
import { deliveredBy } from '#tests/faults/deliveries.ts'
import { Load, type LoadOptions } from '#tests/faults/load.ts'
import { stateOf } from '#tests/faults/snapshot.ts'
import { until } from '#tests/faults/until.ts'
import type { Cluster } from './cluster.ts'

const RETRY_MS = 100
const QUIET_SECONDS = 60

/** Freelancers at work on a cluster, all through HAProxy. */
export class ClusterLoad extends Load {
  readonly #cluster: Cluster
  readonly #pool: pg.Pool
  #prober: Account | undefined
  #probes = 0
  #isWorking = false
  #work: Promise<unknown> = Promise.resolve()

  private constructor(options: LoadOptions, cluster: Cluster, pool: pg.Pool) {
    super(options)
    this.#cluster = cluster
    this.#pool = pool
  }

  static on(cluster: Cluster, options: Omit<LoadOptions, 'sources'>): ClusterLoad {
    const { services, databaseUrl } = cluster
    const pool = new pg.Pool({ connectionString: databaseUrl, max: 3 })
    pool.on('error', () => undefined)
    pool.on('connect', (client) => client.on('error', () => undefined))
    const sources = {
      query: async (sql: string, values?: unknown[]) => (await pool.query(sql, values)).rows,
      deliveries: deliveredBy(services.mail),
      files: () => services.files().map(([sha256, content]) => stateOf(sha256, content)),
    }
    return new ClusterLoad({ ...options, sources }, cluster, pool)
  }

  /** So many, with one worker each. */
  async settleIn(count: number): Promise<void> {
    const { url } = this.#cluster
    for (let number = 1; number <= count; number++) {
      const name = `Freelancer${number}`
      this.addStudioWorker(await this.signIn(url, name), name)
    }
    for (const worker of this.workers) await worker.prepare()
    this.#prober = await this.signIn(url, 'Prober')
  }

  /** Everybody works until they are told to stop, with a pause between two writes that is at most so long. */
  begin(longestPause = 0): void {
    this.#isWorking = true
    const isWorking = () => this.#isWorking
    const pause = () => delay(this.random.between(0, longestPause))
    this.#work = Promise.all(this.workers.map((worker) => worker.run(isWorking, pause)))
  }

  /** Resolves when so many more writes have been acknowledged, or nobody can go on. */
  async acknowledged(count: number): Promise<void> {
    await Promise.race([this.books.more(count), this.#work])
  }

  async stop(): Promise<void> {
    this.#isWorking = false
    await this.#work
  }

  /** Repeats one write until it is acknowledged. */
  async firstWrite(): Promise<void> {
    const { id: account_id, person } = this.#prober ?? {}
    if (!person || account_id === undefined) throw new Error('nobody has signed in')
    const name = `probe-${++this.#probes}`
    // Random, since PostgreSQL packs what repeats itself: it needs room on the disk.
    const body = { name, description: randomBytes(7000).toString('base64') }
    for (;;) {
      const answer = await person
        .try(projectsApi.create, { body, headers: { 'idempotency-key': name } })
        .catch(() => undefined)
      if (answer?.ok) {
        this.books.put('projects', answer.body.id, { account_id, name })
        this.books.addActivity(account_id, 'project.created')
        this.books.keys.add(`${account_id} ${name}`)
        return
      }
      if (answer && answer.status !== 503)
        this.tally.faults.push(`${name} was answered with ${answer.status}`)
      await delay(RETRY_MS)
    }
  }

  /** Repeats broken calls, once nothing of them goes on in the database. */
  override async settle(): Promise<void> {
    const stopped = new Date()
    const running = `select from pg_stat_activity where application_name = 'daybook' and xact_start < $1`
    await until(async () => (await this.query(running, [stopped])).length === 0, QUIET_SECONDS)
    await super.settle()
  }

  async close(): Promise<void> {
    await this.stop()
    await this.#pool.end()
  }
}
