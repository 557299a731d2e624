import type { DateOnly } from '#core/calendar.ts'
import type { Currency } from '#core/currency.ts'
import { formatMoney, formatMonth, formatPercent, formatShortMonth } from '#core/format.ts'
import { type MinorUnits, percentage } from '#core/money.ts'
import type { Hundredths, Seconds } from '#core/units.ts'
import type { ExpenseCategory } from '#features/work/expenses/contract.ts'
import { Age, type PaymentCosts, type ProjectProfit, type Report, type TimeRange } from '../contract.ts'
import { type DateRange, monthsIn, sameDaysOfLastMonth, yearOf } from './period.ts'

/** An en dash between word joiners: no line ends at it. */
const UNBROKEN_DASH = '\u2060–\u2060'

/** "$3,000.00 this month (+50.0% vs Oct 1–16)". No change is given where either has no revenue. */
export function growthMessage({
  today,
  monthlyStats,
  currency,
}: Pick<Report, 'today' | 'monthlyStats' | 'currency'>): string {
  const { currentMonth, growth } = monthlyStats
  const summary = `${formatMoney(currentMonth, currency)} this month`
  if (growth === 0 || currentMonth === 0) return summary
  const before = sameDaysOfLastMonth(today)
  const days = before.from === before.to ? '1' : `1${UNBROKEN_DASH}${Number(before.to.slice(8))}`
  const month = formatShortMonth(before.to.slice(0, 7))
  return `${summary} (${growth > 0 ? '+' : ''}${formatPercent(growth)} vs ${month}\u00a0${days})`
}

/** The sums of a range, as the database adds them up. */
export interface Sums {
  activeProjects: number
  thisMonth: MinorUnits
  /** On the same days as this month so far. */
  lastMonth: MinorUnits
  billableHours: Seconds
  nonBillableHours: Seconds
  projects: Omit<ProjectProfit, 'profit' | 'margin'>[]
  unassigned: Report['unassigned']
  months: Report['incomeByMonth']
  categories: Report['expensesByCategory']
  clients: Report['clientRevenue']
  taxes: Report['taxByMonth']
  spending: { month: string; category: ExpenseCategory; amount: MinorUnits }[]
  /** Only months that have any. */
  costs: (PaymentCosts & { month: string })[]
  /** By the number of `AGE_STARTS` that have been reached. */
  ages: { reached: number; invoices: number; amount: MinorUnits }[]
}

/** The days after the due date at which each age but the first begins. What is due today is not past due. */
export const AGE_STARTS = [1, 31, 61, 91]

/** The days of a report, and the requested range. */
export interface ReportDays extends DateRange {
  timeRange: TimeRange | null
  today: DateOnly
}

export function toReport(days: ReportDays, sums: Sums, currency: Currency): Report {
  const income = new Map(sums.months.map(({ month, amount }) => [month, amount]))
  const totalRevenue = total(sums.months)
  const totalExpenses = total(sums.categories)
  const totalHours = sums.billableHours + sums.nonBillableHours
  const paymentCosts = sumCosts(sums.costs)
  const overall = profitOf(totalRevenue, totalExpenses + costOf(paymentCosts))
  return {
    currency,
    ...days,
    totalRevenue,
    totalTax: sums.taxes.reduce((sum, { tax }) => sum + tax, 0),
    totalExpenses,
    paymentCosts,
    profit: overall.profit,
    profitMargin: overall.margin,
    activeProjects: sums.activeProjects,
    monthlyStats: {
      currentMonth: sums.thisMonth,
      growth: percentage(sums.thisMonth - sums.lastMonth, Math.abs(sums.lastMonth)),
    },
    timeUtilization: {
      billableHours: sums.billableHours,
      nonBillableHours: sums.nonBillableHours,
      totalHours,
      billableRate: percentage(sums.billableHours, totalHours),
    },
    projectProfitability: sums.projects.map((project) => ({
      ...project,
      ...profitOf(project.revenue, project.expenses),
    })),
    unassigned: sums.unassigned,
    incomeByMonth: monthsIn(days).map((month) => ({ month, amount: income.get(month) ?? 0 })),
    expensesByCategory: sums.categories,
    clientRevenue: sums.clients,
    profitAndLoss: profitAndLoss(days, sums),
    taxByMonth: sums.taxes,
    totalOutstanding: total(sums.ages),
    outstandingByAge: Age.options.map((age, index) => {
      const { invoices, amount } = sums.ages.find(({ reached }) => reached === index) ?? NO_INVOICES
      return { age, invoices, amount }
    }),
  }
}

const NO_INVOICES = { invoices: 0, amount: 0 }

const sumCosts = (costs: readonly PaymentCosts[]): PaymentCosts => ({
  fees: costs.reduce((sum, { fees }) => sum + fees, 0),
  exchangeDifferences: costs.reduce((sum, { exchangeDifferences }) => sum + exchangeDifferences, 0),
})

/** Fees and exchange losses; negative if more was gained by exchange. */
export const costOf = ({ fees, exchangeDifferences }: PaymentCosts): MinorUnits => fees - exchangeDifferences

function profitAndLoss(days: DateRange, { months, spending, costs }: Sums): Report['profitAndLoss'] {
  const income = new Map(months.map(({ month, amount }) => [month, amount]))
  const spent = Map.groupBy(spending, ({ month }) => month)
  return monthsIn(days).map((month) => {
    const earned = income.get(month) ?? 0
    const expensesByCategory = (spent.get(month) ?? []).map(({ category, amount }) => ({ category, amount }))
    const expenses = total(expensesByCategory)
    const paymentCosts = sumCosts(costs.filter((cost) => cost.month === month))
    const result = earned - expenses - costOf(paymentCosts)
    return { month, income: earned, expenses, expensesByCategory, paymentCosts, result }
  })
}

/** Months shown one by one; more are summed up by year. */
const MAX_MONTHS = 24

export interface Results {
  by: 'Month' | 'Year'
  rows: { period: string; income: MinorUnits; expenses: MinorUnits; costs: MinorUnits; result: MinorUnits }[]
}

/** Profit and loss by month, or by year where there are many months. */
export function resultsOf({ profitAndLoss: months }: Pick<Report, 'profitAndLoss'>): Results {
  const by = months.length > MAX_MONTHS ? 'Year' : 'Month'
  const nameOf = by === 'Year' ? yearOf : formatMonth
  const rows = [...Map.groupBy(months, ({ month }) => nameOf(month))].map(([period, those]) => {
    const sum = (of: 'income' | 'expenses' | 'result') => those.reduce((total, month) => total + month[of], 0)
    const costs = those.reduce((total, { paymentCosts }) => total + costOf(paymentCosts), 0)
    return { period, income: sum('income'), expenses: sum('expenses'), costs, result: sum('result') }
  })
  return { by, rows }
}

export const ageLabel: Record<Age, string> = {
  not_due: 'Not due yet',
  '0-30': '1–30 days',
  '31-60': '31–60 days',
  '61-90': '61–90 days',
  over_90: 'Over 90 days',
}

export type TaxOfRate = Omit<Report['taxByMonth'][number], 'month'>

/** The tax of all months together, by rate. */
export function taxByRate({ taxByMonth }: Pick<Report, 'taxByMonth'>): TaxOfRate[] {
  const rates = Map.groupBy(taxByMonth, ({ tax_rate }) => tax_rate)
  return [...rates]
    .map(([tax_rate, rows]) => ({
      tax_rate,
      net: rows.reduce((sum, { net }) => sum + net, 0),
      tax: rows.reduce((sum, { tax }) => sum + tax, 0),
    }))
    .toSorted((one, other) => one.tax_rate - other.tax_rate)
}

const total = (parts: { amount: MinorUnits }[]): MinorUnits =>
  parts.reduce((sum, { amount }) => sum + amount, 0)

export function profitOf(
  revenue: MinorUnits,
  expenses: MinorUnits,
): { profit: MinorUnits; margin: Hundredths } {
  const profit = revenue - expenses
  return { profit, margin: percentage(profit, revenue) }
}

export const hasCosts = ({ paymentCosts }: Pick<Report, 'paymentCosts'>): boolean =>
  costLines(paymentCosts).length > 0

interface CostLine {
  name: string
  amount: MinorUnits
  /** On the profit. */
  effect: MinorUnits
}

/** Fees and exchange differences as lines of a report; none where there were none. */
export const costLines = ({ fees, exchangeDifferences: differences }: PaymentCosts): CostLine[] => [
  ...(fees === 0 ? [] : [{ name: 'Payment fees', amount: fees, effect: -fees }]),
  ...(differences === 0 ? [] : [{ name: 'Exchange differences', amount: differences, effect: differences }]),
]

/** True if the projects alone do not add up to the totals. */
export const hasUnassigned = ({ unassigned }: Pick<Report, 'unassigned'>): boolean =>
  unassigned.revenue !== 0 || unassigned.expenses !== 0

export const NO_PROJECTS = 'No project data available for the selected time range.'
/** True if no time, income or expense lies in the range. */
export const isEmpty = ({ timeUtilization, totalRevenue, totalExpenses, clientRevenue }: Report): boolean =>
  timeUtilization.totalHours === 0 && totalRevenue === 0 && totalExpenses === 0 && clientRevenue.length === 0

export const NO_INCOME = 'No income in this range.'
export const NO_EXPENSES = 'No expenses in this range.'
export const NO_TIME = 'No time logged in this range.'
export const NOTHING_BOOKED = 'No income or expenses in this range.'
export const NOTHING_OUTSTANDING = 'No invoice is waiting for payment.'

export type ProfitColumn = 'project_name' | 'hours' | 'revenue' | 'expenses' | 'profit' | 'margin'

export function sortProjects(
  projects: readonly ProjectProfit[],
  column: ProfitColumn,
  direction: 'ascending' | 'descending',
): ProjectProfit[] {
  const sign = direction === 'ascending' ? 1 : -1
  return projects.toSorted((a, b) =>
    column === 'project_name'
      ? sign * a.project_name.localeCompare(b.project_name, 'en-US')
      : sign * (a[column] - b[column]),
  )
}
