import type { Page } from '@playwright/test'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import type { InvoiceStatus } from '#features/billing/invoices/contract/invoice.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import type { Person } from '#tests/people.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './fixtures.ts'

/** Opens an invoice with one item. */
async function openInvoice(page: Page, ada: Person, status: InvoiceStatus = 'draft') {
  const client = await ada.call(clientsApi.create, { body: { name: 'Studio North' } })
  const { id } = await ada.call(invoicesApi.create, {
    body: {
      client_id: client.id,
      issue_date: '2026-11-15',
      items: [{ description: 'Design', quantity: 1, rate: 100 }],
    },
  })
  await ada.call(invoicesApi.update, { params: { id }, body: { status } })
  await page.goto('/invoices')
  await page.getByRole('button', { name: /INV-0001/ }).click()
  const dialog = page.getByRole('dialog', { name: /INV-0001/ })
  await expect(dialog.getByRole('row', { name: /Design/ })).toBeVisible()
  return dialog
}

test('neither Back nor a stray click loses what was typed without asking', async ({ page, signIn }) => {
  const dialog = await openInvoice(page, await signIn('Ada'))
  await dialog.getByLabel('Description').fill('Hosting')
  await dialog.getByLabel('Rate').fill('20')
  for (const leave of [
    () => dialog.getByRole('button', { name: 'Close' }).click(),
    () => page.mouse.click(5, 5),
    () => page.goBack(),
  ]) {
    await leave()
    const keepEditing = page.getByRole('button', { name: 'Keep editing' })
    await keepEditing.click()
    await expect(keepEditing).toHaveCount(0)
    await expect(dialog.getByLabel('Description')).toHaveValue('Hosting')
    await expect(page).toHaveURL(/\?view=/)
  }
  await page.goBack()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\/invoices$/)
})

test('fields of a paid invoice look locked', { tag: '@deep' }, async ({ page, signIn }) => {
  const dialog = await openInvoice(page, await signIn('Ada'), 'paid')
  await dialog.getByRole('button', { name: 'Edit' }).click()
  const open = await dialog.getByLabel('Notes').evaluate((field) => getComputedStyle(field).backgroundColor)
  for (const name of ['Issue date', 'Due date', 'Tax rate'])
    await expect(dialog.getByLabel(name)).not.toHaveCSS('background-color', open)
  await expectAccessible(page)
})
