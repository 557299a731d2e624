import { readFile } from 'node:fs/promises'
import { accountApi } from '#features/foundation/account/contract.ts'
import { reportsApi } from '#features/pages/reports/contract.ts'
import { firstOf } from '#tests/lists.ts'
import { unzip } from '#tests/zip.ts'
import { expectAccessible, expectAccessibleAtEverySize } from './accessibility.ts'
import { expect, test } from './fixtures.ts'

test('a report keeps its range in the address, shows charts as tables, and sorts', { tag: '@deep' }, async ({
  page,
  signIn,
  openDemo,
}) => {
  await signIn('Ada')
  await page.goto('/reports')
  await expect(page.getByText('No project data available for the selected time range.')).toBeVisible()
  const ada = await openDemo()
  const report = await ada.call(reportsApi.get, { query: { timeRange: 'lastyear' } })

  await page.reload()
  await page.getByRole('combobox', { name: 'Time range' }).click()
  await page.getByRole('option', { name: 'Last year' }).click()
  await expect(page).toHaveURL(/\?range=lastyear$/)
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Time range' })).toHaveText('Last year')

  const money = (amount: number) => amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' })
  const income = page.getByRole('table', { name: 'Income Trend' })
  await expect(income.getByRole('row')).toHaveCount(report.incomeByMonth.length + 2)
  await expect(income).toContainText(money(report.totalRevenue))
  await page.getByRole('button', { name: 'Income Trend as a table' }).click()
  await expect(income.getByText(money(report.incomeByMonth[3]?.amount ?? 0))).toBeInViewport()

  const projects = page.getByRole('table', { name: 'Project Profitability Analysis' })
  const first = projects.getByRole('row').nth(1)
  await expect(first).toContainText(firstOf(report.projectProfitability).project_name)
  await projects.getByRole('button', { name: 'Project' }).click()
  await projects.getByRole('button', { name: 'Project' }).click()
  await expect(projects.getByRole('columnheader', { name: 'Project' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  await expect(first).toContainText('Atelier Moreau website')
  await expectAccessible(page)
})

test('a report of a year, a quarter or any days has an address, and says what a tax return asks for', {
  tag: '@deep',
}, async ({ page, openDemo }) => {
  const ada = await openDemo()
  const thisYear = (await ada.call(reportsApi.get)).today.slice(0, 4)
  const lastYear = String(Number(thisYear) - 1)
  const money = (amount: number) => amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' })

  await page.goto('/reports')
  await page.getByRole('combobox', { name: 'Time range' }).click()
  await page.getByRole('option', { name: thisYear, exact: true }).click()
  await expect(page).toHaveURL(`/reports?year=${thisYear}`)
  const report = await ada.call(reportsApi.get, { query: { year: thisYear } })
  await page.getByRole('tab', { name: 'Profit and loss' }).click()
  await expect(page).toHaveURL(`/reports?year=${thisYear}&tab=profit-and-loss`)
  const months = page.getByRole('table', { name: 'Profit and Loss by Month' })
  await expect(months.getByRole('row')).toHaveCount(12 + 2)
  await expect(months.getByRole('row').last()).toContainText(money(report.profit))
  await expectAccessibleAtEverySize(page)
  await page.getByRole('tab', { name: 'Taxes' }).click()
  const tax = page.getByRole('table', { name: 'Tax Collected' })
  await expect(tax.getByRole('row').last()).toContainText(money(report.totalRevenue + report.totalTax))
  await page.getByRole('button', { name: 'Tax Collected by month' }).click()
  await expect(tax.getByRole('row')).toHaveCount(report.taxByMonth.length + 2)
  await expectAccessibleAtEverySize(page)
  await page.getByRole('tab', { name: 'Outstanding' }).click()
  await expect(page.getByText('Over 90 days')).toBeVisible()
  await expectAccessibleAtEverySize(page)

  await page.getByRole('button', { name: lastYear, exact: true }).click()
  await expect(page).toHaveURL(`/reports?year=${lastYear}&tab=outstanding`)
  await expect(page.getByRole('combobox', { name: 'Time range' })).toHaveText(lastYear)

  await page.goto('/reports?quarter=2024-Q1&tab=profit-and-loss')
  await expect(page.getByRole('combobox', { name: 'Time range' })).toHaveText('Q1 2024')
  await expect(months).toHaveCount(0)
  await expect(page.getByText('No income or expenses in this range.').first()).toBeVisible()

  await page.getByRole('combobox', { name: 'Time range' }).click()
  await page.getByRole('option', { name: 'Custom dates' }).click()
  await expect(page).toHaveURL('/reports?from=2024-01-01&to=2024-03-31&tab=profit-and-loss')
  await page.getByRole('tab', { name: 'Overview' }).click()
  await expect(page).toHaveURL('/reports?from=2024-01-01&to=2024-03-31')
  await page.getByLabel('To', { exact: true }).fill('2023-12-31')
  await page.getByLabel('From', { exact: true }).focus()
  await expect(page.getByText('Must not be before the first day')).toBeVisible()
  await page.getByLabel('From', { exact: true }).fill('2023-12-30')
  await expect(page).toHaveURL('/reports?from=2023-12-30&to=2023-12-31')
  await expect(page.getByText('Dec 30, 2023 to Dec 31, 2023')).toBeVisible()
  await expectAccessible(page)
})

test('a report and the whole account can be exported', { tag: '@deep' }, async ({ page, openDemo }) => {
  const ada = await openDemo()
  await ada.call(accountApi.update, { body: { business_name: 'Studio Löwe', time_zone: 'UTC' } })
  await page.goto('/reports')
  for (const [choice, ending, start] of [
    ['PDF', 'pdf', '%PDF-'],
    ['CSV', 'csv', '\uFEFFReport,Studio Löwe'],
  ] as const) {
    await page.getByRole('button', { name: 'Export' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: choice }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(
      new RegExp(`^Studio Löwe - Report, last 3 months \\(.+\\)\\.${ending}$`),
    )
    expect((await readFile(await file.path())).toString().startsWith(start)).toBe(true)
  }
  await page.getByRole('button', { name: /Account menu/ }).click()
  const [zip] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export all data' }).click(),
  ])
  expect(zip.suggestedFilename()).toMatch(/^Studio Löwe - Daybook export .+\.zip$/)
  expect((await unzip(await readFile(await zip.path()))).get('clients.csv')).toContain('Harbor & Pine')
})
