import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { sendingApi } from '#features/billing/sending/contract/sending.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { expensesApi } from '#features/work/expenses/contract.ts'
import { timeEntriesApi } from '#features/work/time-entries/contract.ts'
import type { Person } from '#tests/people.ts'
import { expect, test } from './fixtures.ts'

/** A client with work that is not billed, a draft, and an invoice that was paid in part. */
async function fillClient(ada: Person) {
  const client = await ada.call(clientsApi.create, {
    body: { name: 'Studio North', email: 'mara@north.example' },
  })
  const client_id = client.id
  const project = await ada.call(projectsApi.create, {
    body: { name: 'New website', client_id, hourly_rate: 80 },
  })
  const work = { project_id: project.id, date: '2026-01-15' }
  await ada.call(timeEntriesApi.create, { body: { ...work, hours: 1.5, description: 'Sketches' } })
  await ada.call(expensesApi.create, {
    body: { ...work, description: 'Fonts', category: 'Software & Tools', amount: 30, is_billable: true },
  })
  const items = [{ description: 'Design', quantity: 1, rate: 500 }]
  await ada.call(invoicesApi.create, { body: { client_id, issue_date: '2026-01-20', items } })
  const invoice = await ada.call(invoicesApi.create, { body: { client_id, issue_date: '2026-01-21', items } })
  const params = { id: invoice.id }
  await ada.call(sendingApi.send, { params, body: { mail: false } })
  const paid_on = new Date().toISOString().slice(0, 10)
  await ada.call(invoicesApi.recordPayment, { params, body: { amount: 200, paid_on } })
  return { client: client.id, invoice: invoice.id }
}

test('a client’s page shows what is owed, and each figure leads to what it is made of', {
  tag: '@deep',
}, async ({ page, signIn }) => {
  await fillClient(await signIn('Ada'))
  await page.goto('/clients')
  await page.getByRole('link', { name: 'Studio North' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Studio North' })).toBeVisible()

  const amounts = page.getByRole('navigation', { name: 'Amounts' })
  await expect(amounts.getByRole('link', { name: 'Unbilled $150.00' })).toBeVisible()
  await expect(amounts.getByRole('link', { name: 'Drafts $500.00' })).toBeVisible()
  const paid = page.getByRole('definition').filter({ hasText: '$200.00' })
  await expect(paid.first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Paid this year' })).toBeVisible()
  const unbilled = page.getByRole('table', { name: 'Unbilled work by project' })
  await expect(unbilled.getByRole('row', { name: 'New website 1.5 h · $120.00' })).toBeVisible()

  await amounts.getByRole('link', { name: 'Waiting for approval $300.00' }).click()
  await expect(page.getByText('1 invoice · $300.00')).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Invoices (2)' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('heading', { level: 2, name: 'INV-0002' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'INV-0001' })).toHaveCount(0)

  await page.getByRole('tab', { name: 'Time' }).click()
  await expect(page.getByText('Sketches')).toBeVisible()
  await page.getByRole('tab', { name: 'Expenses' }).click()
  await expect(page.getByText('Fonts')).toBeVisible()
  await page.getByRole('tab', { name: 'Activity' }).click()
  await expect(page.getByText('Payment recorded')).toBeVisible()

  await page.getByRole('tab', { name: 'Overview' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'PDF' }).click()
  expect((await download).suggestedFilename()).toContain('Statement for Studio North')
})

test('notes and details are edited where they stand, by keyboard alone', { tag: '@deep' }, async ({
  page,
  signIn,
}) => {
  const { client } = await fillClient(await signIn('Ada'))
  await page.goto(`/clients/${client}`)
  await page.getByRole('button', { name: 'Add notes' }).press('Enter')
  await page.getByLabel('Notes', { exact: true }).fill('Prefers calls')
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Edit notes: Prefers calls' })).toBeFocused()

  await page.getByRole('button', { name: 'Edit email: mara@north.example' }).press('Enter')
  const email = page.getByLabel('Email', { exact: true })
  await email.fill('nobody')
  await email.press('Enter')
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  await email.fill('nils@north.example')
  await email.press('Enter')
  await expect(page.getByRole('button', { name: 'Edit email: nils@north.example' })).toBeFocused()
})

test('a client is archived, restored, and erased after a plain question', { tag: '@deep' }, async ({
  page,
  signIn,
}) => {
  const { client } = await fillClient(await signIn('Ada'))
  await page.goto(`/clients/${client}`)
  const remove = async () => {
    await page.getByRole('button', { name: 'Actions for Studio North' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const question = page.getByRole('alertdialog')
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(question).toHaveCount(0)
  }
  await remove()
  await expect(page.getByText('Archived', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText('Archived', { exact: true })).toHaveCount(0)

  await remove()
  await page.getByRole('button', { name: 'Erase' }).click()
  await expect(page.getByText('tax law requires you to keep them')).toBeVisible()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Erase' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Erased client' })).toBeVisible()
  await page.getByRole('tab', { name: 'Invoices' }).click()
  await expect(page.getByRole('link', { name: 'Studio North' })).toHaveCount(1)
})
