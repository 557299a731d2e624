import { businessApi } from '#features/business/contract.ts'
import { clientsApi } from '#features/clients/contract.ts'
import { expensesApi } from '#features/expenses/contract.ts'
import { invoicesApi } from '#features/invoices/contract.ts'
import { projectsApi } from '#features/projects/contract.ts'
import { timeEntriesApi } from '#features/time-entries/contract.ts'
import { expect, test } from './fixtures.ts'

test('an amount with a decimal comma is understood, and one that is not a number stays in its field', async ({
  page,
  signIn,
}) => {
  const ada = await signIn('Ada')
  await page.goto('/expenses?new')
  await page.getByLabel('Description').fill('Fonts')
  await page.getByRole('combobox', { name: 'Category' }).click()
  await page.getByRole('option', { name: 'Software & Tools' }).click()
  const amount = page.getByLabel('Amount')
  await amount.fill('1,25.50')
  await page.getByRole('button', { name: 'Save Expense' }).click()
  await expect(page.getByRole('link', { name: 'Amount must be a number' })).toBeVisible()
  await expect(amount).toHaveValue('1,25.50')
  expect(await ada.call(expensesApi.list)).toEqual([])
  await amount.fill('1,250')
  await expect(amount).toHaveAccessibleDescription(/= \$1,250\.00/)
  await amount.fill('12,50')
  await expect(amount).toHaveAccessibleDescription('= $12.50')
  await page.getByRole('button', { name: 'Save Expense' }).click()
  await expect(page.getByText('Expense added successfully')).toBeVisible()
  expect((await ada.call(expensesApi.list))[0]?.amount).toBe(12.5)
})

test('more than 24 hours in a day have to be confirmed', async ({ page, signIn }) => {
  const ada = await signIn('Ada')
  const project = await ada.call(projectsApi.create, { body: { name: 'Website' } })
  await ada.call(timeEntriesApi.create, { body: { project_id: project.id, hours: 20, date: '2026-11-12' } })
  await page.goto('/time-tracking?new')
  const dialog = page.getByRole('dialog', { name: 'Log Time' })
  await page.getByRole('combobox', { name: 'Project' }).click()
  await page.getByRole('option', { name: /Website/ }).click()
  await page.getByLabel('Hours').fill('6')
  await page.getByLabel('Date').fill('2026-11-12')
  await dialog.getByRole('button', { name: 'Log Time' }).click()
  await expect(page.getByRole('alertdialog')).toContainText(
    'That makes 26 hours on November 12. Save anyway?',
  )
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect(page.getByLabel('Hours')).toHaveValue('6')
  expect(await ada.call(timeEntriesApi.list)).toHaveLength(1)
  await dialog.getByRole('button', { name: 'Log Time' }).click()
  await page.getByRole('button', { name: 'Save anyway' }).click()
  await expect(page.getByText('Time entry logged successfully')).toBeVisible()
  expect(await ada.call(timeEntriesApi.list)).toHaveLength(2)
})

test('rates, quantities, percents and hours are parsed alike, and the arrow keys step', async ({
  page,
  signIn,
}) => {
  const ada = await signIn('Ada')
  const client = await ada.call(clientsApi.create, { body: { name: 'Studio North' } })
  const invoice = await ada.call(invoicesApi.create, {
    body: { client_id: client.id, issue_date: '2026-11-15' },
  })
  await page.goto(`/invoices?view=${invoice.id}`)
  const dialog = page.getByRole('dialog', { name: /INV-0001/ })
  await dialog.getByRole('button', { name: 'Edit' }).click()
  await dialog.getByLabel('Tax rate').fill('8,25')
  await dialog.getByRole('button', { name: 'Save Details' }).click()
  await expect(dialog.getByLabel('Tax rate')).toHaveCount(0)
  await dialog.getByLabel('Description').fill('Design')
  await dialog.getByLabel('Qty').fill('1,5')
  await dialog.getByLabel('Qty').press('ArrowUp')
  await expect(dialog.getByLabel('Qty')).toHaveValue('1.6')
  await dialog.getByLabel('Rate').fill('1.250,00')
  await expect(dialog.getByLabel('Amount')).toHaveText('$2,000.00')
  await dialog.getByLabel('Rate').press('Enter')
  await expect(page.getByText('Item added successfully')).toBeVisible()
  const saved = await ada.call(invoicesApi.get, { params: { id: invoice.id } })
  expect(saved).toMatchObject({ tax_rate: 8.25, items: [{ quantity: 1.6, rate: 1250 }] })

  await page.goto('/projects?new')
  await page.getByLabel('Name', { exact: true }).fill('Website')
  await page.getByLabel('Hourly rate').fill("1'250.50")
  await page.getByLabel('Estimated hours').fill('12,5')
  await page.getByLabel('Estimated hours').press('ArrowDown')
  await page.getByRole('button', { name: 'Save Project' }).click()
  await expect(page.getByText('Project created successfully')).toBeVisible()
  const [project] = await ada.call(projectsApi.list)
  expect(project).toMatchObject({ hourly_rate: 1250.5, estimated_hours: 12.4 })

  await page.goto('/time-tracking?new')
  await page.getByRole('combobox', { name: 'Project' }).click()
  await page.getByRole('option', { name: /Website/ }).click()
  await page.getByLabel('Hours').fill('90m')
  await expect(page.getByLabel('Hours')).toHaveAccessibleDescription('= 1.5 h')
  await page.getByLabel('Hours').press('ArrowUp')
  await expect(page.getByLabel('Hours')).toHaveValue('1.75')
  await page.getByRole('dialog').getByRole('button', { name: 'Log Time' }).click()
  await expect(page.getByText('Time entry logged successfully')).toBeVisible()
  expect((await ada.call(timeEntriesApi.list))[0]?.hours).toBe(1.75)
})

test('figures are shown and read in the locale of the account', async ({ page, signIn }) => {
  const ada = await signIn('Ada')
  const { id } = await ada.call(expensesApi.create, {
    body: {
      description: 'Taxi',
      amount: 1.085,
      currency: 'KWD',
      exchange_rate: 3.255,
      category: 'Travel',
      date: '2026-11-15',
    },
  })
  await ada.call(businessApi.update, { body: { locale: 'de-DE' } })
  await page.goto('/expenses')
  const row = page.getByRole('list', { name: 'Expenses' }).getByRole('listitem')
  await expect(row).toContainText(/1,085\sKWD/)
  await expect(row).toContainText(/3,53\s\$/)

  await page.goto(`/expenses?edit=${id}`)
  const amount = page.getByLabel('Amount')
  const rate = page.getByLabel('Exchange rate')
  await expect(amount).toHaveValue('1,085')
  await expect(rate).toHaveValue('3,255')
  await amount.focus()
  await rate.focus()
  await page.getByRole('button', { name: 'Save Expense' }).click()
  await expect(page.getByText('Expense updated successfully')).toBeVisible()
  const read = () => ada.call(expensesApi.get, { params: { id } })
  expect(await read()).toMatchObject({ amount: 1.085, exchange_rate: 3.255 })

  await page.goto(`/expenses?edit=${id}`)
  await amount.fill('1.250')
  await expect(amount).toHaveAccessibleDescription(/^= 1\.250,000\sKWD$/)
  await page.getByRole('button', { name: 'Save Expense' }).click()
  await expect(page.getByText('Expense updated successfully').last()).toBeVisible()
  expect(await read()).toMatchObject({ amount: 1250, exchange_rate: 3.255 })
})
