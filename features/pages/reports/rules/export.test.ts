import { expect, test } from 'vitest'
import { reportWith } from '#tests/reports.ts'
import { PRINTED_PROJECTS, PRINTED_TAX_LINES, printed } from './export.ts'

test('a report is printed with a bounded number of projects that still add up', () => {
  const project = (id: number) => ({
    project_id: id,
    project_name: `Project ${id}`,
    client_name: null,
    hours: 150,
    revenue: 1000 + id,
    expenses: 10 * id,
  })
  const whole = reportWith({
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
  expect(printed(reportWith({ projects: [project(1)] }), 'en-US').otherProjects).toBeNull()
})

test('a report is printed with a bounded number of lines of tax that still add up', () => {
  const taxes = Array.from({ length: 1000 }, (_, rate) => ({
    month: '2026-11',
    tax_rate: rate,
    net: 100,
    tax: rate,
  }))
  const { taxByMonth, otherTax, totalTax } = printed(reportWith({ taxes }), 'en-US')
  expect(taxByMonth).toHaveLength(PRINTED_TAX_LINES)
  const sum = taxByMonth.reduce((total, { tax }) => total + tax, otherTax?.tax ?? 0)
  expect(sum).toBe(totalTax)
  expect(printed(reportWith({ taxes: taxes.slice(0, 3) }), 'en-US').otherTax).toBeNull()
})
