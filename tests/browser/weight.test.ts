import { expect, test } from './fixtures.ts'

const MOST_BYTES = 150_000

test('the first page brings at most 150 kB of compressed JavaScript, cached for ever', async ({ page }) => {
  const scripts: { url: string; size: number; encoding: string | undefined; cache: string | undefined }[] = []
  page.on('response', async (response) => {
    if (!/\.js$/.test(new URL(response.url()).pathname)) return
    const headers = response.headers()
    scripts.push({
      url: response.url(),
      size: Number(headers['content-length']),
      encoding: headers['content-encoding'],
      cache: headers['cache-control'],
    })
  })
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Get Started Free' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(scripts.length).toBeGreaterThan(1)
  expect(scripts.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(MOST_BYTES)
  for (const { url, encoding, cache } of scripts.filter(({ url }) => url.includes('/assets/'))) {
    expect(cache, url).toContain('immutable')
    expect(encoding ?? 'small', url).toMatch(/br|gzip|small/)
  }
})
