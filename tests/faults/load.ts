import type { SeededRandom } from '#core/seeded-random.ts'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { accountApi } from '#features/foundation/account/contract.ts'
import { expensesApi } from '#features/work/expenses/contract.ts'
import { timeEntriesApi } from '#features/work/time-entries/contract.ts'
import { signInAs } from '#tests/people.ts'
import type { Account } from './account.ts'
import { Books } from './books.ts'
import { CHECKS } from './checks.ts'
import type { Report } from './report.ts'
import { type Query, type ReadBack, type Snapshot, type Sources, takeSnapshot } from './snapshot.ts'
import { StudioWorker } from './studio-worker.ts'
import { newTally, type Tally, type Worker } from './worker.ts'

export interface LoadOptions {
  part: string
  report: Report
  random: SeededRandom
  /** The databases to compare. */
  sources: Sources
}

const READ_BACK = 5
const READ_FROM = {
  clients: clientsApi.get,
  projects: projectsApi.get,
  time_entries: timeEntriesApi.get,
  expenses: expensesApi.get,
  invoices: invoicesApi.get,
}

/** People at work, and books of what was acknowledged to them. */
export class Load {
  readonly part: string
  readonly report: Report
  readonly random: SeededRandom
  readonly books = new Books()
  readonly tally: Tally = newTally()
  readonly query: Query
  readonly workers: Worker[] = []
  readonly people: Account[] = []
  readonly #sources: Sources

  constructor({ part, report, random, sources }: LoadOptions) {
    this.part = part
    this.report = report
    this.random = random
    this.query = sources.query
    this.#sources = sources
  }

  async signIn(url: string, name: string): Promise<Account> {
    const person = await signInAs(url, { name, email: `${name.toLowerCase()}@example.com` })
    const { id } = await person.call(accountApi.me)
    const account = { id, person }
    this.people.push(account)
    this.books.accounts.add(id)
    return account
  }

  addStudioWorker(account: Account, name: string): void {
    this.workers.push(new StudioWorker(account, name, this.books, this.random, this.tally))
  }

  /** These people write more mails than the hourly limit allows, so none of them counts. */
  async liftMailLimits(): Promise<void> {
    await this.query('create rule no_mail_limits as on insert to mail_sends do instead nothing')
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
    const snapshot = await takeSnapshot(this.#sources, () => this.#readBack())
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
}
