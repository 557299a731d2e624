import type { Page } from '@playwright/test'
import { clientsApi } from '#features/clients/contract.ts'
import { invoicesApi } from '#features/invoices/contract.ts'
import { projectsApi } from '#features/projects/contract.ts'
import { sampleDataApi } from '#features/sample-data/contract.ts'
import { expectAccessible, expectAccessibleAtEverySize, SIZES } from './accessibility.ts'
import { answerApart, expect, expectNothingMoved, goWithin, test } from './fixtures.ts'

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

const DIALOGS = [
  ['/clients?new', 'Add Client'],
  ['/projects?new', 'New Project'],
  ['/time-tracking?new', 'Log Time'],
  ['/invoices?new', 'Create Invoice'],
  ['/expenses?new', 'Add Expense'],
] as const

const TABLET = [
  { width: 768, height: 1024 },
  { width: 1024, height: 768 },
]

async function look(page: Page, { path, heading }: Screen): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  await expect(page.getByText('Loading...')).toHaveCount(0)
  await expectNothingMoved(page)
  await expectAccessible(page)
}

/** In either orientation. */
async function expectToFitTablet(page: Page): Promise<void> {
  const before = page.viewportSize() ?? SIZES.phone
  for (const size of TABLET) {
    await page.setViewportSize(size)
    const sideways = () => document.documentElement.scrollWidth - document.documentElement.clientWidth
    // Charts are drawn anew for another width after it is there.
    await expect.poll(() => page.evaluate(sideways), `${page.url()} at ${size.width}`).toBe(0)
  }
  await page.setViewportSize(before)
}

for (const [device, viewport] of Object.entries(SIZES)) {
  test.describe(device, () => {
    test.use({ viewport, hasTouch: device === 'phone' })

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
      const screens = [
        ...SIGNED_IN,
        { path: '/reports?range=lastyear', heading: 'Reports' },
        { path: `/projects/${project?.id}`, heading: project?.name ?? '' },
      ]
      for (const screen of screens)
        await test.step(screen.path, async () => {
          await look(page, screen)
          if (device === 'phone') await expectToFitTablet(page)
        })
    })
  })
}

test('the forms that fill them', async ({ page, signIn }) => {
  const ada = await signIn('Ada')
  const { id: client_id } = await ada.call(clientsApi.create, { body: { name: 'Studio North' } })
  const items = [{ description: 'Design', quantity: 2, rate: 95 }]
  const { id } = await ada.call(invoicesApi.create, { body: { client_id, issue_date: '2026-11-15', items } })
  await page.goto('/clients')
  for (const [path, name] of [...DIALOGS, [`/invoices?view=${id}`, /INV-0001/] as const])
    await test.step(path, async () => {
      await goWithin(page, path)
      await expect(page.getByRole('dialog', { name })).toBeVisible()
      await expectAccessibleAtEverySize(page)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })
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
