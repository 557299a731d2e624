import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, dateIn } from '#core/calendar.ts'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { InvoiceStatus } from '#features/billing/invoices/contract/invoice.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { accountApi } from '#features/foundation/account/contract.ts'
import { ExpenseCategory } from '#features/work/expenses/contract.ts'
import { setClock, sharedApp, signIn } from '#tests/app.ts'
import { type Person, Visitor } from '#tests/people.ts'
import { givePlan } from '#tests/plans.ts'
import { invalidField } from '#tests/refusals.ts'
import { reportsApi, type TimeRange, TimeRange as TimeRanges } from './contract.ts'
import { monthsIn, rangeOf } from './rules/period.ts'

interface Books {
  clients: number
  projects: { client: number | null; status?: string }[]
  invoices: {
    client: number
    project: number | null
    paid_on: string | null
    subtotal: number
    status: string
  }[]
  expenses: { project: number | null; category: string; amount: number; date: string }[]
  time: { project: number; hours: number; date: string; is_billable: boolean }[]
}

/** Written where it is read: a report is about what the tables hold, whichever call filled them. */
async function write(person: Person, books: Partial<Books>): Promise<void> {
  const { database } = await sharedApp()
  const account = (await person.call(accountApi.me)).id
  const insert = async (statement: string, rows: object[]) => {
    const { rows: inserted } = await database.pool.query(statement, [account, JSON.stringify(rows)])
    return inserted.map(({ id }) => Number(id))
  }
  const clients = await insert(
    `insert into clients (account_id, name, email, phone, company, address, notes, currency, name_key, search, created_at)
     select $1, name, '', '', '', '', '', 'USD', name, '', now()
     from jsonb_to_recordset($2) as r (name text) order by name returning id`,
    Array.from({ length: books.clients ?? 0 }, (_, index) => ({
      name: `Client ${String(index).padStart(3, '0')}`,
    })),
  )
  const projects = await insert(
    `insert into projects (account_id, client_id, name, description, currency, status, name_key, search, created_at)
     select $1, client_id, name, '', 'USD', status, name, '', now()
     from jsonb_to_recordset($2) as r (client_id bigint, name text, status text) order by name returning id`,
    (books.projects ?? []).map(({ client, status = 'active' }, index) => ({
      client_id: client === null ? null : clients[client],
      name: `Project ${String(index).padStart(3, '0')}`,
      status,
    })),
  )
  const projectId = (project: number | null) => (project === null ? null : projects[project])
  await insert(
    `insert into invoices (account_id, number, client_id, client_name, project_id, issue_date, tax_rate, currency,
       subtotal, tax_amount, total, home_total, amount_paid, home_paid, notes, status, paid_on, search, created_at)
     select $1, number, client_id, 'as it was', project_id, '2020-01-01', 19000, 'USD', subtotal, subtotal / 5,
       subtotal + subtotal / 5, subtotal + subtotal / 5, paid, paid, '', status, paid_on, '', now()
     from jsonb_to_recordset($2) as r
       (number int, client_id bigint, project_id bigint, subtotal bigint, status text, paid_on date),
       lateral (select case when status = 'paid' then subtotal + subtotal / 5 else 0 end as paid) sums`,
    (books.invoices ?? []).map((invoice, index) => ({
      ...invoice,
      // Nothing is left to pay where nothing is asked for.
      status: invoice.subtotal === 0 && /sent|overdue/.test(invoice.status) ? 'draft' : invoice.status,
      number: index + 1,
      client_id: clients[invoice.client],
      project_id: projectId(invoice.project),
    })),
  )
  await database.pool.query(
    `insert into payments (account_id, invoice_id, amount, paid_on, method, reference, net, home_amount, home_net, created_at)
     select account_id, id, total, paid_on, 'other', '', subtotal, total, subtotal, now()
     from invoices where account_id = $1 and status = 'paid' and paid_on is not null and total > 0`,
    [account],
  )
  await insert(
    `insert into expenses (account_id, project_id, category, description, amount, currency, home_amount, date,
       is_billable, search, created_at)
     select $1, project_id, category, '', amount, 'USD', amount, date, false, '', now()
     from jsonb_to_recordset($2) as r (project_id bigint, category text, amount bigint, date date)`,
    (books.expenses ?? []).map((expense) => ({ ...expense, project_id: projectId(expense.project) })),
  )
  await insert(
    `insert into time_entries (account_id, project_id, description, hours, date, is_billable, search, created_at)
     select $1, project_id, '', hours * 36, date, is_billable, '', now()
     from jsonb_to_recordset($2) as r (project_id bigint, hours bigint, date date, is_billable boolean)`,
    (books.time ?? []).map((entry) => ({ ...entry, project_id: projectId(entry.project) })),
  )
}

const report = (person: Person, timeRange: TimeRange) => person.call(reportsApi.get, { query: { timeRange } })

const paid = (paid_on: string, subtotal: number, client = 0, project: number | null = null) => ({
  client,
  project,
  paid_on,
  subtotal,
  status: 'paid',
})

describe('any books', () => {
  const cents = fc.integer({ min: 0, max: 99_999_999_999 })
  const aroundToday = (today: string) =>
    fc
      .oneof(
        fc.integer({ min: -10, max: 400 }),
        // The days on which ranges and months begin and end.
        fc.constantFrom(-1, 0, 1, 28, 29, 30, 31, 89, 90, 91, 92, 93, 181, 182, 183, 184, 364, 365, 366),
      )
      .map((daysAgo) =>
        new Date(Date.parse(`${today}T00:00:00Z`) - daysAgo * 86_400_000).toISOString().slice(0, 10),
      )

  const books = (today: string): fc.Arbitrary<Books> => {
    const project = fc.option(fc.nat(3), { nil: null })
    const date = aroundToday(today)
    return fc.record({
      clients: fc.constant(3),
      projects: fc.array(
        fc.record({
          client: fc.option(fc.nat(2), { nil: null }),
          status: fc.constantFrom('active', 'completed'),
        }),
        { minLength: 4, maxLength: 4 },
      ),
      invoices: fc.array(
        fc
          .record({
            client: fc.nat(2),
            project,
            day: date,
            subtotal: cents,
            status: fc.oneof(fc.constant('paid' as const), fc.constantFrom(...InvoiceStatus.options)),
          })
          .map(({ day, ...invoice }) => ({ ...invoice, paid_on: invoice.status === 'paid' ? day : null })),
        { maxLength: 60 },
      ),
      expenses: fc.array(
        fc.record({ project, date, category: fc.constantFrom(...ExpenseCategory.options), amount: cents }),
        { maxLength: 40 },
      ),
      time: fc.array(
        fc.record({
          project: fc.nat(3),
          date,
          hours: fc.integer({ min: 10, max: 2400 }),
          is_billable: fc.boolean(),
        }),
        { maxLength: 60 },
      ),
    })
  }

  const moment = fc
    .record({
      instant: fc.oneof(
        fc.date({ min: new Date('2024-01-01'), max: new Date('2032-12-31'), noInvalidDate: true }),
        // Leap days, ends of months, the hours in which clocks change and days begin elsewhere.
        fc
          .constantFrom(
            '2028-02-29T12:00:00Z',
            '2028-03-01T04:00:00Z',
            '2026-03-29T01:00:00Z',
            '2026-11-01T06:30:00Z',
            '2026-05-31T23:30:00Z',
            '2026-12-31T23:59:59Z',
          )
          .map((text) => new Date(text)),
      ),
      timeZone: fc.constantFrom(
        'UTC',
        'Europe/Berlin',
        'America/New_York',
        'Pacific/Kiritimati',
        'Pacific/Honolulu',
      ),
    })
    .chain(({ instant, timeZone }) => {
      const today = dateIn(timeZone, instant)
      return fc.record({
        instant: fc.constant(instant),
        timeZone: fc.constant(timeZone),
        today: fc.constant(today),
        books: books(today),
      })
    })

  const sum = <Row>(rows: Row[], of: (row: Row) => number) => rows.reduce((total, row) => total + of(row), 0)
  const hundredths = (amount: number) => Math.round(amount * 100)

  test('add up: by month, by client, by project and without, for every range and time zone', async () => {
    await fc.assert(
      fc.asyncProperty(moment, async ({ instant, timeZone, today, books }) => {
        await setClock(instant.toISOString())
        const ada = await signIn('Ada', timeZone)
        await write(ada, books)
        for (const timeRange of TimeRanges.options) {
          const range = rangeOf(timeRange, today)
          const within = (date: string | null) => date !== null && date >= range.from && date <= range.to
          const revenue = sum(
            books.invoices.filter(({ paid_on }) => within(paid_on)),
            ({ subtotal }) => subtotal,
          )
          const spent = sum(
            books.expenses.filter(({ date }) => within(date)),
            ({ amount }) => amount,
          )
          const worked = books.time.filter(({ date }) => within(date))
          const found = await report(ada, timeRange)

          expect(found).toMatchObject(range)
          expect(hundredths(found.totalRevenue)).toBe(revenue)
          expect(sum(found.incomeByMonth, (row) => hundredths(row.amount))).toBe(revenue)
          expect(sum(found.clientRevenue, (row) => hundredths(row.revenue))).toBe(revenue)
          expect(
            sum(found.projectProfitability, (row) => hundredths(row.revenue)) +
              hundredths(found.unassigned.revenue),
          ).toBe(revenue)

          expect(hundredths(found.totalExpenses)).toBe(spent)
          expect(sum(found.expensesByCategory, (row) => hundredths(row.amount))).toBe(spent)
          expect(
            sum(found.projectProfitability, (row) => hundredths(row.expenses)) +
              hundredths(found.unassigned.expenses),
          ).toBe(spent)
          expect(hundredths(found.profit)).toBe(revenue - spent)
          if (revenue === 0) expect(found.profitMargin).toBe(0)

          const hours = sum(worked, (row) => row.hours)
          expect(hundredths(found.timeUtilization.totalHours)).toBe(hours)
          expect(sum(found.projectProfitability, (row) => hundredths(row.hours))).toBe(hours)

          expect(found.incomeByMonth.map(({ month }) => month)).toEqual(monthsIn(range))
          for (const { month, amount } of found.incomeByMonth) {
            const ofMonth = books.invoices.filter(
              ({ paid_on }) => within(paid_on) && paid_on?.startsWith(month),
            )
            expect(hundredths(amount)).toBe(sum(ofMonth, ({ subtotal }) => subtotal))
          }
          for (const { revenue: earned, margin } of found.projectProfitability) {
            if (earned === 0) expect(margin).toBe(0)
          }
        }
      }),
      { numRuns: 12 },
    )
  })
})

const NO_COSTS = { fees: 0, exchangeDifferences: 0 }

describe('a report', () => {
  test.each([
    ['2026-11-16T12:00:00Z', '2026-10-16', '2026-10-17'],
    ['2027-03-31T12:00:00Z', '2027-02-28', '2027-03-01'],
    ['2026-12-30T12:00:00Z', '2026-11-30', '2026-12-01'],
  ])('at %s compares with last month up to %s', async (now, last, next) => {
    await setClock(now)
    const ada = await signIn('Ada')
    const thisMonth = now.slice(0, 8)
    const after = next.startsWith(thisMonth) ? [] : [paid(next, 777_700, 0)]
    await write(ada, {
      clients: 1,
      invoices: [paid(`${thisMonth}01`, 300_000, 0), paid(last, 200_000, 0), ...after],
    })
    expect((await ada.call(reportsApi.get)).monthlyStats).toEqual({ currentMonth: 3000, growth: 50 })
  })

  test('gives every figure of the specification', async () => {
    await setClock('2026-11-15T12:00:00Z')
    const ada = await signIn('Ada')
    await write(ada, {
      clients: 2,
      projects: [{ client: 0 }, { client: null, status: 'completed' }],
      invoices: [
        paid('2026-11-03', 300_000, 0, 0),
        paid('2026-10-31', 100_000, 1),
        paid('2026-10-01', 100_000, 0, 1),
        { client: 0, project: 0, paid_on: null, subtotal: 999_900, status: 'sent' },
        paid('2026-08-15', 777_700, 0, 0),
      ],
      expenses: [
        { project: 0, category: 'Travel', amount: 50_000, date: '2026-08-16' },
        { project: null, category: 'Other', amount: 1, date: '2026-11-15' },
        { project: 1, category: 'Travel', amount: 120_000, date: '2026-10-10' },
        { project: 0, category: 'Travel', amount: 8_000, date: '2026-11-16' },
      ],
      time: [
        { project: 0, hours: 250, date: '2026-11-15', is_billable: true },
        { project: 0, hours: 125, date: '2026-08-16', is_billable: false },
        { project: 0, hours: 800, date: '2026-08-15', is_billable: true },
      ],
    })
    const found = await ada.call(reportsApi.get)
    expect(found).toEqual({
      currency: 'USD',
      timeRange: 'last3months',
      from: '2026-08-16',
      to: '2026-11-15',
      today: '2026-11-15',
      totalRevenue: 5000,
      totalTax: 1000,
      totalExpenses: 1700.01,
      paymentCosts: NO_COSTS,
      profit: 3299.99,
      profitMargin: 66,
      activeProjects: 1,
      monthlyStats: { currentMonth: 3000, growth: 200 },
      timeUtilization: { billableHours: 2.5, nonBillableHours: 1.25, totalHours: 3.75, billableRate: 66.67 },
      projectProfitability: [
        {
          project_id: expect.any(Number),
          project_name: 'Project 000',
          client_name: 'Client 000',
          hours: 3.75,
          revenue: 3000,
          expenses: 500,
          profit: 2500,
          margin: 83.33,
        },
        {
          project_id: expect.any(Number),
          project_name: 'Project 001',
          client_name: null,
          hours: 0,
          revenue: 1000,
          expenses: 1200,
          profit: -200,
          margin: -20,
        },
      ],
      unassigned: { revenue: 1000, expenses: 0.01 },
      incomeByMonth: [
        { month: '2026-08', amount: 0 },
        { month: '2026-09', amount: 0 },
        { month: '2026-10', amount: 2000 },
        { month: '2026-11', amount: 3000 },
      ],
      expensesByCategory: [
        { category: 'Travel', amount: 1700 },
        { category: 'Other', amount: 0.01 },
      ],
      clientRevenue: [
        { client_id: expect.any(Number), client_name: 'Client 000', revenue: 4000 },
        { client_id: expect.any(Number), client_name: 'Client 001', revenue: 1000 },
      ],
      profitAndLoss: [
        {
          month: '2026-08',
          income: 0,
          expenses: 500,
          expensesByCategory: [{ category: 'Travel', amount: 500 }],
          paymentCosts: NO_COSTS,
          result: -500,
        },
        {
          month: '2026-09',
          income: 0,
          expenses: 0,
          expensesByCategory: [],
          paymentCosts: NO_COSTS,
          result: 0,
        },
        {
          month: '2026-10',
          income: 2000,
          expenses: 1200,
          expensesByCategory: [{ category: 'Travel', amount: 1200 }],
          paymentCosts: NO_COSTS,
          result: 800,
        },
        {
          month: '2026-11',
          income: 3000,
          expenses: 0.01,
          expensesByCategory: [{ category: 'Other', amount: 0.01 }],
          paymentCosts: NO_COSTS,
          result: 2999.99,
        },
      ],
      taxByMonth: [
        { month: '2026-10', tax_rate: 19, net: 2000, tax: 400 },
        { month: '2026-11', tax_rate: 19, net: 3000, tax: 600 },
      ],
      totalOutstanding: 11_998.8,
      outstandingByAge: [
        { age: 'not_due', invoices: 1, amount: 11_998.8 },
        { age: '0-30', invoices: 0, amount: 0 },
        { age: '31-60', invoices: 0, amount: 0 },
        { age: '61-90', invoices: 0, amount: 0 },
        { age: 'over_90', invoices: 0, amount: 0 },
      ],
    })
  })

  test('follows an invoice that is paid through the API, and one that is not any more', async () => {
    const ada = await signIn('Ada')
    const client_id = (await ada.call(clientsApi.create, { body: { name: 'Studio North' } })).id
    const issue_date = new Date().toISOString().slice(0, 10)
    const items = [{ description: 'Work', quantity: 1.5, rate: 99.99 }]
    const invoice = await ada.call(invoicesApi.create, {
      body: { client_id, issue_date, tax_rate: 19, items },
    })
    expect((await report(ada, 'last30days')).totalRevenue).toBe(0)
    await ada.call(invoicesApi.update, { params: { id: invoice.id }, body: { status: 'paid' } })
    expect((await report(ada, 'last30days')).totalRevenue).toBe(149.99)
    await ada.call(invoicesApi.update, { params: { id: invoice.id }, body: { status: 'cancelled' } })
    expect((await report(ada, 'last30days')).totalRevenue).toBe(0)
  })

  test('counts an invoice without a due date as late only once it is marked as overdue', async () => {
    const ada = await signIn('Ada')
    const client_id = (await ada.call(clientsApi.create, { body: { name: 'Studio North' } })).id
    const items = [{ description: 'Work', quantity: 1, rate: 100 }]
    const { id } = await ada.call(invoicesApi.create, {
      body: { client_id, issue_date: addDays(dateIn('UTC', new Date()), -40), due_date: null, items },
    })
    const agesWith = async (status: InvoiceStatus) => {
      await ada.call(invoicesApi.update, { params: { id }, body: { status } })
      const { outstandingByAge } = await report(ada, 'last30days')
      return outstandingByAge.filter(({ invoices }) => invoices > 0).map(({ age }) => age)
    }
    expect(await agesWith('sent')).toEqual(['not_due'])
    expect(await agesWith('overdue')).toEqual(['31-60'])
  })

  test('ends today by the account’s own calendar', async () => {
    await setClock('2026-11-30T20:00:00Z')
    for (const [name, zone, today] of [
      ['Yuki', 'Asia/Tokyo', '2026-12-01'],
      ['Leilani', 'Pacific/Honolulu', '2026-11-30'],
    ] as const) {
      const person = await signIn(name, zone)
      await write(person, { clients: 1, invoices: [paid('2026-11-30', 1100), paid('2026-12-01', 1200)] })
      const found = await report(person, 'last30days')
      expect(found.to).toBe(today)
      expect(found.totalRevenue).toBe(today === '2026-12-01' ? 23 : 11)
      expect(found.monthlyStats.currentMonth).toBe(today === '2026-12-01' ? 12 : 11)
    }
  })

  test('holds nothing of another account', async () => {
    const [ada, grace] = [await signIn('Ada'), await signIn('Grace')]
    const today = new Date().toISOString().slice(0, 10)
    await write(grace, {
      clients: 1,
      projects: [{ client: 0 }],
      invoices: [paid(today, 5000, 0, 0)],
      expenses: [{ project: 0, category: 'Travel', amount: 100, date: today }],
      time: [{ project: 0, hours: 100, date: today, is_billable: true }],
    })
    const found = await report(ada, 'lastyear')
    expect(found).toMatchObject({
      totalRevenue: 0,
      totalExpenses: 0,
      activeProjects: 0,
      projectProfitability: [],
      clientRevenue: [],
      expensesByCategory: [],
    })
    expect(found.timeUtilization.totalHours).toBe(0)
  })

  test.each(['last3month', 'LASTYEAR', '', 'last30days&timeRange=lastyear', '%00'])(
    'of the unknown range %j is refused',
    async (timeRange) => {
      const ada = await signIn('Ada')
      for (const path of ['/api/reports', '/api/reports/export.csv', '/api/reports/export.pdf']) {
        const message = 'Must be last30days, last3months, last6months or lastyear'
        const answer = await ada.request('GET', `${path}?timeRange=${timeRange}`)
        expect(answer).toMatchObject(invalidField('timeRange', message))
      }
    },
  )

  test.each(['/api/reports', '/api/reports/export.csv', '/api/reports/export.pdf'])(
    'at %s is not part of the free and starter plans',
    async (path) => {
      const ada = await signIn('Ada')
      for (const plan of ['free', 'starter'] as const) {
        await givePlan(ada, plan)
        expect(await ada.request('GET', path)).toMatchObject({
          status: 403,
          body: { code: 'plan_required', details: expect.stringContaining('Professional') },
        })
      }
      await givePlan(ada, 'professional')
      expect((await ada.fetch(path)).status).toBe(200)
    },
  )

  test('is for those who are signed in', async () => {
    const { url } = await sharedApp()
    for (const path of ['/api/reports', '/api/reports/export.csv', '/api/reports/export.pdf']) {
      expect((await new Visitor(url).fetch(path)).status).toBe(401)
    }
  })
})
