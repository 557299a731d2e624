import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from './fixtures.ts'

test.use({ expectedErrors: /400 \(Bad Request\)|Please enter the exchange rate/ })

const choose = async (page: Page, field: string, search: string, option: RegExp | string) => {
  await page.getByRole('combobox', { name: field }).fill(search)
  await page.getByRole('option', { name: option }).click()
}

test('an expense in another currency asks for its exchange rate, and the next one has it', async ({
  page,
  signIn,
}) => {
  const ada = await signIn('Ada')
  const add = async (description: string, amount: string) => {
    await page.goto('/expenses?new')
    await page.getByLabel('Description').fill(description)
    await page.getByLabel('Amount').fill(amount)
    await choose(page, 'Currency', 'euro', /^EUR/)
    await page.getByRole('combobox', { name: 'Category' }).click()
    await page.getByRole('option', { name: 'Travel' }).click()
  }
  const saved = page.getByText('Expense added successfully')

  await add('Train to Berlin', '42,50')
  await page.getByRole('button', { name: 'Save Expense' }).click()
  await expect(
    page.getByText('Please enter the exchange rate: how many USD is one EUR worth?').first(),
  ).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Exchange rate').fill('1.1')
  await page.getByRole('button', { name: 'Save Expense' }).click()
  await expect(saved).toBeVisible()

  await add('Train to Paris', '100')
  await page.getByRole('button', { name: 'Save Expense' }).click()
  await expect(saved).toBeVisible()
  await expect(page.getByText('€42.50')).toBeVisible()
  const { body } = await ada.get('/api/expenses')
  expect(body).toMatchObject([
    { description: 'Train to Paris', currency: 'EUR', exchange_rate: 1.1, home_amount: 110 },
    { description: 'Train to Berlin', currency: 'EUR', exchange_rate: 1.1, home_amount: 46.75 },
  ])
})

test("a client's currency is that of new projects and invoices", async ({ page, signIn }) => {
  const ada = await signIn('Ada')
  await page.goto('/clients?new')
  await page.getByLabel('Name').fill('Atelier Moreau')
  await choose(page, 'Currency', 'EUR', /^EUR/)
  await page.getByRole('button', { name: 'Save Client' }).click()
  await expect(page.getByText('Client created successfully')).toBeVisible()
  const { body: clients } = await ada.get('/api/clients')
  expect(clients).toMatchObject([{ name: 'Atelier Moreau', currency: 'EUR' }])
  const client_id = clients[0].id
  const { body: project } = await ada.post('/api/projects', { name: 'Lookbook', client_id, hourly_rate: 90 })
  expect(project).toMatchObject({ currency: 'EUR' })
  await page.goto('/projects')
  await expect(page.getByText('€90.00')).toBeVisible()
})
