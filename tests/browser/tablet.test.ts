import { expect, test } from './fixtures.ts'

const WIDTHS = { upright: { width: 768, height: 1024 }, lying: { width: 1024, height: 768 } }
const SCREENS = ['dashboard', 'clients', 'projects', 'time-tracking', 'invoices', 'expenses', 'reports']

for (const [way, viewport] of Object.entries(WIDTHS))
  test.describe(way, () => {
    test.use({ viewport, hasTouch: true })

    test('on a tablet nothing scrolls sideways', async ({ page, signIn }) => {
      const ada = await signIn('Ada')
      await ada.post('/api/sample-data', {})
      for (const screen of SCREENS) {
        await page.goto(`/${screen}`)
        await expect(page.getByText(/Harbor & Pine|Adobe Creative Cloud|Time logged/).first()).toBeVisible()
        const sideways = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        expect(sideways, screen).toBe(0)
      }
    })
  })
