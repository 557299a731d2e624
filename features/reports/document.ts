import { Circle, Document, G, Line, Page, Path, Rect, Svg, Text, View } from '@react-pdf/renderer'
import { createElement as h, type ReactNode } from 'react'
import {
  formatCount,
  formatDate,
  formatHundredths,
  formatMoney,
  formatMonth,
  formatPercent,
  formatTwoDecimals,
} from '#core/format.ts'
import type { MinorUnits } from '#core/money.ts'
import { printable } from '#server/pdf/fonts.ts'
import { figures, ink, oneLine, page, type } from '#server/pdf/paper.ts'
import { amountAxis } from './rules/axis.ts'
import { type PrintedReport, TOP_CLIENTS } from './rules/export.ts'
import { axisLabels, periodName } from './rules/period.ts'
import {
  ageLabel,
  hasUnassigned,
  NO_INCOME,
  NO_PROJECTS,
  NOTHING_BOOKED,
  NOTHING_OUTSTANDING,
  profitOf,
  taxRateLabel,
  WITHOUT_PROJECT,
} from './rules/report.ts'

export interface ReportDocument {
  business: string
  report: PrintedReport
}

const moneyIn =
  ({ currency, locale }: Pick<PrintedReport, 'currency' | 'locale'>) =>
  (amount: MinorUnits) =>
    formatMoney(amount, currency, locale)

const WIDTH = 612 - 2 * 48

/** The report for an accountant: one page, or as many as its projects need. */
export function document({ business: name, report }: ReportDocument) {
  const business = printable(name)
  return h(
    Document,
    {
      title: `${business}: report`,
      author: business,
      creator: 'Daybook',
      producer: 'Daybook',
      language: 'en-US',
    },
    h(
      Page,
      { size: 'LETTER', style: page },
      heading(business, report),
      keyFigures(report),
      section('Income Trend', incomeChart(report)),
      section('Expense Breakdown', expenseBars(report)),
      h(
        View,
        { style: { flexDirection: 'row', gap: 32 }, wrap: false },
        h(View, { style: { flex: 1 } }, section('Top Clients by Revenue', topClients(report))),
        h(View, { style: { flex: 1 } }, section('Time Utilization', utilization(report))),
      ),
      h(
        View,
        { break: !tableFits(report) },
        section('Project Profitability Analysis', profitability(report), true),
      ),
      h(
        View,
        { style: { flexDirection: 'row', gap: 32 }, wrap: false, break: true },
        h(View, { style: { flex: 1 } }, section('Profit and Loss', profitAndLoss(report))),
        h(View, { style: { flex: 1 } }, section('Outstanding by Age', outstanding(report))),
      ),
      section(`Profit and Loss by ${report.results.by}`, results(report), true),
      h(View, { break: !taxFits(report) }, section('Tax Collected', taxes(report), true)),
      footer(business),
    ),
  )
}

const ROW = 20
const PAGE = 690
const UPPER_HALF = 300
const SECTION = 44

/** A table that does not fit on the page starts on the next. */
function tableFits({ expensesByCategory, clientCount, projectProfitability }: PrintedReport): boolean {
  const expenses = SECTION + 16 * Math.max(1, expensesByCategory.length)
  const clients = SECTION + Math.max(72, 16 * Math.min(clientCount, TOP_CLIENTS + 1))
  const table = SECTION + ROW * (projectProfitability.length + 3)
  return UPPER_HALF + expenses + clients + table <= PAGE
}

/** Results and tax fit on the page that they share with the statement. */
const taxFits = ({ results, taxByMonth, taxOfRates }: PrintedReport): boolean =>
  SECTION + ROW * (results.rows.length + 2) + SECTION + ROW * (taxByMonth.length + taxOfRates.length + 3) <=
  PAGE - STATEMENT

const STATEMENT = 270

const heading = (business: string, report: PrintedReport) =>
  h(
    View,
    { style: { marginBottom: 18 } },
    h(Text, { style: { ...type.title, ...oneLine } }, business),
    h(Text, { style: { ...type.body, color: ink.muted, marginTop: 4 } }, `Report for ${periodTitle(report)}`),
  )

function periodTitle({ timeRange, from, to }: PrintedReport): string {
  const name = periodName({ timeRange, from, to })
  const days = `${formatDate(from)} to ${formatDate(to)}`
  if (name === null) return days
  return timeRange ? `the ${name}, ${days}` : `${name}, ${days}`
}

const keyFigures = ({
  totalRevenue,
  totalExpenses,
  timeUtilization,
  activeProjects,
  profit,
  profitMargin,
  ...report
}: PrintedReport) => {
  const money = moneyIn(report)
  return h(
    View,
    {
      style: {
        flexDirection: 'row',
        borderTop: rule,
        borderBottom: rule,
        paddingVertical: 12,
        marginBottom: 20,
      },
    },
    figure('Total Revenue', money(totalRevenue), `${money(totalExpenses)} expenses`),
    figure(
      'Billable Hours',
      formatHundredths(timeUtilization.billableHours, report.locale),
      `of ${formatHundredths(timeUtilization.totalHours, report.locale)} hours`,
    ),
    figure('Active Projects', String(activeProjects), 'today'),
    figure('Overall Profit Margin', formatPercent(profitMargin, report.locale), `${money(profit)} profit`),
  )
}

const rule = `0.75 solid ${ink.hairline}`

const figure = (label: string, value: string, hint: string) =>
  h(
    View,
    { key: label, style: { flex: 1, gap: 3, paddingRight: 8 } },
    h(Text, { style: { ...type.micro, color: ink.muted } }, label),
    h(Text, { style: { ...type.figure, ...oneLine, ...(value.length > 12 && { fontSize: 11 }) } }, value),
    h(Text, { style: { ...type.micro, color: ink.faint, ...oneLine, fontFeatureSettings: ['tnum'] } }, hint),
  )

const section = (title: string, content: ReactNode, breakable = false) =>
  h(
    View,
    { style: { marginBottom: 20 }, wrap: breakable },
    h(Text, { style: { ...type.heading, marginBottom: 8 }, minPresenceAhead: 60 }, title),
    content,
  )

const nothing = (text: string) => h(Text, { style: { color: ink.faint } }, text)

const CHART_HEIGHT = 118
const AXIS = 46
const LABELS = 14

function incomeChart({ incomeByMonth, currency, locale }: PrintedReport) {
  const highest = Math.max(...incomeByMonth.map(({ amount }) => amount))
  if (highest === 0) return nothing(NO_INCOME)
  const labels = axisLabels(incomeByMonth.map(({ month }) => month))
  const axis = amountAxis(highest, currency, locale)
  const plot = CHART_HEIGHT - LABELS - 6
  const y = (amount: MinorUnits) => 6 + plot - (amount / axis.top) * plot
  const step = (WIDTH - AXIS) / incomeByMonth.length
  const bar = Math.min(34, step * 0.6)
  return h(
    Svg,
    { width: WIDTH, height: CHART_HEIGHT, viewBox: `0 0 ${WIDTH} ${CHART_HEIGHT}` },
    ...axis.ticks.map((tick) =>
      h(
        G,
        { key: `tick-${tick}` },
        h(Line, { x1: AXIS, x2: WIDTH, y1: y(tick), y2: y(tick), stroke: ink.hairline, strokeWidth: 0.5 }),
        label(axis.label(tick), AXIS - 6, y(tick) + 2.5, 'end'),
      ),
    ),
    ...incomeByMonth.map(({ month, amount }, index) => {
      const middle = AXIS + step * (index + 0.5)
      return h(
        G,
        { key: month },
        h(Rect, {
          x: middle - bar / 2,
          y: y(amount),
          width: bar,
          height: Math.max(0, y(0) - y(amount)),
          fill: ink.green,
        }),
        label(labels[index] ?? '', middle, CHART_HEIGHT - 3, 'middle'),
      )
    }),
  )
}

const label = (text: string, x: number, y: number, textAnchor: 'end' | 'middle') =>
  h(Text, { x, y, textAnchor, style: { ...type.micro, fontSize: 7 }, fill: ink.muted }, text)

function expenseBars({ expensesByCategory, totalExpenses, ...report }: PrintedReport) {
  const money = moneyIn(report)
  if (totalExpenses === 0) return nothing('No expenses in this range.')
  const largest = expensesByCategory[0]?.amount ?? totalExpenses
  return h(
    View,
    { style: { gap: 5 } },
    ...expensesByCategory.map(({ category, amount }) => {
      const share = formatPercent(Math.round((amount * 10_000) / totalExpenses), report.locale)
      return h(
        View,
        { key: category, style: { flexDirection: 'row', alignItems: 'center' } },
        h(Text, { style: { width: 126 } }, category),
        h(
          View,
          { style: { flex: 1 } },
          h(View, {
            style: {
              width: `${(amount / largest) * 100}%`,
              minWidth: 1,
              height: 7,
              backgroundColor: ink.blue,
            },
          }),
        ),
        h(Text, { style: { width: 92, ...figures } }, money(amount)),
        h(Text, { style: { width: 48, color: ink.muted, ...figures } }, share),
      )
    }),
  )
}

/** The widths of a table's columns; the first takes what is left. */
type Widths = readonly number[]
const PROFIT_WIDTHS: Widths = [52, 84, 84, 84, 56]
const RESULT_WIDTHS: Widths = [110, 110, 110]
const TAX_WIDTHS: Widths = [80, 100, 100, 100]

function profitability(report: PrintedReport) {
  if (report.projectProfitability.length === 0) return nothing(NO_PROJECTS)
  return table(
    ['Project', 'Hours', 'Revenue', 'Expenses', 'Profit', 'Margin'],
    PROFIT_WIDTHS,
    profitLines(report),
  )
}

interface TableLine {
  cells: string[]
  style?: object
}

/** Split into pages here, since the library would split it in the middle of a line. */
function table(header: string[], widths: Widths, lines: TableLine[], firstPage = LINES) {
  const sheets = [lines.slice(0, firstPage), ...chunks(lines.slice(firstPage), LINES)]
  const head = line({ cells: header, style: { ...type.micro, color: ink.faint } }, widths, 'head')
  return h(
    View,
    {},
    ...sheets.map((sheet, index) =>
      h(
        View,
        { key: `sheet-${index}`, break: index > 0 },
        head,
        ...sheet.map((one, number) => line(one, widths, number)),
      ),
    ),
  )
}

function profitLines(report: PrintedReport): TableLine[] {
  const { unassigned, otherProjects } = report
  const money = moneyIn(report)
  const rest = profitOf(unassigned.revenue, unassigned.expenses)
  const muted = { color: ink.muted }
  return [
    ...report.projectProfitability.map((project) => ({
      cells: [
        project.project_name,
        formatTwoDecimals(project.hours, report.locale),
        money(project.revenue),
        money(project.expenses),
        money(project.profit),
        formatPercent(project.margin, report.locale),
      ],
    })),
    ...(otherProjects
      ? [
          {
            cells: [
              `and ${formatCount(otherProjects.count, report.locale)} more`,
              formatTwoDecimals(otherProjects.hours, report.locale),
              money(otherProjects.revenue),
              money(otherProjects.expenses),
              money(otherProjects.profit),
              formatPercent(otherProjects.margin, report.locale),
            ],
            style: muted,
          },
        ]
      : []),
    ...(hasUnassigned(report)
      ? [
          {
            cells: [
              WITHOUT_PROJECT,
              '',
              money(unassigned.revenue),
              money(unassigned.expenses),
              money(rest.profit),
              formatPercent(rest.margin, report.locale),
            ],
            style: muted,
          },
        ]
      : []),
    {
      cells: [
        'Total',
        formatTwoDecimals(report.timeUtilization.totalHours, report.locale),
        money(report.totalRevenue),
        money(report.totalExpenses),
        money(report.profit),
        formatPercent(report.profitMargin, report.locale),
      ],
      style: type.strong,
    },
  ]
}

/** As many lines as fit on a page. */
const LINES = 31
/** Below the statement. */
const LINES_BELOW_STATEMENT = 18

const chunks = <Item>(items: Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )

const line = ({ cells, style = {} }: TableLine, widths: Widths, key: string | number) =>
  h(
    View,
    {
      key,
      wrap: false,
      style: { flexDirection: 'row', alignItems: 'center', borderBottom: rule, height: ROW },
    },
    ...cells.map((cell, index) => {
      const width = widths[index - 1]
      return h(
        Text,
        {
          key: index,
          style: {
            ...style,
            ...oneLine,
            ...(width === undefined ? { flex: 1, paddingRight: 8 } : { width, ...figures }),
          },
        },
        printable(cell),
      )
    }),
  )

function profitAndLoss({
  totalRevenue,
  expensesByCategory,
  totalExpenses,
  profit,
  ...report
}: PrintedReport) {
  const money = moneyIn(report)
  if (totalRevenue === 0 && totalExpenses === 0) return nothing(NOTHING_BOOKED)
  return h(
    View,
    { style: { gap: 5 } },
    pair('income', 'Income', money(totalRevenue)),
    ...expensesByCategory.map(({ category, amount }) => pair(category, category, money(-amount), ink.muted)),
    sumLine('Result', money(profit)),
  )
}

function outstanding({ outstandingByAge, totalOutstanding, today, ...report }: PrintedReport) {
  const money = moneyIn(report)
  if (totalOutstanding === 0) return nothing(NOTHING_OUTSTANDING)
  return h(
    View,
    { style: { gap: 5 } },
    ...outstandingByAge.map(({ age, amount }) => pair(age, ageLabel[age], money(amount))),
    sumLine('Total', money(totalOutstanding)),
    h(
      Text,
      { style: { ...type.micro, color: ink.faint } },
      `On ${formatDate(today)}, by days past the due date.`,
    ),
  )
}

const sumLine = (name: string, value: string) =>
  h(View, { style: { borderTop: rule, paddingTop: 5, ...type.strong } }, pair(name, name, value))

function results({ results, totalRevenue, totalExpenses, profit, ...report }: PrintedReport) {
  const money = moneyIn(report)
  if (totalRevenue === 0 && totalExpenses === 0) return nothing(NOTHING_BOOKED)
  const lines = results.rows.map(({ period, income, expenses, result }) => ({
    cells: [period, money(income), money(expenses), money(result)],
  }))
  const total = {
    cells: ['Total', money(totalRevenue), money(totalExpenses), money(profit)],
    style: type.strong,
  }
  return table(
    [results.by, 'Income', 'Expenses', 'Result'],
    RESULT_WIDTHS,
    [...lines, total],
    LINES_BELOW_STATEMENT,
  )
}

const MAX_RATES = 10

function taxes({ taxByMonth, otherTax, taxOfRates, totalRevenue, totalTax, ...report }: PrintedReport) {
  const money = moneyIn(report)
  if (taxByMonth.length === 0) return nothing(NO_INCOME)
  const amounts = (net: MinorUnits, tax: MinorUnits) => [net, tax, net + tax].map(money)
  const lines = taxByMonth.map(({ month, tax_rate, net, tax }) => ({
    cells: [formatMonth(month), taxRateLabel(tax_rate, report.locale), ...amounts(net, tax)],
  }))
  const rest = otherTax && {
    cells: [
      `and ${formatCount(otherTax.count, report.locale)} more`,
      '',
      ...amounts(otherTax.net, otherTax.tax),
    ],
    style: { color: ink.muted },
  }
  const rates = taxOfRates.length > 1 && taxOfRates.length <= MAX_RATES ? taxOfRates : []
  const total = { cells: ['Total', '', ...amounts(totalRevenue, totalTax)], style: type.strong }
  return table(['Month', 'Rate', 'Net', 'Tax', 'Received'], TAX_WIDTHS, [
    ...lines,
    ...(rest ? [rest] : []),
    ...rates.map(({ tax_rate, net, tax }) => ({
      cells: ['All months', taxRateLabel(tax_rate, report.locale), ...amounts(net, tax)],
      style: { color: ink.muted },
    })),
    total,
  ])
}

function topClients({ clientRevenue, clientCount, totalRevenue, ...report }: PrintedReport) {
  const money = moneyIn(report)
  if (clientCount === 0) return nothing(NO_INCOME)
  return h(
    View,
    { style: { gap: 5 } },
    ...clientRevenue.map(({ client_id, client_name, revenue }) =>
      pair(client_id, client_name, money(revenue)),
    ),
    clientCount > TOP_CLIENTS &&
      pair(
        'others',
        `${formatCount(clientCount - TOP_CLIENTS, report.locale)} more`,
        money(totalRevenue - clientRevenue.reduce((sum, { revenue }) => sum + revenue, 0)),
        ink.muted,
      ),
  )
}

const pair = (key: string | number, name: string, value: string, color = ink.text) =>
  h(
    View,
    { key, style: { flexDirection: 'row', gap: 8, color } },
    h(Text, { style: { flex: 1, ...oneLine } }, printable(name)),
    h(Text, { style: figures }, value),
  )

const RING = 27
const CENTRE = 36

/** A part of the ring, from the top clockwise. */
function arc(part: number): string {
  const angle = 2 * Math.PI * part
  const x = CENTRE + RING * Math.sin(angle)
  const y = CENTRE - RING * Math.cos(angle)
  return `M ${CENTRE} ${CENTRE - RING} A ${RING} ${RING} 0 ${part > 0.5 ? 1 : 0} 1 ${x} ${y}`
}

function utilization({ timeUtilization: time, ...report }: PrintedReport) {
  if (time.totalHours === 0) return nothing('No time logged in this range.')
  const ring = { fill: 'none', strokeWidth: 8 }
  const circle = { ...ring, cx: CENTRE, cy: CENTRE, r: RING }
  const whole = time.billableRate === 10_000
  return h(
    View,
    { style: { flexDirection: 'row', gap: 16, alignItems: 'center' } },
    h(
      Svg,
      { width: 72, height: 72, viewBox: '0 0 72 72' },
      h(Circle, { ...circle, stroke: whole ? ink.green : ink.sunken }),
      !whole && h(Path, { ...ring, stroke: ink.green, d: arc(time.billableRate / 10_000) }),
      h(
        Text,
        {
          x: CENTRE,
          y: CENTRE + 3,
          textAnchor: 'middle',
          style: { ...type.strong, fontSize: 10 },
          fill: ink.text,
        },
        `${Math.round(time.billableRate / 100)}%`,
      ),
    ),
    h(
      View,
      { style: { flex: 1, gap: 5 } },
      pair('billable', 'Billable hours', formatTwoDecimals(time.billableHours, report.locale)),
      pair('other', 'Non-billable hours', formatTwoDecimals(time.nonBillableHours, report.locale)),
      pair('rate', 'Billable rate', formatPercent(time.billableRate, report.locale)),
    ),
  )
}

const footer = (business: string) =>
  h(
    View,
    {
      fixed: true,
      style: {
        position: 'absolute',
        bottom: 28,
        left: 48,
        right: 48,
        flexDirection: 'row',
        justifyContent: 'space-between',
        color: ink.faint,
        ...type.micro,
      },
    },
    h(
      Text,
      { style: { ...oneLine, maxWidth: 380 } },
      `${business} · Revenue is net of tax, by the day of payment.`,
    ),
    h(Text, {
      render: ({ pageNumber, totalPages }: { pageNumber: number; totalPages: number }) =>
        `Page ${pageNumber} of ${totalPages}`,
    }),
  )
