import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { recurringInvoicesApi } from '#features/billing/recurring-invoices/contract.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { timeEntriesApi } from '#features/work/time-entries/contract.ts'
import { expectAccessible, expectAccessibleAtEverySize, SIZES } from './accessibility.ts'
import { expect, test } from './fixtures.ts'

test('a retainer is set up, makes its first invoice, and is paused, changed and deleted', {
  tag: '@deep',
}, async ({ page, signIn }) => {
  const ada = await signIn('Ada')
  const { id: client_id } = await ada.call(clientsApi.create, { body: { name: 'Studio North' } })
  const { id: project_id } = await ada.call(projectsApi.create, {
    body: { name: 'Website', client_id, hourly_rate: 100 },
  })
  const date = new Date().toISOString().slice(0, 10)
  await ada.call(timeEntriesApi.create, { body: { project_id, hours: 2.5, date } })

  await page.goto('/invoices')
  await page.getByRole('link', { name: 'Recurring' }).click()
  await page.getByRole('button', { name: 'Add Recurring Invoice' }).last().click()
  const dialog = page.getByRole('dialog', { name: 'Add Recurring Invoice' })
  await dialog.getByLabel('Client').fill('north')
  await page.getByRole('option', { name: 'Studio North' }).click()
  await dialog.getByRole('combobox', { name: 'Bills', exact: true }).click()
  await page.getByRole('option', { name: 'Retainer' }).click()
  await dialog.getByLabel('Description').fill('Care plan')
  await dialog.getByRole('button', { name: 'Save Recurring Invoice' }).click()
  await dialog.getByRole('link', { name: /^Item 1: Rate/ }).press('Enter')
  await expect(dialog.getByLabel('Rate', { exact: true })).toBeFocused()
  await dialog.getByLabel('Rate', { exact: true }).fill('800')
  await dialog.getByRole('button', { name: 'Save Recurring Invoice' }).click()
  await expect(dialog.getByText('Included hours are required').first()).toBeVisible()
  await dialog.getByLabel('Included hours').fill('10')
  await dialog.getByLabel('Rate for extra hours').fill('120')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save Recurring Invoice' }).click()

  const row = page.getByRole('listitem').filter({ hasText: 'Studio North' })
  await expect(row.getByText('$800.00').filter({ visible: true })).toBeVisible()
  await expect.poll(async () => (await ada.call(invoicesApi.list)).length).toBe(1)
  await page.reload()
  await expect(row.getByText('7.5 h left until')).toBeVisible()
  await row.getByRole('link', { name: 'INV-0001' }).click()
  const invoice = page.getByRole('dialog', { name: /INV-0001/ })
  await expect(invoice.getByText('Care plan')).toBeVisible()
  await invoice.getByRole('link', { name: 'recurring invoice' }).click()

  const edit = page.getByRole('dialog', { name: 'Edit Recurring Invoice' })
  await edit.getByRole('button', { name: 'Add item' }).click()
  await page.keyboard.type('Hosting')
  await edit.getByLabel('Rate', { exact: true }).nth(1).fill('40')
  await edit.getByRole('button', { name: 'Save Recurring Invoice' }).click()
  await expect(row.getByText('$840.00').filter({ visible: true })).toBeVisible()
  await expectAccessibleAtEverySize(page)

  await row.getByRole('button', { name: 'Actions for Studio North' }).click()
  await page.getByRole('menuitem', { name: 'Pause' }).click()
  await expect(row.getByText('Paused').filter({ visible: true })).toBeVisible()
  await row.getByRole('button', { name: 'Actions for Studio North' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('heading', { name: 'No recurring invoices' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row.getByText('Paused').filter({ visible: true })).toBeVisible()
  expect(await ada.call(recurringInvoicesApi.list)).toMatchObject([{ is_paused: true, amount: 840 }])
  await page.setViewportSize(SIZES.desktop)
})
