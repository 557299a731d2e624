import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { SeededRandom } from '#core/seeded-random.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { type MailServer, startMailServer } from '#tests/mail-server.ts'
import { copyMigratedEmbedded, MIGRATED } from '#tests/migrated-databases.ts'
import type { PostgresServer } from '#tests/postgres-server.ts'
import type { Account } from './account.ts'
import { AppProcess } from './app-process.ts'
import { deliveredBy, deliveredInto } from './deliveries.ts'
import { FreePlanWorker } from './free-plan-worker.ts'
import { Load } from './load.ts'
import type { Report } from './report.ts'
import { filesIn, type Sources } from './snapshot.ts'

export interface WorldOptions {
  part: string
  seed: number
  directory: string
  report: Report
  /** Without it, on the embedded database. */
  postgres?: PostgresServer
  /** Number of app servers that share the database. */
  servers?: number
  environment?: NodeJS.ProcessEnv
}

const WORKERS_PER_STUDIO = 3
const WORKERS_ON_FREE_PLAN = 2

/** An app with its database, people at work in it, and books of what it acknowledged. */
export class World extends Load {
  readonly apps: AppProcess[]
  readonly app: AppProcess
  readonly #mailServer: MailServer | undefined
  readonly #pool: pg.Pool | undefined

  private constructor(
    { part, report, seed }: WorldOptions,
    apps: AppProcess[],
    mailServer: MailServer | undefined,
    pool: pg.Pool | undefined,
  ) {
    const [app] = apps
    if (!app) throw new Error('a world has an app')
    const { dataDirectory } = app
    const sources: Sources = {
      query: pool
        ? async (sql, values) => (await pool.query(sql, values)).rows
        : (...all) => app.query(...all),
      deliveries: mailServer ? deliveredBy(mailServer) : deliveredInto(dataDirectory),
      files: () => filesIn(join(dataDirectory, 'files')),
    }
    super({ part, report, random: new SeededRandom(seed), sources })
    this.apps = apps
    this.app = app
    this.#mailServer = mailServer
    this.#pool = pool
  }

  /** The apps run, the people are signed in and have what they need. */
  static async open(options: WorldOptions): Promise<World> {
    const { postgres, directory, part, servers = 1 } = options
    mkdirSync(directory, { recursive: true })
    // A mail server tells a message that comes twice; in the outbox, it would be one file.
    const mailServer = postgres && (await startMailServer())
    const url = await postgres?.createDatabase(part.replace(/\W+/g, '_'), MIGRATED)
    if (!postgres) copyMigratedEmbedded(directory)
    const environment = {
      SECRET: 'only for these tests, and long enough',
      ...(url && { DATABASE_URL: url }),
      ...(mailServer && { SMTP_URL: mailServer.url, MAIL_FROM: 'daybook@example.com' }),
      ...options.environment,
    }
    const apps: AppProcess[] = []
    for (let number = 1; number <= servers; number++) {
      apps.push(await AppProcess.prepare(directory, environment, `app-${number}`))
    }
    const pool = url ? new pg.Pool({ connectionString: url, max: 2 }) : undefined
    pool?.on('error', () => undefined)
    pool?.on('connect', (client) => client.on('error', () => undefined))
    const world = new World(options, apps, mailServer, pool)
    await Promise.all(apps.map((app) => app.start()))
    await world.liftMailLimits()
    await world.#settleIn()
    return world
  }

  /** Two freelancers with all that the portal offers, and one on the free plan, with several workers each. */
  async #settleIn(): Promise<void> {
    for (const name of ['Ada', 'Ben']) {
      const account = await this.signIn(this.app.url, name)
      for (let number = 1; number <= WORKERS_PER_STUDIO; number++) {
        const own = this.#through(account, number)
        this.addStudioWorker(own, `${name}${number}`)
      }
    }
    const lea = await this.signIn(this.app.url, 'Lea')
    const client = await lea.person.call(clientsApi.create, { body: { name: 'Lea’s client' } })
    this.books.put('clients', client.id, { account_id: lea.id, name: client.name })
    this.books.addActivity(lea.id, 'client.created')
    await this.query(`update subscriptions set plan_id = 'free', status = 'active' where account_id = $1`, [
      lea.id,
    ])
    for (let number = 1; number <= WORKERS_ON_FREE_PLAN; number++) {
      const own = this.#through(lea, number)
      const name = `Lea${number}`
      this.workers.push(new FreePlanWorker(own, name, client.id, this.books, this.random, this.tally))
    }
    for (const worker of this.workers) await worker.prepare()
  }

  /** With several servers, the workers are spread over them, with the same session. */
  #through(account: Account, number: number): Account {
    const app = this.apps[number % this.apps.length]
    return app && app !== this.app ? { ...account, person: account.person.at(app.url) } : account
  }

  async close(): Promise<void> {
    await Promise.all(this.apps.map((app) => app.kill()))
    await this.#pool?.end()
    await this.#mailServer?.stop()
  }
}
