import { z } from 'zod'
import { DateOnly } from '#core/calendar.ts'
import { endpoints, FileContent } from '#core/endpoint.ts'
import { CurrencyCode, Money, priced } from '#core/money-schemas.ts'
import { hundredths } from '#core/number-schemas.ts'
import { ExpenseCategory } from '#features/expenses/contract.ts'

export const TimeRange = z.enum(
  ['last30days', 'last3months', 'last6months', 'lastyear'],
  'Must be last30days, last3months, last6months or lastyear',
)
export type TimeRange = z.output<typeof TimeRange>

export const DEFAULT_TIME_RANGE = 'last3months' satisfies TimeRange

const ReportQuery = z.object({ timeRange: TimeRange.default(DEFAULT_TIME_RANGE) })

const Sum = hundredths({ min: 0, max: Number.MAX_SAFE_INTEGER })
const Difference = hundredths({ min: -Number.MAX_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER })

export const ProjectProfit = z.object({
  project_id: z.int(),
  project_name: z.string(),
  client_name: z.string().nullable(),
  hours: Sum,
  revenue: Money,
  expenses: Money,
  profit: Money,
  margin: Difference.meta({ description: 'Profit as a percentage of revenue; 0 without revenue.' }),
})
export type ProjectProfit = z.output<typeof ProjectProfit>

export const Report = priced(
  z.object({
    currency: CurrencyCode,
    timeRange: TimeRange,
    from: DateOnly,
    to: DateOnly,
    totalRevenue: Money.meta({
      description: 'Net of the invoices paid in the range, by the day they were paid.',
    }),
    totalExpenses: Money,
    profit: Money,
    profitMargin: Difference.meta({ description: 'Profit as a percentage of revenue; 0 without revenue.' }),
    activeProjects: z.int().meta({ description: 'Projects whose status is active now.' }),
    monthlyStats: z.object({
      currentMonth: Money.meta({ description: "This month's revenue so far." }),
      growth: Difference.meta({
        description: 'Percentage change against the same days of last month; 0 if those had no revenue.',
      }),
    }),
    timeUtilization: z.object({
      billableHours: Sum,
      nonBillableHours: Sum,
      totalHours: Sum,
      billableRate: Sum.meta({ description: 'Billable hours as a percentage of all hours.' }),
    }),
    projectProfitability: z.array(ProjectProfit).meta({
      description: 'Projects with hours, revenue or expenses in the range, the largest revenue first.',
    }),
    unassigned: z.object({ revenue: Money, expenses: Money }).meta({
      description: 'Of invoices and expenses without a project: with it the projects add up to the totals.',
    }),
    incomeByMonth: z
      .array(z.object({ month: z.string().meta({ example: '2026-11' }), amount: Money }))
      .meta({ description: 'Every month that the range touches, those without income too.' }),
    expensesByCategory: z.array(z.object({ category: ExpenseCategory, amount: Money })),
    clientRevenue: z.array(z.object({ client_id: z.int(), client_name: z.string(), revenue: Money })),
  }),
)
export type Report = z.output<typeof Report>

export const reportsApi = endpoints({
  get: {
    method: 'GET',
    path: '/api/reports',
    access: 'account',
    summary: 'Revenue, expenses and time for a date range',
    description:
      "The ranges end today in the account's time zone: the last 30 days, or the days since the same day 3, 6 or 12 months ago.",
    query: ReportQuery,
    response: Report,
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
