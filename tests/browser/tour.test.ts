import type { Page } from '@playwright/test'
import { tourApi } from '#features/pages/tour/contract.ts'
import { expectAccessible, SIZES } from './accessibility.ts'
import { expect, goWithin, test } from './fixtures.ts'

const panel = (page: Page) => page.getByRole('region', { name: 'Tour' })
const highlighted = (page: Page) => page.locator('[data-tour-highlighted]').filter({ visible: true })

test('the tour leads from the timer to the money, by keyboard alone', { tag: '@deep' }, async ({
  page,
  openDemo,
}) => {
  await page.setViewportSize(SIZES.desktop)
  const robin = await openDemo()
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Take the tour' }).press('Enter')
  await expect(panel(page)).toContainText('Step 1 of 7: Start the clock')
  await expect(highlighted(page)).toHaveAccessibleName('Timer')
  await expectAccessible(page)

  for (const [heading, shown] of [
    ['Northwind online shop', 'Checkout flow'],
    [/^Bill /, 'Unbilled work'],
    ['Invoices', 'Draft'],
    [/^Invoice #/, 'Receipt'],
    ['Dashboard', ''],
    ['Dashboard', 'Leave the demo'],
  ] as const) {
    await expect(panel(page).getByRole('button', { name: 'Next' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(highlighted(page)).toContainText(shown)
    await expect(highlighted(page)).toBeInViewport()
  }
  await expect(panel(page).getByRole('button', { name: 'Finish' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(panel(page)).toBeHidden()
  await expect(highlighted(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Start over' })).toBeVisible()
  await expect(page.getByRole('button', { name: /tour/ })).toHaveCount(0)
  expect((await robin.call(tourApi.get)).status).toBe('finished')
})

test('the tour can be left, and is resumed where it was', { tag: '@deep' }, async ({ page, openDemo }) => {
  await page.setViewportSize(SIZES.phone)
  const robin = await openDemo()
  await robin.call(tourApi.goTo, { body: { step: 'approve' } })
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'More about the demo' }).click()
  await page.getByRole('menuitem', { name: 'Take the tour' }).click()
  await expect(panel(page)).toContainText('Your client approves')
  await expect(highlighted(page)).toBeInViewport()
  await expectAccessible(page)
  await panel(page).getByRole('button', { name: 'Next' }).click()
  await expect(panel(page)).toContainText('Bill what is unbilled')
  await panel(page).getByRole('button', { name: 'Back' }).click()
  await expect(panel(page)).toContainText('Your client approves')
  await expect.poll(async () => (await robin.call(tourApi.get)).step).toBe('approve')

  await page.reload()
  await expect(panel(page)).toContainText('Your client approves')
  await page.getByRole('link', { name: 'Avery Studio' }).first().click()
  await panel(page).getByRole('link', { name: 'Show me' }).click()
  await expect(highlighted(page)).toContainText('Checkout flow')
  await panel(page).getByRole('button', { name: 'Next' }).press('Escape')
  await expect(panel(page)).toBeHidden()
  await goWithin(page, '/dashboard')
  await page.getByRole('button', { name: 'More about the demo' }).click()
  await expect(page.getByRole('menuitem', { name: 'Take the tour' })).toBeVisible()
  expect(await robin.call(tourApi.get)).toMatchObject({ status: 'started', step: 'approve' })
})
