import { expect, holdBack, test } from './fixtures.ts'

const SCREENS_THAT_ASK = [
  '/pricing',
  '/dashboard',
  '/clients',
  '/projects',
  '/time-tracking',
  '/invoices',
  '/invoices?status=unpaid',
  '/time-tracking?from=2026-11-01&to=2026-11-30&q=north',
  '/expenses',
  '/subscription/manage',
]

test('a press is seen to be heard while the code of its dialog is on its way', async ({ page, signIn }) => {
  await signIn('Ada')
  const letGo = await holdBack(page, 'client-dialog')
  await page.goto('/clients')
  await expect(page.getByText('No clients found')).toBeVisible()
  await page.getByRole('button', { name: 'Add Client' }).first().click()
  await expect(page.getByRole('status').getByText('Loading...')).toBeVisible()
  letGo()
  await expect(page.getByRole('dialog', { name: 'Add Client' })).toBeVisible()
  await expect(page.getByText('Loading...')).toHaveCount(0)
})

test.describe('on the first visit', () => {
  test.use({ firstVisit: true })

  test('a key press loads the dialogs without waiting for the browser to be idle', { tag: '@deep' }, async ({
    page,
    signIn,
  }) => {
    await signIn('Ada')
    await page.addInitScript(() => {
      window.requestIdleCallback = () => 0
    })
    await page.goto('/clients')
    await expect(page.getByText('No clients found')).toBeVisible()
    const asked = page.waitForRequest('**/assets/client-dialog-*')
    await page.keyboard.press('Shift')
    await asked
  })
})

test.describe('a light page', () => {
  test.use({ expectedErrors: /401|503|login redirect URL/ })

  test('says what was said before there is anything to say it, once there is', { tag: '@deep' }, async ({
    page,
  }) => {
    const letGo = await holdBack(page, 'toasts')
    await page.route('**/api/oauth/**', (route) => route.fulfill({ status: 503, json: { error: 'Not now' } }))
    await page.goto('/pricing')
    const start = page.getByRole('button', { name: 'Start Free Trial' }).first()
    await start.click()
    await expect(start).toBeEnabled()
    letGo()
    await expect(page.getByText('Sign-in failed').first()).toBeVisible()
  })
})

test('what a screen will ask for is asked for with its code, and once', { tag: '@deep' }, async ({
  page,
  signIn,
}) => {
  await signIn('Ada')
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/api/')) asked.push(pathname + search)
  })
  await page.route('**/assets/*-screen-*.js', async (route) => {
    await expect.poll(() => asked.length).toBeGreaterThan(1)
    await route.continue()
  })
  for (const path of SCREENS_THAT_ASK) {
    // The screen before may still ask for something.
    await page.goto('about:blank')
    asked.length = 0
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(asked.length, path).toBeGreaterThan(1)
    expect(asked.toSorted(), path).toEqual([...new Set(asked)].toSorted())
  }
})
