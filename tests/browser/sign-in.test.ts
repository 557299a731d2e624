import type { Page } from '@playwright/test'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { accountApi } from '#features/foundation/account/contract.ts'
import { signInAs } from '#tests/people.ts'
import { expectAccessible, expectAccessibleAtEverySize } from './accessibility.ts'
import { expect, holdBack, holdRequests, test } from './fixtures.ts'
import { openMail } from './outbox.ts'

test('a new freelancer signs in by one exchange, reaches the dashboard, and signs out', async ({
  page,
  app,
  context,
}) => {
  const exchanges: string[] = []
  page.on('request', (request) => {
    if (request.url() === `${app.url}/api/sessions`) exchanges.push(request.method())
  })
  await page.goto('/')
  await page.getByRole('button', { name: 'Start Your Free Trial' }).click()
  await expect(page.getByText('Sandbox')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Email').fill('mary@example.com')
  await page.getByLabel('Name').fill('Mary Somerville')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByText('Mary Somerville')).toBeVisible()
  expect(exchanges).toEqual(['POST'])

  const cookies = (await context.cookies()).filter(({ name }) => name.startsWith('daybook_'))
  expect(cookies).toEqual([
    expect.objectContaining({ name: 'daybook_session', httpOnly: true, sameSite: 'Lax', path: '/' }),
  ])
  expect(await page.evaluate(() => document.cookie)).not.toContain('daybook_')

  await page.goto('/')
  await expect(page).toHaveURL(/\/dashboard$/)

  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL(/\/$/)
  await page.goto('/clients')
  await expect(page).toHaveURL(/\/$/)
})

test('a new freelancer signs in with a code from the outbox, on a phone', async ({ page, context }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto('/sign-in')
  await page.getByLabel('Email').fill('ada.codes@example.com')
  await expectAccessibleAtEverySize(page)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Six-digit code')).toBeFocused()
  await expectAccessibleAtEverySize(page)

  const [outbox] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: 'read it in the outbox' }).click(),
  ])
  await openMail(outbox, 'ada.codes@example.com')
  const subject = await outbox.getByRole('heading', { name: /is your code for Daybook/ }).textContent()
  await outbox.close()
  await page.getByLabel('Six-digit code').pressSequentially(subject?.slice(0, 6) ?? '')
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('each name of this machine works', { tag: '@deep' }, async ({ page, app }) => {
  const url = app.url.replace('localhost', '127.0.0.1')
  await page.goto(url)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.getByLabel('Email').fill('caroline@example.com')
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
    test(`${what} goes home and says so`, { tag: '@deep' }, async ({ page }) => {
      const logged: string[] = []
      page.on('console', (message) => logged.push(message.text()))
      await page.goto(path)
      await expect(page).toHaveURL(/\/$/)
      await expect(page.getByText('Sign-in failed. Please try again.')).toBeVisible()
      expect(logged.join('\n')).toContain(
        path.includes('code=')
          ? 'Failed to exchange code for session token: API responded with HTTP status 400'
          : 'Cannot exchange code for session token: no code provided in the URL search params.',
      )
    })
  }
})

test('what a session ends in one tab, it ends in the other', { tag: '@deep' }, async ({
  page,
  context,
  signIn,
}) => {
  await signIn('Ada')
  await page.goto('/dashboard')
  const other = await context.newPage()
  await other.goto('/clients')
  await expect(other.getByRole('heading', { level: 1, name: 'Clients' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(other).toHaveURL(/\/$/)
})

test('signing out clears the screen before the server answers, and reaches it from a page that is left', async ({
  page,
  context,
  app,
  signIn,
}) => {
  const ada = await signIn('Ada')
  await page.goto('/clients')
  const landing = page.getByRole('button', { name: 'Get Started Free' })
  const held = Promise.withResolvers<void>()
  await page.route('**/api/logout', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL(`${app.url}/`)
  await expect(landing).toBeVisible()
  expect((await ada.try(accountApi.me)).status).toBe(200)
  const answered = page.waitForResponse('**/api/logout')
  held.resolve()
  await answered
  expect((await ada.try(accountApi.me)).status).toBe(401)

  const grace = await signIn('Grace')
  const other = await context.newPage()
  await other.goto('/clients')
  await other.getByRole('button', { name: 'Sign Out' }).click({ noWaitAfter: true })
  await other.close()
  await expect.poll(async () => (await grace.try(accountApi.me)).status).toBe(401)
})

async function continueAs(page: Page, name: string): Promise<void> {
  await page.getByLabel('Email').fill(`${name.toLowerCase()}@example.com`)
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Continue' }).click()
}

test.describe('a deep link', () => {
  test('leads there after sign-in, and the next sign-in to the dashboard', { tag: '@deep' }, async ({
    page,
    app,
  }) => {
    const refused: string[] = []
    page.on('response', (response) => {
      if (response.status() === 401) refused.push(new URL(response.url()).pathname)
    })
    await page.goto('/invoices?status=overdue#list')
    await expect(page).toHaveURL(`${app.url}/`)
    expect(refused).toEqual(['/api/users/me'])
    await expect(page.getByText('Your session has ended')).toBeHidden()
    await page.getByRole('button', { name: 'Get Started Free' }).click()
    await continueAs(page, 'Hypatia')
    await expect(page).toHaveURL(`${app.url}/invoices?status=overdue#list`)
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(page).toHaveURL(`${app.url}/`)
    await page.getByRole('button', { name: 'Get Started Free' }).click()
    await continueAs(page, 'Hypatia')
    await expect(page).toHaveURL(`${app.url}/dashboard`)
  })

  test('to another site leads to the dashboard', { tag: '@deep' }, async ({ page, app }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Get Started Free' }).click()
    await expect(page.getByText('Sandbox')).toBeVisible()
    await page.evaluate(() => sessionStorage.setItem('return-path', '//evil.example'))
    await continueAs(page, 'Sophie')
    await expect(page).toHaveURL(`${app.url}/dashboard`)
  })
})

test.describe('a session that ends elsewhere', () => {
  const ENDED = 'Your session has ended. Please sign in again.'

  test('says so, and leads back after sign-in', { tag: '@deep' }, async ({ page, app, signIn }) => {
    const ada = await signIn('Ada')
    await page.goto('/clients')
    await expect(page.getByRole('heading', { level: 1, name: 'Clients' })).toBeVisible()
    const elsewhere = await signInAs(app.url, ada)
    // The refusal comes while the page is being opened, and the one before is still shown.
    const letGo = await holdBack(page, 'projects-screen')
    const letCallsGo = await holdRequests(page, '**/api/**')
    await page.getByRole('link', { name: 'Projects' }).click()
    expect((await elsewhere.call(accountApi.endOtherSessions)).ended).toBe(1)
    letCallsGo()
    await expect(page).toHaveURL(`${app.url}/`)
    await expect(page.getByRole('alert').getByText(ENDED)).toBeVisible()
    await expectAccessible(page)
    letGo()
    await page.getByRole('button', { name: 'Sign in again' }).click()
    await continueAs(page, 'Ada')
    await expect(page).toHaveURL(`${app.url}/projects`)
  })

  test('says so also to a page that is opened later', { tag: '@deep' }, async ({ page, app, signIn }) => {
    const ada = await signIn('Ada')
    const elsewhere = await signInAs(app.url, ada)
    await elsewhere.call(accountApi.endOtherSessions)
    await page.goto('/expenses')
    await expect(page.getByText(ENDED)).toBeVisible()
  })

  test('is not one that was signed out by hand', { tag: '@deep' }, async ({ page, context, signIn }) => {
    await signIn('Ada')
    await page.goto('/clients')
    const other = await context.newPage()
    await other.goto('/projects')
    await expect(other.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
    await page.getByRole('button', { name: 'Sign Out' }).click()
    for (const tab of [page, other]) {
      await expect(tab.getByRole('button', { name: 'Get Started Free' })).toBeVisible()
      await expect(tab.getByText(ENDED)).toBeHidden()
    }
  })
})

test('the security tab lists sessions, ends them, and tells what happened', { tag: '@deep' }, async ({
  page,
  app,
  signIn,
}) => {
  const ada = await signIn('Ada')
  const phone = await signInAs(app.url, ada)
  await signInAs(app.url, ada)
  await page.goto('/account')
  await page.getByRole('tab', { name: 'Security' }).click()
  await expect(page).toHaveURL(/tab=security$/)
  const sessions = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
  await expect(sessions).toHaveCount(3)
  await expect(sessions.first()).toContainText('This session')
  await expectAccessible(page)
  await sessions.nth(1).getByRole('button').click()
  await expect(sessions).toHaveCount(2)
  await page.getByRole('button', { name: 'End all others' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End all others' }).click()
  await expect(sessions).toHaveCount(1)
  const log = page.getByRole('list', { name: 'Activity log' }).getByRole('listitem')
  await expect(log.first()).toContainText('All other sessions ended')
  await expect(log).toHaveCount(5)
  expect((await phone.try(accountApi.me)).status).toBe(401)
})

test.describe('deleting the account', () => {
  test.use({ expectedErrors: /401|403/ })

  test('is asked twice, closes it in every tab, and can be undone', { tag: '@deep' }, async ({
    page,
    context,
    app,
    signIn,
  }) => {
    const ada = await signIn('Ada')
    await page.goto('/account?tab=security')
    const other = await context.newPage()
    await other.goto('/clients')
    await expect(other.getByRole('heading', { level: 1, name: 'Clients' })).toBeVisible()
    await page.getByRole('button', { name: 'Delete account' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Continue' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    await expectAccessible(page)
    await dialog.getByLabel('Name of this account').fill('Grace')
    await dialog.getByRole('button', { name: 'Delete account' }).click()
    await expect(dialog.getByText('Please type “Ada”')).toBeVisible()
    await dialog.getByLabel('Name of this account').fill('Ada')
    await dialog.getByRole('button', { name: 'Delete account' }).click()
    const closing = /^This account will be deleted on \w+ \d+, \d+\.$/
    await expect(page.getByRole('heading', { level: 1, name: closing })).toBeVisible()
    await expect(page.getByRole('list', { name: 'Sessions' }).getByText('This session')).toBeVisible()
    await expectAccessible(page)
    expect((await ada.try(clientsApi.list)).body).toMatchObject({ code: 'account_closing' })

    await expect(other.getByRole('heading', { level: 1, name: closing })).toBeVisible()
    await page.goto('/')
    await expect(page).toHaveURL(`${app.url}/dashboard`)
    await page.getByRole('button', { name: 'Keep my account' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
    expect(await ada.call(clientsApi.list)).toEqual([])
  })
})
