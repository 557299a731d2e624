import type { Country } from '#core/country.ts'
import {
  formatCount,
  formatDate,
  formatDecimalHours,
  formatHours,
  formatHoursInColumn,
  formatMoney,
  formatMonth,
  formatPercent,
  formatTaxRate,
} from '#core/format.ts'
import { type MinorUnits, percentage } from '#core/money.ts'
import { type Paper, paperOf } from '#core/paper.ts'
import type { Seconds } from '#core/units.ts'
import { WITHOUT_PROJECT } from '#features/billing/billable-work/rules.ts'
import { amountAxis } from './axis.ts'
import { type PrintedReport, TOP_CLIENTS } from './export.ts'
import { axisLabels, periodName } from './period.ts'
import {
  ageLabel,
  costLines,
  costOf,
  hasCosts,
  hasUnassigned,
  NO_EXPENSES,
  NO_INCOME,
  NO_PROJECTS,
  NO_TIME,
  NOTHING_BOOKED,
  NOTHING_OUTSTANDING,
  profitOf,
} from './report.ts'

/** The report as it is printed: every text of it, in the order of the page. */
export interface ReportDocument {
  paper: Paper
  business: string
  period: string
  figures: { label: string; value: string; hint: string }[]
  income: Section<IncomeChart>
  expenses: Section<ExpenseBar[]>
  clients: Section<Line[]>
  time: Section<TimeShare>
  projects: Section<Table>
  profitAndLoss: Section<Line[]>
  outstanding: Section<{ lines: Line[]; note: string }>
  results: Section<Table>
  taxes: Section<Table>
  footnote: string
}

export interface Section<Content> {
  title: string
  /** A sentence where there is nothing to show. */
  content: Content | string
}

/** Heights and widths are parts of the whole, from 0 to 1. */
export interface IncomeChart {
  ticks: { height: number; label: string }[]
  /** The height of zero, from which bars go up, or down where they are negative. */
  zero: number
  bars: { height: number; label: string }[]
  /** The row in words. */
  description: string
}

export interface ExpenseBar {
  category: string
  width: number
  amount: string
  share: string
}

export interface TimeShare {
  /** The billable part of the ring, from 0 to 1. */
  billable: number
  label: string
  description: string
  lines: Line[]
}

type Emphasis = 'normal' | 'muted' | 'strong'

export interface Line {
  label: string
  value: string
  emphasis: Emphasis
}

export interface Table {
  header: string[]
  rows: { cells: string[]; emphasis: Emphasis }[]
  total: string[]
}

export function documentOf(
  { name, country }: { name: string; country: Country | '' },
  report: PrintedReport,
): ReportDocument {
  return {
    paper: paperOf(country),
    business: name,
    period: `Report for ${periodTitle(report)}`,
    figures: figures(report),
    income: { title: 'Income Trend', content: income(report) },
    expenses: { title: 'Expense Breakdown', content: expenses(report) },
    clients: { title: 'Top Clients by Revenue', content: clients(report) },
    time: { title: 'Time Utilization', content: time(report) },
    projects: { title: 'Project Profitability Analysis', content: projects(report) },
    profitAndLoss: { title: 'Profit and Loss', content: profitAndLoss(report) },
    outstanding: { title: 'Outstanding by Age', content: outstanding(report) },
    results: { title: `Profit and Loss by ${report.results.by}`, content: results(report) },
    taxes: { title: 'Tax Collected', content: taxes(report) },
    footnote: 'Revenue is net of tax, by the day of payment.',
  }
}

const moneyIn =
  ({ currency, locale }: Pick<PrintedReport, 'currency' | 'locale'>) =>
  (amount: MinorUnits) =>
    formatMoney(amount, currency, locale)

function periodTitle({ timeRange, from, to }: PrintedReport): string {
  const name = periodName({ timeRange, from, to })
  const days = `${formatDate(from)} to ${formatDate(to)}`
  if (name === null) return days
  return timeRange ? `the ${name}, ${days}` : `${name}, ${days}`
}

function figures(report: PrintedReport): ReportDocument['figures'] {
  const { timeUtilization: time, locale } = report
  const money = moneyIn(report)
  return [
    {
      label: 'Total Revenue',
      value: money(report.totalRevenue),
      hint: `${money(report.totalExpenses)} expenses`,
    },
    {
      label: 'Billable Hours',
      value: formatDecimalHours(time.billableHours, locale),
      hint: `of ${formatHours(time.totalHours, locale)}`,
    },
    { label: 'Active Projects', value: formatCount(report.activeProjects, locale), hint: 'today' },
    {
      label: 'Overall Profit Margin',
      value: formatPercent(report.profitMargin, locale),
      hint: `${money(report.profit)} profit`,
    },
  ]
}

function income(report: PrintedReport): IncomeChart | string {
  const { incomeByMonth: months, currency, locale } = report
  const money = moneyIn(report)
  const amounts = months.map(({ amount }) => amount)
  if (amounts.every((amount) => amount === 0)) return NO_INCOME
  const axis = amountAxis(amounts, currency, locale)
  const part = (amount: MinorUnits) => amount / (axis.top - axis.bottom)
  const labels = axisLabels(months.map(({ month }) => month))
  return {
    ticks: axis.ticks.map((tick) => ({ height: part(tick - axis.bottom), label: axis.label(tick) })),
    zero: part(0 - axis.bottom),
    bars: amounts.map((amount, index) => ({ height: part(amount), label: labels[index] ?? '' })),
    description: months.map(({ month, amount }) => `${formatMonth(month)} ${money(amount)}`).join(', '),
  }
}

function expenses(report: PrintedReport): ExpenseBar[] | string {
  const { expensesByCategory, totalExpenses, locale } = report
  const money = moneyIn(report)
  if (totalExpenses === 0) return NO_EXPENSES
  const largest = expensesByCategory[0]?.amount ?? totalExpenses
  return expensesByCategory.map(({ category, amount }) => ({
    category,
    width: amount / largest,
    amount: money(amount),
    share: formatPercent(percentage(amount, totalExpenses), locale),
  }))
}

function clients(report: PrintedReport): Line[] | string {
  const { clientRevenue, clientCount, totalRevenue, locale } = report
  const money = moneyIn(report)
  if (clientCount === 0) return NO_INCOME
  const shown = clientRevenue.map(({ client_name, revenue }) => line(client_name, money(revenue)))
  if (clientCount <= TOP_CLIENTS) return shown
  const others = totalRevenue - clientRevenue.reduce((sum, { revenue }) => sum + revenue, 0)
  return [...shown, line(`${formatCount(clientCount - TOP_CLIENTS, locale)} more`, money(others), 'muted')]
}

const line = (label: string, value: string, emphasis: Emphasis = 'normal'): Line => ({
  label,
  value,
  emphasis,
})

function time({ timeUtilization: time, locale }: PrintedReport): TimeShare | string {
  if (time.totalHours === 0) return NO_TIME
  const label = `${formatCount(Math.round(time.billableRate / 100), locale)}%`
  return {
    billable: time.billableRate / 10_000,
    label,
    description: `${label} of the hours are billable`,
    lines: [
      line('Billable hours', formatHoursInColumn(time.billableHours, locale)),
      line('Non-billable hours', formatHoursInColumn(time.nonBillableHours, locale)),
      line('Billable rate', formatPercent(time.billableRate, locale)),
    ],
  }
}

function projects(report: PrintedReport): Table | string {
  const { projectProfitability, otherProjects, unassigned, locale } = report
  if (projectProfitability.length === 0) return NO_PROJECTS
  const money = moneyIn(report)
  const cells = (name: string, hours: Seconds | null, figures: ProjectFigures) => [
    name,
    hours === null ? '' : formatHoursInColumn(hours, locale),
    money(figures.revenue),
    money(figures.expenses),
    money(figures.profit),
    formatPercent(figures.margin, locale),
  ]
  const rest = { ...unassigned, ...profitOf(unassigned.revenue, unassigned.expenses) }
  return {
    header: ['Project', 'Hours', 'Revenue', 'Expenses', 'Profit', 'Margin'],
    rows: [
      ...projectProfitability.map((project) =>
        row('normal', cells(project.project_name, project.hours, project)),
      ),
      ...(otherProjects
        ? [row('muted', cells(andMore(otherProjects.count, locale), otherProjects.hours, otherProjects))]
        : []),
      ...(hasUnassigned(report) ? [row('muted', cells(WITHOUT_PROJECT, null, rest))] : []),
    ],
    total: cells('Total', report.timeUtilization.totalHours, {
      revenue: report.totalRevenue,
      expenses: report.totalExpenses,
      ...profitOf(report.totalRevenue, report.totalExpenses),
    }),
  }
}

type ProjectFigures = Pick<
  PrintedReport['projectProfitability'][number],
  'revenue' | 'expenses' | 'profit' | 'margin'
>

const row = (emphasis: Emphasis, cells: string[]) => ({ cells, emphasis })

const andMore = (count: number, locale: string): string => `and ${formatCount(count, locale)} more`

const isEmpty = ({ totalRevenue, totalExpenses }: PrintedReport): boolean =>
  totalRevenue === 0 && totalExpenses === 0

function profitAndLoss(report: PrintedReport): Line[] | string {
  const money = moneyIn(report)
  if (isEmpty(report)) return NOTHING_BOOKED
  return [
    line('Income', money(report.totalRevenue)),
    ...report.expensesByCategory.map(({ category, amount }) => line(category, money(-amount), 'muted')),
    ...costLines(report.paymentCosts).map(({ name, effect }) => line(name, money(effect), 'muted')),
    line('Net profit', money(report.profit), 'strong'),
  ]
}

function outstanding(report: PrintedReport): { lines: Line[]; note: string } | string {
  const money = moneyIn(report)
  if (report.totalOutstanding === 0) return NOTHING_OUTSTANDING
  return {
    lines: [
      ...report.outstandingByAge.map(({ age, amount }) => line(ageLabel[age], money(amount))),
      line('Total', money(report.totalOutstanding), 'strong'),
    ],
    note: `On ${formatDate(report.today)}, by days past the due date.`,
  }
}

function results(report: PrintedReport): Table | string {
  const { by, rows } = report.results
  const money = moneyIn(report)
  if (isEmpty(report)) return NOTHING_BOOKED
  const withCosts = (costs: MinorUnits) => (hasCosts(report) ? [costs] : [])
  return {
    header: [by, 'Income', 'Expenses', ...(hasCosts(report) ? ['Payment costs'] : []), 'Net profit'],
    rows: rows.map(({ period, income, expenses, costs, result }) =>
      row('normal', [period, ...[income, expenses, ...withCosts(costs), result].map(money)]),
    ),
    total: [
      'Total',
      ...[
        report.totalRevenue,
        report.totalExpenses,
        ...withCosts(costOf(report.paymentCosts)),
        report.profit,
      ].map(money),
    ],
  }
}

const MAX_RATES = 10

function taxes(report: PrintedReport): Table | string {
  const { taxByMonth, otherTax, taxOfRates, locale } = report
  const money = moneyIn(report)
  if (taxByMonth.length === 0) return NO_INCOME
  const amounts = (net: MinorUnits, tax: MinorUnits) => [net, tax, net + tax].map(money)
  const rates = taxOfRates.length > 1 && taxOfRates.length <= MAX_RATES ? taxOfRates : []
  return {
    header: ['Month', 'Rate', 'Net', 'Tax', 'Received'],
    rows: [
      ...taxByMonth.map(({ month, tax_rate, net, tax }) =>
        row('normal', [formatMonth(month), formatTaxRate(tax_rate, locale), ...amounts(net, tax)]),
      ),
      ...(otherTax
        ? [row('muted', [andMore(otherTax.count, locale), '', ...amounts(otherTax.net, otherTax.tax)])]
        : []),
      ...rates.map(({ tax_rate, net, tax }) =>
        row('muted', ['All months', formatTaxRate(tax_rate, locale), ...amounts(net, tax)]),
      ),
    ],
    total: ['Total', '', ...amounts(report.totalRevenue, report.totalTax)],
  }
}
