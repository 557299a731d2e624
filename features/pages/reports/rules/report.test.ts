import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { reportWith } from '#tests/reports.ts'
import { monthsIn } from './period.ts'
import { growthMessage, profitOf, resultsOf, sortProjects, taxByRate } from './report.ts'

describe('a report', () => {
  test('of no data is zero everywhere, with all its months', () => {
    const { incomeByMonth, ...rest } = reportWith({})
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
    expect(profitOf(-50_000, 0)).toEqual({ profit: -50_000, margin: 10_000 })
    expect(profitOf(-300, 100).margin).toBe(13_333)
  })

  test.each([
    ['2026-11-16', 300_000, 5000, '$3,000.00 this month (+50.0% vs Oct 1–16)'],
    ['2026-11-01', 300_000, -2550, '$3,000.00 this month (-25.5% vs Oct 1)'],
    ['2027-03-31', 100, 100, '$1.00 this month (+1.0% vs Feb 1–28)'],
    ['2026-11-16', 300_000, 0, '$3,000.00 this month'],
    ['2026-11-16', 0, -10_000, '$0.00 this month'],
  ])('on %s says %d and %d as %s', (today, currentMonth, growth, words) => {
    const said = growthMessage({ today, monthlyStats: { currentMonth, growth }, currency: 'USD' })
    expect(said.replaceAll('\u00a0', ' ').replaceAll('\u2060', '')).toBe(words)
  })

  test('compares this month with the last', () => {
    expect(reportWith({ thisMonth: 150, lastMonth: 100 }).monthlyStats).toEqual({
      currentMonth: 150,
      growth: 5000,
    })
    expect(reportWith({ thisMonth: 0, lastMonth: 100 }).monthlyStats.growth).toBe(-10_000)
    expect(reportWith({ thisMonth: 150, lastMonth: 0 }).monthlyStats.growth).toBe(0)
    expect(reportWith({ thisMonth: 100, lastMonth: -100 }).monthlyStats.growth).toBe(20_000)
    expect(reportWith({ thisMonth: -200, lastMonth: -100 }).monthlyStats.growth).toBe(-10_000)
  })

  test('says how much of the time is billable', () => {
    expect(reportWith({ billableHours: 200, nonBillableHours: 100 }).timeUtilization).toEqual({
      billableHours: 200,
      nonBillableHours: 100,
      totalHours: 300,
      billableRate: 6667,
    })
  })
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

test('outstanding invoices have an age, those that are not due yet too', () => {
  const { outstandingByAge, totalOutstanding } = reportWith({
    ages: [
      { reached: 4, invoices: 2, amount: 700 },
      { reached: 0, invoices: 1, amount: 50 },
    ],
  })
  expect(outstandingByAge).toEqual([
    { age: 'not_due', invoices: 1, amount: 50 },
    { age: '0-30', invoices: 0, amount: 0 },
    { age: '31-60', invoices: 0, amount: 0 },
    { age: '61-90', invoices: 0, amount: 0 },
    { age: 'over_90', invoices: 2, amount: 700 },
  ])
  expect(totalOutstanding).toBe(750)
})

test('the tax of all months is summed up by rate', () => {
  const taxByMonth = [
    { month: '2026-10', tax_rate: 19_000, net: 100, tax: 19 },
    { month: '2026-10', tax_rate: 7000, net: 200, tax: 14 },
    { month: '2026-11', tax_rate: 19_000, net: 300, tax: 57 },
  ]
  expect(taxByRate({ taxByMonth })).toEqual([
    { tax_rate: 7000, net: 200, tax: 14 },
    { tax_rate: 19_000, net: 400, tax: 76 },
  ])
})

test('the results of many months are summed up by year', () => {
  const month = (name: string, income: number) => ({
    month: name,
    income,
    expenses: 5,
    expensesByCategory: [],
    paymentCosts: { fees: 3, exchangeDifferences: 1 },
    result: income - 7,
  })
  const few = [month('2026-10', 100), month('2026-11', 200)]
  expect(resultsOf({ profitAndLoss: few })).toEqual({
    by: 'Month',
    rows: [
      { period: 'October 2026', income: 100, expenses: 5, costs: 2, result: 93 },
      { period: 'November 2026', income: 200, expenses: 5, costs: 2, result: 193 },
    ],
  })
  const months = monthsIn({ from: '2024-12-01', to: '2027-01-31' })
  const many = months.map((name) => month(name, 10))
  expect(resultsOf({ profitAndLoss: many })).toEqual({
    by: 'Year',
    rows: [
      { period: '2024', income: 10, expenses: 5, costs: 2, result: 3 },
      { period: '2025', income: 120, expenses: 60, costs: 24, result: 36 },
      { period: '2026', income: 120, expenses: 60, costs: 24, result: 36 },
      { period: '2027', income: 10, expenses: 5, costs: 2, result: 3 },
    ],
  })
})
