import { addDays, addMonths, type DateOnly, monthOf } from '#core/calendar.ts'
import { type CsvCell, csvHundredths, csvMoney } from '#core/csv.ts'
import type { Currency } from '#core/currency.ts'
import { formatMoney, formatMonth, formatPercent, formatShortMonth } from '#core/format.ts'
import type { Hundredths } from '#core/hundredths.ts'
import { type MinorUnits, percentage } from '#core/money.ts'
import type { ProjectProfit, Report, TimeRange } from './contract.ts'

export const rangeLabel: Record<TimeRange, string> = {
  last30days: 'Last 30 days',
  last3months: 'Last 3 months',
  last6months: 'Last 6 months',
  lastyear: 'Last year',
}

export interface DateRange {
  from: DateOnly
  to: DateOnly
}

const MONTHS: Record<Exclude<TimeRange, 'last30days'>, number> = {
  last3months: 3,
  last6months: 6,
  lastyear: 12,
}

/**
 * Ends today, both ends included. A number of months begins the day after the same day so many months ago: on 15
 * November the last 3 months are 16 August to 15 November, and no day of the calendar is in it twice. Where that
 * month is too short, its last day stands for it: on 31 May they begin on 1 March.
 */
export function rangeOf(timeRange: TimeRange, today: DateOnly): DateRange {
  const from =
    timeRange === 'last30days' ? addDays(today, -29) : addDays(addMonths(today, -MONTHS[timeRange]), 1)
  return { from, to: today }
}

/** The months that a range touches, as `2026-11`, in order. */
export function monthsIn({ from, to }: DateRange): string[] {
  const months: string[] = []
  for (let day = `${from.slice(0, 7)}-01`; day <= to; day = addMonths(day, 1)) months.push(day.slice(0, 7))
  return months
}

/** "Nov ’25", "Dec", "Jan ’26": with the year where it changes. */
export const axisLabel = (month: string, index: number): string =>
  index === 0 || month.endsWith('-01')
    ? `${formatShortMonth(month)} ’${month.slice(2, 4)}`
    : formatShortMonth(month)

/**
 * The days of last month that this month so far is compared with: on 16 November 1 to 16 October, and at the end of a longer
 * month all of a shorter one.
 */
export const sameDaysOfLastMonth = (today: DateOnly): DateRange => ({
  from: addMonths(monthOf(today).first, -1),
  to: addMonths(today, -1),
})

/** An en dash between word joiners: no line ends at it. */
const UNBROKEN_DASH = '\u2060–\u2060'

/** "$3,000.00 this month (+50.0% vs Oct 1–16)". No change is given where either has no revenue. */
export function growthMessage({
  to,
  monthlyStats,
  currency,
}: Pick<Report, 'to' | 'monthlyStats' | 'currency'>): string {
  const { currentMonth, growth } = monthlyStats
  const summary = `${formatMoney(currentMonth, currency)} this month`
  if (growth === 0 || currentMonth === 0) return summary
  const before = sameDaysOfLastMonth(to)
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
  billableHours: Hundredths
  nonBillableHours: Hundredths
  projects: Omit<ProjectProfit, 'profit' | 'margin'>[]
  unassigned: Report['unassigned']
  months: Report['incomeByMonth']
  categories: Report['expensesByCategory']
  clients: Report['clientRevenue']
}

export function toReport(timeRange: TimeRange, range: DateRange, sums: Sums, currency: Currency): Report {
  const income = new Map(sums.months.map(({ month, amount }) => [month, amount]))
  const totalRevenue = total(sums.months)
  const totalExpenses = total(sums.categories)
  const totalHours = sums.billableHours + sums.nonBillableHours
  const overall = profitOf(totalRevenue, totalExpenses)
  return {
    currency,
    timeRange,
    ...range,
    totalRevenue,
    totalExpenses,
    profit: overall.profit,
    profitMargin: overall.margin,
    activeProjects: sums.activeProjects,
    monthlyStats: {
      currentMonth: sums.thisMonth,
      growth: percentage(sums.thisMonth - sums.lastMonth, sums.lastMonth),
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
    incomeByMonth: monthsIn(range).map((month) => ({ month, amount: income.get(month) ?? 0 })),
    expensesByCategory: sums.categories,
    clientRevenue: sums.clients,
  }
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

/** Whether the projects alone do not add up to the totals. */
export const hasUnassigned = ({ unassigned }: Pick<Report, 'unassigned'>): boolean =>
  unassigned.revenue > 0 || unassigned.expenses > 0

export const WITHOUT_PROJECT = 'Without a project'

export const NO_PROJECTS = 'No project data available for the selected time range.'
export const TOP_CLIENTS = 5

/** How many projects are printed one by one: about seven pages. */
export const PRINTED_PROJECTS = 200

export interface PrintedReport extends Report {
  /** The sum of the projects that are not printed one by one. */
  otherProjects:
    | (Omit<ProjectProfit, 'project_id' | 'project_name' | 'client_name'> & { count: number })
    | null
  clientCount: number
  locale: string
}

/** The part of a report that is printed. Omitted projects are summed up, so that the totals still agree. */
export function printed(report: Report, locale: string): PrintedReport {
  const { projectProfitability: all, clientRevenue } = report
  const rest = all.slice(PRINTED_PROJECTS)
  const sum = (of: 'hours' | 'revenue' | 'expenses') =>
    rest.reduce((total, project) => total + project[of], 0)
  const [revenue, expenses] = [sum('revenue'), sum('expenses')]
  return {
    ...report,
    projectProfitability: all.slice(0, PRINTED_PROJECTS),
    otherProjects:
      rest.length > 0
        ? { count: rest.length, hours: sum('hours'), revenue, expenses, ...profitOf(revenue, expenses) }
        : null,
    clientRevenue: clientRevenue.slice(0, TOP_CLIENTS),
    clientCount: clientRevenue.length,
    locale,
  }
}

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

export interface ReportTable {
  title: string
  header: string[]
  rows: CsvCell[][]
}

/** The whole report as tables, for a spreadsheet. */
export function reportTables(report: Report): ReportTable[] {
  const { timeUtilization: time, monthlyStats, unassigned, currency } = report
  const money = (amount: MinorUnits) => csvMoney(amount, currency)
  const profit = profitOf(unassigned.revenue, unassigned.expenses)
  return [
    {
      title: 'Summary',
      header: ['Figure', 'Value'],
      rows: [
        ['Total Revenue', money(report.totalRevenue)],
        ['Total Expenses', money(report.totalExpenses)],
        ['Profit', money(report.profit)],
        ['Overall Profit Margin (%)', csvHundredths(report.profitMargin)],
        ['Active Projects', report.activeProjects],
        ['Revenue This Month', money(monthlyStats.currentMonth)],
        ['Growth Against the Same Days of Last Month (%)', csvHundredths(monthlyStats.growth)],
      ],
    },
    {
      title: 'Income Trend',
      header: ['Month', 'Revenue'],
      rows: report.incomeByMonth.map(({ month, amount }) => [formatMonth(month), money(amount)]),
    },
    {
      title: 'Expense Breakdown',
      header: ['Category', 'Amount'],
      rows: report.expensesByCategory.map(({ category, amount }) => [category, money(amount)]),
    },
    {
      title: 'Project Profitability Analysis',
      header: ['Project', 'Hours', 'Revenue', 'Expenses', 'Profit', 'Margin (%)'],
      rows: [
        ...report.projectProfitability.map((project) => [
          project.project_name,
          csvHundredths(project.hours),
          ...[project.revenue, project.expenses, project.profit].map(money),
          csvHundredths(project.margin),
        ]),
        ...(hasUnassigned(report)
          ? [
              [
                WITHOUT_PROJECT,
                null,
                ...[unassigned.revenue, unassigned.expenses, profit.profit].map(money),
                csvHundredths(profit.margin),
              ],
            ]
          : []),
      ],
    },
    {
      title: 'Clients by Revenue',
      header: ['Client', 'Revenue'],
      rows: report.clientRevenue.map(({ client_name, revenue }) => [client_name, money(revenue)]),
    },
    {
      title: 'Time Utilization',
      header: ['Figure', 'Value'],
      rows: [
        ['Billable Hours', csvHundredths(time.billableHours)],
        ['Non-billable Hours', csvHundredths(time.nonBillableHours)],
        ['Total Hours', csvHundredths(time.totalHours)],
        ['Billable Rate (%)', csvHundredths(time.billableRate)],
      ],
    },
  ]
}

/** "Studio North, report, last 3 months (2026-08-16 to 2026-11-15)": whose it is and of when. */
export const reportFileName = (business: string, { timeRange, from, to }: Report): string =>
  `${business} - Report, ${rangeLabel[timeRange].toLowerCase()} (${from} to ${to})`
