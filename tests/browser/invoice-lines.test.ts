import type { Locator, Page } from '@playwright/test'
import { clientsApi } from '#features/clients/contract.ts'
import type { InvoiceForm } from '#features/invoices/contract/input.ts'
import { invoicesApi } from '#features/invoices/contract.ts'
import { type ProjectForm, projectsApi } from '#features/projects/contract.ts'
import type { Person } from '#tests/people.ts'
import { expectAccessibleAtEverySize, SIZES } from './accessibility.ts'
import { expect, test } from './fixtures.ts'

const LINES = [
  { description: 'Design', quantity: 1, rate: 100 },
  { description: 'Hosting', quantity: 2, rate: 20 },
  { description: 'Photos', quantity: 3, rate: 10 },
]

/** A client with a draft of three lines, 170 in all. */
async function draftOf(ada: Person, input: Partial<InvoiceForm> = {}) {
  const client = await ada.call(clientsApi.create, { body: { name: 'Studio North' } })
  const { id } = await ada.call(invoicesApi.create, {
    body: { client_id: client.id, issue_date: '2026-11-15', items: LINES, ...input },
  })
  return { id, client, saved: () => ada.call(invoicesApi.get, { params: { id } }) }
}

async function open(page: Page, id: number): Promise<Locator> {
  await page.goto(`/invoices?view=${id}`)
  const dialog = page.getByRole('dialog').filter({ has: page.getByRole('table') })
  await expect(dialog).toBeVisible()
  return dialog
}

const choose = async (page: Page, field: Locator, option: string) => {
  await field.click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

const edit = (dialog: Locator) => dialog.getByRole('button', { name: 'Edit', exact: true }).click()
const saveDetails = (dialog: Locator) => dialog.getByRole('button', { name: 'Save Details' }).click()

test('a line has a unit and two lines of text', async ({ page, signIn }) => {
  const { id, saved } = await draftOf(await signIn('Ada'), { items: [] })
  const dialog = await open(page, id)
  const text = dialog.getByLabel('Description')
  await text.click()
  const before = await text.boundingBox()
  await page.keyboard.type('Design of the checkout')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Three rounds of review')
  expect((await text.boundingBox())?.height).toBeGreaterThan(before?.height ?? 0)
  await page.keyboard.press('Tab')
  await expect(dialog.getByLabel('Qty')).toBeFocused()
  await page.keyboard.type('7,5')
  await choose(page, dialog.getByLabel('Unit'), 'hours')
  await dialog.getByLabel('Rate').fill('80')
  await expect(dialog.getByLabel('Amount')).toHaveText('$600.00')
  await dialog.getByLabel('Rate').press('Enter')
  await expect(page.getByText('Item added successfully')).toBeVisible()
  await expect(text).toBeFocused()
  const row = dialog.getByRole('row', { name: /Design of the checkout/ })
  await expect(row).toContainText('7.50 hours')
  expect((await saved()).items).toMatchObject([
    {
      description: 'Design of the checkout\nThree rounds of review',
      quantity: 7.5,
      unit: 'hours',
      amount: 600,
    },
  ])
  await expectAccessibleAtEverySize(page)

  await dialog.getByRole('button', { name: 'Edit Design of the checkout' }).click()
  const edited = dialog.getByLabel('Description').first()
  await expect(edited).toHaveValue('Design of the checkout\nThree rounds of review')
  await choose(page, dialog.getByLabel('Unit').first(), 'No unit')
  await edited.press('Control+Enter')
  await expect(page.getByText('Item updated successfully')).toBeVisible()
  expect((await saved()).items).toMatchObject([{ unit: '' }])
})

test('lines are moved by keyboard, and announced', async ({ page, signIn }) => {
  const { id, saved } = await draftOf(await signIn('Ada'))
  const dialog = await open(page, id)
  const shown = () => dialog.getByRole('button', { name: /^Edit \w/ }).evaluateAll(labelsOf)
  const handle = dialog.getByRole('button', { name: 'Move Photos' })
  await handle.focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(page.getByText('Photos is now number 1 of 3')).toBeAttached()
  await expect(handle).toBeFocused()
  await expect
    .poll(async () => (await saved()).items.map(({ description }) => description))
    .toEqual(['Photos', 'Design', 'Hosting'])
  expect(await shown()).toEqual(['Edit Photos', 'Edit Design', 'Edit Hosting'])
  await expectAccessibleAtEverySize(page)
})

test.describe('refused', () => {
  test.use({ expectedErrors: /409 \(Conflict\)|has changed since you opened it|400 \(Bad Request\)|at most/ })

  test('a line that was moved while the invoice changed elsewhere is back in its place', async ({
    page,
    signIn,
  }) => {
    const ada = await signIn('Ada')
    const { id, saved } = await draftOf(ada)
    const dialog = await open(page, id)
    const handle = dialog.getByRole('button', { name: 'Move Photos' })
    await handle.focus()
    await ada.call(invoicesApi.update, { params: { id }, body: { notes: 'Thank you' } })
    await page.keyboard.press('ArrowUp')
    await expect(page.getByText('Failed to move the item').first()).toBeVisible()
    await expect(dialog.getByText('Thank you')).toBeVisible()
    expect((await saved()).items.map(({ description }) => description)).toEqual([
      'Design',
      'Hosting',
      'Photos',
    ])
    await expect(dialog.getByRole('button', { name: /^Move / }).last()).toHaveAccessibleName('Move Photos')
  })

  test('a discount cannot exceed the lines', async ({ page, signIn }) => {
    const { id } = await draftOf(await signIn('Ada'))
    const dialog = await open(page, id)
    await edit(dialog)
    await choose(page, dialog.getByRole('combobox', { name: 'Discount' }), 'As an amount')
    await dialog.getByLabel('Discount as an amount').fill('171')
    await saveDetails(dialog)
    await expect(dialog.getByLabel('Discount as an amount')).toHaveAccessibleDescription(/at most \$170\.00/)
  })
})

const labelsOf = (buttons: Element[]) => buttons.map((button) => button.getAttribute('aria-label'))

test.describe('by touch', () => {
  test.use({ viewport: SIZES.phone, hasTouch: true })

  test('a line is dragged to another place', async ({ page, signIn }) => {
    const { id, saved } = await draftOf(await signIn('Ada'))
    const dialog = await open(page, id)
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

test('a discount is previewed while it is typed, in percent and as an amount', async ({ page, signIn }) => {
  const { id, saved } = await draftOf(await signIn('Ada'), { tax_rate: 10 })
  const dialog = await open(page, id)
  const total = (amount: string) => expect(dialog.getByText(amount, { exact: true }).last()).toBeVisible()
  await total('$187.00')
  await edit(dialog)
  await choose(page, dialog.getByRole('combobox', { name: 'Discount' }), 'In percent')
  await dialog.getByLabel('Discount in percent').fill('12,5')
  await expect(dialog.getByText('$21.25 off, before tax.')).toBeVisible()
  await total('$163.63')
  await expectAccessibleAtEverySize(page)
  await saveDetails(dialog)
  await expect(page.getByText('Invoice updated successfully')).toBeVisible()
  await expect(dialog.getByText('Discount (12.5%)')).toBeVisible()
  await expect.poll(saved).toMatchObject({ discount_percent: 12.5, discount_amount: 21.25, total: 163.63 })

  await edit(dialog)
  await choose(page, dialog.getByRole('combobox', { name: 'Discount' }), 'As an amount')
  await dialog.getByLabel('Discount as an amount').fill('70')
  await total('$110.00')
  await saveDetails(dialog)
  await expect(dialog.getByRole('button', { name: 'Save Details' })).toHaveCount(0)
  await expect(dialog.getByText('−$70.00')).toBeVisible()
  await expect.poll(saved).toMatchObject({ discount_percent: null, discount_amount: 70, total: 110 })

  await edit(dialog)
  await choose(page, dialog.getByRole('combobox', { name: 'Discount' }), 'None')
  await saveDetails(dialog)
  await total('$187.00')
  await expect.poll(saved).toMatchObject({ discount_percent: null, discount_amount: 0, total: 187 })
})

test('reverse charge takes the tax off and says who is liable, on the printed page too', async ({
  page,
  signIn,
}) => {
  const { id, saved } = await draftOf(await signIn('Ada'), { tax_rate: 19 })
  const dialog = await open(page, id)
  await edit(dialog)
  await choose(page, dialog.getByLabel('Tax category'), 'Reverse charge')
  await expect(dialog.getByLabel('Tax category')).toHaveAccessibleDescription(/recipient is liable/)
  await expect(dialog.getByLabel('Tax rate')).toHaveValue('0')
  await expect(dialog.getByLabel('Tax rate')).toHaveAttribute('readonly')
  await choose(page, dialog.getByLabel('Tax category'), 'Standard')
  await expect(dialog.getByLabel('Tax rate')).toHaveValue('19')
  await choose(page, dialog.getByLabel('Tax category'), 'Reverse charge')
  await dialog.getByLabel('Service from').fill('2026-10-01')
  await dialog.getByLabel('Service to').fill('2026-09-30')
  await saveDetails(dialog)
  await expect(dialog.getByLabel('Service to')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('Service to').fill('2026-10-31')
  await saveDetails(dialog)
  await expect(page.getByText('Invoice updated successfully')).toBeVisible()
  await expect(dialog.getByText('Oct 1, 2026 – Oct 31, 2026')).toBeVisible()
  await expect.poll(saved).toMatchObject({
    tax_category: 'reverse_charge',
    tax_rate: 0,
    total: 170,
    service_from: '2026-10-01',
    service_to: '2026-10-31',
  })
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  const paper = page.locator('body > section')
  await expect(paper).toContainText('the recipient is liable for the tax')
  await expect(paper).toContainText('Oct 1, 2026 – Oct 31, 2026')
})

test('an invoice is duplicated, and the copy opens', async ({ page, signIn }) => {
  const ada = await signIn('Ada')
  const { id } = await draftOf(ada)
  await ada.call(invoicesApi.update, { params: { id }, body: { status: 'sent' } })
  const dialog = await open(page, id)
  await dialog.getByRole('button', { name: 'More actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Delete draft' })).toHaveCount(0)
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await expect(page.getByRole('dialog', { name: 'INV-0002 Draft' })).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('row', { name: /Hosting/ })).toBeVisible()
  expect(await ada.call(invoicesApi.list)).toMatchObject([
    { invoice_number: 'INV-0002', status: 'draft', total: 170 },
    { invoice_number: 'INV-0001', status: 'sent' },
  ])
})

test('deleting a draft says whether it goes or is cancelled', async ({ page, signIn }) => {
  const ada = await signIn('Ada')
  const { id, client } = await draftOf(ada)
  await ada.call(invoicesApi.create, { body: { client_id: client.id, issue_date: '2026-11-15' } })
  const remove = async (dialog: Locator) => {
    await dialog.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete draft' }).click()
    return page.getByRole('alertdialog')
  }
  const first = await open(page, id)
  const question = await remove(first)
  await expect(question).toContainText('will be marked as cancelled')
  await question.getByRole('button', { name: 'Cancel invoice' }).click()
  await expect(page.getByText('Invoice marked as cancelled')).toBeVisible()
  await expect(first).toBeHidden()

  await page.getByRole('button', { name: /INV-0002/ }).click()
  const second = page.getByRole('dialog', { name: 'INV-0002 Draft' })
  await expect(second.getByRole('table')).toBeVisible()
  const other = await remove(second)
  await expect(other).toContainText('will be removed')
  await other.getByRole('button', { name: 'Delete' }).click()
  await expect(second).toBeHidden()
  await expect(page.getByRole('button', { name: /INV-0002/ })).toHaveCount(0)
  // The list lacks it before the server has heard of it.
  await expect(page.getByText('Draft deleted')).toBeVisible()
  expect(await ada.call(invoicesApi.list)).toMatchObject([
    { invoice_number: 'INV-0001', status: 'cancelled' },
  ])
})

test('a draft gets another client and project, and its currency is explained', async ({ page, signIn }) => {
  const ada = await signIn('Ada')
  const { id, saved } = await draftOf(ada)
  const atelier = await ada.call(clientsApi.create, { body: { name: 'Atelier Moreau', currency: 'EUR' } })
  const lookbook: ProjectForm = { name: 'Lookbook', client_id: atelier.id, hourly_rate: 90 }
  const project = await ada.call(projectsApi.create, { body: lookbook })
  const dialog = await open(page, id)
  await edit(dialog)
  const client = dialog.getByRole('combobox', { name: 'Client' })
  await client.fill('atelier')
  await page
    .getByRole('option', { name: /Atelier Moreau/ })
    .first()
    .click()
  await expect(dialog.getByText('Atelier Moreau is billed in EUR.')).toBeVisible()
  await expect(dialog.getByRole('combobox', { name: 'Currency' })).toHaveValue('USD')
  await dialog.getByRole('combobox', { name: 'Currency' }).fill('EUR')
  await page.getByRole('option', { name: /^EUR/ }).click()
  await expect(dialog.getByText('$100.00 becomes €100.00')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Project' }).fill('look')
  await page.getByRole('option', { name: /^Lookbook/ }).click()
  await dialog.getByLabel('Exchange rate').fill('1,1')
  await expectAccessibleAtEverySize(page)
  await saveDetails(dialog)
  await expect(page.getByText('Invoice updated successfully')).toBeVisible()
  await expect.poll(saved).toMatchObject({
    client_id: atelier.id,
    client_name: 'Atelier Moreau',
    project_id: project.id,
    currency: 'EUR',
    total: 170,
    home_total: 187,
  })
  await expect(dialog.getByLabel('Rate')).toHaveValue('90')
  await expect(dialog.getByLabel('Unit')).toHaveText('hours')
})

test('a new invoice has its discount, period and tax category under "More options"', async ({
  page,
  signIn,
}) => {
  const ada = await signIn('Ada')
  const client = await ada.call(clientsApi.create, { body: { name: 'Studio North' } })
  await page.goto('/invoices?new')
  const dialog = page.getByRole('dialog', { name: 'Create Invoice' })
  await expect(dialog.getByLabel('Tax category')).toBeHidden()
  await dialog.getByRole('combobox', { name: 'Client' }).fill('studio')
  await page.getByRole('option', { name: 'Studio North' }).click()
  await dialog.getByText('More options').click()
  await choose(page, dialog.getByRole('combobox', { name: 'Discount' }), 'In percent')
  await dialog.getByLabel('Discount in percent').fill('5')
  await choose(page, dialog.getByLabel('Tax category'), 'Exempt')
  await dialog.getByLabel('Service from').fill('2026-10-01')
  await dialog.getByLabel('Service to').fill('2026-10-31')
  await expectAccessibleAtEverySize(page)
  await dialog.getByRole('button', { name: 'Create Invoice' }).click()
  await expect(page.getByRole('dialog', { name: /INV-0001/ })).toBeVisible()
  expect(await ada.call(invoicesApi.list)).toMatchObject([
    {
      client_id: client.id,
      tax_category: 'exempt',
      discount_percent: 5,
      service_from: '2026-10-01',
      service_to: '2026-10-31',
    },
  ])
})
