import { readFile } from 'node:fs/promises'
import { unzip } from '#tests/zip.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

test('sample data is added and removed with one click', async ({ page, signIn }) => {
  await signIn('Ada')
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Explore with sample data' }).click()
  await expect(page.getByText('You are looking at sample data')).toBeVisible()
  await expect(page.getByRole('link', { name: /Active Clients/ })).toContainText('7')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Remove sample data' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove sample data' }).click()
  await expect(page.getByRole('button', { name: 'Explore with sample data' })).toBeVisible()
  await expect(page.getByRole('link', { name: /Active Clients/ })).toContainText('0')
})

test('a report keeps its range in the address, shows charts as tables, and sorts', async ({
  page,
  signIn,
}) => {
  const ada = await signIn('Ada')
  await page.goto('/reports')
  await expect(page.getByText('No project data available for the selected time range.')).toBeVisible()
  await ada.post('/api/sample-data', undefined)
  const report = (await ada.get('/api/reports?timeRange=lastyear')).body

  await page.reload()
  await page.getByLabel('Time range').click()
  await page.getByRole('option', { name: 'Last year' }).click()
  await expect(page).toHaveURL(/\?range=lastyear$/)
  await page.reload()
  await expect(page.getByLabel('Time range')).toHaveText('Last year')

  const money = (amount: number) => amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' })
  const income = page.getByRole('table', { name: 'Income Trend' })
  await expect(income.getByRole('row')).toHaveCount(report.incomeByMonth.length + 2)
  await expect(income).toContainText(money(report.totalRevenue))
  await page.getByRole('button', { name: 'Income Trend as a table' }).click()
  await expect(income.getByText(money(report.incomeByMonth[3].amount))).toBeInViewport()

  const projects = page.getByRole('table', { name: 'Project Profitability Analysis' })
  const first = projects.getByRole('row').nth(1)
  await expect(first).toContainText(report.projectProfitability[0].project_name)
  await projects.getByRole('button', { name: 'Project' }).click()
  await projects.getByRole('button', { name: 'Project' }).click()
  await expect(projects.getByRole('columnheader', { name: 'Project' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  await expect(first).toContainText('Atelier Moreau website')
  await expectAccessible(page)
})

test('a report and the whole account can be exported', async ({ page, signIn }) => {
  const ada = await signIn('Ada')
  await ada.put('/api/users/me', { business_name: 'Studio Löwe', time_zone: 'UTC' })
  await ada.post('/api/sample-data', undefined)
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
