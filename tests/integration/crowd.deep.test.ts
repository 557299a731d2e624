import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unbilledSums } from '#features/billing/billable-work/actions.ts'
import * as dashboard from '#features/pages/dashboard/store.ts'
import * as money from '#features/pages/money/store.ts'
import * as reports from '#features/pages/reports/store.ts'
import * as expenses from '#features/work/expenses/store.ts'
import type { Db } from '#server/database/database.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import { startTestApp, type TestApp, uniqueEmail } from '#tests/app.ts'
import { signInAs } from '#tests/people.ts'
import { costIn, type QueryCost } from '#tests/query-cost.ts'

const OTHER_ACCOUNTS = 199
const TODAY = '2026-11-16'
const DAY = { today: TODAY, timeZone: 'UTC' }
const NOVEMBER = { first: '2026-11-01', last: '2026-11-30' }

/** Enough for years of work, and far more than is asked for at once. */
const LARGE: Size = {
  clients: 50,
  projects: 100,
  entries: 50_000,
  expenses: 5000,
  invoices: 2000,
  comments: 1000,
  activities: 10_000,
}
const SMALL: Size = {
  clients: 20,
  projects: 20,
  entries: 100,
  expenses: 50,
  invoices: 20,
  comments: 20,
  activities: 50,
}

interface Size {
  clients: number
  projects: number
  entries: number
  expenses: number
  invoices: number
  comments: number
  activities: number
}

let app: TestApp
let ada: AccountId

beforeAll(async () => {
  app = await startTestApp()
  const person = await signInAs(app.url, { name: 'Ada', email: uniqueEmail('Ada') })
  const account = await app.database.db
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', person.email)
    .executeTakeFirstOrThrow()
  ada = account.id
  await fill([ada], LARGE)
  await fill(await newAccounts(OTHER_ACCOUNTS), SMALL)
})

afterAll(() => app?.stop())

async function newAccounts(count: number): Promise<number[]> {
  const { rows } = await app.database.pool.query<{ id: string }>(
    `insert into accounts (email, email_verified, time_zone, created_at)
     select 'other@example.com', true, 'UTC', now() from generate_series(1, $1::int) returning id`,
    [count],
  )
  return rows.map(({ id }) => Number(id))
}

/** All but every tenth. */
const IS_PAID = 'number % 10 <> 0'
const PAID = `case when ${IS_PAID} then 100 else 0 end`

/** A day is taken from the years 2022 to 2026, each as often as any other. */
const SOME_DAY = `(date '2022-01-01' + (number % 1826))`

async function fill(owners: number[], size: Size): Promise<void> {
  const books: [count: number, insert: string][] = [
    [
      size.clients,
      `insert into clients (account_id, name, email, phone, company, address, notes, currency, name_key, search, created_at)
       select owner, 'Client ' || number, '', '', '', '', '', 'USD', 'client ' || number, 'client ' || number, now()`,
    ],
    [
      size.projects,
      `insert into projects (account_id, name, description, currency, status, name_key, search, created_at)
       select owner, 'Project ' || number, '', 'USD', case when number % 2 = 0 then 'active' else 'completed' end,
         'project ' || number, 'project ' || number, now()`,
    ],
    [
      size.entries,
      `insert into time_entries (account_id, project_id, description, hours, date, is_billable, is_billed, search, created_at)
       select owner, project + number % 20, '', 100, ${SOME_DAY}, true, ${IS_PAID},
         '', now()`,
    ],
    [
      size.expenses,
      `insert into expenses (account_id, project_id, category, description, amount, currency, home_amount, date,
         is_billable, search, created_at)
       select owner, project + number % 20, 'Travel', 'Train ' || number,
         100, 'USD', 100, ${SOME_DAY}, false, 'train ' || number, now()`,
    ],
    [
      size.invoices,
      `insert into invoices (account_id, number, client_id, client_name, issue_date, tax_rate, currency, subtotal,
         tax_amount, total, home_total, amount_paid, home_paid, notes, status, search, created_at)
       select owner, number, client, 'Client', ${SOME_DAY}, 0, 'USD', 100, 0, 100, 100, ${PAID}, ${PAID},
         '', case when number % 10 = 0 then 'sent' else 'paid' end, '', now()`,
    ],
    [
      size.invoices,
      `insert into payments (account_id, invoice_id, amount, paid_on, method, reference, net, home_amount, home_net,
         created_at)
       select owner, (select id from invoices i where i.account_id = owner and i.number = numbers.number), 100,
         ${SOME_DAY}, 'other', '', 100, 100, 100, now()`,
    ],
    [
      size.comments,
      `insert into comments (account_id, project_id, author_type, author_name, content, is_internal, search, created_at)
       select owner, project, 'freelancer', 'Ada', 'Comment ' || number, false, '', now()`,
    ],
    [
      size.activities,
      `insert into activities (account_id, type, actor, data, created_at)
       select owner, 'account.updated', 'user', '{"name": "Somebody"}', now()`,
    ],
  ]
  for (const [count, insert] of books) {
    await app.database.pool.query(
      `${insert} from (
         select owner,
           (select min(id) from projects where account_id = owner) as project,
           (select min(id) from clients where account_id = owner) as client
         from unnest($1::bigint[]) as owner
       ) as owners, generate_series(1, $2::int) as numbers (number) order by owner, number`,
      [owners, count],
    )
  }
  await app.database.pool.query('analyze')
}

const cost = (run: (db: Db) => Promise<unknown>): Promise<QueryCost> => costIn(app.database.pool, run)

const PAGE = 100
/** None has a receipt, or is billed. */
const OF_EXPENSES = { expense_receipts: 0, invoice_items: 0, invoices: 0 }

type Call = [run: (db: Db) => Promise<unknown>, most: Record<string, number>]

/** Each call, and the most rows of each table that it may read: what it answers from, all of it Ada's. */
const calls: Record<string, Call> = {
  'the first page of expenses': [
    (db) => expenses.listExpenses(db, ada, { limit: PAGE }),
    { expenses: PAGE + 1, projects: PAGE + 1, clients: PAGE + 1, ...OF_EXPENSES },
  ],
  'a page far down': [
    (db) => expenses.listExpenses(db, ada, { limit: PAGE, cursor: cursorAt('2023-06-15', 1) }),
    { expenses: PAGE + 1, projects: PAGE + 1, clients: PAGE + 1, ...OF_EXPENSES },
  ],
  'a search through all expenses': [
    (db) => expenses.listExpenses(db, ada, { limit: PAGE, q: 'nothing is called so' }),
    { expenses: LARGE.expenses, projects: LARGE.expenses, clients: LARGE.expenses, ...OF_EXPENSES },
  ],
  'one expense': [
    (db) => expenses.findExpense(db, ada, 1),
    { expenses: 1, projects: 1, clients: 1, ...OF_EXPENSES },
  ],
  'the expenses of a month': [
    (db) => expenses.sumExpenses(db, ada, { from: NOVEMBER.first, to: NOVEMBER.last }),
    { expenses: perMonth(LARGE.expenses) },
  ],
  'the expenses of a project': [
    (db) => expenses.listExpenses(db, ada, { limit: PAGE, project_id: 1 }),
    {
      expenses: LARGE.expenses / 20,
      projects: LARGE.expenses / 20,
      clients: LARGE.expenses / 20,
      ...OF_EXPENSES,
    },
  ],
  'what a project cost': [
    (db) => expenses.sumExpenses(db, ada, { project_id: 1 }),
    { expenses: LARGE.expenses / 20 },
  ],
  "the dashboard's figures": [
    (db) => dashboard.sumUp(db, ada, NOVEMBER, DAY),
    {
      clients: LARGE.clients,
      projects: LARGE.projects,
      time_entries: perMonth(LARGE.entries),
      invoices: LARGE.invoices / 10,
      recurring_invoices: 0,
    },
  ],
  'where the money is': [
    (db) =>
      money.sumUp(
        db,
        ada,
        {},
        {
          today: TODAY,
          month: NOVEMBER,
          unbilled: unbilledSums({ accountId: ada, timeZone: 'UTC' }, {}),
        },
      ),
    {
      clients: LARGE.clients,
      projects: LARGE.projects,
      time_entries: LARGE.entries / 10,
      expenses: 0,
      milestones: 0,
      deliverables: 0,
      deliverable_versions: 0,
      decisions: 0,
      invoices: LARGE.invoices / 10 + perMonth(LARGE.invoices),
      invoice_items: 0,
      payments: perMonth(LARGE.invoices),
      recurring_invoices: 0,
      recurring_invoice_items: 0,
      businesses: 0,
    },
  ],
  'the totals of a month': [
    (db) => reports.sumUpMonth(db, ada, NOVEMBER),
    {
      time_entries: perMonth(LARGE.entries),
      expenses: perMonth(LARGE.expenses),
      payments: perMonth(LARGE.invoices),
    },
  ],
  'recent activity': [
    (db) => dashboard.newestActivities(db, ada, 10, new Date('2026-11-14T12:00:00Z')),
    {
      activities: 10,
      clients: 10,
      comments: 10,
      projects: 10,
      time_entries: 10,
      invoices: 10,
      expenses: 10,
      removals: 10,
    },
  ],
}

/** Planned anew each time: it may join a few rows one way or the other. */
const reportOfMonth: Call = [
  (db) =>
    reports.sumUp(db, ada, {
      from: NOVEMBER.first,
      to: NOVEMBER.last,
      today: '2026-11-16',
      thisMonth: NOVEMBER.first,
      lastMonth: { from: '2026-10-01', to: '2026-10-16' },
    }),
  {
    clients: LARGE.clients,
    projects: 2 * LARGE.projects,
    time_entries: perMonth(LARGE.entries),
    expenses: perMonth(LARGE.expenses),
    payments: 3 * perMonth(LARGE.invoices),
    invoices: perMonth(LARGE.invoices) + LARGE.invoices / 10,
    invoice_items: perMonth(LARGE.invoices) + LARGE.invoices / 10,
  },
]

function perMonth(all: number): number {
  return Math.ceil(all / 1826) * 30
}

function cursorAt(...position: (string | number)[]): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url')
}

/** The number depends on the plan: the projects of a page are read once each, or once for each of its rows. */
async function expectWithin([run, most]: Call, name: string): Promise<void> {
  const { queries, wholeTables, rowsRead } = await cost(run)
  expect({ queries, wholeTables }, name).toEqual({ queries: 1, wholeTables: [] })
  expect(Object.keys(rowsRead).sort(), name).toEqual(Object.keys(most).sort())
  for (const [table, rows] of Object.entries(rowsRead))
    expect(rows, `${name} ${table}`).toBeLessThanOrEqual(most[table] ?? 0)
}

describe('with 200 accounts, and 50,000 time entries in one', () => {
  test.each(Object.entries({ ...calls, 'the report of a month': reportOfMonth }))(
    '%s is one indexed query over the account’s own rows',
    async (name, call) => expectWithin(call, name),
  )

  test('the figures are correct', async () => {
    const sums = await dashboard.sumUp(app.database.db, ada, NOVEMBER, DAY)
    const { rows } = await app.database.pool.query(
      `select sum(hours) as hours from time_entries
       where account_id = $1 and extract(year from date) = 2026 and extract(month from date) = 11`,
      [ada],
    )
    expect(sums).toEqual({
      clientsCount: 50,
      newClientsCount: 50,
      projectsCount: 50,
      nearBudgetCount: 0,
      thisMonthHours: rows[0].hours,
      thisMonthBillableHours: rows[0].hours,
      pendingInvoicesTotal: 20_000,
      overdueInvoicesCount: 0,
      waitingInvoicesCount: 0,
    })
    expect(rows[0].hours).toBeGreaterThan(80_000)
  })

  test('no call reads more than its own rows with a hundred more accounts', async () => {
    await fill(await newAccounts(100), SMALL)
    for (const [name, call] of Object.entries({ ...calls, 'the report of a month': reportOfMonth }))
      await expectWithin(call, name)
  })
})
