import type { Page } from '@playwright/test'
import { invoicesApi } from '#features/invoices/contract.ts'
import { projectsApi } from '#features/projects/contract.ts'
import { sampleDataApi } from '#features/sample-data/contract.ts'
import { expectAccessible, expectAccessibleAtEverySize, SIZES } from './accessibility.ts'
import { answerApart, expect, expectNothingMoved, test } from './fixtures.ts'

interface Screen {
  path: string
  heading: string | RegExp
}

const PUBLIC: Screen[] = [
  { path: '/', heading: 'Your whole business, in one good book.' },
  { path: '/pricing', heading: /\w/ },
  { path: '/nowhere', heading: 'This page does not exist.' },
]

const SIGNED_IN: Screen[] = [
  { path: '/dashboard', heading: 'Dashboard' },
  { path: '/clients', heading: 'Clients' },
  { path: '/projects', heading: 'Projects' },
  { path: '/time-tracking', heading: 'Time Tracking' },
  { path: '/invoices', heading: 'Invoices' },
  { path: '/expenses', heading: 'Expenses' },
  { path: '/reports', heading: 'Reports' },
  { path: '/account', heading: 'Account' },
  { path: '/account?tab=business', heading: 'Account' },
]

const DIALOGS = ['/clients?new', '/projects?new', '/time-tracking?new', '/invoices?new', '/expenses?new']

async function look(page: Page, { path, heading }: Screen): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  await expect(page.getByText('Loading...')).toHaveCount(0)
  await expectNothingMoved(page)
  await expectAccessible(page)
}

for (const [device, viewport] of Object.entries(SIZES)) {
  test.describe(device, () => {
    test.use({ viewport })

    test.describe('on the first visit', () => {
      test.use({ firstVisit: true })

      test('the public pages', async ({ page }) => {
        for (const screen of PUBLIC) await test.step(screen.path, () => look(page, screen))
      })
    })

    test('a year of books', async ({ page, signIn }) => {
      const ada = await signIn('Ada')
      await ada.call(sampleDataApi.add)
      const [project] = await ada.call(projectsApi.list, { query: { limit: 1 } })
      await answerApart(page, device === 'phone' ? 'in turn' : 'backwards')
      for (const screen of SIGNED_IN) await test.step(screen.path, () => look(page, screen))
      await look(page, { path: '/reports?range=lastyear', heading: 'Reports' })
      await look(page, { path: `/projects/${project?.id}`, heading: project?.name ?? '' })
    })
  })
}

test('the forms that fill them', async ({ page, signIn }) => {
  const ada = await signIn('Ada')
  await ada.call(sampleDataApi.add)
  const [invoice] = await ada.call(invoicesApi.list, { query: { limit: 1 } })
  for (const path of [...DIALOGS, `/invoices?view=${invoice?.id}`]) {
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page.locator('[role=dialog][data-open]')).toBeVisible()
      await expectAccessibleAtEverySize(page)
    })
  }
})

test.describe('on a phone', () => {
  test.use({ viewport: SIZES.phone })

  test('empty books', async ({ page, signIn }) => {
    await signIn('Ada')
    for (const screen of SIGNED_IN) await test.step(screen.path, () => look(page, screen))
  })
})

test.describe('a screen that cannot be fetched', () => {
  test.use({ expectedErrors: /Failed to fetch dynamically imported module|net::ERR_FAILED/ })

  test('can be loaded again', async ({ page, signIn }) => {
    await signIn('Ada')
    await page.goto('/dashboard')
    await page.route('**/assets/expenses-screen-*', (route) => route.abort())
    await page.goto('/expenses')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!')
    await expectAccessibleAtEverySize(page)
    await page.unroute('**/assets/expenses-screen-*')
    await page.getByRole('button', { name: 'Reload' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Expenses')
  })
})

test.describe('plans that cannot be loaded', () => {
  test.use({ expectedErrors: /401 \(Unauthorized\)|503|Nothing today/ })

  test('are asked for again', async ({ page, signIn }) => {
    await signIn('Ada')
    const refuse = { status: 503, json: { error: 'Nothing today' } }
    await page.route('**/api/subscription/plans', (route) => route.fulfill(refuse))
    await page.goto('/pricing')
    await expect(page.getByText('The plans could not be loaded')).toBeVisible()
    await expectAccessible(page)
    await page.unroute('**/api/subscription/plans')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('Most Popular')).toBeVisible()
  })
})
