import { sampleDataApi } from '#features/sample-data/contract.ts'
import { expect, test } from './fixtures.ts'

const SCREENS = ['dashboard', 'clients', 'projects', 'time-tracking', 'invoices', 'expenses', 'reports']
const UPRIGHT = { width: 768, height: 1024 }
const LYING = { width: 1024, height: 768 }

test.use({ viewport: UPRIGHT, hasTouch: true })

test('on a tablet nothing scrolls sideways in either orientation', async ({ page, signIn }) => {
  const ada = await signIn('Ada')
  await ada.call(sampleDataApi.add)
  for (const screen of SCREENS) {
    await page.setViewportSize(UPRIGHT)
    await page.goto(`/${screen}`)
    await expect(page.getByText(/Harbor & Pine|Adobe Creative Cloud|Time logged/).first()).toBeVisible()
    for (const size of [UPRIGHT, LYING]) {
      await page.setViewportSize(size)
      const sideways = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(sideways, `${screen} at ${size.width}`).toBe(0)
    }
  }
})
