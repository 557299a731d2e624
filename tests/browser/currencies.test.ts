import { clientsApi } from '#features/engagement/clients/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { expensesApi } from '#features/work/expenses/contract.ts'
import { timeEntriesApi } from '#features/work/time-entries/contract.ts'
import { firstOf } from '#tests/lists.ts'
import { expectAccessible } from './accessibility.ts'
import { chooseFound, expect, test } from './fixtures.ts'

test.use({ expectedErrors: /400 \(Bad Request\)|Please enter the exchange rate/ })

test('an expense in another currency asks for its exchange rate, and the next one has it', {
  tag: '@deep',
}, async ({ page, signIn }) => {
  const ada = await signIn('Ada')
  const add = async (description: string, amount: string) => {
    await page.goto('/expenses?new')
    await page.getByLabel('Description').fill(description)
    await page.getByLabel('Amount').fill(amount)
    await chooseFound(page.getByRole('combobox', { name: 'Currency' }), 'euro', /^EUR/)
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
  expect(await ada.call(expensesApi.list)).toMatchObject([
    { description: 'Train to Paris', currency: 'EUR', exchange_rate: 1.1, home_amount: 110 },
    { description: 'Train to Berlin', currency: 'EUR', exchange_rate: 1.1, home_amount: 46.75 },
  ])
})

test("a client's currency is that of new projects and invoices", { tag: '@deep' }, async ({
  page,
  signIn,
}) => {
  const ada = await signIn('Ada')
  await page.goto('/clients?new')
  await page.getByLabel('Name').fill('Atelier Moreau')
  await page.getByText('More details').click()
  await chooseFound(page.getByRole('combobox', { name: 'Currency' }), 'EUR', /^EUR/)
  await page.getByRole('button', { name: 'Save Client' }).click()
  await expect(page.getByText('Client created successfully')).toBeVisible()
  const clients = await ada.call(clientsApi.list)
  expect(clients).toMatchObject([{ name: 'Atelier Moreau', currency: 'EUR' }])
  const client_id = firstOf(clients).id
  await page.goto('/projects?new')
  const form = page.getByRole('dialog', { name: 'New Project' })
  const currency = form.getByRole('combobox', { name: 'Currency' })
  await form.getByLabel('Name', { exact: true }).fill('Lookbook')
  await expect(currency).toHaveValue('USD')
  await chooseFound(page.getByRole('combobox', { name: 'Client' }), 'Atelier', /^Atelier/)
  await expect(currency).toHaveValue('EUR')
  await form.getByLabel('Hourly rate').fill('90')
  await form.getByRole('button', { name: 'Save Project' }).click()
  await expect(page.getByText('€90.00')).toBeVisible()
  expect(await ada.call(projectsApi.list)).toMatchObject([{ currency: 'EUR', client_id }])
})

test('the currency of a project can be chosen until time is logged on it', { tag: '@deep' }, async ({
  page,
  signIn,
}) => {
  const ada = await signIn('Ada')
  await page.goto('/projects?new')
  await page.getByLabel('Name', { exact: true }).fill('Lookbook')
  await chooseFound(page.getByRole('combobox', { name: 'Currency' }), 'yen', /^JPY/)
  await page.getByLabel('Hourly rate').fill('9000')
  await page.getByRole('button', { name: 'Save Project' }).click()
  await expect(page.getByText('¥9,000')).toBeVisible()
  const project = firstOf(await ada.call(projectsApi.list))
  await ada.call(timeEntriesApi.create, { body: { project_id: project.id, hours: 1, date: '2026-11-16' } })
  await page.goto(`/projects?edit=${project.id}`)
  const currency = page.getByRole('combobox', { name: 'Currency' })
  await expect(currency).toHaveValue('JPY')
  await expect(currency).toBeDisabled()
  await expect(currency).toHaveAccessibleDescription('Fixed, since time is logged.')
})
