import type { Page } from '@playwright/test'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { firstOf } from '#tests/lists.ts'
import { expectAccessibleAtEverySize } from './accessibility.ts'
import { expect, test } from './fixtures.ts'

test.use({ expectedErrors: /409 \(Conflict\)|has changed since you opened it/ })

async function openClient(page: Page) {
  await page.goto('/clients')
  await page.getByRole('button', { name: 'Actions for Studio North' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  return page.getByRole('dialog', { name: 'Edit Client' })
}

// Conflicts of all kinds, with one tab: client-dialog.test.tsx, invoice-items.test.tsx, invoice-details-form.test.tsx.
test('a client in two tabs shows both versions, and editing can go on', { tag: '@deep' }, async ({
  page,
  context,
  signIn,
}) => {
  const ada = await signIn('Ada')
  await ada.call(clientsApi.create, { body: { name: 'Studio North', company: 'North Ltd' } })
  const company = async () => firstOf(await ada.call(clientsApi.list)).company
  const mine = await openClient(page)
  await mine.getByLabel('Company').fill('Mine Ltd')
  const theirs = await openClient(await context.newPage())
  await theirs.getByLabel('Company').fill('Theirs Ltd')
  await theirs.getByRole('button', { name: 'Save Client' }).click()
  await expect(theirs).toBeHidden()

  await mine.getByRole('button', { name: 'Save Client' }).click()
  const panel = mine
    .getByRole('alert')
    .filter({ hasText: 'This was changed elsewhere while you were editing' })
  await expect(panel).toContainText('Mine Ltd')
  await expect(panel).toContainText('Theirs Ltd')
  expect(await company()).toBe('Theirs Ltd')
  await expectAccessibleAtEverySize(page)

  await mine.getByRole('button', { name: 'Keep editing' }).click()
  await expect(panel).toBeHidden()
  await mine.getByRole('button', { name: 'Save Client' }).click()
  await expect(mine).toBeHidden()
  expect(await company()).toBe('Mine Ltd')
})
