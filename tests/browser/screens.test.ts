import { expect, expectAccessible, expectNoSidewaysScrolling, test } from './fixtures.ts'

const PUBLIC = [
  { path: '/', heading: 'Your whole business, in one good book.' },
  { path: '/nowhere', heading: 'This page is not in the book.' },
]
const SIGNED_IN = [
  { path: '/dashboard', heading: 'Dashboard' },
  { path: '/clients', heading: 'Clients' },
  { path: '/expenses', heading: 'Expenses' },
  { path: '/account', heading: 'Account' },
]
const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }

for (const colorScheme of ['light', 'dark'] as const) {
  for (const [device, viewport] of Object.entries(SIZES)) {
    test.describe(`${colorScheme}, ${device}`, () => {
      test.use({ colorScheme, viewport })

      for (const { path, heading } of PUBLIC) {
        test(path, async ({ page }) => {
          await page.goto(path)
          await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
          await expectAccessible(page)
          await expectNoSidewaysScrolling(page)
        })
      }

      test('every screen behind the sign-in', async ({ page, signIn }) => {
        await signIn('Ada')
        for (const { path, heading } of SIGNED_IN) {
          await test.step(path, async () => {
            await page.goto(path)
            await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
            await expect(page.getByText('Loading...')).toHaveCount(0)
            await expectAccessible(page)
            await expectNoSidewaysScrolling(page)
          })
        }
      })
    })
  }
}
