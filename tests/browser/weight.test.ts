import { request as httpRequest } from 'node:http'
import type { Page } from '@playwright/test'
import { clientsApi } from '#features/clients/contract.ts'
import { invoicesApi } from '#features/invoices/contract.ts'
import { portalAccessApi } from '#features/portal-access/contract.ts'
import { projectsApi } from '#features/projects/contract.ts'
import { expect, test } from './fixtures.ts'

const MAX_PUBLIC_BYTES = 150_000
const MAX_PORTAL_BYTES = 220_000
const MAX_APP_BYTES = 300_000
const MAX_CHARTS_BYTES = 400_000
const MAX_FILES = 40

const APP_SCREENS = [
  '/dashboard',
  '/clients',
  '/projects',
  '/time-tracking',
  '/invoices',
  '/bill',
  '/expenses',
  '/account',
  '/subscription/manage',
]

test.use({ firstVisit: true })

test.beforeEach(async ({ page }) => {
  // Offline, nothing is preloaded while the browser is idle.
  await page.addInitScript(() => Object.defineProperty(navigator, 'onLine', { get: () => false }))
})

test('public pages keep the budget of compressed JavaScript, cached for ever', async ({ page }) => {
  for (const path of ['/', '/pricing']) {
    await page.goto(path)
    for (const url of await expectScriptsWithin(page, MAX_PUBLIC_BYTES)) {
      if (!url.includes('/assets/')) continue
      for (const encoding of ENCODINGS) {
        const headers = await headersOf(url, encoding)
        expect(headers['cache-control'], url).toContain('immutable')
        expect([encoding, undefined], url).toContain(headers['content-encoding'])
      }
    }
  }
})

test('screens of the app keep the budget of compressed JavaScript', async ({ page, signIn }) => {
  const ada = await signIn('Ada')
  const { id } = await ada.call(projectsApi.create, { body: { name: 'Website' } })
  for (const path of [...APP_SCREENS, `/projects/${id}`]) {
    await page.goto(path)
    await expectScriptsWithin(page, MAX_APP_BYTES)
  }
  await page.goto('/reports')
  await expectScriptsWithin(page, MAX_CHARTS_BYTES)
})

test('portal pages keep the budget of compressed JavaScript', async ({ page, signIn }) => {
  const ada = await signIn('Ada')
  const client = await ada.call(clientsApi.create, { body: { name: 'Harbour & Pine' } })
  const project = await ada.call(projectsApi.create, { body: { name: 'Website', client_id: client.id } })
  const invoice = await ada.call(invoicesApi.create, {
    body: {
      client_id: client.id,
      issue_date: '2026-11-13',
      due_date: '2999-11-27',
      items: [{ description: 'Design', quantity: 1, rate: 95 }],
    },
  })
  await ada.call(invoicesApi.update, { params: { id: invoice.id }, body: { status: 'sent' } })
  const { url } = await ada.call(portalAccessApi.create, { params: { id: client.id } })
  for (const path of ['', `/projects/${project.id}`, `/invoices/${invoice.id}`]) {
    await page.goto(`${url}${path}`)
    await expectScriptsWithin(page, MAX_PORTAL_BYTES)
  }
})

const ENCODINGS = ['br', 'gzip']

/** Gives the addresses of the scripts that the page loads to show what is first on it. */
async function expectScriptsWithin(page: Page, maxBytes: number): Promise<string[]> {
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Daybook')
  await page.waitForLoadState('networkidle')
  const resources = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => name),
  )
  const scripts = [...new Set(resources)].filter((url) => new URL(url).pathname.endsWith('.js'))
  expect(scripts.length, page.url()).toBeLessThanOrEqual(MAX_FILES)
  for (const encoding of ENCODINGS) {
    const sizes = await Promise.all(scripts.map((url) => sizeOf(url, encoding)))
    const bytes = sizes.reduce((sum, size) => sum + size)
    expect(bytes, `${page.url()} ${encoding}`).toBeGreaterThan(50_000)
    expect(bytes, `${page.url()} ${encoding}`).toBeLessThanOrEqual(maxBytes)
  }
  return scripts
}

const sizes = new Map<string, Promise<number>>()

function sizeOf(url: string, encoding: string): Promise<number> {
  const key = `${encoding} ${url}`
  const size = sizes.get(key) ?? headersOf(url, encoding).then((headers) => Number(headers['content-length']))
  sizes.set(key, size)
  return size
}

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
