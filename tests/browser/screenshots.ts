import { readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { addDays, dateIn } from '#core/calendar.ts'
import { billableWorkApi } from '#features/billing/billable-work/contract.ts'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { sendingApi } from '#features/billing/sending/contract/sending.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { portalAccessApi } from '#features/engagement/portal-access/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { accountApi } from '#features/foundation/account/contract.ts'
import { portalApi } from '#features/pages/portal/contract/portal.ts'
import { timerApi } from '#features/work/timer/contract.ts'
import { findChromium } from '#tests/needs.ts'
import { connectStripe } from '#tests/online-payments.ts'
import { signInAs } from '#tests/people.ts'
import { PortalVisitor, tokenOf } from '#tests/portal-visitor.ts'
import { startApp } from './app.ts'

/** Takes the pictures of the README, the guide and the landing page anew, from the year of a demo. */
const DIRECTORY = 'docs/screenshots'
const LANDING_DIRECTORY = 'web/public/screens'

const TOGGL = [
  '"User","Email","Client","Project","Task","Description","Billable","Start date","Start time","End date","End time","Duration","Tags","Amount (USD)"',
  '"Ada","ada@example.com","Studio North","Website","","Sketches","Yes","2026-10-12","09:00:00","2026-10-12","10:30:00","01:30:00","","120.00"',
  '"Ada","ada@example.com","Studio North","Website","","Review with the team","Yes","2026-10-13","14:00:00","2026-10-13","16:00:00","02:00:00","","160.00"',
  '"Ada","ada@example.com","Alder Books","Cover","","First drafts","Yes","2026-10-14","09:15:00","2026-10-14","12:15:00","03:00:00","","270.00"',
  '"Ada","ada@example.com","Alder Books","Cover","","Call","No","2026-02-31","14:00:00","2026-02-31","15:00:00","01:00:00","",""',
].join('\r\n')

const app = await startApp()
const ada = await signInAs(app.url, { name: 'Ada Lovelace', email: 'ada@example.com' })
await ada.call(accountApi.update, {
  body: { business_name: 'Lovelace Studio', business_address: '', time_zone: 'UTC' },
})
await app.addYear(ada.email)

const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: ['--no-sandbox'] })
const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
const value = ada.cookies.get('daybook_session') ?? ''
await context.addCookies([{ name: 'daybook_session', value, url: app.url }])

/** Loads the page twice: the first time, a font that comes late is left out. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(new URL(path, app.url).href)
  await page.evaluate(() => document.fonts.ready)
  await page.reload()
}

async function take(name: string, path: string, ready: (page: Page) => Promise<unknown>): Promise<void> {
  const page = await context.newPage()
  await open(page, path)
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
await take('week', '/time-tracking?view=week', heading('Time Tracking'))
await take('bill', `/bill?client=${unbilled.projects[0]?.client_id}`, heading(/Bill/))
await take('reports', '/reports?range=lastyear', (page) =>
  page.getByLabel('Expense Breakdown, bar chart').waitFor(),
)
await take('invoice', `/invoices?view=${sent?.id}`, (page) =>
  page.getByRole('dialog', { name: /INV-/ }).waitFor(),
)
await take('portal', links.find(Boolean) ?? '/', heading(/Welcome/))

await takeForGuide()
await takeForLanding()
await takeChain()

await browser.close()
await app.stop()

/** A new account's first steps, an import and the taxes of a year. */
async function takeForGuide(): Promise<void> {
  await take('import', '/import', async (page) => {
    const file = { name: 'toggl.csv', mimeType: 'text/csv', buffer: Buffer.from(TOGGL) }
    await page.getByLabel('CSV file').setInputFiles(file)
    await page.getByRole('table', { name: 'The first rows' }).waitFor()
  })
  await take('taxes', '/reports?range=lastyear&tab=taxes', heading('Reports'))
  const grace = await signInAs(app.url, { name: 'Grace Hopper', email: 'grace@example.com' })
  await context.addCookies([
    { name: 'daybook_session', value: grace.cookies.get('daybook_session') ?? '', url: app.url },
  ])
  await take('first-steps', '/dashboard', heading('Dashboard'))
  await context.addCookies([{ name: 'daybook_session', value, url: app.url }])
}

/** In both colors. The client's pages are taken on a phone, by the link that the client has. */
async function takeForLanding(): Promise<void> {
  const portal = links.find(Boolean) ?? ''
  const { clientId, projectId, invoiceId } = await prepareChain(portal)
  const lastWeek = addDays(dateIn('UTC', new Date()), -7)
  for (const colorScheme of ['light', 'dark'] as const) {
    const desktop = { viewport: { width: 1120, height: 640 }, deviceScaleFactor: 1.25 }
    const phone = { viewport: { width: 390, height: 500 }, deviceScaleFactor: 2 }
    const save = async (
      name: string,
      path: string,
      size: typeof desktop,
      ready: (page: Page) => Promise<unknown>,
    ) => {
      const screen = await browser.newContext({ ...size, colorScheme, reducedMotion: 'reduce' })
      if (size === desktop) await screen.addCookies([{ name: 'daybook_session', value, url: app.url }])
      const page = await screen.newPage()
      await open(page, path)
      await ready(page)
      await page.waitForLoadState('networkidle')
      const picture = await toWebp(await page.screenshot())
      await writeFile(join(LANDING_DIRECTORY, `${name}-${colorScheme}.webp`), picture)
      await screen.close()
    }
    await save('log', `/time-tracking?view=week&week=${lastWeek}`, desktop, (page) =>
      page.getByRole('timer').first().waitFor(),
    )
    await save('approve', `${portal}/projects/${projectId}?tab=deliverables`, phone, async (page) => {
      const card = page.getByRole('listitem').filter({ hasText: 'Checkout flow' }).first()
      await card.getByRole('button', { name: 'Approve' }).click()
      await page.getByRole('dialog').waitFor()
    })
    await save('bill', `/bill?client=${clientId}`, desktop, heading(/Bill/))
    await save('pay', `${portal}/invoices/${invoiceId}`, phone, (page) =>
      page.getByRole('button', { name: /^Pay / }).waitFor(),
    )
    await save('money', '/dashboard', desktop, (page) =>
      page
        .getByRole('navigation', { name: 'Amounts' })
        .evaluate((element) => scrollBy(0, element.getBoundingClientRect().top - 24)),
    )
  }
}

/** Starts the timer, and sends an invoice that the client approves and can pay online. */
async function prepareChain(
  portal: string,
): Promise<{ clientId: number; projectId: number; invoiceId: number }> {
  const client = clients.find(({ name }) => name === 'Northwind Outdoor')
  const projects = await ada.call(projectsApi.list, { query: { client_id: client?.id } })
  const project = projects.find(({ status }) => status === 'active')
  if (!client || !project) throw new Error('the year has no project of this client')
  await connectStripe(ada)
  await ada.call(timerApi.start, { body: { project_id: project.id, description: 'Component states' } })
  const { id } = await ada.call(invoicesApi.create, {
    body: {
      client_id: client.id,
      project_id: project.id,
      issue_date: dateIn('UTC', new Date()),
      items: [{ description: 'Packing list for autumn', quantity: 1, rate: 850 }],
    },
  })
  await ada.call(sendingApi.send, { params: { id }, body: { mail: false } })
  const visitor = new PortalVisitor(app.url, tokenOf(portal))
  await visitor.try(portalApi.decideInvoice, { params: { invoiceId: id }, body: { status: 'approved' } })
  return { clientId: client.id, projectId: project.id, invoiceId: id }
}

/** Encoded by the browser, which knows the format. */
async function toWebp(png: Buffer): Promise<Buffer> {
  const page = await context.newPage()
  const encoded = await page.evaluate(async (content) => {
    const image = new Image()
    image.src = `data:image/png;base64,${content}`
    await image.decode()
    const { width, height } = image
    const canvas = Object.assign(document.createElement('canvas'), { width, height })
    canvas.getContext('2d')?.drawImage(image, 0, 0)
    return canvas.toDataURL('image/webp', 0.8).replace(/^.*,/, '')
  }, png.toString('base64'))
  await page.close()
  return Buffer.from(encoded, 'base64')
}

/** The landing page's own, with the pictures that were just taken. */
async function takeChain(): Promise<void> {
  const screen = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  const page = await screen.newPage()
  await page.route('**/screens/*.webp', async (route) => {
    const name = basename(new URL(route.request().url()).pathname)
    await route.fulfill({ body: await readFile(join(LANDING_DIRECTORY, name)), contentType: 'image/webp' })
  })
  await open(page, '/')
  const chain = page.getByRole('list').filter({ hasText: 'Log the time' })
  for (const picture of await chain.getByRole('img').all()) await picture.scrollIntoViewIfNeeded()
  await page.waitForLoadState('networkidle')
  await chain.screenshot({ path: join(DIRECTORY, 'chain.png') })
  await screen.close()
}
