import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

/** Keeps a part of the code back; gives how to let it go. */
async function holdBack(page: Page, part: string): Promise<() => void> {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route(`**/assets/${part}-*.js`, async (route) => {
    await held
    await route.continue()
  })
  return letGo
}

test('a press is seen to be heard while the code of its dialog is on its way', async ({ page, signIn }) => {
  await signIn('Ada')
  const letGo = await holdBack(page, 'client-dialog')
  await page.goto('/clients')
  await page.getByRole('button', { name: 'Add Client' }).click()
  await expect(page.getByRole('status').getByText('Loading...')).toBeVisible()
  letGo()
  await expect(page.getByRole('dialog', { name: 'Add Client' })).toBeVisible()
  await expect(page.getByText('Loading...')).toHaveCount(0)
})

test('what is said before there is anything to say it is said once there is', async ({ page, signIn }) => {
  await signIn('Ada')
  const letGo = await holdBack(page, 'toasts')
  await page.goto('/account')
  await page.getByLabel('Business name').fill('Studio Lovelace')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()
  letGo()
  await expect(page.getByText('Account updated successfully')).toBeVisible()
})
