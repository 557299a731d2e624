import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '#core/calendar.ts'
import type { Currency } from '#core/currency.ts'
import { netOf, totalsOf } from '#core/document-lines.ts'
import { exchange } from '#core/exchange.ts'
import { toMinorUnits } from '#core/money.ts'
import { accountApi } from '#features/account/contract.ts'
import { dashboardApi } from '#features/dashboard/contract.ts'
import { ExpenseCategory } from '#features/expenses/contract.ts'
import { apportion } from '#features/ledger/rules.ts'
import { setClock, sharedApp, signIn } from '#tests/app.ts'
import { type Person, Visitor } from '#tests/people.ts'
import { givePlan } from '#tests/plans.ts'
import { invalidField } from '#tests/refusals.ts'
import { type ReportQuery, reportsApi } from './contract.ts'
import { monthsIn } from './rules/period.ts'

const TODAY = '2026-11-16'

interface Invoice {
  client: number
  project: number | null
  issue_date: string
  due_date: string | null
  tax_rate: number
  currency: Currency
  rate: number
  subtotal: number
  discount_percent: number | null
  /** Ends of payments, as parts of the total in thousandths, and their days. */
  payments: { until: number; paid_on: string }[]
}

interface Expense {
  project: number | null
  category: ExpenseCategory
  currency: Currency
  rate: number
  amount: number
  date: string
}

interface Books {
  home: Currency
  invoices: Invoice[]
  expenses: Expense[]
}

/** The books as they are stored: with everything in the home currency too. */
function stored({ home, invoices, expenses }: Books) {
  const rateOf = ({ currency, rate }: { currency: Currency; rate: number }) =>
    currency === home ? null : rate
  const inHome = (amount: number, document: { currency: Currency; rate: number }) =>
    document.currency === home
      ? amount
      : exchange(amount, { from: document.currency, to: home, rate: document.rate })
  return {
    invoices: invoices.map((invoice, index) => {
      const { subtotal, tax_rate, currency, discount_percent } = invoice
      const totals = totalsOf([subtotal], tax_rate, { discount_percent, discount_amount: 0 })
      const { total } = totals
      const exchange_rate = rateOf(invoice)
      const ends = invoice.payments
        .map(({ until, paid_on }) => ({ end: Math.floor((total * until) / 1000), paid_on }))
        .toSorted((one, other) => one.end - other.end)
      const amounts = ends
        .map(({ end, paid_on }, place) => ({ amount: end - (ends[place - 1]?.end ?? 0), paid_on }))
        .filter(({ amount }) => amount > 0)
      const payments = apportion({ ...totals, currency, exchange_rate }, amounts, home)
      const sum = (of: 'amount' | 'home_amount') =>
        payments.reduce((before, payment) => before + payment[of], 0)
      const amount_paid = sum('amount')
      return {
        ...invoice,
        number: index + 1,
        ...totals,
        exchange_rate,
        home_total: inHome(total, invoice),
        home_net: inHome(netOf(totals), invoice),
        amount_paid,
        home_paid: sum('home_amount'),
        status: amount_paid === total ? 'paid' : 'sent',
        payments,
      }
    }),
    expenses: expenses.map((expense) => ({
      ...expense,
      exchange_rate: rateOf(expense),
      home_amount: inHome(expense.amount, expense),
    })),
  }
}

type Stored = ReturnType<typeof stored>

/** Written where it is read, with two clients and three projects. */
async function write(person: Person, home: Currency, { invoices, expenses }: Stored): Promise<void> {
  const { database } = await sharedApp()
  const { pool } = database
  const account = (await person.call(accountApi.me)).id
  await pool.query('update accounts set currency = $2 where id = $1', [account, home])
  const idsOf = async (statement: string): Promise<number[]> =>
    (await pool.query(statement, [account])).rows.map(({ id }) => Number(id)).toSorted((a, b) => a - b)
  const clients = await idsOf(
    `insert into clients (account_id, name, email, phone, company, address, notes, currency, name_key, search, created_at)
     select $1, 'Client ' || n, '', '', '', '', '', 'USD', n::text, '', now() from generate_series(0, 1) n returning id`,
  )
  const projects = await idsOf(
    `insert into projects (account_id, name, description, currency, status, name_key, search, created_at)
     select $1, 'Project ' || n, '', 'USD', 'active', n::text, '', now() from generate_series(0, 2) n returning id`,
  )
  const projectId = (project: number | null) => (project === null ? null : projects[project])
  const { rows } = await pool.query<{ id: number; number: number }>(
    `insert into invoices (account_id, number, client_id, client_name, project_id, issue_date, due_date, tax_rate, currency,
       exchange_rate, subtotal, discount_percent, discount_amount, tax_amount, total, home_total, amount_paid, home_paid, notes, status, search, created_at)
     select $1, number, client_id, '', project_id, issue_date, due_date, tax_rate, currency, exchange_rate, subtotal,
       discount_percent, discount_amount, tax_amount, total, home_total, amount_paid, home_paid, '', status, '', now()
     from jsonb_to_recordset($2) as r (number int, client_id bigint, project_id bigint, issue_date date, due_date date,
       tax_rate bigint, currency text, exchange_rate numeric, subtotal bigint, discount_percent bigint,
       discount_amount bigint, tax_amount bigint, total bigint,
       home_total bigint, amount_paid bigint, home_paid bigint, status text)
     returning id, number`,
    [
      account,
      JSON.stringify(
        invoices.map((invoice) => ({
          ...invoice,
          client_id: clients[invoice.client],
          project_id: projectId(invoice.project),
        })),
      ),
    ],
  )
  const ids = new Map(rows.map(({ id, number }) => [Number(number), Number(id)]))
  await pool.query(
    `insert into payments (account_id, invoice_id, amount, paid_on, method, reference, net, home_amount, home_net, created_at)
     select $1, invoice_id, amount, paid_on, 'other', '', net, home_amount, home_net, now()
     from jsonb_to_recordset($2) as r
       (invoice_id bigint, amount bigint, paid_on date, net bigint, home_amount bigint, home_net bigint)`,
    [
      account,
      JSON.stringify(
        invoices.flatMap(({ number, payments }) =>
          payments.map((payment) => ({ ...payment, invoice_id: ids.get(number) })),
        ),
      ),
    ],
  )
  await pool.query(
    `insert into expenses (account_id, project_id, category, description, amount, currency, exchange_rate, home_amount,
       date, is_billable, search, created_at)
     select $1, project_id, category, '', amount, currency, exchange_rate, home_amount, date, false, '', now()
     from jsonb_to_recordset($2) as r (project_id bigint, category text, amount bigint, currency text,
       exchange_rate numeric, home_amount bigint, date date)`,
    [
      account,
      JSON.stringify(expenses.map((expense) => ({ ...expense, project_id: projectId(expense.project) }))),
    ],
  )
}

const report = (person: Person, query: ReportQuery) => person.call(reportsApi.get, { query })

const daysAgo = (min: number, max: number) => fc.integer({ min, max }).map((days) => addDays(TODAY, -days))

const currency = fc.constantFrom('USD', 'EUR', 'JPY', 'KWD')
const rate = fc.integer({ min: 1, max: 10 ** 6 }).map((scaled) => scaled / 10 ** 4)
const project = fc.option(fc.nat(2), { nil: null })

const anyBooks: fc.Arbitrary<Books> = fc.record({
  home: currency,
  invoices: fc.array(
    fc.record({
      client: fc.nat(1),
      project,
      issue_date: daysAgo(0, 500),
      due_date: fc.option(daysAgo(-60, 200), { nil: null }),
      tax_rate: fc.constantFrom(0, 700, 1900, 825),
      currency,
      rate,
      subtotal: fc.integer({ min: 1, max: 10_000_000 }),
      discount_percent: fc.option(fc.integer({ min: 1, max: 9_999 })),
      payments: fc.array(
        fc.record({
          until: fc.oneof(fc.constant(1000), fc.integer({ min: 1, max: 999 })),
          paid_on: daysAgo(0, 500),
        }),
        { maxLength: 4 },
      ),
    }),
    { maxLength: 40 },
  ),
  expenses: fc.array(
    fc.record({
      project,
      category: fc.constantFrom(...ExpenseCategory.options),
      currency,
      rate,
      amount: fc.integer({ min: 1, max: 10_000_000 }),
      date: daysAgo(0, 500),
    }),
    { maxLength: 30 },
  ),
})

const QUERIES: ReportQuery[] = [
  { timeRange: 'last30days' },
  { timeRange: 'lastyear' },
  { year: '2025' },
  { year: '2026' },
  { quarter: '2026-Q3' },
  { month: '2026-11' },
  { from: '2025-11-30', to: '2026-02-28' },
  { from: '2025-01-01', to: '2026-12-31' },
]

const sumOf = <Row>(rows: readonly Row[], of: (row: Row) => number) =>
  rows.reduce((total, row) => total + of(row), 0)

describe('any mix of currencies, partial payments and ranges', () => {
  test('adds up: by month, by client and by project; net and tax to what was paid', async () => {
    await fc.assert(
      fc.asyncProperty(anyBooks, async (books) => {
        await setClock(`${TODAY}T12:00:00Z`)
        const ada = await signIn('Ada')
        const { invoices, expenses } = stored(books)
        await write(ada, books.home, { invoices, expenses })
        const minor = (amount: number) => toMinorUnits(amount, books.home)
        for (const query of QUERIES) {
          const found = await report(ada, query)
          const within = (day: string) => day >= found.from && day <= found.to
          const payments = invoices
            .flatMap(({ tax_rate, payments }) => payments.map((payment) => ({ ...payment, tax_rate })))
            .filter(({ paid_on }) => within(paid_on))
          const revenue = sumOf(payments, ({ home_net }) => home_net)
          const spent = expenses.filter(({ date }) => within(date))

          expect(found.currency).toBe(books.home)
          expect(minor(found.totalRevenue)).toBe(revenue)
          expect(sumOf(found.incomeByMonth, ({ amount }) => minor(amount))).toBe(revenue)
          expect(sumOf(found.clientRevenue, (row) => minor(row.revenue))).toBe(revenue)
          expect(
            sumOf(found.projectProfitability, (row) => minor(row.revenue)) + minor(found.unassigned.revenue),
          ).toBe(revenue)

          expect(minor(found.totalRevenue) + minor(found.totalTax)).toBe(
            sumOf(payments, ({ home_amount }) => home_amount),
          )
          expect(sumOf(found.taxByMonth, ({ net }) => minor(net))).toBe(revenue)
          expect(sumOf(found.taxByMonth, ({ tax }) => minor(tax))).toBe(minor(found.totalTax))
          for (const { month, tax_rate, net, tax } of found.taxByMonth) {
            const those = payments.filter(
              (payment) =>
                payment.paid_on.startsWith(month) && payment.tax_rate === Math.round(tax_rate * 100),
            )
            expect(minor(net)).toBe(sumOf(those, ({ home_net }) => home_net))
            expect(minor(net) + minor(tax)).toBe(sumOf(those, ({ home_amount }) => home_amount))
          }

          const costs = sumOf(spent, ({ home_amount }) => home_amount)
          expect(minor(found.totalExpenses)).toBe(costs)
          expect(found.profitAndLoss.map(({ month }) => month)).toEqual(monthsIn(found))
          expect(sumOf(found.profitAndLoss, ({ income }) => minor(income))).toBe(revenue)
          expect(sumOf(found.profitAndLoss, (row) => minor(row.expenses))).toBe(costs)
          expect(sumOf(found.profitAndLoss, ({ result }) => minor(result))).toBe(revenue - costs)
          for (const { category, amount } of found.expensesByCategory) {
            const byMonth = found.profitAndLoss.flatMap(({ expensesByCategory }) =>
              expensesByCategory.filter((row) => row.category === category),
            )
            expect(sumOf(byMonth, (row) => minor(row.amount))).toBe(minor(amount))
          }
        }
      }),
      { numRuns: 10 },
    )
  })

  test('is the sum of the documents, each rounded once', async () => {
    await fc.assert(
      fc.asyncProperty(anyBooks, async (books) => {
        await setClock(`${TODAY}T12:00:00Z`)
        const ada = await signIn('Ada')
        const { invoices, expenses } = stored(books)
        const paid = invoices.filter(({ status }) => status === 'paid')
        await write(ada, books.home, { invoices: paid, expenses })
        const minor = (amount: number) => toMinorUnits(amount, books.home)
        const found = await report(ada, { from: '2025-01-01', to: TODAY })
        expect(minor(found.totalRevenue)).toBe(sumOf(paid, ({ home_net }) => home_net))
        expect(minor(found.totalTax)).toBe(sumOf(paid, ({ home_total, home_net }) => home_total - home_net))
        expect(minor(found.totalExpenses)).toBe(sumOf(expenses, ({ home_amount }) => home_amount))
      }),
      { numRuns: 5 },
    )
  })

  test('has outstanding amounts by age that add up to all that is outstanding', async () => {
    await fc.assert(
      fc.asyncProperty(anyBooks, async (books) => {
        await setClock(`${TODAY}T12:00:00Z`)
        const ada = await signIn('Ada')
        const { invoices, expenses } = stored(books)
        await write(ada, books.home, { invoices, expenses })
        const minor = (amount: number) => toMinorUnits(amount, books.home)
        const open = invoices.filter(({ status }) => status === 'sent')
        const found = await report(ada, { month: '2025-03' })
        const balance = sumOf(open, ({ home_total, home_paid }) => home_total - home_paid)
        expect(minor(found.totalOutstanding)).toBe(balance)
        expect(sumOf(found.outstandingByAge, ({ amount }) => minor(amount))).toBe(balance)
        expect(sumOf(found.outstandingByAge, (row) => row.invoices)).toBe(open.length)
        expect((await ada.call(dashboardApi.stats)).pendingInvoicesTotal).toBe(found.totalOutstanding)
        const due = ({ due_date, issue_date }: Pick<Invoice, 'due_date' | 'issue_date'>) =>
          due_date ?? issue_date
        const between = (first: number, last: number) =>
          open.filter(
            (invoice) => addDays(due(invoice), first) <= TODAY && TODAY <= addDays(due(invoice), last),
          )
        const expected = [
          between(-9999, -1),
          between(0, 30),
          between(31, 60),
          between(61, 90),
          between(91, 9999),
        ]
        expect(found.outstandingByAge.map(({ amount }) => minor(amount))).toEqual(
          expected.map((those) => sumOf(those, ({ home_total, home_paid }) => home_total - home_paid)),
        )
      }),
      { numRuns: 6 },
    )
  })
})

describe('the days of a report', () => {
  test.each([
    ['', 'last3months', '2026-08-17', '2026-11-16'],
    ['?year=2024', null, '2024-01-01', '2024-12-31'],
    ['?quarter=2026-Q4', null, '2026-10-01', '2026-12-31'],
    ['?month=2024-02', null, '2024-02-01', '2024-02-29'],
    ['?from=2024-02-29&to=2024-02-29', null, '2024-02-29', '2024-02-29'],
    ['?from=2016-11-16&to=2026-11-15', null, '2016-11-16', '2026-11-15'],
  ])('asked for by "%s" are %s, %s to %s', async (query, timeRange, from, to) => {
    await setClock(`${TODAY}T12:00:00Z`)
    const ada = await signIn('Ada')
    const { status, body } = await ada.request('GET', `/api/reports${query}`)
    expect({ status, body }).toMatchObject({ status: 200, body: { timeRange, from, to, today: TODAY } })
  })

  const ONE_ONLY = 'Must be left out: only one of timeRange, year, quarter, month or from and to is allowed'

  test.each([
    ['year=26', 'year', 'Must be a year such as 2026'],
    ['year=1899', 'year', 'Must be a year such as 2026'],
    ['year=', 'year', 'Must be a year such as 2026'],
    ['quarter=2026-Q5', 'quarter', 'Must be a quarter such as 2026-Q3'],
    ['quarter=Q3', 'quarter', 'Must be a quarter such as 2026-Q3'],
    ['month=2026-13', 'month', 'Must be a month such as 2026-11'],
    ['month=2026-11-01', 'month', 'Must be a month such as 2026-11'],
    ['from=2026-02-30&to=2026-03-01', 'from', 'Must be a date'],
    ['from=0001-01-01&to=2026-03-01', 'from', 'Must be a date between 1900 and 2199'],
    ['from=2026-03-01', 'to', 'Is required with from'],
    ['to=2026-03-01', 'from', 'Is required with to'],
    ['from=2026-03-02&to=2026-03-01', 'to', 'Must not be before the first day'],
    ['from=2016-03-02&to=2026-03-02', 'to', 'Must be within 10 years of the first day'],
    ['year=2026&month=2026-11', 'month', ONE_ONLY],
    ['timeRange=lastyear&year=2026', 'year', ONE_ONLY],
    ['quarter=2026-Q3&from=2026-01-01&to=2026-01-02', 'from', ONE_ONLY],
  ])('%s are refused', async (query, field, message) => {
    const ada = await signIn('Ada')
    for (const path of ['/api/reports', '/api/reports/export.csv', '/api/reports/export.pdf']) {
      expect(await ada.request('GET', `${path}?${query}`)).toMatchObject(invalidField(field, message))
    }
  })
})

describe('an export', () => {
  const books: Books = {
    home: 'EUR',
    invoices: [
      {
        client: 0,
        project: 0,
        issue_date: '2026-01-05',
        due_date: '2026-01-20',
        tax_rate: 1900,
        currency: 'EUR',
        rate: 1,
        subtotal: 100_000,
        discount_percent: null,
        payments: [
          { until: 500, paid_on: '2026-02-01' },
          { until: 1000, paid_on: '2026-03-01' },
        ],
      },
      {
        client: 1,
        project: null,
        issue_date: '2026-09-01',
        due_date: '2026-09-30',
        tax_rate: 0,
        currency: 'JPY',
        rate: 0.006,
        subtotal: 50_000,
        discount_percent: null,
        payments: [],
      },
    ],
    expenses: [
      { project: 0, category: 'Travel', currency: 'EUR', rate: 1, amount: 12_345, date: '2026-03-31' },
    ],
  }

  test('of a quarter is named after it and has profit and loss, tax, and what is outstanding', async () => {
    await setClock(`${TODAY}T12:00:00Z`)
    const ada = await signIn('Ada')
    await write(ada, books.home, stored(books))
    const response = await ada.fetch('/api/reports/export.csv?quarter=2026-Q1')
    expect(response.headers.get('content-disposition')).toContain(
      'Report, Q1 2026 (2026-01-01 to 2026-03-31).csv"',
    )
    const csv = await response.text()
    expect(csv).toContain(
      [
        'Profit and Loss',
        'Figure,January 2026,February 2026,March 2026,Total',
        'Income,0.00,500.00,500.00,1000.00',
        'Travel,0.00,0.00,123.45,123.45',
        'Expenses,0.00,0.00,123.45,123.45',
        'Result,0.00,500.00,376.55,876.55',
        '',
        'Tax Collected',
        'Month,Tax Rate (%),Net,Tax,Received',
        'February 2026,19.00,500.00,95.00,595.00',
        'March 2026,19.00,500.00,95.00,595.00',
        '',
        'Tax Collected by Rate',
        'Tax Rate (%),Net,Tax,Received',
        '19.00,1000.00,190.00,1190.00',
        '',
        'Outstanding by Age on 2026-11-16',
        'Age,Invoices,Amount',
        'Not due yet,0,0.00',
        '0–30 days,0,0.00',
        '31–60 days,1,300.00',
        '61–90 days,0,0.00',
        'Over 90 days,0,0.00',
      ].join('\r\n'),
    )
  })

  test.each(['year=2026', 'month=2026-11', 'from=2016-12-01&to=2026-11-30'])(
    'of %s as PDF is a PDF',
    async (query) => {
      await setClock(`${TODAY}T12:00:00Z`)
      const ada = await signIn('Ada')
      await write(ada, books.home, stored(books))
      const pdf = await ada.fetch(`/api/reports/export.pdf?${query}`)
      expect(pdf.status).toBe(200)
      expect(
        Buffer.from(await pdf.arrayBuffer())
          .subarray(0, 5)
          .toString(),
      ).toBe('%PDF-')
    },
  )
})

describe('the totals of the current month', () => {
  test('are part of every plan, and those of a report of that month', async () => {
    await fc.assert(
      fc.asyncProperty(anyBooks, async (books) => {
        await setClock(`${TODAY}T12:00:00Z`)
        const ada = await signIn('Ada')
        await write(ada, books.home, stored(books))
        const { totalRevenue, totalExpenses, timeUtilization } = await report(ada, { month: '2026-11' })
        for (const plan of ['free', 'starter'] as const) {
          await givePlan(ada, plan)
          expect((await ada.request('GET', '/api/reports?month=2026-11')).status).toBe(403)
          expect(await ada.call(reportsApi.thisMonth)).toEqual({
            currency: books.home,
            month: '2026-11',
            revenue: totalRevenue,
            expenses: totalExpenses,
            hours: timeUtilization.totalHours,
          })
        }
      }),
      { numRuns: 3 },
    )
  })

  test('are those of the account’s own calendar, and of nobody else', async () => {
    await setClock('2026-11-30T20:00:00Z')
    const [yuki, { url }] = [await signIn('Yuki', 'Asia/Tokyo'), await sharedApp()]
    expect(await yuki.call(reportsApi.thisMonth)).toEqual({
      currency: 'USD',
      month: '2026-12',
      revenue: 0,
      expenses: 0,
      hours: 0,
    })
    expect((await new Visitor(url).fetch('/api/reports/this-month')).status).toBe(401)
  })
})
