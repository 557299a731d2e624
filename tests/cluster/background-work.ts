import { PgBoss } from 'pg-boss'
import { addDays } from '#core/calendar.ts'
import type { SeededRandom } from '#core/seeded-random.ts'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import type { RecurringInvoiceForm } from '#features/billing/recurring-invoices/contract.ts'
import { remindersApi } from '#features/billing/sending/contract/reminders.ts'
import { sendingApi } from '#features/billing/sending/contract/sending.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { accountApi } from '#features/foundation/account/contract.ts'
import { deliveredBy } from '#tests/faults/deliveries.ts'
import { Till } from '#tests/faults/online-payments.ts'
import { compareBooks } from '#tests/faults/payment-books.ts'
import {
  mailedTwice as invoicesMailedTwice,
  makeDue,
  queue,
  type Recurring,
  wrongDates,
} from '#tests/faults/recurring-invoices.ts'
import { readReminders, mailedTwice as remindersMailedTwice, zoneOfMorning } from '#tests/faults/reminders.ts'
import type { Report } from '#tests/faults/report.ts'
import type { Query } from '#tests/faults/snapshot.ts'
import { until } from '#tests/faults/until.ts'
import { openPayingStudio } from '#tests/online-payments.ts'
import { signInAs } from '#tests/people.ts'
import type { Cluster } from './cluster.ts'

export interface BackgroundWorkOptions {
  part: string
  report: Report
  cluster: Cluster
  query: Query
  random: SeededRandom
}

/** An account with work of a kind of its own, beside those that keep books. */
export interface BackgroundWork {
  /** Starts some of it, before a fault. */
  begin(): Promise<void>
  /** Ends what can be ended, after the fault, and checks it. */
  settle(when: string): Promise<void>
  /** Resolves when all jobs have run. */
  finish(): Promise<void>
}

const SETTLE_SECONDS = 60
const JOBS_SETTLE_SECONDS = 300

/** An error that a fault may cause: a lost connection, a refusal for now, or HAProxy's own page about a lost server. */
const isBrokenOff = (error: unknown) =>
  error instanceof TypeError ||
  error instanceof SyntaxError ||
  (error instanceof Error && / answered 503/.test(error.message))

/** Clients pay online and are refunded. */
export async function startPayments(options: BackgroundWorkOptions): Promise<BackgroundWork> {
  const { part, report, cluster, query, random } = options
  const { url, services } = cluster
  const signIn = (name: string) => signInAs(url, { name, email: 'paying@example.com' })
  const studio = await openPayingStudio({ app: { url }, signIn })
  const { id } = await studio.ada.call(accountApi.me)
  const consoleUrls = [services.paymentsUrl]
  const till = new Till({ urls: [url], consoleUrls, studio, random, isBrokenOff })
  let work: Promise<void> = Promise.resolve()
  return {
    begin: async () => {
      work = till.work()
    },
    settle: async (when) => {
      till.close()
      await work
      await till.finish()
      const read = () => compareBooks(query, id, services.paymentsFile)
      await until(async () => (await read()).faults.length === 0, SETTLE_SECONDS)
      const { faults } = await read()
      report.check(part, 'the books have each payment and refund of the provider once', faults, when)
      report.check(part, 'nothing else goes wrong with payments', till.faults.splice(0), when)
    },
    finish: async () => {
      const { payments, refunds } = await compareBooks(query, id, services.paymentsFile)
      report.note(`${part}: ${payments} online payments, ${refunds} refunds, ${till.brokenOff} broken off`)
    },
  }
}

const INVOICES_TO_REMIND_OF = 4

/** Clients are reminded of invoices. */
export async function startReminders(options: BackgroundWorkOptions): Promise<BackgroundWork> {
  const { part, report, cluster, query } = options
  const ada = await signInAs(cluster.url, { name: 'Reminding', email: 'reminding@example.com' })
  const { id: account } = await ada.call(accountApi.me)
  await ada.call(accountApi.update, { body: { business_name: '', time_zone: zoneOfMorning() } })
  await ada.call(remindersApi.update, { body: { rules: [{ days_after_due: 3, is_enabled: true }] } })
  const client = await ada.call(clientsApi.create, { body: { name: 'Client', email: 'late@example.com' } })
  const boss = new PgBoss({
    db: { executeSql: async (text, values) => ({ rows: await query(text, values) }) },
    schema: 'jobs',
    migrate: false,
    supervise: false,
    schedule: false,
  })
  // It looks at its queues by itself, and may find no database.
  boss.on('error', () => undefined)
  await boss.start()
  const deliveries = deliveredBy(cluster.services.mail)
  const today = new Date().toISOString().slice(0, 10)
  const expected = new Set<number>()
  const check = async (when: string) => {
    const faults = remindersMailedTwice(await readReminders(query, [account]), await deliveries())
    report.check(part, 'no reminder is sent twice', faults, when)
  }
  return {
    begin: async () => {
      for (let count = 0; count < INVOICES_TO_REMIND_OF; count++) {
        const { id } = await ada.call(invoicesApi.create, {
          body: {
            client_id: client.id,
            issue_date: addDays(today, -20),
            due_date: addDays(today, -4),
            items: [{ description: 'Design', quantity: 1, rate: 100 }],
          },
        })
        await ada.call(sendingApi.send, { params: { id }, body: {} })
        expected.add(id)
      }
      // As if they had been sent when they were issued.
      await query(
        `update invoice_mails set sent_at = sent_at - interval '20 days' where account_id = $1
         and kind = 'invoice' and sent_at > now() - interval '10 days'`,
        [account],
      )
      await boss.send('remind-clients', { account, data: {} })
    },
    settle: check,
    finish: async () => {
      const remindedOf = async () =>
        new Set((await readReminders(query, [account])).map(({ invoice }) => invoice))
      await boss.send('remind-clients', { account, data: {} })
      await until(async () => (await remindedOf()).size === expected.size, JOBS_SETTLE_SECONDS)
      const missing = expected.difference(await remindedOf())
      const faults = [...missing].map((id) => `invoice ${id} was not reminded of`)
      report.check(part, 'in the end all reminders are sent', faults)
      await check('in the end')
      report.note(`${part}: ${expected.size} reminders`)
      await boss.stop()
    },
  }
}

const DATES = 6

/** Recurring invoices are made and sent. */
export async function startRecurringInvoices(options: BackgroundWorkOptions): Promise<BackgroundWork> {
  const { part, report, cluster, query } = options
  const ada = await signInAs(cluster.url, { name: 'Recurring', email: 'recurring@example.com' })
  const { id: account } = await ada.call(accountApi.me)
  const client = await ada.call(clientsApi.create, { body: { name: 'Client', email: 'monthly@example.com' } })
  const yesterday = addDays(new Date().toISOString().slice(0, 10), -1)
  const body: RecurringInvoiceForm = {
    client_id: client.id,
    kind: 'fixed',
    frequency: 'week',
    start_date: addDays(yesterday, -7 * (DATES - 1)),
    end_date: yesterday,
    items: [{ description: 'Care plan', quantity: 1, rate: 100 }],
    auto_send: true,
  }
  const recurring: Recurring[] = []
  const made = async () => (await wrongDates(query, recurring)).length === 0
  const check = async (when: string) => {
    report.check(
      part,
      'each date of a recurring invoice is made once',
      await wrongDates(query, recurring),
      when,
    )
    const faults = await invoicesMailedTwice(query, account)
    report.check(part, 'no recurring invoice is mailed twice', faults, when)
  }
  return {
    begin: async () => {
      recurring.push(...(await makeDue(ada, query, [{ dates: DATES, body }])))
    },
    settle: async (when) => {
      for (const one of recurring.slice(-1)) await queue(ada, one)
      await until(made, SETTLE_SECONDS)
      if (await made()) return check(when)
      // A job that was lost with its server is run again once that has missed its heartbeat.
      const faults = await invoicesMailedTwice(query, account)
      report.check(part, 'no recurring invoice is mailed twice', faults, when)
    },
    finish: async () => {
      await until(made, JOBS_SETTLE_SECONDS)
      const sent = async () => {
        const rows = await query(`select from invoices where account_id = $1 and status = 'sent'`, [account])
        return rows.length === recurring.length * DATES
      }
      const isSent = await until(sent, JOBS_SETTLE_SECONDS)
      report.check(part, 'in the end all recurring invoices are sent', isSent ? [] : ['some still wait'])
      await check('in the end')
      report.note(`${part}: ${recurring.length * DATES} recurring invoices`)
    },
  }
}
