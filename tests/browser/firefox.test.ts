import { type Browser, launch, type Page } from 'puppeteer-core'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { timeEntriesApi } from '#features/work/time-entries/contract.ts'
import { firstOf } from '#tests/lists.ts'
import { findFirefox } from '#tests/needs.ts'
import { signInAs } from '#tests/people.ts'
import { expect, test } from './fixtures.ts'

/**
 * Firefox itself, by WebDriver BiDi: Playwright drives only a Firefox of its own. What is walked here is proven in Chromium; this
 * shows that nothing of it is for Chromium only.
 */
const named = (page: Page, name: string, role: string) =>
  page.locator(`::-p-aria([name="${name}"][role="${role}"])`)

/** Firefox starts slowly beside other tests. */
const TIMEOUT_MS = 120_000

const press = (page: Page, name: string, role = 'button') => named(page, name, role).click()

const shows = (page: Page, text: string) => page.locator(`::-p-text(${text})`).wait()

/** The scrim reaches the edge of the window, or the place of the scrollbar beside it is as dark. */
const isDimmed = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const { documentElement: html, body } = document
    const isCovered = html.clientWidth >= innerWidth
    return isCovered || getComputedStyle(html).backgroundColor !== getComputedStyle(body).backgroundColor
  })

test('a client, its work and its invoice are entered in Firefox', { tag: '@deep' }, async ({ app }) => {
  const ada = await signInAs(app.url, { name: 'Ada', email: `ada.firefox.${process.pid}@example.com` })
  let firefox: Browser | undefined
  try {
    firefox = await launch({ browser: 'firefox', executablePath: findFirefox() ?? '', headless: true })
    const page = await firefox.newPage()
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(String(error)))
    await page.setViewport({ width: 1280, height: 800 })
    page.setDefaultTimeout(TIMEOUT_MS)
    const { hostname } = new URL(app.url)
    await firefox.setCookie({
      name: 'daybook_session',
      value: ada.cookies.get('daybook_session') ?? '',
      domain: hostname,
      path: '/',
      httpOnly: true,
    })

    await page.goto(`${app.url}/clients?new`)
    await named(page, 'Name', 'textbox').fill('Studio North')
    await expect.poll(() => isDimmed(page)).toBe(true)
    await press(page, 'Save Client')
    await shows(page, 'Client created successfully')
    const client = firstOf(await ada.call(clientsApi.list))
    expect(client.name).toBe('Studio North')

    const project = await ada.call(projectsApi.create, {
      body: { name: 'Website', client_id: client.id, hourly_rate: 80 },
    })
    await page.goto(`${app.url}/projects/${project.id}?tab=time&new`)
    await named(page, 'Hours', 'textbox').fill('1:30')
    await page.keyboard.press('Enter')
    await shows(page, 'Time entry logged successfully')
    expect(firstOf(await ada.call(timeEntriesApi.list))).toMatchObject({
      hours: 1.5,
      project_name: 'Website',
    })

    await page.goto(`${app.url}/bill?client=${client.id}`)
    await shows(page, 'Create draft for $120.00')
    await press(page, 'Create draft for $120.00')
    await expect.poll(async () => (await ada.call(invoicesApi.list)).length).toBe(1)
    expect(firstOf(await ada.call(invoicesApi.list))).toMatchObject({
      total: 120,
      client_name: 'Studio North',
    })
    expect(errors).toEqual([])
  } finally {
    await firefox?.close()
  }
})
