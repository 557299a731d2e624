import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, dateIn } from '#core/calendar.ts'
import { TimeRange } from './contract.ts'
import {
  axisLabel,
  growthMessage,
  monthsIn,
  PRINTED_PROJECTS,
  printed,
  profitOf,
  rangeOf,
  sameDaysOfLastMonth,
  sortProjects,
  toReport,
} from './rules.ts'

const anyDay = fc
  .date({ min: new Date('1970-06-01'), max: new Date('2199-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

describe('a range', () => {
  test.each([
    ['last30days', '2026-11-15', '2026-10-17'],
    ['last30days', '2028-03-01', '2028-02-01'],
    ['last30days', '2027-03-01', '2027-01-31'],
    ['last3months', '2026-11-15', '2026-08-16'],
    ['last3months', '2026-05-31', '2026-03-01'],
    ['last3months', '2028-05-31', '2028-03-01'],
    ['last3months', '2028-05-29', '2028-03-01'],
    ['last3months', '2028-05-28', '2028-02-29'],
    ['last6months', '2026-08-31', '2026-03-01'],
    ['last6months', '2026-01-01', '2025-07-02'],
    ['lastyear', '2026-11-15', '2025-11-16'],
    ['lastyear', '2028-02-29', '2027-03-01'],
    ['lastyear', '2029-02-28', '2028-02-29'],
  ] as const)('of %s on %s begins on %s', (timeRange, today, from) => {
    expect(rangeOf(timeRange, today)).toEqual({ from, to: today })
  })

  test('moves on by at most a few days each day, and never back', () => {
    fc.assert(
      fc.property(fc.constantFrom(...TimeRange.options), anyDay, (timeRange, today) => {
        const before = rangeOf(timeRange, today).from
        const after = rangeOf(timeRange, addDays(today, 1)).from
        expect(after >= before).toBe(true)
        expect(after <= addDays(before, 4)).toBe(true)
      }),
    )
  })

  test('is the same wherever the calendar shows the same day, on the days when clocks change too', () => {
    // Both instants are on 29 March in Berlin, before and after the hour that is left out.
    for (const instant of ['2026-03-29T00:30:00Z', '2026-03-29T21:30:00Z']) {
      const today = dateIn('Europe/Berlin', new Date(instant))
      expect(rangeOf('last30days', today)).toEqual({ from: '2026-02-28', to: '2026-03-29' })
    }
    expect(rangeOf('last30days', dateIn('Pacific/Honolulu', new Date('2026-03-29T09:59:00Z'))).to).toBe(
      '2026-03-28',
    )
  })

  test('touches each of its months once, in order', () => {
    expect(monthsIn({ from: '2025-11-16', to: '2026-02-15' })).toEqual([
      '2025-11',
      '2025-12',
      '2026-01',
      '2026-02',
    ])
    expect(monthsIn({ from: '2027-01-31', to: '2027-03-01' })).toEqual(['2027-01', '2027-02', '2027-03'])
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 0, max: 500 }), (from, days) => {
        const to = addDays(from, days)
        const months = monthsIn({ from, to })
        const all = Array.from({ length: days + 1 }, (_, day) => addDays(from, day).slice(0, 7))
        expect(months).toEqual([...new Set(all)])
      }),
    )
  })
})

const empty = {
  activeProjects: 0,
  thisMonth: 0,
  lastMonth: 0,
  billableHours: 0,
  nonBillableHours: 0,
  projects: [],
  unassigned: { revenue: 0, expenses: 0 },
  months: [],
  categories: [],
  clients: [],
}
const report = (sums: Partial<Parameters<typeof toReport>[2]>) =>
  toReport('last3months', rangeOf('last3months', '2026-11-15'), { ...empty, ...sums }, 'USD')

describe('a report', () => {
  test('of no data is zero everywhere, with all its months', () => {
    const { incomeByMonth, ...rest } = report({})
    expect(incomeByMonth).toEqual(
      ['2026-08', '2026-09', '2026-10', '2026-11'].map((month) => ({ month, amount: 0 })),
    )
    expect(rest).toMatchObject({
      totalRevenue: 0,
      totalExpenses: 0,
      profit: 0,
      profitMargin: 0,
      monthlyStats: { currentMonth: 0, growth: 0 },
      timeUtilization: { billableHours: 0, nonBillableHours: 0, totalHours: 0, billableRate: 0 },
    })
  })

  test('is printed with a bounded number of projects that still add up', () => {
    const project = (id: number) => ({
      project_id: id,
      project_name: `Project ${id}`,
      client_name: null,
      hours: 150,
      revenue: 1000 + id,
      expenses: 10 * id,
    })
    const whole = report({
      projects: Array.from({ length: 3000 }, (_, id) => project(id)),
      clients: Array.from({ length: 700 }, (_, id) => ({ client_id: id, client_name: 'A', revenue: 1 })),
    })
    const { projectProfitability: rows, otherProjects, clientRevenue, clientCount } = printed(whole, 'en-US')
    expect(rows).toHaveLength(PRINTED_PROJECTS)
    expect(otherProjects?.count).toBe(3000 - PRINTED_PROJECTS)
    expect(clientRevenue).toHaveLength(5)
    expect(clientCount).toBe(700)
    for (const of of ['hours', 'revenue', 'expenses', 'profit'] as const) {
      const sum = (list: { [Name in typeof of]: number }[]) => list.reduce((so, row) => so + row[of], 0)
      expect(sum(otherProjects ? [...rows, otherProjects] : [])).toBe(sum(whole.projectProfitability))
    }
    expect(printed(report({ projects: [project(1)] }), 'en-US').otherProjects).toBeNull()
  })

  test('has a margin of 0 without revenue', () => {
    fc.assert(
      fc.property(fc.nat(), (expenses) => {
        expect(profitOf(0, expenses)).toEqual({ profit: 0 - expenses, margin: 0 })
      }),
    )
  })

  test('rounds percents half up, and losses symmetrically', () => {
    expect(profitOf(300, 200).margin).toBe(3333)
    expect(profitOf(300, 100).margin).toBe(6667)
    expect(profitOf(800, 799).margin).toBe(13)
    expect(profitOf(800, 801).margin).toBe(-13)
    expect(profitOf(1, 99_999_999_999).margin).toBe(-99_999_999_999)
  })

  test.each([
    ['2026-11-16', '2026-10-01', '2026-10-16'],
    ['2026-11-01', '2026-10-01', '2026-10-01'],
    ['2026-11-30', '2026-10-01', '2026-10-30'],
    ['2026-12-31', '2026-11-01', '2026-11-30'],
    ['2027-01-15', '2026-12-01', '2026-12-15'],
    ['2027-03-31', '2027-02-01', '2027-02-28'],
    ['2028-03-30', '2028-02-01', '2028-02-29'],
    ['2028-02-29', '2028-01-01', '2028-01-29'],
  ])('compares the month so far on %s with %s to %s', (today, from, to) => {
    expect(sameDaysOfLastMonth(today)).toEqual({ from, to })
  })

  test.each([
    ['2026-11-16', 300_000, 5000, '$3,000.00 this month (+50.0% vs Oct 1–16)'],
    ['2026-11-01', 300_000, -2550, '$3,000.00 this month (-25.5% vs Oct 1)'],
    ['2027-03-31', 100, 100, '$1.00 this month (+1.0% vs Feb 1–28)'],
    ['2026-11-16', 300_000, 0, '$3,000.00 this month'],
    ['2026-11-16', 0, -10_000, '$0.00 this month'],
  ])('on %s says %d and %d as %s', (to, currentMonth, growth, words) => {
    const said = growthMessage({ to, monthlyStats: { currentMonth, growth }, currency: 'USD' })
    expect(said.replaceAll('\u00a0', ' ').replaceAll('\u2060', '')).toBe(words)
  })

  test('compares this month with the last', () => {
    expect(report({ thisMonth: 150, lastMonth: 100 }).monthlyStats).toEqual({
      currentMonth: 150,
      growth: 5000,
    })
    expect(report({ thisMonth: 0, lastMonth: 100 }).monthlyStats.growth).toBe(-10_000)
    expect(report({ thisMonth: 150, lastMonth: 0 }).monthlyStats.growth).toBe(0)
  })

  test('says how much of the time is billable', () => {
    expect(report({ billableHours: 200, nonBillableHours: 100 }).timeUtilization).toEqual({
      billableHours: 200,
      nonBillableHours: 100,
      totalHours: 300,
      billableRate: 6667,
    })
  })
})

test('an axis names the year where it begins and where it changes', () => {
  expect(['2025-11', '2025-12', '2026-01', '2026-02'].map(axisLabel)).toEqual([
    'Nov ’25',
    'Dec',
    'Jan ’26',
    'Feb',
  ])
})

test('projects are sorted by any column, both ways', () => {
  const project = (project_name: string, revenue: number) => ({
    project_id: 1,
    project_name,
    client_name: null,
    hours: 0,
    revenue,
    expenses: 0,
    profit: revenue,
    margin: 10_000,
  })
  const projects = [project('Émile', 2), project('Zebra', 3), project('anna', 1)]
  const names = (...sort: [Parameters<typeof sortProjects>[1], Parameters<typeof sortProjects>[2]]) =>
    sortProjects(projects, ...sort).map(({ project_name }) => project_name)
  expect(names('project_name', 'ascending')).toEqual(['anna', 'Émile', 'Zebra'])
  expect(names('revenue', 'descending')).toEqual(['Zebra', 'Émile', 'anna'])
  expect(names('revenue', 'ascending')).toEqual(['anna', 'Émile', 'Zebra'])
})
