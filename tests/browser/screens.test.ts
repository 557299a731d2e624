import type { Page } from '@playwright/test'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { expectAccessible, expectAccessibleAtEverySize, expectToFit, SIZES } from './accessibility.ts'
import { answerApart, expect, expectNothingMoved, test } from './fixtures.ts'

type Screen = [path: string, heading: string | RegExp]

const PUBLIC: Screen[] = [
  ['/', 'Your whole business, in one good book.'],
  ['/pricing', 'Pricing'],
  ['/nowhere', 'This page does not exist.'],
]

const BOOKS: Screen[] = [
  ['/dashboard', 'Dashboard'],
  ['/clients', 'Clients'],
  ['/projects', 'Projects'],
  ['/time-tracking', 'Time Tracking'],
  ['/invoices', 'Invoices'],
  ['/expenses', 'Expenses'],
  ['/reports', 'Reports'],
  ['/account', 'Account'],
  ['/account?tab=business', 'Account'],
]

const PLANS: Screen[] = [
  ['/pricing', 'Pricing'],
  ['/subscription/manage', 'Subscription'],
  ['/stripe-setup', 'Stripe Setup'],
  ['/subscription/success', 'Your subscription was not activated'],
]

/** Each is loaded anew, since what is there already does not move. */
async function expectNothingMovesIn(
  page: Page,
  screens: Screen[],
  whenLoaded: (page: Page) => Promise<void> = async () => {},
): Promise<void> {
  for (const [path, name] of screens)
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
      await expect(page.getByText('Loading...')).toHaveCount(0)
      await expectNothingMoved(page)
      await whenLoaded(page)
    })
}

test.describe('while it is loaded, nothing moves', () => {
  for (const [device, viewport] of Object.entries(SIZES)) {
    test.describe(`on a ${device}`, () => {
      test.use({ viewport, hasTouch: device === 'phone' })

      test.describe('on the first visit', () => {
        test.use({ firstVisit: true })

        test('in public pages', { tag: '@deep' }, async ({ page }) => {
          await expectNothingMovesIn(page, PUBLIC)
        })
      })

      test('in a year of books, whichever answer comes first', { tag: '@deep' }, async ({
        page,
        openDemo,
      }) => {
        const ada = await openDemo()
        const [project] = await ada.call(projectsApi.list, { query: { limit: 1 } })
        await answerApart(page, device === 'phone' ? 'in turn' : 'backwards')
        await expectNothingMovesIn(
          page,
          [
            ...BOOKS,
            ['/reports?range=lastyear', 'Reports'],
            [`/projects/${project?.id}`, project?.name ?? ''],
          ],
          async () => {
            // By touch, controls are larger.
            if (device === 'phone') await expectToFit(page)
            await page.setViewportSize(viewport)
          },
        )
      })

      test('in screens about plans, whichever answer comes first', { tag: '@deep' }, async ({
        page,
        signIn,
      }) => {
        await signIn('Ada')
        await answerApart(page, device === 'phone' ? 'in turn' : 'backwards')
        await expectNothingMovesIn(page, PLANS)
      })
    })
  }

  test.describe('on a phone', () => {
    test.use({ viewport: SIZES.phone })

    test('in empty books', { tag: '@deep' }, async ({ page, signIn }) => {
      await signIn('Ada')
      await expectNothingMovesIn(page, BOOKS)
    })
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

  test('are asked for again', { tag: '@deep' }, async ({ page, signIn }) => {
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
