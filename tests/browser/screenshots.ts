import { chromium, type Page } from '@playwright/test'
import { accountApi } from '#features/account/contract.ts'
import { billableWorkApi } from '#features/billable-work/contract.ts'
import { clientsApi } from '#features/clients/contract.ts'
import { invoicesApi } from '#features/invoices/contract.ts'
import { portalAccessApi } from '#features/portal-access/contract.ts'
import { sampleDataApi } from '#features/sample-data/contract.ts'
import { findChromium } from '#tests/needs.ts'
import { signInAs } from '#tests/people.ts'
import { startApp } from './app.ts'

/** Takes the README's pictures anew, from the sample year. */
const DIRECTORY = 'docs/screenshots'

const app = await startApp()
const ada = await signInAs(app.url, { name: 'Ada Lovelace', email: 'ada@example.com' })
await ada.call(accountApi.update, {
  body: { business_name: 'Lovelace Studio', business_address: '', time_zone: 'UTC' },
})
await ada.call(sampleDataApi.add)

const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: ['--no-sandbox'] })
const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
const value = ada.cookies.get('daybook_session') ?? ''
await context.addCookies([{ name: 'daybook_session', value, url: app.url }])

async function take(name: string, path: string, ready: (page: Page) => Promise<unknown>): Promise<void> {
  const page = await context.newPage()
  await page.goto(new URL(path, app.url).href)
  await ready(page)
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: `${DIRECTORY}/${name}.png` })
  await page.close()
}

const heading = (name: string | RegExp) => (page: Page) =>
  page.getByRole('heading', { level: 1, name }).waitFor()

const invoices = await ada.call(invoicesApi.list)
const sent = invoices.find(({ status }) => status === 'sent') ?? invoices[0]
const clients = await ada.call(clientsApi.list)
const unbilled = await ada.call(billableWorkApi.unbilled)
const links = await Promise.all(
  clients.map(async ({ id }) => (await ada.call(portalAccessApi.list, { params: { id } }))[0]?.url),
)

await take('dashboard', '/dashboard', heading('Dashboard'))
await take('time', '/time-tracking', heading('Time Tracking'))
await take('week', '/time-tracking?view=week', heading('Time Tracking'))
await take('bill', `/bill?client=${unbilled.projects[0]?.client_id}`, heading(/Bill/))
await take('reports', '/reports?range=lastyear', heading('Reports'))
await take('invoice', `/invoices?view=${sent?.id}`, (page) =>
  page.getByRole('dialog', { name: /INV-/ }).waitFor(),
)
await take('portal', links.find(Boolean) ?? '/', heading(/Welcome/))

await browser.close()
await app.stop()
