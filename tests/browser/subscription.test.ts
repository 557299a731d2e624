import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { expectAccessible, SIZES } from './accessibility.ts'
import { answerApart, expect, expectNothingMoved, test } from './fixtures.ts'

test.use({
  expectedErrors:
    /401 \(Unauthorized\)|404 \(Not Found\)|50[23] \(|ApiError|InvalidResponse|ERR_FAILED|Failed to fetch|Unsafe attempt|Blocked opening/,
})

/** The subscription as it is, but with this status, and after a while. */
async function answerStatus(page: Page, status: string, milliseconds = 0): Promise<void> {
  await page.route('**/api/subscription', async (route) => {
    const response = await route.fetch()
    await wait(milliseconds)
    const { subscription, ...rest } = await response.json()
    await route.fulfill({ response, json: { ...rest, subscription: { ...subscription, status } } })
  })
}

test('signed out, the plans are shown too', { tag: '@deep' }, async ({ page }) => {
  await page.goto('/pricing')
  await expect(page.getByRole('heading', { level: 1, name: 'Pricing' })).toBeVisible()
  await expect(page.getByText('Most Popular')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Free Forever' })).toBeDisabled()
  await expect(page.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/')
  await expect(page.getByRole('term')).toHaveCount(4)
  await expectAccessible(page)
})

test('a checkout that cannot leave its frame opens a window, or says its address', { tag: '@deep' }, async ({
  page,
  signIn,
}) => {
  await signIn('Ada')
  const framed = async (sandbox: string) => {
    await page.route('**/around', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<link rel="icon" href="data:,"><iframe sandbox="${sandbox}" src="/pricing"></iframe>`,
      }),
    )
    await page.goto('/around')
    await page.unroute('**/around')
    const frame = page.frameLocator('iframe')
    await frame.getByRole('button', { name: 'Upgrade to Professional' }).click()
    return frame
  }
  const shut = await framed('allow-scripts allow-same-origin')
  const dialog = shut.getByRole('alertdialog')
  await expect(dialog.getByRole('link')).toHaveAttribute('href', /\/sandbox\/payments\/checkout\//)
  await dialog.getByRole('button', { name: 'OK' }).click()

  const opened = page.context().waitForEvent('page')
  await framed('allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox')
  await expect((await opened).getByText('Subscribe to Professional')).toBeVisible()

  await framed('allow-scripts allow-same-origin allow-top-navigation')
  await expect(page.getByText('Subscribe to Professional')).toBeVisible()
})

test('the billing history leads to the billing portal before anything was billed', { tag: '@deep' }, async ({
  page,
  signIn,
}) => {
  await signIn('Ada')
  await answerStatus(page, 'active')
  await page.goto('/subscription/manage')
  const opened = page.context().waitForEvent('page')
  await page.getByRole('button', { name: 'Open Billing Portal' }).click()
  await expect((await opened).getByRole('heading', { name: 'Invoices' })).toBeVisible()
})

for (const [device, viewport] of Object.entries(SIZES)) {
  test.describe(device, () => {
    test.use({ viewport })
    test('every screen is accessible', { tag: '@deep' }, async ({ page, signIn }) => {
      await signIn('Ada')
      await answerApart(page, device === 'phone' ? 'in turn' : 'backwards')
      for (const [path, heading] of [
        ['/pricing', 'Pricing'],
        ['/subscription/manage', 'Subscription'],
        ['/stripe-setup', 'Stripe Setup'],
        ['/subscription/success', 'Your subscription was not activated'],
      ] as const) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
        await expect(page.getByText('Loading...')).toHaveCount(0)
        await expectNothingMoved(page)
        await expectAccessible(page)
      }
    })

    test('a payment that failed is said above every screen, which comes with it', { tag: '@deep' }, async ({
      page,
      signIn,
    }) => {
      await signIn('Ada')
      // Long after it is known who is there: whatever does not wait for it is on the screen by then.
      await answerStatus(page, 'past_due', 700)
      await page.goto(device === 'phone' ? '/invoices' : '/dashboard')
      await expect(page.getByText('Your last payment failed')).toBeVisible()
      await expect(page.getByText('Loading...')).toHaveCount(0)
      await expectNothingMoved(page)
      await expectAccessible(page)
    })
  })
}
