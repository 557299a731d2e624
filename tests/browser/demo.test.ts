import { clientsApi } from '#features/engagement/clients/contract.ts'
import { expectAccessibleAtEverySize, expectToFit, SIZES } from './accessibility.ts'
import { expect, test } from './fixtures.ts'

test('a visitor tries the demo and leaves it', async ({ page }) => {
  await page.setViewportSize(SIZES.desktop)
  await page.goto('/')
  await page.getByRole('button', { name: 'Try the demo' }).click()
  const bar = page.getByRole('complementary', { name: 'Demo' })
  await expect(bar).toContainText('no email is sent')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await expectAccessibleAtEverySize(page)
  await expectToFit(page)

  await page.setViewportSize(SIZES.desktop)
  await page.getByRole('link', { name: 'Invoices', exact: true }).click()
  await expect(page.getByRole('button', { name: /^View invoice INV-/ }).first()).toBeVisible()
  await bar.getByRole('button', { name: 'Leave the demo' }).click()
  await expect(page.getByRole('button', { name: 'Try the demo' })).toBeVisible()
})

test('a new account takes the tour of the demo and returns', { tag: '@deep' }, async ({ page, signIn }) => {
  await page.setViewportSize(SIZES.desktop)
  const ada = await signIn('Ada')
  await ada.call(clientsApi.create, { body: { name: 'Studio North' } })
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Take the two-minute tour' }).click()
  await expect(page.getByRole('region', { name: 'Tour' })).toContainText('Start the clock')
  await page.getByRole('button', { name: 'Leave the demo' }).click()
  await expect(page.getByRole('link', { name: /Active Clients/ })).toContainText('1')
  await expect(page.getByRole('region', { name: 'Tour' })).toBeHidden()
  await expect(page.getByRole('complementary', { name: 'Demo' })).toBeHidden()
})
