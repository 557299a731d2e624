import { fileURLToPath } from 'node:url'
import type { Locator } from '@playwright/test'
import { createServer, type ViteDevServer } from 'vite'
import { expect, test } from './fixtures.ts'

let gallery: ViteDevServer

test.beforeAll(async () => {
  const configFile = fileURLToPath(new URL('../gallery/vite.config.ts', import.meta.url))
  gallery = await createServer({ configFile, logLevel: 'error', server: { port: 0 } })
  await gallery.listen()
})

test.afterAll(() => gallery.close())

/** Its picture changes with its state. */
async function expectShownState(control: Locator, change: () => Promise<void>): Promise<void> {
  const picture = async () => (await control.screenshot()).toString('base64')
  const before = await picture()
  await change()
  await expect.poll(picture).not.toBe(before)
}

const backgroundOf = (element: Locator) =>
  element.evaluate((shown) => getComputedStyle(shown).backgroundColor)

test('where the system forces its colors, what is chosen and what is the main action still show', {
  tag: '@deep',
}, async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  const address = gallery.resolvedUrls?.local[0] ?? ''
  await page.goto(`${address}projects`)
  for (const role of ['checkbox', 'switch'] as const) {
    const control = page.getByRole(role).first()
    const frame = control.locator('..')
    await expectShownState(frame, () => control.click())
    await expectShownState(frame, () => control.click())
  }

  await page.goto(`${address}clients`)
  const bar = page.getByRole('progressbar', { name: 'Milestones' })
  await expectShownState(bar, () =>
    bar.locator('rect').evaluate((fill) => {
      fill.style.width = '10%'
    }),
  )
  for (const [marked, other] of [
    [page.getByRole('tab', { selected: true }), page.getByRole('tab', { selected: false })],
    [page.getByRole('link', { name: 'Clients' }), page.getByRole('link', { name: 'Projects' })],
    [page.getByRole('button', { name: 'Add Client' }), page.getByRole('button', { name: 'Secondary' })],
    [page.getByRole('button', { name: 'Delete', exact: true }), page.getByRole('button', { name: 'Ghost' })],
  ] as const)
    expect(await backgroundOf(marked.first())).not.toBe(await backgroundOf(other.first()))
})
