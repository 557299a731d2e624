import type { Locator, Page } from '@playwright/test'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { SIZES } from './accessibility.ts'
import { expect, goWithin, test } from './fixtures.ts'

const TABLET = { width: 768, height: 1024 }

const overlaps = async (one: Locator, other: Locator): Promise<boolean> => {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()]
  if (!a || !b) throw new Error('one of them is not on the page')
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

async function expectClear(page: Page, text: string, others: Locator[]): Promise<void> {
  const toast = page.getByRole('dialog', { name: text })
  await toast.hover() // It stays as long as the pointer is on it.
  for (const other of others) {
    await other.scrollIntoViewIfNeeded()
    expect(await overlaps(toast, other), `${text} covers ${other}`).toBe(false)
  }
}

test('a toast covers neither totals nor primary actions', { tag: '@deep' }, async ({ page, signIn }) => {
  const ada = await signIn('Ada')
  const client = (await ada.call(clientsApi.create, { body: { name: 'Studio North' } })).id
  const items = Array.from({ length: 6 }, (_, n) => ({ description: `Item ${n}`, quantity: 1, rate: 10 }))
  await ada.call(invoicesApi.create, { body: { client_id: client, issue_date: '2026-11-15', items } })
  const dismissAll = async () => {
    const toasts = page
      .getByRole('region', { name: 'Notifications' })
      .getByRole('button', { name: 'Dismiss' })
    // Some may leave by themselves meanwhile.
    await toasts.evaluateAll((buttons: HTMLElement[]) => {
      for (const button of buttons) button.click()
    })
    await expect(toasts).toHaveCount(0)
  }

  await page.goto('/invoices')
  await page.getByRole('button', { name: /INV-0001/ }).click()
  const invoice = page.getByRole('dialog', { name: /INV-0001/ })
  for (const [viewport, total] of [
    [SIZES.desktop, '$65.00'],
    [SIZES.phone, '$70.00'],
    [TABLET, '$75.00'],
  ] as const) {
    await page.setViewportSize(viewport)
    await invoice.getByLabel('Description').fill('One more')
    await invoice.getByLabel('Rate').fill('5')
    await page.keyboard.press('Enter')
    await expectClear(page, 'Item added successfully', [
      invoice.getByText(total).last(),
      invoice.getByRole('button', { name: /Send/ }),
    ])
    await dismissAll()
  }

  for (const viewport of [SIZES.desktop, SIZES.phone, TABLET]) {
    await page.setViewportSize(viewport)
    await goWithin(page, '/projects?new')
    await page.getByLabel('Name', { exact: true }).fill('Website')
    await page.getByRole('button', { name: 'Save Project' }).click()
    await expectClear(page, 'Project created successfully', [
      page.getByRole('button', { name: 'New Project' }).first(),
    ])
    await dismissAll()
  }
})
