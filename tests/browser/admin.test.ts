import { signInAs } from '#tests/people.ts'
import { expectAccessibleAtEverySize } from './accessibility.ts'
import { ADMIN_EMAIL } from './app.ts'
import { expect, test } from './fixtures.ts'

test('an admin finds the state of the server in the menu, backs up, and finds an account', {
  tag: '@deep',
}, async ({ page, app, browseAs }) => {
  await browseAs(await signInAs(app.url, { name: 'Root', email: ADMIN_EMAIL }))
  await page.goto('/dashboard')
  await page.getByRole('button', { name: /Root/ }).click()
  await page.getByRole('menuitem', { name: 'Admin' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Admin' })).toBeVisible()
  await page.getByRole('button', { name: 'Back up now' }).click()
  await expect(page.getByText(/daybook-.+\.zip/)).toBeVisible()
  await page.getByPlaceholder('Search by name or email').fill(ADMIN_EMAIL)
  await expect(page.getByRole('listitem').filter({ hasText: ADMIN_EMAIL })).toBeVisible()
  await expectAccessibleAtEverySize(page)
})
