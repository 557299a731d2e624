import { request as httpRequest } from 'node:http'
import { expect, test } from './fixtures.ts'

const MOST_BYTES = 150_000

test.use({ firstVisit: true })

test('the first page brings at most 150 kB of compressed JavaScript, cached for ever', async ({ page }) => {
  const scripts = new Set<string>()
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.endsWith('.js')) scripts.add(response.url())
  })
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Get Started Free' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(scripts.size).toBeGreaterThan(1)
  for (const encoding of ['br', 'gzip']) {
    let bytes = 0
    for (const url of scripts) {
      const headers = await headersOf(url, encoding)
      bytes += Number(headers['content-length'])
      if (!url.includes('/assets/')) continue
      expect(headers['cache-control'], url).toContain('immutable')
      expect([encoding, undefined], url).toContain(headers['content-encoding'])
    }
    expect(bytes, encoding).toBeGreaterThan(50_000)
    expect(bytes, encoding).toBeLessThanOrEqual(MOST_BYTES)
  }
})

/** As a browser that takes this encoding alone is answered. */
function headersOf(url: string, encoding: string): Promise<NodeJS.Dict<string | string[]>> {
  return new Promise((resolve, reject) => {
    httpRequest(url, { method: 'HEAD', headers: { 'accept-encoding': encoding } }, (response) => {
      response.resume()
      resolve(response.headers)
    })
      .on('error', reject)
      .end()
  })
}
