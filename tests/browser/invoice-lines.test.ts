import type { Locator, Page } from '@playwright/test'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import type { InvoiceForm } from '#features/billing/invoices/contract/input.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import type { Person } from '#tests/people.ts'
import { expectAccessibleAtEverySize, SIZES } from './accessibility.ts'
import { chooseFound, expect, test } from './fixtures.ts'

const LINES = [
  { description: 'Design', quantity: 1, rate: 100 },
  { description: 'Hosting', quantity: 2, rate: 20 },
  { description: 'Photos', quantity: 3, rate: 10 },
]

/** A draft of three lines, opened. */
async function openDraft(page: Page, ada: Person, input: Partial<InvoiceForm> = {}) {
  const client = await ada.call(clientsApi.create, { body: { name: 'Studio North' } })
  const { id } = await ada.call(invoicesApi.create, {
    body: { client_id: client.id, issue_date: '2026-11-15', items: LINES, ...input },
  })
  await page.goto(`/invoices?view=${id}`)
  const dialog = page.getByRole('dialog').filter({ has: page.getByRole('table') })
  await expect(dialog).toBeVisible()
  return { dialog, saved: () => ada.call(invoicesApi.get, { params: { id } }) }
}

const choose = async (page: Page, field: Locator, option: string) => {
  await field.click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('a line grows with its text, and Tab goes on to its quantity', async ({ page, signIn }) => {
  const { dialog } = await openDraft(page, await signIn('Ada'), { items: [] })
  const text = dialog.getByLabel('Description')
  await text.click()
  const before = await text.boundingBox()
  await page.keyboard.type('Design of the checkout')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Three rounds of review')
  expect((await text.boundingBox())?.height).toBeGreaterThan(before?.height ?? 0)
  await page.keyboard.press('Tab')
  await expect(dialog.getByLabel('Qty')).toBeFocused()
  await dialog.getByLabel('Rate').fill('80')
  await dialog.getByLabel('Rate').press('Enter')
  await expect(page.getByText('Item added successfully')).toBeVisible()
  await expectAccessibleAtEverySize(page)
})

test('the forms of an invoice are accessible at every size', { tag: '@deep' }, async ({ page, signIn }) => {
  const ada = await signIn('Ada')
  const { dialog } = await openDraft(page, ada)
  await dialog.getByRole('button', { name: 'Edit', exact: true }).click()
  await choose(page, dialog.getByRole('combobox', { name: 'Discount' }), 'In percent')
  await dialog.getByLabel('Discount in percent').fill('12,5')
  await chooseFound(dialog.getByRole('combobox', { name: 'Currency' }), 'EUR', /^EUR/)
  await expect(dialog.getByText('$100.00 becomes €100.00')).toBeVisible()
  await expectAccessibleAtEverySize(page)

  await page.goto('/invoices?new')
  const form = page.getByRole('dialog', { name: 'Create Invoice' })
  await form.getByText('More options').click()
  await choose(page, form.getByLabel('Tax category'), 'Exempt')
  await form.getByRole('combobox', { name: 'Client' }).fill('Studio')
  await expect(page.getByRole('option')).toHaveText(['Studio North', 'Create client “Studio”'])
  await expectAccessibleAtEverySize(page)
})

test('the paper of an invoice says who is liable for the tax', { tag: '@deep' }, async ({ page, signIn }) => {
  await openDraft(page, await signIn('Ada'), {
    tax_category: 'reverse_charge',
    tax_rate: 0,
    service_from: '2026-10-01',
    service_to: '2026-10-31',
  })
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  const paper = page.locator('body > section')
  await expect(paper).toBeVisible()
  await expect(paper).toContainText('the recipient is liable for the tax')
  await expect(paper).toContainText('Oct 1, 2026 – Oct 31, 2026')
})

test.describe('by touch', () => {
  test.use({ viewport: SIZES.phone, hasTouch: true })

  test('a line is dragged to another place', async ({ page, signIn }) => {
    const { dialog, saved } = await openDraft(page, await signIn('Ada'))
    const from = await dialog.getByRole('button', { name: 'Move Design' }).boundingBox()
    const to = await dialog.getByRole('row', { name: /Photos/ }).boundingBox()
    if (!from || !to) throw new Error('no rows')
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
    await page.mouse.down()
    await page.mouse.move(from.x, to.y + to.height - 4, { steps: 8 })
    await page.mouse.up()
    await expect
      .poll(async () => (await saved()).items.map(({ description }) => description))
      .toEqual(['Hosting', 'Photos', 'Design'])
  })
})
