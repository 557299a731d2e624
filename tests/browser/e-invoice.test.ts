import type { Page } from '@playwright/test'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { businessApi } from '#features/foundation/business/contract.ts'
import { expectAccessibleAtEverySize, SIZES } from './accessibility.ts'
import { expect, test } from './fixtures.ts'

const SELLER = { name: 'Ada Müller', country: 'DE', tax_id: 'DE123456789', email: 'ada@example.com' }
const BUYER = { name: 'Jonas Pine', country: 'DE', email: 'jonas@example.com' }

const notReady = (page: Page) => page.getByRole('region', { name: 'Not ready for e-invoices' })
const ready = (page: Page) => page.getByRole('region', { name: 'E-invoice ready' })

test('the business profile says what the freelancer lacks, and leads to the field', { tag: '@deep' }, async ({
  page,
  signIn,
}) => {
  const ada = await signIn('Ada')
  await page.goto('/account?tab=business')
  await expect(notReady(page).getByRole('link')).toHaveText([
    'Enter your country',
    'Enter your tax ID',
    'Enter your email address',
  ])
  await expectAccessibleAtEverySize(page)
  await notReady(page).getByRole('link', { name: 'Enter your tax ID' }).press('Enter')
  await expect(page.getByLabel('Tax ID')).toBeFocused()
  await ada.call(businessApi.update, { body: SELLER })
  await page.reload()
  await expect(ready(page)).toBeVisible()
})

test('a client’s page says what the client lacks, once the freelancer has a country', {
  tag: '@deep',
}, async ({ page, signIn }) => {
  const ada = await signIn('Ada')
  const { id } = await ada.call(clientsApi.create, { body: { name: 'Jonas Pine' } })
  await page.goto(`/clients/${id}`)
  await expect(page.getByRole('complementary', { name: 'Client details' })).toBeVisible()
  await expect(notReady(page)).toHaveCount(0)

  await ada.call(businessApi.update, { body: SELLER })
  await page.reload()
  await expect(notReady(page).getByRole('link')).toHaveText([
    'Enter the client’s country',
    'Enter the client’s email address',
  ])
  await expectAccessibleAtEverySize(page)
  // On a phone, the details are folded.
  await page.setViewportSize(SIZES.desktop)
  await notReady(page).getByRole('link', { name: 'Enter the client’s country' }).click()
  await expect(page.getByRole('dialog', { name: 'Edit Client' })).toBeVisible()
  await ada.call(clientsApi.update, { params: { id }, body: BUYER })
  await page.goto(`/clients/${id}`)
  await expect(ready(page)).toBeVisible()
})

test('an invoice says what is missing, and is downloaded as XML once nothing is', { tag: '@deep' }, async ({
  page,
  signIn,
}) => {
  const ada = await signIn('Ada')
  await ada.call(businessApi.update, { body: SELLER })
  const { id: client_id } = await ada.call(clientsApi.create, { body: { name: 'Jonas Pine' } })
  const items = [{ description: 'Design', quantity: 1, rate: 500 }]
  const body = { client_id, issue_date: '2026-11-01', items }
  const { id } = await ada.call(invoicesApi.create, { body })
  await page.goto(`/invoices?view=${id}`)
  await expect(notReady(page)).toContainText('Enter a due date')
  await expect(notReady(page).getByRole('link', { name: 'Enter the client’s country' })).toHaveAttribute(
    'href',
    `/clients/${client_id}?edit=${client_id}`,
  )
  await expectAccessibleAtEverySize(page)
  await notReady(page).getByRole('button', { name: 'Enter a due date' }).click()
  await expect(page.getByLabel('Due date')).toBeVisible()

  await ada.call(clientsApi.update, { params: { id: client_id }, body: BUYER })
  await ada.call(invoicesApi.update, { params: { id }, body: { due_date: '2026-12-01', tax_rate: 19 } })
  await page.reload()
  await expect(ready(page)).toBeVisible()
  const downloading = page.waitForEvent('download')
  await ready(page).getByRole('button', { name: 'XML (UBL)' }).click()
  expect((await downloading).suggestedFilename()).toBe('INV-0001.xml')
})
