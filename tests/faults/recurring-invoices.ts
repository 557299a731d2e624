import { setTimeout as delay } from 'node:timers/promises'
import { addDays } from '#core/calendar.ts'
import { SeededRandom } from '#core/seeded-random.ts'
import {
  type RecurringInvoiceForm,
  recurringInvoicesApi,
} from '#features/billing/recurring-invoices/contract.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { accountApi } from '#features/foundation/account/contract.ts'
import { timeEntriesApi } from '#features/work/time-entries/contract.ts'
import { type Person, signInAs } from '#tests/people.ts'
import { type LoneAccountOptions, withServers } from './lone-account.ts'
import type { Query } from './snapshot.ts'
import { until } from './until.ts'

const LONGEST_MOMENT = 60
/** Weeks that are due in each round, of each kind. */
const WEEKS = 4
/** Fewer than may be mailed to one address within an hour. */
const SENT = 9
const SETTLE_SECONDS = 60
/** A job that was lost with its server is run again once that has missed its heartbeat. */
const JOBS_SETTLE_SECONDS = 300

/** Recurring invoices are made while a server is killed again and again. In the end each date was made once. */
export async function makeWhileKilled(options: LoneAccountOptions): Promise<void> {
  const { part, report, rounds, short, seed } = options
  await withServers(options, async (apps, query) => {
    const random = new SeededRandom(seed)
    const ada = await signInAs(apps[0].url, { name: 'Ada', email: 'ada@example.com' })
    const { id } = await ada.call(accountApi.me)
    const clients = await newClients(ada, rounds)
    const recurring: Recurring[] = []
    const expected = () => recurring.reduce((sum, { dates }) => sum + dates, 0)
    const made = async () => Number((await query('select count(*) from invoices'))[0]?.count)
    let interrupted = 0

    for (let round = 1; round <= rounds; round++) {
      const app = random.oneOf(apps)
      const before = await made()
      recurring.push(...(await makeDue(ada, query, dueIn(round, clients))))
      const enough = before + random.between(1, expected() - before)
      await until(async () => (await made()) >= enough, SETTLE_SECONDS)
      await delay(random.between(0, LONGEST_MOMENT))
      if ((await made()) < expected()) interrupted++
      await app.kill()
      await app.start()
      if (round % 10 === 0 || round === rounds) {
        report.progress(part, `round ${round} of ${rounds}, ${await made()} of ${expected()} invoices made`)
      }
    }
    for (const one of recurring) await queue(ada, one)
    await until(async () => (await made()) >= expected(), JOBS_SETTLE_SECONDS)
    const sentAll = async () => {
      const rows = await query(`select from invoices where status = 'sent'`)
      return rows.length >= SENT
    }
    const isSettled = short || (await until(sentAll, JOBS_SETTLE_SECONDS))
    report.check(part, 'in the end all are sent', isSettled ? [] : ['some still wait after five minutes'])
    report.check(part, 'each date is made once', await wrongDates(query, recurring))
    report.check(part, 'invoice numbers have no gap', await gaps(query))
    report.check(part, 'each hour is billed once', await wrongHours(query))
    report.check(part, 'no invoice is mailed twice', await mailedTwice(query, id))
    report.check(part, 'kills hit invoices being made', interrupted > 0 ? [] : ['all were made before'])
    report.note(
      `${part}: ${rounds} kills, ${interrupted} of them before all was made; ${await made()} invoices`,
    )
  })
}

interface Due {
  dates: number
  body: RecurringInvoiceForm
}
export type Recurring = Due & { id: number }

/** The day before the start: the weeks stay the same if midnight passes. */
const YESTERDAY = addDays(new Date().toISOString().slice(0, 10), -1)
const weeksAgo = (weeks: number) => addDays(YESTERDAY, -7 * weeks)

interface Clients {
  fixed: number
  work: number
  retainer: number
  sent: number
}

/** Two of them with two hours of work in each week that is going to be billed. */
async function newClients(ada: Person, rounds: number): Promise<Clients> {
  const newClient = async (name: string) => {
    const body = { name, email: `${name.toLowerCase()}@example.com` }
    return (await ada.call(clientsApi.create, { body })).id
  }
  const newClientWithWork = async (name: string) => {
    const client_id = await newClient(name)
    const { id } = await ada.call(projectsApi.create, { body: { name, client_id, hourly_rate: 90 } })
    for (let week = 1; week <= rounds * WEEKS; week++) {
      await ada.call(timeEntriesApi.create, { body: { project_id: id, hours: 2, date: weeksAgo(week) } })
    }
    return client_id
  }
  return {
    fixed: await newClient('North'),
    work: await newClientWithWork('South'),
    retainer: await newClientWithWork('East'),
    sent: await newClient('West'),
  }
}

/** One of each kind, for weeks of its own; in the first round also one that is sent. */
function dueIn(round: number, clients: Clients): Due[] {
  const items = [{ description: 'Care plan', quantity: 1, rate: 100 }]
  const weeks = (count: number, last: number) => ({
    frequency: 'week' as const,
    start_date: weeksAgo(last + count - 1),
    end_date: weeksAgo(last),
  })
  const own = weeks(WEEKS, (round - 1) * WEEKS)
  const bodies: RecurringInvoiceForm[] = [
    { ...own, client_id: clients.fixed, kind: 'fixed', items },
    { ...own, client_id: clients.work, kind: 'work' },
    { ...own, client_id: clients.retainer, kind: 'retainer', items, included_hours: 1, extra_rate: 90 },
  ]
  const sent = { ...weeks(SENT, 0), client_id: clients.sent, kind: 'fixed' as const, items, auto_send: true }
  return [
    ...bodies.map((body) => ({ dates: WEEKS, body })),
    ...(round === 1 ? [{ dates: SENT, body: sent }] : []),
  ]
}

/** All of their dates have passed, as after a long downtime. */
export async function makeDue(ada: Person, query: Query, due: Due[]): Promise<Recurring[]> {
  const recurring: Recurring[] = []
  for (const one of due) {
    const { id } = await ada.call(recurringInvoicesApi.create, { body: one.body })
    recurring.push({ ...one, id })
  }
  await query(
    'update recurring_invoices set handled_until = start_date - 1, next_date = start_date where id = any($1)',
    [recurring.map(({ id }) => id)],
  )
  for (const one of recurring) await queue(ada, one)
  return recurring
}

/** A change by the freelancer queues what is due, as the hour does. */
export async function queue(ada: Person, { id, body }: Recurring): Promise<void> {
  await ada.call(recurringInvoicesApi.update, { params: { id }, body })
}

export async function wrongDates(query: Query, recurring: Recurring[]): Promise<string[]> {
  const rows = await query(
    `select recurring_invoice_id as id, count(*) as made, count(distinct recurring_date) as dates from invoices group by 1`,
  )
  return recurring.flatMap(({ id, dates }) => {
    const row = rows.find((one) => Number(one.id) === id)
    const isRight = Number(row?.made) === dates && Number(row?.dates) === dates
    return isRight ? [] : [`${id} should have made ${dates}: ${JSON.stringify(row)}`]
  })
}

async function gaps(query: Query): Promise<string[]> {
  const rows = await query('select number from invoices order by number')
  const gap = rows.findIndex(({ number }, index) => Number(number) !== index + 1)
  return gap < 0 ? [] : [`${rows[gap]?.number} stands where ${gap + 1} should be`]
}

async function wrongHours(query: Query): Promise<string[]> {
  const unbilled = await query('select id from time_entries where not is_billed or invoice_item_id is null')
  const twice = await query(
    'select id from (select unnest(work_ids) as id from invoice_items) billed group by id having count(*) > 1',
  )
  return [
    ...unbilled.map(({ id }) => `entry ${id} is not billed`),
    ...twice.map(({ id }) => `entry ${id} is billed twice`),
  ]
}

export async function mailedTwice(query: Query, account: number): Promise<string[]> {
  const rows = await query(
    'select invoice_id from invoice_mails where account_id = $1 group by 1 having count(*) > 1',
    [account],
  )
  return rows.map(({ invoice_id }) => `invoice ${invoice_id} is`)
}
