import type { Page } from '@playwright/test'
import { clientsApi } from '#features/clients/contract.ts'
import { invoicesApi } from '#features/invoices/contract.ts'
import { firstOf } from '#tests/lists.ts'
import type { Person } from '#tests/people.ts'
import { expectAccessible, SIZES } from './accessibility.ts'
import { expect, test } from './fixtures.ts'

test.use({ expectedErrors: /409 \(Conflict\)|has changed since you opened it/ })

const CHANGED = 'This was changed elsewhere while you were editing'

async function openClient(page: Page) {
  await page.getByRole('button', { name: 'Actions for Studio North' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  return page.getByRole('dialog', { name: 'Edit Client' })
}

test.describe('a client in two tabs', () => {
  let ada: Person
  const saved = async () => firstOf(await ada.call(clientsApi.list))

  test.beforeEach(async ({ signIn }) => {
    ada = await signIn('Ada')
    await ada.call(clientsApi.create, { body: { name: 'Studio North', company: 'North Ltd' } })
  })

  test('shows both versions, and editing can go on', async ({ page, context }) => {
    await page.goto('/clients')
    const mine = await openClient(page)
    await mine.getByLabel('Company').fill('Mine Ltd')
    const other = await context.newPage()
    await other.goto('/clients')
    const theirs = await openClient(other)
    await theirs.getByLabel('Company').fill('Theirs Ltd')
    await theirs.getByRole('button', { name: 'Save Client' }).click()
    await expect(theirs).toBeHidden()

    await mine.getByRole('button', { name: 'Save Client' }).click()
    const panel = mine.getByRole('alert').filter({ hasText: CHANGED })
    await expect(panel).toContainText('Mine Ltd')
    await expect(panel).toContainText('Theirs Ltd')
    await expect(panel).not.toContainText('Studio North')
    await expect(page.getByText('Failed to save client')).toHaveCount(0)
    expect((await saved()).company).toBe('Theirs Ltd')
    await expectAccessible(page)

    await mine.getByRole('button', { name: 'Keep editing' }).click()
    await expect(panel).toBeHidden()
    await mine.getByRole('button', { name: 'Save Client' }).click()
    await expect(mine).toBeHidden()
    expect((await saved()).company).toBe('Mine Ltd')
  })

  test('can be replaced by the saved version', async ({ page }) => {
    await page.setViewportSize(SIZES.phone)
    await page.goto('/clients')
    const mine = await openClient(page)
    await mine.getByLabel('Company').fill('Mine Ltd')
    const { id } = await saved()
    await ada.call(clientsApi.update, {
      params: { id },
      body: { name: 'Studio South', company: 'Theirs Ltd' },
    })
    await mine.getByRole('button', { name: 'Save Client' }).click()
    await expect(mine.getByText(CHANGED)).toBeVisible()
    await expectAccessible(page)
    await mine.getByRole('button', { name: 'Use saved version' }).click()
    await expect(mine.getByLabel('Name')).toHaveValue('Studio South')
    await expect(mine.getByLabel('Company')).toHaveValue('Theirs Ltd')
    await mine.getByLabel('Company').fill('Both Ltd')
    await mine.getByRole('button', { name: 'Save Client' }).click()
    await expect(mine).toBeHidden()
    expect(await saved()).toMatchObject({ name: 'Studio South', company: 'Both Ltd' })
  })

  test('is not deleted after it changed elsewhere', async ({ page }) => {
    await page.goto('/clients')
    await page.getByRole('button', { name: 'Actions for Studio North' }).click()
    await ada.call(clientsApi.update, { params: { id: (await saved()).id }, body: { name: 'Studio South' } })
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('It was changed elsewhere in the meantime.').first()).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Studio South' })).toBeVisible()
  })

  test('is changed repeatedly in one tab without a conflict', async ({ page }) => {
    await page.goto('/clients')
    for (const company of ['One', 'Two', 'Three']) {
      const dialog = await openClient(page)
      await dialog.getByLabel('Company').fill(company)
      await dialog.getByRole('button', { name: 'Save Client' }).click()
      await expect(dialog).toBeHidden()
    }
    expect((await saved()).company).toBe('Three')
  })
})

test.describe('an invoice in two tabs', () => {
  let ada: Person
  let params: { id: number }
  const saved = () => ada.call(invoicesApi.get, { params })

  test.beforeEach(async ({ page, signIn }) => {
    ada = await signIn('Ada')
    const client = await ada.call(clientsApi.create, {
      body: { name: 'Studio North', email: 'n@example.com' },
    })
    const { id } = await ada.call(invoicesApi.create, {
      body: {
        client_id: client.id,
        issue_date: '2026-11-15',
        items: [{ description: 'Design', quantity: 1, rate: 100 }],
      },
    })
    params = { id }
    await page.goto(`/invoices?view=${id}`)
    await expect(page.getByRole('row', { name: /Design/ })).toBeVisible()
  })

  test('shows both sides of an item', async ({ page }) => {
    await page.getByRole('button', { name: 'Edit Design' }).click()
    await page.getByLabel('Rate').first().fill('120')
    const item = firstOf((await saved()).items)
    await ada.call(invoicesApi.updateItem, {
      params: { ...params, itemId: item.id },
      body: { description: 'Design', quantity: 1, rate: 150 },
    })
    await page.getByRole('button', { name: 'Save item' }).click()
    const panel = page.getByRole('alert').filter({ hasText: CHANGED })
    await expect(panel).toContainText('$120.00')
    await expect(panel).toContainText('$150.00')
    expect((await saved()).total).toBe(150)
    await panel.getByRole('button', { name: 'Keep editing' }).click()
    await page.getByRole('button', { name: 'Save item' }).click()
    await expect(page.getByText('Item updated successfully')).toBeVisible()
    await expect.poll(async () => (await saved()).total).toBe(120)
  })

  test('shows both sides of its details', async ({ page }) => {
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByLabel('Notes').fill('Mine')
    await ada.call(invoicesApi.update, { params, body: { notes: 'Theirs', tax_rate: 5 } })
    await page.getByRole('button', { name: 'Save Details' }).click()
    const panel = page.getByRole('alert').filter({ hasText: CHANGED })
    await expect(panel).toContainText('Theirs')
    await expect(panel).toContainText('5%')
    await panel.getByRole('button', { name: 'Use saved version' }).click()
    await expect(page.getByLabel('Notes')).toHaveValue('Theirs')
    await expect(page.getByLabel('Tax rate')).toHaveValue('5')
  })

  test('is not sent after it changed elsewhere', async ({ page }) => {
    await page.getByRole('button', { name: 'Send' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send INV-0001' })
    await expect(dialog.getByText('n@example.com')).toBeVisible()
    await ada.call(invoicesApi.addItem, {
      params,
      body: { description: 'Hosting', quantity: 1, rate: 20 },
    })
    await dialog.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByText('This invoice has changed since you opened it').first()).toBeVisible()
    await expect(page.getByRole('row', { name: /Hosting/ })).toBeVisible()
    expect((await saved()).status).toBe('draft')
  })

  test('accepts quick successive changes of one tab', async ({ page }) => {
    const row = page.getByRole('row').filter({ has: page.getByRole('button', { name: 'Add item' }) })
    for (const description of ['One', 'Two', 'Three', 'Four']) {
      await row.getByLabel('Description').fill(description)
      await row.getByLabel('Rate').fill('10')
      await row.getByLabel('Rate').press('Enter')
    }
    await page.getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: 'Sent' }).click()
    await expect.poll(saved).toMatchObject({ total: 140, status: 'sent' })
  })
})
