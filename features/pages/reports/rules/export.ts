import { type CsvCell, csvHours, csvHundredths, csvMoney, csvTaxRate } from '#core/csv.ts'
import { formatMonth } from '#core/format.ts'
import type { MinorUnits } from '#core/money.ts'
import { WITHOUT_PROJECT } from '#features/billing/billable-work/rules.ts'
import type { ProjectProfit, Report } from '../contract.ts'
import { periodName } from './period.ts'
import {
  ageLabel,
  costLines,
  hasUnassigned,
  profitOf,
  type Results,
  resultsOf,
  type TaxOfRate,
  taxByRate,
} from './report.ts'

export const TOP_CLIENTS = 5

/** Projects printed one by one: about seven pages. */
export const PRINTED_PROJECTS = 200

/** Lines of tax printed one by one: about two pages. */
export const PRINTED_TAX_LINES = 60

export interface PrintedReport extends Omit<Report, 'profitAndLoss'> {
  /** The sum of the projects that are not printed one by one. */
  otherProjects:
    | (Omit<ProjectProfit, 'project_id' | 'project_name' | 'client_name'> & { count: number })
    | null
  clientCount: number
  /** The sum of the lines of tax that are not printed one by one. */
  otherTax: { count: number; net: MinorUnits; tax: MinorUnits } | null
  taxOfRates: TaxOfRate[]
  results: Results
  locale: string
}

/** The part of a report that is printed. What is omitted is summed up, so that the totals still agree. */
export function printed(report: Report, locale: string): PrintedReport {
  const { projectProfitability: all, clientRevenue, taxByMonth } = report
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
    taxByMonth: taxByMonth.slice(0, PRINTED_TAX_LINES),
    otherTax: otherTax(taxByMonth.slice(PRINTED_TAX_LINES)),
    taxOfRates: taxByRate(report),
    results: resultsOf(report),
    locale,
  }
}

function otherTax(rest: Report['taxByMonth']): PrintedReport['otherTax'] {
  if (rest.length === 0) return null
  const sum = (of: 'net' | 'tax') => rest.reduce((total, line) => total + line[of], 0)
  return { count: rest.length, net: sum('net'), tax: sum('tax') }
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
        ...costLines(report.paymentCosts).map(({ name, amount }) => [name, money(amount)]),
        ['Profit', money(report.profit)],
        ['Overall Profit Margin (%)', csvHundredths(report.profitMargin)],
        ['Active Projects', report.activeProjects],
        ['Revenue This Month', money(monthlyStats.currentMonth)],
        ['Growth Over the Same Days of Last Month (%)', csvHundredths(monthlyStats.growth)],
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
          csvHours(project.hours),
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
        ['Billable Hours', csvHours(time.billableHours)],
        ['Non-billable Hours', csvHours(time.nonBillableHours)],
        ['Total Hours', csvHours(time.totalHours)],
        ['Billable Rate (%)', csvHundredths(time.billableRate)],
      ],
    },
    profitAndLossTable(report),
    {
      title: 'Tax Collected',
      header: ['Month', 'Tax Rate (%)', 'Net', 'Tax', 'Received'],
      rows: report.taxByMonth.map(({ month, tax_rate, net, tax }) => [
        formatMonth(month),
        csvTaxRate(tax_rate),
        ...[net, tax, net + tax].map(money),
      ]),
    },
    {
      title: 'Tax Collected by Rate',
      header: ['Tax Rate (%)', 'Net', 'Tax', 'Received'],
      rows: taxByRate(report).map(({ tax_rate, net, tax }) => [
        csvTaxRate(tax_rate),
        ...[net, tax, net + tax].map(money),
      ]),
    },
    {
      title: `Outstanding by Age on ${report.today}`,
      header: ['Age', 'Invoices', 'Amount'],
      rows: report.outstandingByAge.map(({ age, invoices, amount }) => [
        ageLabel[age],
        invoices,
        money(amount),
      ]),
    },
  ]
}

/** A column for each month, and the total last. */
function profitAndLossTable({ profitAndLoss: months, ...report }: Report): ReportTable {
  const line = (name: string, amounts: MinorUnits[], total: MinorUnits): CsvCell[] => [
    name,
    ...[...amounts, total].map((amount) => csvMoney(amount, report.currency)),
  ]
  return {
    title: 'Profit and Loss',
    header: ['Figure', ...months.map(({ month }) => formatMonth(month)), 'Total'],
    rows: [
      line(
        'Income',
        months.map(({ income }) => income),
        report.totalRevenue,
      ),
      ...report.expensesByCategory.map(({ category, amount }) =>
        line(
          category,
          months.map(
            ({ expensesByCategory: spent }) => spent.find((part) => part.category === category)?.amount ?? 0,
          ),
          amount,
        ),
      ),
      line(
        'Expenses',
        months.map(({ expenses }) => expenses),
        report.totalExpenses,
      ),
      ...costLines(report.paymentCosts).map(({ name, amount }) =>
        line(
          name,
          months.map(
            ({ paymentCosts }) => costLines(paymentCosts).find((one) => one.name === name)?.amount ?? 0,
          ),
          amount,
        ),
      ),
      line(
        'Net profit',
        months.map(({ result }) => result),
        report.profit,
      ),
    ],
  }
}

/** "Studio North - Report, last 3 months (2026-08-16 to 2026-11-15)": whose it is and of when. */
export function reportFileName(business: string, report: Report): string {
  const title = [`${business} - Report`, periodName(report)].filter((part) => part !== null).join(', ')
  return `${title} (${report.from} to ${report.to})`
}
