import { z } from 'zod'
import { addMonths, DateOnly } from '#core/calendar.ts'
import { endpoints, FileContent } from '#core/endpoint.ts'
import { CurrencyCode, Money, priced } from '#core/money-schemas.ts'
import { HoursSum, hundredths, TaxRate } from '#core/number-schemas.ts'
import { ExpenseCategory } from '#features/work/expenses/contract.ts'

export const TimeRange = z.enum(
  ['last30days', 'last3months', 'last6months', 'lastyear'],
  'Must be last30days, last3months, last6months or lastyear',
)
export type TimeRange = z.output<typeof TimeRange>

export const DEFAULT_TIME_RANGE = 'last3months' satisfies TimeRange

const MAX_YEARS = 10
const CENTURY = '(?:19|20|21)'

const period = (pattern: string, message: string, example: string) =>
  z
    .string(message)
    .regex(new RegExp(`^${CENTURY}\\d\\d${pattern}$`), message)
    .meta({ example })
const Day = DateOnly.refine(
  (day) => new RegExp(`^${CENTURY}`).test(day),
  'Must be a date between 1900 and 2199',
)

/** The days of a report: a range that ends today, a calendar year, quarter or month, or a first and a last day. */
export const ReportQuery = z
  .object({
    timeRange: TimeRange.optional().meta({
      description: `A range that ends today; ${DEFAULT_TIME_RANGE} if no other days are given.`,
    }),
    year: period('', 'Must be a year such as 2026', '2026').optional(),
    quarter: period('-Q[1-4]', 'Must be a quarter such as 2026-Q3', '2026-Q3').optional(),
    month: period('-(?:0[1-9]|1[0-2])', 'Must be a month such as 2026-11', '2026-11').optional(),
    from: Day.optional().meta({ description: 'The first day; with `to`.' }),
    to: Day.optional().meta({ description: `The last day, within ${MAX_YEARS} years of the first.` }),
  })
  .superRefine(({ timeRange, year, quarter, month, from, to }, { addIssue }) => {
    const refuse = (field: string, message: string) => addIssue({ code: 'custom', path: [field], message })
    const given = Object.entries({ timeRange, year, quarter, month, from: from ?? to }).filter(
      ([, value]) => value !== undefined,
    )
    for (const [field] of given.slice(1)) {
      refuse(field, 'Must be left out: only one of timeRange, year, quarter, month or from and to is allowed')
    }
    if (from === undefined && to !== undefined) refuse('from', 'Is required with to')
    if (from !== undefined && to === undefined) refuse('to', 'Is required with from')
    if (!Day.safeParse(from).success || !Day.safeParse(to).success) return
    if (from === undefined || to === undefined) return
    if (to < from) refuse('to', 'Must not be before the first day')
    if (to >= addMonths(from, 12 * MAX_YEARS))
      refuse('to', `Must be within ${MAX_YEARS} years of the first day`)
  })
export type ReportQuery = z.output<typeof ReportQuery>

/** Days since payment was due; without a due date, since the invoice was issued. `0-30` begins the day after. */
export const Age = z.enum(['not_due', '0-30', '31-60', '61-90', 'over_90'])
export type Age = z.output<typeof Age>

const Share = hundredths({ min: 0, max: Number.MAX_SAFE_INTEGER })
const Difference = hundredths({ min: -Number.MAX_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER })

export const ProjectProfit = z.object({
  project_id: z.int(),
  project_name: z.string(),
  client_name: z.string().nullable(),
  hours: HoursSum,
  revenue: Money,
  expenses: Money,
  profit: Money,
  margin: Difference.meta({ description: 'Profit as a percentage of revenue; 0 without revenue.' }),
})
export type ProjectProfit = z.output<typeof ProjectProfit>

const PaymentCosts = z.object({
  fees: Money.meta({
    description: 'What banks, cards and payment providers kept, by the day of the payment.',
  }),
  exchangeDifferences: Money.meta({
    description:
      "What payments in other currencies brought beyond their invoices' exchange rates; negative if less.",
  }),
})
export type PaymentCosts = z.output<typeof PaymentCosts>

export const Report = priced(
  z.object({
    currency: CurrencyCode,
    timeRange: TimeRange.nullable().meta({ description: 'Null if other days were asked for.' }),
    from: DateOnly,
    to: DateOnly,
    today: DateOnly.meta({ description: 'The day of the report, as of which amounts are outstanding.' }),
    totalRevenue: Money.meta({ description: 'Net of the payments in the range, by their day.' }),
    totalTax: Money.meta({ description: 'Tax in the payments of the range.' }),
    totalExpenses: Money,
    paymentCosts: PaymentCosts,
    profit: Money.meta({ description: 'Revenue without expenses and payment costs.' }),
    profitMargin: Difference.meta({ description: 'Profit as a percentage of revenue; 0 without revenue.' }),
    activeProjects: z.int().meta({ description: 'Projects whose status is active now.' }),
    monthlyStats: z.object({
      currentMonth: Money.meta({ description: "This month's revenue so far." }),
      growth: Difference.meta({
        description: 'Percentage change against the same days of last month; 0 if those had no revenue.',
      }),
    }),
    timeUtilization: z.object({
      billableHours: HoursSum,
      nonBillableHours: HoursSum,
      totalHours: HoursSum,
      billableRate: Share.meta({ description: 'Billable hours as a percentage of all hours.' }),
    }),
    projectProfitability: z.array(ProjectProfit).meta({
      description:
        'Projects with hours, revenue or expenses in the range, the largest revenue first. The revenue of an invoice belongs to ' +
        'the projects whose work its lines bill, else to its own.',
    }),
    unassigned: z.object({ revenue: Money, expenses: Money }).meta({
      description: 'Of lines and expenses without a project: with it the projects add up to the totals.',
    }),
    incomeByMonth: z
      .array(z.object({ month: z.string().meta({ example: '2026-11' }), amount: Money }))
      .meta({ description: 'Every month that the range touches, those without income too.' }),
    expensesByCategory: z.array(z.object({ category: ExpenseCategory, amount: Money })),
    clientRevenue: z.array(z.object({ client_id: z.int(), client_name: z.string(), revenue: Money })),
    profitAndLoss: z
      .array(
        z.object({
          month: z.string().meta({ example: '2026-11' }),
          income: Money,
          expenses: Money,
          expensesByCategory: z.array(z.object({ category: ExpenseCategory, amount: Money })),
          paymentCosts: PaymentCosts,
          result: Money,
        }),
      )
      .meta({ description: 'Every month that the range touches.' }),
    taxByMonth: z
      .array(
        z.object({
          month: z.string().meta({ example: '2026-11' }),
          tax_rate: TaxRate,
          net: Money,
          tax: Money,
        }),
      )
      .meta({ description: "Payments by month and by their invoice's tax rate, split into net and tax." }),
    totalOutstanding: Money.meta({
      description: 'The balance of sent and overdue invoices today, each at its own exchange rate.',
    }),
    outstandingByAge: z.array(z.object({ age: Age, invoices: z.int(), amount: Money })).meta({
      description:
        'Outstanding amounts by days since the due date, or the issue date of invoices without one. What is due today is not ' +
        'due yet: `0-30` begins the day after.',
    }),
  }),
)
export type Report = z.output<typeof Report>

export const MonthTotals = priced(
  z.object({
    currency: CurrencyCode,
    month: z.string().meta({ example: '2026-11' }),
    revenue: Money.meta({ description: 'Net of the payments of the month.' }),
    expenses: Money,
    hours: HoursSum,
  }),
)
export type MonthTotals = z.output<typeof MonthTotals>

export const reportsApi = endpoints({
  get: {
    method: 'GET',
    path: '/api/reports',
    access: 'account',
    summary: 'Revenue, expenses, tax and time for a date range',
    description:
      "The ranges end today in the account's time zone: the last 30 days, or the days since the same day 3, 6 or 12 months ago. Instead of one, a calendar year, quarter or month can be given, or a first and a last day.",
    query: ReportQuery,
    response: Report,
  },
  thisMonth: {
    method: 'GET',
    path: '/api/reports/this-month',
    access: 'account',
    summary: "The current month's revenue, expenses and hours, on every plan",
    response: MonthTotals,
  },
  csv: {
    method: 'GET',
    path: '/api/reports/export.csv',
    access: 'account',
    summary: 'The report as CSV: all its tables in one file',
    query: ReportQuery,
    response: FileContent,
    download: 'text/csv',
  },
  pdf: {
    method: 'GET',
    path: '/api/reports/export.pdf',
    access: 'account',
    summary: 'The report as PDF, with charts',
    query: ReportQuery,
    response: FileContent,
    download: 'application/pdf',
  },
})
