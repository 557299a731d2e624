import { clientsApi } from '#features/clients/contract.ts'
import { invoicesApi } from '#features/invoices/contract.ts'
import { projectsApi } from '#features/projects/contract.ts'
import { timeEntriesApi } from '#features/time-entries/contract.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './fixtures.ts'

test('a picker creates a missing record without leaving the form', async ({ page, signIn }) => {
  const ada = await signIn('Ada')
  await ada.call(clientsApi.create, { body: { name: 'Acme Ltd' } })

  await page.goto('/invoices?new')
  const client = page.getByRole('combobox', { name: 'Client' })
  await client.fill('acme ltd')
  await expect(page.getByRole('option')).toHaveText(['Acme Ltd'])
  await client.fill('acme')
  await expect(page.getByRole('option')).toHaveText(['Acme Ltd', 'Create client “acme”'])
  await client.fill('Studio “North” <b>')
  await expect(page.getByRole('option')).toHaveText(['Create client “Studio “North” <b>”'])
  await expectAccessible(page)
  await client.press('Enter')
  await expect(page.getByText('Client created successfully')).toBeVisible()
  await expect(client).toHaveValue('Studio “North” <b>')

  const project = page.getByRole('combobox', { name: 'Project' })
  await project.fill('Website')
  await page.getByRole('option', { name: 'Create project “Website”' }).click()
  await expect(project).toHaveValue('Website')
  await page.getByRole('dialog').getByRole('button', { name: 'Create Invoice' }).click()
  await expect(page.getByRole('dialog', { name: /INV-0001/ })).toBeVisible()
  expect(await ada.call(invoicesApi.list)).toMatchObject([
    { client_name: 'Studio “North” <b>', project_name: 'Website' },
  ])
  expect(await ada.call(projectsApi.list)).toMatchObject([{ client_name: 'Studio “North” <b>' }])
})

test('time is logged on a project that the form created', async ({ page, signIn }) => {
  const ada = await signIn('Ada')
  await page.goto('/time-tracking?new')
  const project = page.getByRole('combobox', { name: 'Project' })
  await project.click()
  await expect(page.getByText('No projects yet. Type a name to create one.')).toBeVisible()
  await project.fill('Poster')
  await page.getByRole('option', { name: 'Create project “Poster”' }).click()
  await expect(project).toHaveValue('Poster')
  await page.getByLabel('Hours').fill('2')
  await page.getByRole('dialog').getByRole('button', { name: 'Log Time' }).click()
  await expect(page.getByText('Time entry logged successfully')).toBeVisible()
  expect(await ada.call(timeEntriesApi.list)).toMatchObject([{ project_name: 'Poster', hours: 2 }])
})
