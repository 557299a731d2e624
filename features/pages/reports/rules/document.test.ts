import { describe, expect, test } from 'vitest'
import { reportWith } from '#tests/reports.ts'
import { documentOf } from './document.ts'
import { printed } from './export.ts'
import type { Sums } from './report.ts'

const project = (id: number, revenue: number, expenses: number) => ({
  project_id: id,
  project_name: `Project ${id}`,
  client_name: null,
  hours: 5400,
  revenue,
  expenses,
})

const BOOKS: Partial<Sums> = {
  activeProjects: 2,
  billableHours: 3 * 3600,
  nonBillableHours: 3600,
  projects: [project(1, 300_000, 50_000), project(2, 100_000, 0)],
  unassigned: { revenue: 50_000, expenses: 1_250 },
  months: [
    { month: '2026-09', amount: 150_000 },
    { month: '2026-11', amount: 300_000 },
  ],
  categories: [
    { category: 'Travel', amount: 50_000 },
    { category: 'Other', amount: 1_250 },
  ],
  clients: Array.from({ length: 7 }, (_, id) => ({
    client_id: id,
    client_name: `Client ${id}`,
    revenue: 100_000 - 10_000 * id,
  })),
  taxes: [
    { month: '2026-09', tax_rate: 19_000, net: 150_000, tax: 28_500 },
    { month: '2026-11', tax_rate: 0, net: 300_000, tax: 0 },
  ],
  spending: [
    { month: '2026-09', category: 'Travel', amount: 50_000 },
    { month: '2026-10', category: 'Other', amount: 1_250 },
  ],
  ages: [{ reached: 1, invoices: 2, amount: 12_345 }],
}

const documentWith = (sums: Partial<Sums>, locale = 'en-US') =>
  documentOf({ name: 'Studio North', country: 'US' }, printed(reportWith(sums), locale))

describe('a printed report', () => {
  const document = documentWith(BOOKS)

  test('says of what days it is, and its main figures', () => {
    expect(document.period).toBe('Report for the last 3 months, Aug 16, 2026 to Nov 15, 2026')
    expect(document.figures).toEqual([
      { label: 'Total Revenue', value: '$4,500.00', hint: '$512.50 expenses' },
      { label: 'Billable Hours', value: '3', hint: 'of 4 hours' },
      { label: 'Active Projects', value: '2', hint: 'today' },
      { label: 'Overall Profit Margin', value: '88.6%', hint: '$3,987.50 profit' },
    ])
  })

  test('draws months and categories in proportion', () => {
    expect(document.income.content).toEqual({
      ticks: [
        { height: 0, label: '$0' },
        { height: 1 / 3, label: '$1,000' },
        { height: 2 / 3, label: '$2,000' },
        { height: 1, label: '$3,000' },
      ],
      zero: 0,
      bars: [
        { height: 0, label: 'Aug ’26' },
        { height: 0.5, label: 'Sep' },
        { height: 0, label: 'Oct' },
        { height: 1, label: 'Nov' },
      ],
      description: 'August 2026 $0.00, September 2026 $1,500.00, October 2026 $0.00, November 2026 $3,000.00',
    })
    expect(document.expenses.content).toEqual([
      { category: 'Travel', width: 1, amount: '$500.00', share: '97.6%' },
      { category: 'Other', width: 0.025, amount: '$12.50', share: '2.4%' },
    ])
    expect(document.time.content).toMatchObject({ billable: 0.75, label: '75%' })
  })

  test('adds up in months in which more was refunded than paid', () => {
    const loss = documentWith({
      projects: [project(1, 20_000, 0)],
      unassigned: { revenue: -50_000, expenses: 0 },
      months: [
        { month: '2026-09', amount: 20_000 },
        { month: '2026-11', amount: -50_000 },
      ],
    })
    expect(loss.projects.content).toMatchObject({
      rows: [
        { cells: ['Project 1', '1.50', '$200.00', '$0.00', '$200.00', '100.0%'] },
        { cells: ['Without a project', '', '-$500.00', '$0.00', '-$500.00', '100.0%'] },
      ],
      total: ['Total', '0.00', '-$300.00', '$0.00', '-$300.00', '100.0%'],
    })
    expect(loss.income.content).toMatchObject({
      ticks: [{ height: 0, label: '-$600' }, {}, {}, { label: '$0' }, { height: 1, label: '$200' }],
      zero: 0.75,
      bars: [{ height: 0 }, { height: 0.25 }, { height: 0 }, { height: -0.625 }],
    })
    expect(documentWith({ months: [{ month: '2026-11', amount: -1 }] }).income.content).toMatchObject({
      bars: [{}, {}, {}, { height: -1 }],
    })
  })

  test('names five clients, and sums up the others', () => {
    expect(document.clients.content).toHaveLength(6)
    expect(document.clients.content.at(-1)).toEqual({ label: '2 more', value: '$500.00', emphasis: 'muted' })
  })

  test('has tables whose rows are followed by their total', () => {
    expect(document.projects.content).toMatchObject({
      rows: [
        { cells: ['Project 1', '1.50', '$3,000.00', '$500.00', '$2,500.00', '83.3%'], emphasis: 'normal' },
        { cells: ['Project 2', '1.50', '$1,000.00', '$0.00', '$1,000.00', '100.0%'], emphasis: 'normal' },
        { cells: ['Without a project', '', '$500.00', '$12.50', '$487.50', '97.5%'], emphasis: 'muted' },
      ],
      total: ['Total', '4.00', '$4,500.00', '$512.50', '$3,987.50', '88.6%'],
    })
    expect(document.results.content).toMatchObject({
      header: ['Month', 'Income', 'Expenses', 'Net profit'],
      rows: [
        { cells: ['August 2026', '$0.00', '$0.00', '$0.00'] },
        { cells: ['September 2026', '$1,500.00', '$500.00', '$1,000.00'] },
        { cells: ['October 2026', '$0.00', '$12.50', '-$12.50'] },
        { cells: ['November 2026', '$3,000.00', '$0.00', '$3,000.00'] },
      ],
      total: ['Total', '$4,500.00', '$512.50', '$3,987.50'],
    })
    expect(document.taxes.content).toMatchObject({
      rows: [
        { cells: ['September 2026', '19%', '$1,500.00', '$285.00', '$1,785.00'] },
        { cells: ['November 2026', '0%', '$3,000.00', '$0.00', '$3,000.00'] },
        { cells: ['All months', '0%', '$3,000.00', '$0.00', '$3,000.00'], emphasis: 'muted' },
        { cells: ['All months', '19%', '$1,500.00', '$285.00', '$1,785.00'], emphasis: 'muted' },
      ],
      total: ['Total', '', '$4,500.00', '$285.00', '$4,785.00'],
    })
  })

  test('says what was earned and spent, and what is outstanding', () => {
    expect(document.profitAndLoss.content).toEqual([
      { label: 'Income', value: '$4,500.00', emphasis: 'normal' },
      { label: 'Travel', value: '-$500.00', emphasis: 'muted' },
      { label: 'Other', value: '-$12.50', emphasis: 'muted' },
      { label: 'Net profit', value: '$3,987.50', emphasis: 'strong' },
    ])
    expect(document.outstanding.content).toMatchObject({
      lines: [
        { value: '$0.00' },
        { label: '1–30 days', value: '$123.45' },
        { value: '$0.00' },
        { value: '$0.00' },
        { value: '$0.00' },
        { label: 'Total', value: '$123.45', emphasis: 'strong' },
      ],
      note: 'On Nov 15, 2026, by days past the due date.',
    })
  })

  test('writes numbers as the locale does', () => {
    const german = documentWith(BOOKS, 'de-DE')
    expect(german.figures[0]?.value).toBe('4.500,00\u00a0$')
    expect(german.figures[3]?.value).toBe('88,6%')
  })

  test('of nothing has a sentence in every section', () => {
    const { income, expenses, clients, time, projects, profitAndLoss, outstanding, results, taxes } =
      documentWith({})
    const sections = [income, expenses, clients, time, projects, profitAndLoss, outstanding, results, taxes]
    for (const { content } of sections) expect(content).toMatch(/^No .*\.$/)
  })
})
