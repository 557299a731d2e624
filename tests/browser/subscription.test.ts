import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { stripeApi } from '#features/subscription/contract.ts'
import { expectAccessible, SIZES } from './accessibility.ts'
import { answerApart, expect, expectNothingMoved, goWithin, test } from './fixtures.ts'

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

test('signed out, the plans are shown too', async ({ page }) => {
  await page.goto('/pricing')
  await expect(page.getByRole('heading', { level: 1, name: 'Pricing' })).toBeVisible()
  await expect(page.getByText('Most Popular')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Free Forever' })).toBeDisabled()
  await expect(page.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/')
  await expect(page.getByRole('term')).toHaveCount(4)
  await expectAccessible(page)
})

test('a checkout that cannot leave its frame opens a window, or says its address', async ({
  page,
  signIn,
}) => {
  const ada = await signIn('Ada')
  await ada.call(stripeApi.createProducts)
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

test('a checkout that fails says why', async ({ page, signIn }) => {
  await signIn('Ada')
  await page.goto('/pricing')
  const choose = page.getByRole('button', { name: 'Upgrade to Professional' })
  const answer = (status: number, body: object | null) =>
    page.route('**/create-checkout-session', (route) => route.fulfill({ status, json: body }), { times: 1 })
  const expectWords = async (words: string) => {
    await choose.click()
    const dialog = page.getByRole('alertdialog')
    await expect(dialog.getByText(words)).toBeVisible()
    await dialog.getByRole('button', { name: 'OK' }).click()
    await expect(dialog).toHaveCount(0)
  }
  await answer(503, { error: 'The shop is shut.' })
  await expectWords('Error: The shop is shut.')
  await answer(503, { error: '' })
  await expectWords('Error: Failed to create checkout session')
  for (const silent of [{}, { message: 'Bad gateway' }, null]) {
    await answer(502, silent)
    await expectWords('Error: Failed to create checkout session')
  }
  for (const withoutUrl of [{ url: null }, {}, { url: 7 }, null]) {
    await answer(200, withoutUrl)
    await expectWords('Failed to create checkout session. Please try again.')
  }
  await page.route('**/create-checkout-session', (route) => route.abort(), { times: 1 })
  await expectWords('Network error. Please check your connection and try again.')
})

test('products that cannot be created are told in the words of the server, or in our own', async ({
  page,
  signIn,
}) => {
  await signIn('Ada')
  await page.route('**/api/stripe/setup-check', (route) =>
    route.fulfill({ json: { products: [], keys_configured: true, may_create: true } }),
  )
  await page.goto('/stripe-setup')
  for (const [body, words] of [
    [{ error: 'The shop is shut.' }, 'The shop is shut.'],
    [{}, 'Failed to create Stripe products'],
  ] as const) {
    await page.route('**/create-products', (route) => route.fulfill({ status: 503, json: body }), {
      times: 1,
    })
    await page.getByRole('button', { name: 'Create Products and Prices' }).click()
    await expect(page.getByText(words, { exact: true })).toBeVisible()
  }
})

test('an unknown status is grey and reads Unknown, and the plan beside it is shown', async ({
  page,
  signIn,
}) => {
  await signIn('Ada')
  await answerStatus(page, 'paused')
  await page.goto('/subscription/manage')
  const card = page.locator('section', { has: page.getByRole('heading', { name: 'Current Plan' }) })
  for (const text of ['Professional', 'Unknown', '$29/month'])
    await expect(card.getByText(text, { exact: true }).first()).toBeVisible()
  await expect(card.getByText('Unlimited')).toHaveCount(3)
})

test('the page after a checkout looks before it says what happened', async ({ page, signIn }) => {
  await signIn('Ada')
  const heading = (name: string) => page.getByRole('heading', { level: 1, name })
  await page.goto('/subscription/success')
  await expect(heading('Your subscription was not activated')).toBeVisible()
  await expect(page.getByText('is activated')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'See Plans' })).toHaveAttribute('href', '/pricing')
  await page.goto('/subscription/success?session_id=cs_test_somebody_else')
  await expect(heading('Your subscription was not activated')).toBeVisible()

  await page.route('**/api/subscription/refresh', (route) => route.abort())
  await page.goto('/subscription/success')
  await expect(heading('We could not look up your subscription')).toBeVisible({ timeout: 15_000 })
  await page.unroute('**/api/subscription/refresh')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(heading('Your subscription was not activated')).toBeVisible()

  const answers = ['processing', 'activated']
  await page.route('**/api/subscription/refresh', async (route) => {
    const response = await route.fetch()
    const json = { ...(await response.json()), purchase: answers.shift() ?? 'activated' }
    await route.fulfill({ response, json })
  })
  await page.goto('/subscription/success')
  await expect(heading('Your payment is being processed')).toBeVisible()
  await expect(heading('Welcome to Daybook!')).toBeVisible()
  await expect(
    page.getByText('Your subscription is activated. You now have access to all premium features.'),
  ).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('where the plan cannot be loaded, what cannot be added says why', async ({ page, signIn }) => {
  await signIn('Ada')
  await page.route('**/api/subscription', (route) => route.fulfill({ status: 503, json: {} }))
  await page.goto('/dashboard')
  for (const [path, button] of [
    ['/clients', 'Add Client'],
    ['/projects', 'New Project'],
    ['/invoices', 'Create Invoice'],
  ] as const) {
    await goWithin(page, path)
    await expect(page.getByRole('button', { name: button }).first()).toBeDisabled()
    await expect(page.getByText('Your plan could not be loaded')).toBeVisible({ timeout: 15_000 })
    await expect(page.getByText(/of -1|of undefined/)).toHaveCount(0)
  }
  await expectAccessible(page)
  // Pressed before the plan can be loaded again, since it could also be loaded without being pressed.
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await page.unroute('**/api/subscription')
  await expect(page.getByRole('button', { name: 'Create Invoice' }).first()).toBeEnabled()
})

test('the billing history leads to the billing portal before anything was billed', async ({
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
    test('every screen is accessible', async ({ page, signIn }) => {
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

    test('a payment that failed is said above every screen, which comes with it', async ({
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
