import type { Page } from '@playwright/test'
import { clientsApi } from '#features/clients/contract.ts'
import { invoicesApi } from '#features/invoices/contract.ts'
import { projectsApi } from '#features/projects/contract.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './fixtures.ts'

const choose = async (page: Page, field: string, option: RegExp | string) => {
  await page.getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option }).click()
}

test('a new freelancer enters a first invoice, and every screen agrees to the cent', async ({
  page,
  signIn,
}) => {
  await signIn('Ada')
  const visit = (screen: string) => page.getByRole('link', { name: screen, exact: true }).click()

  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Add Client' }).click()
  await page.getByLabel('Name').fill('Studio North')
  await page.getByRole('button', { name: 'Save Client' }).click()
  await expect(page.getByText('Client created successfully')).toBeVisible()

  await visit('Dashboard')
  await page.getByRole('link', { name: 'Start Project' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Website')
  await choose(page, 'Client', /Studio North/)
  await page.getByRole('button', { name: 'Save Project' }).click()
  await expect(page.getByText('Project created successfully')).toBeVisible()

  await visit('Dashboard')
  await page.getByRole('link', { name: 'Log Time' }).click()
  await choose(page, 'Project', /Website/)
  await page.getByLabel('Hours').fill('1:30')
  await page.getByRole('dialog', { name: 'Log Time' }).getByRole('button', { name: 'Log Time' }).click()
  await expect(page.getByText('Time entry logged successfully')).toBeVisible()

  await visit('Expenses')
  await page.getByRole('button', { name: 'Add Expense' }).first().click()
  await page.getByLabel('Description').fill('Fonts')
  await page.getByLabel('Amount').fill('49.99')
  await choose(page, 'Category', 'Software & Tools')
  await page.getByRole('button', { name: 'Save Expense' }).click()
  await expect(page.getByText('Expense added successfully')).toBeVisible()

  await visit('Dashboard')
  await page.getByRole('link', { name: 'Create Invoice' }).click()
  await choose(page, 'Client', /Studio North/)
  await page.getByLabel('Tax rate').fill('8.25')
  await page.getByRole('dialog').getByRole('button', { name: 'Create Invoice' }).click()
  const invoice = page.getByRole('dialog', { name: /INV-0001/ })
  const items = [
    ['Design', '10', '95', '$950.00'],
    ['Development', '12.5', '110.10', '$1,376.25'],
    ['Hosting', '1', '19.99', '$19.99'],
  ] as const
  for (const [description, quantity, rate, amount] of items) {
    await invoice.getByLabel('Description').fill(description)
    await invoice.getByLabel('Qty').fill(quantity)
    await invoice.getByLabel('Rate').fill(rate)
    await page.keyboard.press('Enter')
    await expect(invoice.getByRole('row', { name: new RegExp(description) })).toContainText(amount)
  }
  for (const figure of ['$2,346.24', '$193.56', '$2,539.80'])
    await expect(invoice.getByText(figure)).toBeVisible()
  await expectAccessible(page)
  await choose(page, 'Status', 'Sent')
  await expect(page.getByText('Invoice marked as sent')).toBeVisible()
  await page.keyboard.press('Escape')

  await visit('Dashboard')
  await expect(page.getByRole('link', { name: /Pending Invoices/ })).toContainText('$2,539.80')
  await expect(page.getByRole('link', { name: /Hours This Month/ })).toContainText('1.5')
  await expect(page.getByRole('main').getByText('Invoice marked as sent')).toBeVisible()

  await visit('Invoices')
  await page.getByRole('button', { name: /INV-0001/ }).click()
  await choose(page, 'Status', 'Paid')
  await page.getByRole('button', { name: 'Mark as paid' }).click()
  await expect(page.getByText('Invoice marked as paid')).toBeVisible()
  await page.keyboard.press('Escape')
  await visit('Dashboard')
  await expect(page.getByRole('link', { name: /Pending Invoices/ })).toContainText('$0.00')
})

test('a form says what is wrong, in a list and by each field', async ({ page, signIn }) => {
  await signIn('Ada')
  await page.goto('/clients?new')
  await page.getByLabel('Email').fill('nowhere')
  await page.getByLabel('Phone').fill('0')
  await page.getByRole('button', { name: 'Save Client' }).click()
  for (const message of [
    'Client name is required',
    'Please enter a valid email address',
    'Please enter a valid phone number',
  ]) {
    await expect(page.getByText(message)).toHaveCount(2)
  }
  await expect(page.getByLabel('Name')).toBeFocused()
  await expectAccessible(page)
})

test('a list shows one status at an address of its own, and what is opened from there leads back', async ({
  page,
  signIn,
}) => {
  const ada = await signIn('Ada')
  const client_id = (await ada.call(clientsApi.create, { body: { name: 'Studio North' } })).id
  for (const name of ['Website', 'Brochure'])
    await ada.call(projectsApi.create, { body: { name, client_id } })
  const invoice = { client_id, issue_date: '2026-11-01', due_date: '2026-11-02' }
  for (const status of ['draft', 'sent'] as const) {
    const { id } = await ada.call(invoicesApi.create, { body: invoice })
    await ada.call(invoicesApi.update, { params: { id }, body: { status } })
  }
  const status = page.getByRole('navigation', { name: 'Status' })
  const cards = page.getByRole('list', { name: 'Invoices' }).getByRole('listitem')
  await page.goto('/invoices')
  await expect(cards).toHaveCount(2)
  await status.getByRole('link', { name: 'Overdue' }).click()
  await expect(cards).toHaveCount(1)
  await expect(cards).toContainText('INV-0002')

  await page.getByRole('button', { name: /INV-0002/ }).click()
  await expect(page.getByRole('dialog', { name: /INV-0002/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/invoices?status=overdue')
  await page.reload()
  await expect(status.getByRole('link', { name: 'Overdue' })).toHaveAttribute('aria-current', 'true')
  await expect(cards).toHaveCount(1)
  await status.getByRole('link', { name: 'Paid', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'No invoices found' })).toBeVisible()
  await page.goBack()
  await page.goBack()
  await expect(cards).toHaveCount(2)

  await page.goto('/projects?status=on_hold')
  await expect(page.getByRole('heading', { name: 'No projects found' })).toBeVisible()
  await status.getByRole('link', { name: 'Active' }).click()
  await expect(page.getByRole('heading', { name: 'Brochure' })).toBeVisible()
})

test.describe('an invoice of an archived client', () => {
  test.use({ expectedErrors: /404 \(Not Found\)|Client not found/ })

  test('says that it cannot be sent', async ({ page, signIn }) => {
    const ada = await signIn('Ada')
    const client = await ada.call(clientsApi.create, {
      body: { name: 'Studio North', email: 'n@example.com' },
    })
    const invoice = { client_id: client.id, issue_date: '2026-11-15' }
    const { id } = await ada.call(invoicesApi.create, { body: invoice })
    await ada.call(clientsApi.remove, { params: { id: client.id } })
    await page.goto(`/invoices?view=${id}`)
    await page.getByRole('button', { name: 'Send' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send INV-0001' })
    await expect(dialog).toContainText('Studio North is archived, so the invoice cannot be sent.')
    await expect(dialog.getByRole('button', { name: /send|link/i })).toHaveCount(0)
  })
})
