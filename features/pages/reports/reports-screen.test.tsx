import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer, callsOf } from '#tests/answers.ts'
import { visit } from '#tests/component.tsx'
import { reportsApi } from './contract.ts'

const REPORT = {
  currency: 'USD',
  from: '2026-01-01',
  to: '2026-12-31',
  totalRevenue: 400,
  clientRevenue: [
    { client_id: 1, client_name: 'Studio North', revenue: 300 },
    { client_id: 2, client_name: 'Harbor & Pine', revenue: 100 },
    { client_id: 3, client_name: 'Nothing paid', revenue: 0 },
  ],
}

test('tabs have addresses that keep the range, and share one report', async () => {
  answer(reportsApi.get, REPORT)
  const user = visit('/reports?year=2026')
  expect(await screen.findByText('Top Clients by Revenue')).toBeVisible()
  for (const [tab, address, text] of [
    ['Profit and loss', '/reports?year=2026&tab=profit-and-loss', 'Profit and Loss'],
    ['Taxes', '/reports?year=2026&tab=taxes', 'Tax Collected'],
    ['Outstanding', '/reports?year=2026&tab=outstanding', 'Outstanding by Age'],
    ['Projects', '/reports?year=2026&tab=projects', 'Project Profitability Analysis'],
    ['Clients', '/reports?year=2026&tab=clients', 'Revenue by Client'],
    ['Overview', '/reports?year=2026', 'Top Clients by Revenue'],
  ] as const) {
    await user.click(screen.getByRole('tab', { name: tab }))
    expect(await screen.findByRole('heading', { name: text })).toBeVisible()
    expect(user.address()).toBe(address)
  }
  expect(callsOf(reportsApi.get)).toHaveLength(1)
})

test('an empty report says what fills it', async () => {
  answer(reportsApi.get, { currency: 'USD', from: '2026-01-01', to: '2026-12-31' })
  visit('/reports?year=2026')
  expect(await screen.findByRole('link', { name: 'Log Time' })).toHaveAttribute('href', '/time-tracking?new')
  expect(screen.getByRole('link', { name: 'New Invoice' })).toHaveAttribute('href', '/invoices?new')
  expect(screen.getByRole('link', { name: 'Add Expense' })).toHaveAttribute('href', '/expenses?new')
})

test('a filled report has no next steps', async () => {
  answer(reportsApi.get, REPORT)
  visit('/reports?year=2026')
  await screen.findByText('Top Clients by Revenue')
  expect(screen.queryByText('Next steps')).not.toBeInTheDocument()
})

test('a tab stays when another range is chosen, and lists every client who paid', async () => {
  answer(reportsApi.get, REPORT)
  const user = visit('/reports?tab=clients')
  const rows = await screen.findAllByRole('row')
  expect(rows.map((row) => row.textContent)).toEqual([
    'ClientShareRevenue',
    'Studio North75.0%$300.00',
    'Harbor & Pine25.0%$100.00',
    'Total$400.00',
  ])
  await user.choose('Time range', 'Last 6 months')
  expect(user.address()).toBe('/reports?range=last6months&tab=clients')
  expect(screen.getByRole('tab', { name: 'Clients' })).toHaveAttribute('aria-selected', 'true')
})

test('a long table of projects shows its best ones, then all, and always adds up', async () => {
  const projects = Array.from({ length: 40 }, (_, index) => ({
    project_id: index + 1,
    project_name: `Project ${index + 1}`,
    hours: 1,
    revenue: index + 1,
    expenses: 0,
    profit: index + 1,
    margin: 100,
  }))
  answer(reportsApi.get, { ...REPORT, projectProfitability: projects })
  const user = visit('/reports?tab=projects')
  const table = await screen.findByRole('table', { name: 'Project Profitability Analysis' })
  const names = () =>
    within(table)
      .getAllByRole('row')
      .slice(1, -1)
      .map((row) => row.querySelector('td')?.textContent)
  expect(names()).toHaveLength(25)
  expect(names()[0]).toBe('Project 40')
  expect(within(table).getAllByRole('row').at(-1)).toHaveTextContent('$400.00')
  await user.click(screen.getByRole('button', { name: 'Show all 40 projects' }))
  expect(names()).toHaveLength(40)
  expect(screen.queryByRole('button', { name: /Show all/ })).not.toBeInTheDocument()
})
