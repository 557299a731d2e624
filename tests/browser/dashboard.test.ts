import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { commentsApi } from '#features/work/comments/contract.ts'
import { timeEntriesApi } from '#features/work/time-entries/contract.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './fixtures.ts'

test('the dashboard links to everything it shows', { tag: '@deep' }, async ({ page, signIn }) => {
  const ada = await signIn('Ada')
  const client = (await ada.call(clientsApi.create, { body: { name: 'Studio North' } })).id
  const project = (await ada.call(projectsApi.create, { body: { name: 'Website', client_id: client } })).id
  await ada.call(projectsApi.create, { body: { name: 'Old site', status: 'completed' } })
  const today = new Date().toISOString().slice(0, 10)
  await ada.call(timeEntriesApi.create, {
    body: { project_id: project, hours: 2, date: today, description: 'Now' },
  })
  await ada.call(timeEntriesApi.create, {
    body: {
      project_id: project,
      hours: 3,
      date: '2020-01-01',
      description: 'Then',
    },
  })
  const item = { description: 'Design', quantity: 1, rate: 100 }
  for (const status of ['sent', 'draft', 'paid'] as const) {
    const invoice = await ada.call(invoicesApi.create, {
      body: { client_id: client, issue_date: today, items: [item] },
    })
    await ada.call(invoicesApi.update, { params: { id: invoice.id }, body: { status } })
  }
  await ada.call(commentsApi.create, {
    params: { id: project },
    body: { content: 'Could the logo be larger?' },
  })

  const visitDashboard = async () => {
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  }
  const openFromDashboard = async (link: string | RegExp) => {
    await visitDashboard()
    await page.getByRole('main').getByRole('link', { name: link }).first().click()
  }
  await page.goto('/dashboard')
  await openFromDashboard(/Active Projects/)
  await expect(page).toHaveURL(/\/projects\?status=active$/)
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Website'])

  await openFromDashboard(/Hours This Month/)
  await expect(page).toHaveURL(/\/time-tracking\?from=\d{4}-\d\d-01&to=\d{4}-\d\d-\d\d$/)
  await expect(page.getByText(/Now/)).toBeVisible()
  await expect(page.getByText(/Then/)).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Show all days' }).click()
  await expect(page.getByText(/Then/)).toBeVisible()

  await openFromDashboard(/Pending Invoices/)
  await expect(page).toHaveURL(/\/invoices\?status=unpaid$/)
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['INV-0001'])

  await visitDashboard()
  await expect(page.getByText('Website: Could the logo be larger?')).toBeVisible()
  await expectAccessible(page)
  await openFromDashboard('Comment added')
  await expect(page).toHaveURL(`/projects/${project}?tab=comments`)
  await expect(page.getByText('Could the logo be larger?')).toBeVisible()
  await openFromDashboard('Invoice marked as paid')
  await expect(page.getByRole('dialog', { name: /INV-0003/ })).toBeVisible()
})

test('a sum of nine digits stays on one line', { tag: '@deep' }, async ({ page, signIn }) => {
  const ada = await signIn('Ada')
  const { id: client_id } = await ada.call(clientsApi.create, { body: { name: 'Studio North' } })
  const { id } = await ada.call(invoicesApi.create, {
    body: {
      client_id,
      issue_date: new Date().toISOString().slice(0, 10),
      items: [{ description: 'Design', quantity: 1, rate: 123_456_789 }],
    },
  })
  await ada.call(invoicesApi.update, { params: { id }, body: { status: 'sent' } })
  await page.goto('/dashboard')
  const sums = page.getByRole('main').getByRole('link').getByText('$123,456,789.00', { exact: true })
  await expect(sums).toHaveCount(3)
  for (const width of [320, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const lines = () => sums.evaluateAll((all) => all.map((sum) => sum.getClientRects().length))
    await expect.poll(lines, `at ${width} px`).toEqual([1, 1, 1])
  }
})
