import type { Page } from '@playwright/test'
import { formatDate } from '#core/format.ts'
import { clientsApi } from '#features/clients/contract.ts'
import { invoicesApi } from '#features/invoices/contract.ts'
import type { Person } from '#tests/people.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './fixtures.ts'

const chooseStatus = async (page: Page, status: string) => {
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: status }).click()
}

/** Opens an invoice with one item. */
async function openInvoice(page: Page, ada: Person) {
  const client = await ada.call(clientsApi.create, {
    body: { name: 'Studio North', email: 'north@example.com' },
  })
  const { id } = await ada.call(invoicesApi.create, {
    body: {
      client_id: client.id,
      issue_date: '2026-11-15',
      items: [{ description: 'Design', quantity: 1, rate: 100 }],
    },
  })
  await page.goto('/invoices')
  await page.getByRole('button', { name: /INV-0001/ }).click()
  const dialog = page.getByRole('dialog', { name: /INV-0001/ })
  await expect(dialog.getByRole('row', { name: /Design/ })).toBeVisible()
  const saved = () => ada.call(invoicesApi.get, { params: { id } })
  return { dialog, saved }
}

const daysFromToday = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

test('a typed item is saved when the invoice is sent, unless it is incomplete, with the reason', async ({
  page,
  signIn,
}) => {
  const { dialog, saved } = await openInvoice(page, await signIn('Ada'))
  await dialog.getByLabel('Description').fill('Hosting')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog.getByText('Is required')).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'Send INV-0001' })).toHaveCount(0)
  await chooseStatus(page, 'Sent')
  await expect(dialog.getByLabel('Rate')).toBeFocused()
  expect(await saved()).toMatchObject({ status: 'draft', items: [{ description: 'Design' }] })

  await dialog.getByLabel('Rate').fill('20')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('dialog', { name: 'Send INV-0001' }).getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('INV-0001 sent to north@example.com')).toBeVisible()
  expect(await saved()).toMatchObject({
    status: 'sent',
    total: 120,
    items: [{ description: 'Design' }, { description: 'Hosting' }],
  })
})

test('an item that is being edited is saved before the status changes, and going back to draft asks first', async ({
  page,
  signIn,
}) => {
  const { dialog, saved } = await openInvoice(page, await signIn('Ada'))
  await dialog.getByRole('button', { name: 'Edit Design' }).click()
  await dialog.getByLabel('Rate').first().fill('150')
  await chooseStatus(page, 'Sent')
  await expect(page.getByText('Invoice marked as sent')).toBeVisible()
  expect(await saved()).toMatchObject({ status: 'sent', total: 150 })

  await chooseStatus(page, 'Draft')
  await expect(page.getByRole('alertdialog')).toContainText('being revised')
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect(await saved()).toMatchObject({ status: 'sent' })
  await chooseStatus(page, 'Draft')
  await page.getByRole('button', { name: 'Back to draft' }).click()
  await expect(page.getByText('Invoice marked as draft')).toBeVisible()
  await expect(dialog).toBeVisible()
  expect(await saved()).toMatchObject({ status: 'draft' })
})

test('closing the dialog never loses a typed item without asking', async ({ page, signIn }) => {
  const { dialog } = await openInvoice(page, await signIn('Ada'))
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
  }
})

test('Esc cancels editing and leaves the dialog open', async ({ page, signIn }) => {
  const { dialog, saved } = await openInvoice(page, await signIn('Ada'))
  await dialog.getByRole('button', { name: 'Edit Design' }).click()
  await page.keyboard.press('Escape')
  await expect(dialog.getByRole('button', { name: 'Edit Design' })).toBeFocused()

  await dialog.getByRole('button', { name: 'Edit Design' }).click()
  await dialog.getByLabel('Rate').first().fill('150')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect(dialog.getByLabel('Rate').first()).toHaveValue('150')
  await dialog.getByLabel('Rate').first().press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog.getByRole('button', { name: 'Edit Design' })).toBeVisible()

  await dialog.getByRole('button', { name: 'Edit', exact: true }).click()
  await dialog.getByLabel('Notes').press('Escape')
  await expect(dialog.getByRole('button', { name: 'Edit', exact: true })).toBeFocused()
  await dialog.getByRole('button', { name: 'Edit', exact: true }).click()
  await dialog.getByLabel('Notes').fill('Thank you')
  await dialog.getByLabel('Notes').press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog.getByRole('button', { name: 'Save Details' })).toHaveCount(0)

  await dialog.getByLabel('Description').fill('Hosting')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog.getByLabel('Description')).toHaveValue('')
  await expect(dialog).toBeVisible()
  expect(await saved()).toMatchObject({ notes: '', total: 100, items: [{ rate: 100 }] })

  await dialog.getByLabel('Description').press('Escape')
  await expect(dialog).toBeHidden()
})

test('marking as paid asks for the date, which can be corrected later, and locks fields that say why', async ({
  page,
  signIn,
}) => {
  const { dialog, saved } = await openInvoice(page, await signIn('Ada'))
  const [earlier, lately] = [daysFromToday(-6), daysFromToday(-4)]
  const [today, tomorrow] = [daysFromToday(0), daysFromToday(1)]
  await chooseStatus(page, 'Paid')
  const day = page.getByLabel('Paid on')
  await expect(day).toHaveValue(today)
  await day.fill(tomorrow)
  await page.getByRole('button', { name: 'Mark as paid' }).click()
  await expect(page.getByRole('link', { name: 'Paid on must not be in the future' })).toBeVisible()
  await day.fill(lately)
  await page.getByRole('button', { name: 'Mark as paid' }).click()
  await expect(page.getByText('Invoice marked as paid')).toBeVisible()
  await expect(dialog.getByText(`Paid on ${formatDate(lately)}`)).toBeVisible()
  expect(await saved()).toMatchObject({ status: 'paid', paid_on: lately })

  await dialog.getByRole('button', { name: 'Change date' }).click()
  await day.fill(earlier)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog.getByText(`Paid on ${formatDate(earlier)}`)).toBeVisible()
  expect((await saved()).paid_on).toBe(earlier)

  await dialog.getByRole('button', { name: 'Edit' }).click()
  const open = await dialog.getByLabel('Notes').evaluate((field) => getComputedStyle(field).backgroundColor)
  for (const name of ['Issue date', 'Due date', 'Tax rate']) {
    const field = dialog.getByLabel(name)
    await expect(field).toHaveAttribute('readonly')
    await expect(field).not.toHaveCSS('background-color', open)
    await expect(field).toHaveAccessibleDescription(/This invoice is paid/)
  }
  await expectAccessible(page)
})
