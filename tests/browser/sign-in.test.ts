import { expect, expectFitForEverybody, test } from './fixtures.ts'

test('a stranger signs in, stands in her Daybook, and signs out', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Get Started Free' }).click()
  await expect(page.getByText('Sandbox')).toBeVisible()
  await expectFitForEverybody(page)
  await page.getByLabel('E-mail').fill('mary@example.com')
  await page.getByLabel('Name').fill('Mary Somerville')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByText('Mary Somerville')).toBeVisible()

  await page.goto('/')
  await expect(page).toHaveURL(/\/dashboard$/)

  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL(/\/$/)
  await page.goto('/clients')
  await expect(page).toHaveURL(/\/$/)
})

test('each name of this machine works', async ({ page, app }) => {
  const url = app.url.replace('localhost', '127.0.0.1')
  await page.goto(url)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.getByLabel('E-mail').fill('caroline@example.com')
  await page.getByLabel('Name').fill('Caroline')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(`${url}/dashboard`)
})

test.describe('a sign-in that fails', () => {
  test.use({
    expectedErrors: /401 \(Unauthorized\)|400 \(Bad Request\)|exchange code for session token/,
  })

  for (const [what, path] of [
    ['without a code', '/auth/callback'],
    ['with a forged code', '/auth/callback?code=forged&state=forged'],
  ] as const) {
    test(`${what} goes home and says so`, async ({ page }) => {
      const logged: string[] = []
      page.on('console', (message) => logged.push(message.text()))
      await page.goto(path)
      await expect(page).toHaveURL(/\/$/)
      await expect(page.getByText('That sign-in did not work. Please try again.')).toBeVisible()
      expect(logged.join('\n')).toContain(
        path.includes('code=')
          ? 'Failed to exchange code for session token: API responded with HTTP status 400'
          : 'Cannot exchange code for session token: no code provided in the URL search params.',
      )
    })
  }
})

test('one exchange is made per page load, though React mounts twice', async ({ page, app }) => {
  const exchanges: string[] = []
  page.on('request', (request) => {
    if (request.url() === `${app.url}/api/sessions`) exchanges.push(request.method())
  })
  await page.goto('/')
  await page.getByRole('button', { name: 'Start Your Free Trial' }).click()
  await page.getByLabel('E-mail').fill('emmy@example.com')
  await page.getByLabel('Name').fill('Emmy')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  expect(exchanges).toEqual(['POST'])
})

test('what a session ends in one tab, it ends in the other', async ({ page, context, signIn }) => {
  await signIn('Ada')
  await page.goto('/dashboard')
  const other = await context.newPage()
  await other.goto('/clients')
  await expect(other.getByRole('heading', { level: 1, name: 'Clients' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(other).toHaveURL(/\/$/)
})
