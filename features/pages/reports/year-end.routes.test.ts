import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '#core/calendar.ts'
import { dashboardApi } from '#features/pages/dashboard/contract.ts'
import { setClock, sharedApp, signIn } from '#tests/app.ts'
import { anyBooks, type CurrencyBooks, type Invoice, signInWith, TODAY } from '#tests/currency-books.ts'
import { infoOfPdf, linesOfPdf } from '#tests/pdf.ts'
import { type Person, Visitor } from '#tests/people.ts'
import { givePlan } from '#tests/plans.ts'
import { invalidField } from '#tests/refusals.ts'
import { type ReportQuery, reportsApi } from './contract.ts'
import { monthsIn } from './rules/period.ts'

const report = (person: Person, query: ReportQuery) => person.call(reportsApi.get, { query })

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
        const { ada, invoices, expenses, minor } = await signInWith(books)
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
                payment.paid_on.startsWith(month) && payment.tax_rate === Math.round(tax_rate * 1000),
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

  test('belongs to the projects whose work the lines bill, whatever was paid and refunded when', async () => {
    await fc.assert(
      fc.asyncProperty(anyBooks, async (books) => {
        const { ada, invoices, minor } = await signInWith(books)
        const revenueIn = async (query: ReportQuery) => {
          const { projectProfitability, unassigned } = await report(ada, query)
          const revenue = new Map(projectProfitability.map((row) => [row.project_name, minor(row.revenue)]))
          return (project: number | null) =>
            project === null ? minor(unassigned.revenue) : (revenue.get(`Project ${project}`) ?? 0)
        }
        const ofAll = await revenueIn({ from: '2025-01-01', to: '2026-12-31' })
        const [before, after] = [await revenueIn({ year: '2025' }), await revenueIn({ year: '2026' })]
        for (const project of [null, 0, 1, 2]) {
          const exact = sumOf(invoices, (invoice) => {
            const own = invoice.lines.filter((line) => (line.project ?? invoice.project) === project)
            const paid = sumOf(invoice.payments, ({ home_net }) => home_net)
            return (paid * sumOf(own, ({ amount }) => amount)) / invoice.subtotal
          })
          expect(Math.abs(ofAll(project) - exact)).toBeLessThanOrEqual(invoices.length)
          expect(before(project) + after(project)).toBe(ofAll(project))
        }
      }),
      { numRuns: 6 },
    )
  })

  test('is the sum of the documents, each rounded once', async () => {
    await fc.assert(
      fc.asyncProperty(anyBooks, async (books) => {
        const isPaid = ({ status }: { status: string }) => status === 'paid'
        const { ada, invoices: paid, expenses, minor } = await signInWith(books, isPaid)
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
        const { ada, invoices, minor } = await signInWith(books)
        const open = invoices.filter(({ status }) => status === 'sent')
        const found = await report(ada, { month: '2025-03' })
        const balance = sumOf(open, ({ home_total, home_paid }) => home_total - home_paid)
        expect(minor(found.totalOutstanding)).toBe(balance)
        expect(sumOf(found.outstandingByAge, ({ amount }) => minor(amount))).toBe(balance)
        expect(sumOf(found.outstandingByAge, (row) => row.invoices)).toBe(open.length)
        expect((await ada.call(dashboardApi.stats)).pendingInvoicesTotal).toBe(found.totalOutstanding)
        const due = ({ due_date }: Pick<Invoice, 'due_date'>) => due_date ?? TODAY
        const between = (first: number, last: number) =>
          open.filter(
            (invoice) => addDays(due(invoice), first) <= TODAY && TODAY <= addDays(due(invoice), last),
          )
        const expected = [
          between(-9999, 0),
          between(1, 30),
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
  const books: CurrencyBooks = {
    home: 'EUR',
    invoices: [
      {
        client: 0,
        project: 0,
        issue_date: '2026-01-05',
        due_date: '2026-01-20',
        tax_rate: 19_000,
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
    const { ada } = await signInWith(books)
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
        'Net profit,0.00,500.00,376.55,876.55',
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
        '1–30 days,0,0.00',
        '31–60 days,1,300.00',
        '61–90 days,0,0.00',
        'Over 90 days,0,0.00',
      ].join('\r\n'),
    )
  })

  const pdfOf = async (query: string) => {
    const { ada } = await signInWith(books)
    const response = await ada.fetch(`/api/reports/export.pdf?${query}`)
    expect(response.status).toBe(200)
    return Buffer.from(await response.arrayBuffer())
  }

  test('of a year as PDF says what the report says', async () => {
    const pdf = await pdfOf('year=2026')
    expect(infoOfPdf(pdf)).toMatchObject({ Tagged: 'yes', Pages: '2', 'Page size': '612 x 792 pts (letter)' })
    expect(linesOfPdf(pdf)).toEqual(
      expect.arrayContaining([
        'Report for 2026, Jan 1, 2026 to Dec 31, 2026',
        '€1,000.00 0 3 87.7%',
        'Travel €123.45 100.0%',
        'Total 0.00 €1,000.00 €123.45 €876.55 87.7%',
        'March 2026 €500.00 €123.45 €376.55',
        'February 2026 19% €500.00 €95.00 €595.00',
        'Total €1,000.00 €190.00 €1,190.00',
      ]),
    )
  })

  test.each([
    ['month=2026-11', 'Report for November 2026, Nov 1, 2026 to Nov 30, 2026', 'No income in this range.'],
    [
      'from=2016-12-01&to=2026-11-30',
      'Report for Dec 1, 2016 to Nov 30, 2026',
      '2026 €1,000.00 €123.45 €876.55',
    ],
  ])('of %s as PDF says so', async (query, ...texts) => {
    expect(linesOfPdf(await pdfOf(query))).toEqual(expect.arrayContaining(texts))
  })
})

describe('the totals of the current month', () => {
  test('are part of every plan, and those of a report of that month', async () => {
    await fc.assert(
      fc.asyncProperty(anyBooks, async (books) => {
        const { ada } = await signInWith(books)
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
