import type { Page } from '@playwright/test'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { expensesApi } from '#features/work/expenses/contract.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, goWithin, test } from './fixtures.ts'

const deleted = (page: Page) => page.getByRole('dialog', { name: /deleted successfully/ })

async function deleteRecord(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(deleted(page)).toBeVisible()
}

test('a deletion is undone by keyboard, also once its toast is gone, and later from the activity', {
  tag: '@deep',
}, async ({ page, signIn }) => {
  const ada = await signIn('Ada')
  for (const description of ['Stamps', 'Paper', 'Ink'])
    await ada.call(expensesApi.create, {
      body: { category: 'Other', description, amount: 5, date: '2026-11-12' },
    })
  await ada.call(projectsApi.create, { body: { name: 'Website' } })

  await page.goto('/expenses')
  const shown = page.getByText(/^(Stamps|Paper|Ink)$/)
  await expect(shown).toHaveText(['Ink', 'Paper', 'Stamps'])
  await deleteRecord(page, 'Paper')
  await expect(shown).toHaveText(['Ink', 'Stamps'])

  await deleted(page).hover() // It stays as long as the pointer is on it.
  await expectAccessible(page)
  await page.keyboard.press('F6')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(deleted(page).getByRole('button', { name: 'Undo' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Restored' })).toBeVisible()
  await expect(deleted(page)).toBeHidden()
  await expect(shown).toHaveText(['Ink', 'Paper', 'Stamps'])

  await deleteRecord(page, 'Paper')
  await page.goto('/projects')
  await deleteRecord(page, 'Website')
  await expect(page.getByText('No projects found')).toBeVisible()
  await deleted(page).getByRole('button', { name: 'Dismiss' }).click()
  await expect(deleted(page)).toBeHidden()
  await page.keyboard.press('Control+z')
  await expect(page.getByRole('link', { name: 'Website' })).toBeVisible()

  await goWithin(page, '/dashboard')
  await page.getByRole('button', { name: 'Undo: Expense deleted' }).click()
  await expect(page.getByText('Expense restored')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo: Expense deleted' })).toBeHidden()
  await expectAccessible(page)

  await page.goto('/expenses')
  await expect(shown).toHaveText(['Ink', 'Paper', 'Stamps'])
})
