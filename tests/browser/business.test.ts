import type { Page } from '@playwright/test'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { businessApi } from '#features/foundation/business/contract.ts'
import { png } from '#tests/images.ts'
import { expectAccessible, expectAccessibleAtEverySize, SIZES } from './accessibility.ts'
import { expect, test } from './fixtures.ts'

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const preview = (page: Page) => page.getByRole('region', { name: 'Preview of your next invoice' })

test('the preview changes as one types, and one bar saves every section', { tag: '@deep' }, async ({
  page,
  signIn,
}) => {
  await page.setViewportSize(SIZES.phone)
  const ada = await signIn('Ada')
  await ada.call(businessApi.update, { body: { hourly_rate: 50 } })
  await page.goto('/account?tab=business')
  await expect(preview(page)).toContainText('$625.00')
  const identity = section(page, 'Identity')
  await identity.getByLabel('Business name').fill('Lovelace Studio')
  await expect(preview(page)).toContainText('Lovelace Studio')

  const defaults = section(page, 'Defaults')
  await defaults.getByLabel('Tax rate').fill('23')
  await defaults.getByLabel('Payment terms').fill('14')
  await defaults.getByLabel('Hourly rate').fill('85,50')
  await section(page, 'Address and tax').getByLabel('Name of the tax').fill('IVA')
  await expect(preview(page)).toContainText('IVA (23%)')
  await expect(preview(page)).toContainText('$1,068.75')
  await section(page, 'Numbers').getByLabel('Prefix').fill('2026/')
  await expect(preview(page)).toContainText('2026/0001')
  await expectAccessibleAtEverySize(page)

  const bar = page.getByRole('region', { name: 'Unsaved changes' })
  await expect(bar).toContainText('Identity, Address and tax, Defaults, and Numbers')
  await bar.getByRole('button', { name: 'Save business' }).click()
  await expect(page.getByText('Business saved')).toBeVisible()
  await expect(bar).toHaveCount(0)
  await expectAccessible(page)
  expect(await ada.call(businessApi.get)).toMatchObject({
    name: 'Lovelace Studio',
    tax_rate: 23,
    payment_terms_days: 14,
    hourly_rate: 85.5,
    tax_name: 'IVA',
    invoice_prefix: '2026/',
  })
  await defaults.getByLabel('Tax rate').fill('20')
  await defaults.getByLabel('Tax rate').press('Enter')
  await expect(page.getByText('Defaults saved')).toBeVisible()
})

test('a wrong IBAN is shown beside its field', { tag: '@deep' }, async ({ page, signIn }) => {
  await signIn('Ada')
  await page.goto('/account?tab=business')
  const payment = section(page, 'Payment details')
  await payment.getByLabel('IBAN').fill('DE89 3704 0044 0532 0130 01')
  await page.getByRole('button', { name: 'Save payment details' }).click()
  await expect(payment.getByLabel('IBAN')).toHaveAccessibleDescription(/This IBAN contains a typo/)
  await payment.getByLabel('IBAN').fill('de89 3704 0044 0532 0130 00')
  await page.getByRole('button', { name: 'Save payment details' }).click()
  await expect(page.getByText('Payment details saved')).toBeVisible()
  await expect(payment.getByLabel('IBAN')).toHaveValue('DE89 3704 0044 0532 0130 00')
})

test('countries and currencies are found by their English names, whatever the number format', {
  tag: '@deep',
}, async ({ page, signIn }) => {
  const ada = await signIn('Ada')
  await ada.call(businessApi.update, { body: { locale: 'pt-PT', country: 'PT' } })
  await page.goto('/account?tab=business')
  const find = async (form: string, field: string, search: string, option: RegExp) => {
    await section(page, form).getByLabel(field).fill(search)
    // Before it comes first, the list is about to change under the press.
    const first = page.getByRole('option').first()
    await expect(first).toHaveAccessibleName(option)
    await first.click()
  }
  await find('Address and tax', 'Country', 'germ', /^Germany/)
  await expect(preview(page)).toContainText('Germany')
  await find('Defaults', 'Currency', 'swiss', /^CHF/)
  await expect(section(page, 'Defaults').getByLabel('Currency')).toHaveValue('CHF')
  await expect(section(page, 'Defaults').getByRole('button', { name: 'Clear' })).toHaveCount(0)
})

test('a logo is uploaded, shown, and removed with the form', { tag: '@deep' }, async ({ page, signIn }) => {
  const ada = await signIn('Ada')
  await page.goto('/account?tab=business')
  const logo = { name: 'logo.png', mimeType: 'image/png', buffer: png(64) }
  await page.getByLabel('Choose a logo').setInputFiles(logo)
  const image = page.getByRole('img', { name: 'Your logo' })
  await expect(image).toBeVisible()
  expect(
    await image.evaluate((shown: HTMLImageElement) => shown.decode().then(() => shown.naturalWidth)),
  ).toBe(64)
  const remove = async () => {
    await page.getByRole('button', { name: 'Remove logo' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await expect(image).toHaveCount(0)
    expect((await ada.call(businessApi.get)).logo_id).not.toBeNull()
  }
  await remove()
  await page.getByRole('button', { name: 'Keep logo' }).click()
  await expect(image).toBeVisible()
  await remove()
  await page.getByRole('button', { name: 'Save identity' }).click()
  await expect(page.getByText('Logo removed')).toBeVisible()
  expect((await ada.call(businessApi.get)).logo_id).toBeNull()
  await expect(page.getByRole('button', { name: 'Keep logo' })).toHaveCount(0)
})

test('a new invoice starts from the profile', { tag: '@deep' }, async ({ page, signIn }) => {
  const ada = await signIn('Ada')
  await ada.call(clientsApi.create, { body: { name: 'Studio North' } })
  await ada.call(businessApi.update, {
    body: { tax_rate: 19, payment_terms_days: 14, notes: 'Thank you!', invoice_prefix: 'R-' },
  })
  await page.goto('/invoices?new')
  const dialog = page.getByRole('dialog', { name: 'Create Invoice' })
  await expect(dialog.getByLabel('Tax rate')).toHaveValue('19')
  await expect(dialog.getByLabel('Notes')).toHaveValue('Thank you!')
  await dialog.getByLabel('Issue date').fill('2026-11-01')
  await expect(dialog.getByLabel('Due date')).toHaveValue('2026-11-15')
  await dialog.getByLabel('Client').fill('Studio')
  await page.getByRole('option', { name: /Studio North/ }).click()
  await dialog.getByRole('button', { name: 'Create Invoice' }).click()
  await expect(page.getByRole('dialog', { name: /R-0001/ })).toContainText('19%')
})
