import type { Page } from '@playwright/test'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { expensesApi } from '#features/work/expenses/contract.ts'
import { recurringExpensesApi } from '#features/work/recurring-expenses/contract.ts'
import { png } from '#tests/images.ts'
import { expectAccessible, SIZES } from './accessibility.ts'
import { expect, test } from './fixtures.ts'

const PDF = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
)

async function undo(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('dialog', { name: 'Restored' })).toBeVisible()
  await page.getByRole('dialog', { name: 'Restored' }).getByRole('button', { name: 'Dismiss' }).click()
}

test('an expense with receipts, a markup, and one that recurs', { tag: '@deep' }, async ({
  page,
  signIn,
}) => {
  const ada = await signIn('Ada')
  await ada.call(clientsApi.create, { body: { name: 'Studio North' } })
  await page.goto('/expenses?new')
  const dialog = page.getByRole('dialog', { name: 'Add Expense' })
  await dialog.getByLabel('Description').fill('Camera lens')
  await dialog.getByLabel('Amount').fill('100')
  await dialog.getByLabel('Category').click()
  await page.getByRole('option', { name: 'Equipment' }).click()
  await dialog.getByLabel('Billable').check()
  await dialog.getByLabel('Markup').fill('15')
  await expect(dialog.getByText('Client pays $115.00')).toBeVisible()
  await dialog.getByRole('button', { name: /^Receipts/ }).setInputFiles([
    { name: 'photo.png', mimeType: 'image/png', buffer: png(300) },
    { name: 'invoice.pdf', mimeType: 'application/pdf', buffer: PDF },
  ])
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save Expense' }).click()
  await expect(dialog.getByRole('combobox', { name: 'Project' })).toHaveAccessibleDescription(
    'Choose the project or the client that you bill it to',
  )
  await expectAccessible(page)
  await dialog.getByRole('combobox', { name: 'Client' }).click()
  await page.getByRole('option', { name: 'Studio North' }).click()
  await dialog.getByRole('button', { name: 'Save Expense' }).click()

  const clip = page.getByRole('button', { name: '2 receipts of Camera lens' })
  await expect(clip).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Camera lens' })).toContainText(
    /Equipment.*Studio North.*Client pays \$115\.00/,
  )
  const [expense] = await ada.call(expensesApi.list)
  const params = { id: expense?.id ?? 0 }
  const [photo, pdf] = await ada.call(expensesApi.receipts, { params })
  expect(photo).toMatchObject({ file: { name: 'photo.png', type: 'image/png' } })
  expect(photo?.thumbnail_url).not.toBeNull()
  expect(pdf).toMatchObject({ file: { name: 'invoice.pdf' }, thumbnail_url: null })

  await clip.click()
  const viewer = page.getByRole('dialog', { name: 'photo.png' })
  const picture = viewer.getByRole('img', { name: 'Receipt photo.png' })
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
    .toBe(300)
  await expectAccessible(page)
  await page.keyboard.press('ArrowRight')
  const second = page.getByRole('dialog', { name: 'invoice.pdf' })
  await expect(second.getByText('2 of 2')).toBeVisible()
  const removePdf = second.getByRole('button', { name: 'Delete invoice.pdf' })
  const confirmDelete = page.getByRole('alertdialog').getByRole('button', { name: 'Delete' })
  await removePdf.click()
  await confirmDelete.click()
  await expect(viewer).toBeVisible()
  await undo(page)
  await expect(second.getByText('2 of 2')).toBeVisible()
  await removePdf.click()
  await confirmDelete.click()
  await expect(viewer).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: '1 receipt of Camera lens' })).toBeVisible()

  await page.setViewportSize(SIZES.phone)
  await page.goto(`/expenses?edit=${params.id}`)
  const edit = page.getByRole('dialog', { name: 'Edit Expense' })
  const camera = edit.getByLabel('Take a photo of a receipt')
  await expect(camera).toHaveAttribute('capture', 'environment')
  await camera.setInputFiles({ name: 'image.jpg', mimeType: 'image/png', buffer: png(20) })
  await expect(edit.getByRole('button', { name: 'View image.jpg' })).toBeVisible()
  await edit.getByRole('button', { name: 'View photo.png' }).click()
  await expect(viewer).toBeVisible()
  await expectAccessible(page)
  await viewer.getByRole('button', { name: 'Delete photo.png' }).click()
  await confirmDelete.click()
  await page.getByRole('dialog', { name: 'image.jpg' }).getByRole('button', { name: 'Close' }).click()
  await edit.getByRole('button', { name: 'Remove image.jpg' }).click()
  await confirmDelete.click()
  await expect(edit.getByRole('list', { name: 'Receipts' })).toBeHidden()
  expect(await ada.call(expensesApi.receipts, { params })).toHaveLength(2)
  await edit.getByRole('button', { name: 'Save Expense' }).click()
  await expect(edit).toBeHidden()
  await expect.poll(() => ada.call(expensesApi.receipts, { params })).toHaveLength(0)

  await page.goto('/expenses/recurring?new')
  const recurring = page.getByRole('dialog', { name: 'Add Recurring Expense' })
  await recurring.getByLabel('Description').fill('Studio rent')
  await recurring.getByLabel('Amount').fill('500')
  await recurring.getByLabel('Category').click()
  await page.getByRole('option', { name: 'Other' }).click()
  await expect(recurring.getByText('Adds 1 expense now.')).toBeVisible()
  await expectAccessible(page)
  await recurring.getByRole('button', { name: 'Save Recurring Expense' }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'Studio rent' })
  await expect(row.getByText('Next on').filter({ visible: true })).toBeVisible()
  await row.getByRole('button', { name: 'Actions for Studio rent' }).click()
  await page.getByRole('menuitem', { name: 'Pause' }).click()
  await expect(row.getByText('Paused').filter({ visible: true })).toBeVisible()
  await expectAccessible(page)
  expect(await ada.call(recurringExpensesApi.list)).toMatchObject([{ is_paused: true, next_date: null }])
  await row.getByRole('button', { name: 'Actions for Studio rent' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(row).toBeHidden()
  await undo(page)
  await expect(row.getByText('Paused').filter({ visible: true })).toBeVisible()
  await page.getByRole('link', { name: 'Expenses', exact: true }).first().click()
  await expect(page.getByText('Studio rent')).toBeVisible()
  await expect(page.getByRole('img', { name: 'Recurring' })).toBeVisible()
})
