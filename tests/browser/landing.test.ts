import { expect, test } from './fixtures.ts'

test('what sells Daybook names nothing that it does not have', async ({ page }) => {
  for (const path of ['/', '/pricing']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('main')).not.toContainText(/receipt|on one page/i)
  }
})
