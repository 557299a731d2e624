import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { SeededRandom } from '#core/seeded-random.ts'
import { accountApi } from '#features/account/contract.ts'
import { clientsApi } from '#features/clients/contract.ts'
import { expensesApi } from '#features/expenses/contract.ts'
import { invoicesApi } from '#features/invoices/contract.ts'
import { projectsApi } from '#features/projects/contract.ts'
import { timeEntriesApi } from '#features/time-entries/contract.ts'
import { type MailServer, startMailServer } from '#tests/mail-server.ts'
import { signInAs } from '#tests/people.ts'
import type { PostgresServer } from '#tests/postgres-server.ts'
import type { Account } from './account.ts'
import { AppProcess } from './app-process.ts'
import { Books } from './books.ts'
import { CHECKS } from './checks.ts'
import { deliveredBy, deliveredInto } from './deliveries.ts'
import { FreePlanWorker } from './free-plan-worker.ts'
import type { Report } from './report.ts'
import { type Query, type ReadBack, type Snapshot, takeSnapshot } from './snapshot.ts'
import { StudioWorker } from './studio-worker.ts'
import { newTally, type Tally, type Worker } from './worker.ts'

export interface WorldOptions {
  part: string
  seed: number
  directory: string
  report: Report
  /** Without it, on the embedded database. */
  postgres?: PostgresServer
  /** How many app servers share the database. */
  servers?: number
  environment?: NodeJS.ProcessEnv
}

const WORKERS_PER_STUDIO = 3
const WORKERS_ON_FREE_PLAN = 2
const READ_BACK = 5
const READ_FROM = {
  clients: clientsApi.get,
  projects: projectsApi.get,
  time_entries: timeEntriesApi.get,
  expenses: expensesApi.get,
  invoices: invoicesApi.get,
}

/** An app with its database, people at work in it, and books of what it acknowledged. */
export class World {
  readonly part: string
  readonly report: Report
  readonly random: SeededRandom
  readonly books = new Books()
  readonly tally: Tally = newTally()
  readonly apps: AppProcess[]
  readonly query: Query
  readonly workers: Worker[] = []
  readonly people: Account[] = []
  readonly #mailServer: MailServer | undefined
  readonly #pool: pg.Pool | undefined

  private constructor(
    { part, report, seed }: WorldOptions,
    apps: AppProcess[],
    mailServer: MailServer | undefined,
    pool: pg.Pool | undefined,
  ) {
    this.part = part
    this.report = report
    this.random = new SeededRandom(seed)
    this.apps = apps
    this.#mailServer = mailServer
    this.#pool = pool
    this.query = pool
      ? async (sql, values) => (await pool.query(sql, values)).rows
      : (...all) => this.app.query(...all)
  }

  /** The apps run, the people are signed in and have what they need. */
  static async open(options: WorldOptions): Promise<World> {
    const { postgres, directory, part, servers = 1 } = options
    mkdirSync(directory, { recursive: true })
    // A mail server tells a message that comes twice; in the outbox, it would be one file.
    const mailServer = postgres && (await startMailServer())
    const url = await postgres?.createDatabase(part.replace(/\W+/g, '_'))
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
    // These people write more mails than the hourly limit allows, so none of them counts.
    await world.query('create rule no_mail_limits as on insert to mail_sends do instead nothing')
    await world.#settleIn()
    return world
  }

  get app(): AppProcess {
    const [app] = this.apps
    if (!app) throw new Error('a world has an app')
    return app
  }

  /** Two freelancers with all that the portal offers, and one on the free plan, with several workers each. */
  async #settleIn(): Promise<void> {
    for (const name of ['Ada', 'Ben']) {
      const account = await this.#signIn(name)
      for (let number = 1; number <= WORKERS_PER_STUDIO; number++) {
        const own = this.#through(account, number)
        this.workers.push(new StudioWorker(own, `${name}${number}`, this.books, this.random, this.tally))
      }
    }
    const lea = await this.#signIn('Lea')
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

  async #signIn(name: string): Promise<Account> {
    const person = await signInAs(this.app.url, { name, email: `${name.toLowerCase()}@example.com` })
    const { id } = await person.call(accountApi.me)
    const account = { id, person }
    this.people.push(account)
    return account
  }

  /** With several servers, the workers are spread over them, with the same session. */
  #through(account: Account, number: number): Account {
    const app = this.apps[number % this.apps.length]
    return app && app !== this.app ? { ...account, person: account.person.at(app.url) } : account
  }

  /** Finds out what became of what was not acknowledged, and repeats it. */
  async settle(): Promise<void> {
    const find = async ({ sql, values }: { sql: string; values: unknown[] }) =>
      (await this.query(sql, values)).length > 0
    await Promise.all(this.workers.map((worker) => worker.settle(find)))
  }

  async unsentMails(): Promise<number> {
    return this.#countMails(`status in ('queued', 'sending')`)
  }

  /** Those that no earlier fault can have held up. */
  async freshMailsUnsent(): Promise<number> {
    return this.#countMails(`status = 'queued' and not exists (
      select from jobs.job where name = 'send-mail' and state in ('active', 'retry')
      and (data->'data'->>'mailId')::bigint = mails.id)`)
  }

  async #countMails(condition: string): Promise<number> {
    const [row] = await this.query(`select count(*)::int as count from mails where ${condition}`)
    return Number(row?.count)
  }

  async check(when: string): Promise<Snapshot> {
    const snapshot = await takeSnapshot({
      query: this.query,
      deliveries: this.#mailServer ? deliveredBy(this.#mailServer) : deliveredInto(this.app.dataDirectory),
      filesDirectory: join(this.app.dataDirectory, 'files'),
      readBack: () => this.#readBack(),
    })
    for (const { name, findFaults } of CHECKS) {
      this.report.check(this.part, name, findFaults(snapshot, this.books), when)
    }
    this.report.check(
      this.part,
      'every answer is a result, a refusal in words, or 503 with Retry-After',
      this.tally.faults.splice(0),
      when,
    )
    return snapshot
  }

  async #readBack(): Promise<ReadBack[]> {
    const answers: ReadBack[] = []
    for (let count = 0; count < READ_BACK; count++) {
      const table = this.random.oneOf(Object.keys(READ_FROM) as (keyof typeof READ_FROM)[])
      const rows = [...this.books.rowsOf(table)]
      if (rows.length === 0) continue
      const [id, { account_id }] = this.random.oneOf(rows)
      const person = this.people.find((account) => account.id === account_id)?.person
      const answer = await person?.try(READ_FROM[table], { params: { id } })
      answers.push({ table, id, status: answer?.status ?? 0, body: { ...answer?.body } })
    }
    return answers
  }

  async close(): Promise<void> {
    await Promise.all(this.apps.map((app) => app.kill()))
    await this.#pool?.end()
    await this.#mailServer?.stop()
  }
}
