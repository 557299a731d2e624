import { clientsApi } from '#features/engagement/clients/contract.ts'
import { expect, test } from './fixtures.ts'

test.use({
  firstVisit: true,
  expectedErrors: /ERR_INTERNET_DISCONNECTED|Failed to fetch|dynamically imported module/,
})

test('without a connection the frame stays around a screen that was not loaded, and opens it later', async ({
  page,
  context,
  signIn,
}) => {
  const ada = await signIn('Ada')
  await ada.call(clientsApi.create, { body: { name: 'Studio North' } })
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Start the timer' }).first()).toBeVisible()
  await context.setOffline(true)
  const menu = page.getByRole('navigation').first()
  await menu.getByRole('link', { name: 'Clients' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are offline')
  await expect(menu.getByRole('link', { name: 'Dashboard' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Start the timer' }).first()).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Clients')
  await expect(page.getByText('Studio North').first()).toBeVisible()
})
