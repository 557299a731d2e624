import type { Page } from '@playwright/test'
import { HOSTILE_TEXTS, type HostileBooks, keepHostileBooks } from '#tests/hostile-books.ts'
import { expect, goWithin, test } from './fixtures.ts'

let books: HostileBooks

// One after the other in one worker, on books that are kept once.
test.describe.configure({ mode: 'default' })

test.beforeAll(async ({ app }) => {
  books = await keepHostileBooks(app.url)
})

test.beforeEach(async ({ page, browseAs }) => {
  await browseAs(books.ada)
  await watch(page)
})

const [FIRST = ''] = HOSTILE_TEXTS

/** Remembers whatever ran, or was kept from running by the policy alone. */
async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      document.documentElement.dataset.violated = `${violatedDirective} ${blockedURI}`
    })
    window.alert = (said: unknown) => {
      document.documentElement.dataset.ran = String(said)
    }
  })
}

/** Nothing ran, nothing was made of it, and nothing led away: it was text. */
async function expectTextAlone(page: Page): Promise<void> {
  for (const frame of page.frames()) {
    const found = await frame.evaluate(() => ({
      happened: { ...document.documentElement.dataset },
      made: [
        ...document.querySelectorAll(
          '[onerror], [onload], [srcdoc], base[href], meta[http-equiv=refresh], math, a[href^="javascript:" i], img[src="x"]',
        ),
      ].map((element) => element.outerHTML),
    }))
    const { violated, ran } = found.happened
    expect({ violated, ran, made: found.made }, frame.url()).toEqual({ made: [] })
  }
}

async function expectShown(page: Page, path: string, text = FIRST): Promise<void> {
  await page.goto(path)
  await expect(page.locator('body')).toContainText(text)
  await expectTextAlone(page)
}

test("the freelancer's screens show them as text", { tag: '@deep' }, async ({ page }) => {
  const [project] = books.projectIds
  const [invoice] = books.invoiceIds
  const [client] = books.clientIds
  await expectShown(page, '/dashboard')
  for (const [path, heading] of [
    ['/clients', 'Clients'],
    ['/projects', 'Projects'],
    ['/time-tracking', 'Time Tracking'],
    ['/expenses', 'Expenses'],
    ['/invoices', 'Invoices'],
    ['/reports', 'Reports'],
    [`/projects/${project}`, FIRST],
  ] as const)
    await test.step(path, async () => {
      await goWithin(page, path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
      await expect(page.getByRole('main')).toContainText(FIRST)
      await expectTextAlone(page)
    })
  for (const tab of ['Milestones', 'Deliverables', 'Comments', 'Time', 'Expenses'])
    await test.step(tab, async () => {
      await page.getByRole('tab', { name: tab }).click()
      await expect(page.getByRole('tabpanel', { name: tab })).toContainText(FIRST)
      await expectTextAlone(page)
    })
  for (const [path, dialog] of [
    [`/clients?edit=${client}`, 'Edit Client'],
    [`/projects?edit=${project}`, 'Edit Project'],
  ] as const)
    await test.step(path, async () => {
      await goWithin(page, path)
      await expect(
        page.getByRole('dialog', { name: dialog }).getByLabel('Name', { exact: true }),
      ).toHaveValue(FIRST)
      await expectTextAlone(page)
    })
  await goWithin(page, `/invoices?view=${invoice}`)
  await expect(page.getByRole('dialog', { name: /INV-/ })).toContainText(FIRST)
  await expectTextAlone(page)
  await goWithin(page, '/account?tab=business')
  await expect(page.getByLabel('Business name')).toHaveValue(FIRST)
  await expectTextAlone(page)
  await goWithin(page, '/subscription/manage')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Subscription')
  await expectTextAlone(page)
})

test('what opens and closes shows them as text', { tag: '@deep' }, async ({ page }) => {
  await page.goto('/clients')
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click()
  await expect(page.getByRole('menu')).toBeVisible()
  await page.getByRole('menuitem', { name: /Delete|Archive/ }).click()
  await expect(page.getByRole('alertdialog').or(page.getByRole('dialog'))).toBeVisible()
  await expectTextAlone(page)
  await page.goto('/time-tracking?new')
  await page.getByRole('combobox', { name: 'Project' }).click()
  await expect(page.getByRole('option').first()).toBeVisible()
  await expectTextAlone(page)
})

test("the client's pages show them as text", async ({ page }) => {
  const [project] = books.projectIds
  const [invoice] = books.invoiceIds
  const pages = [
    books.link,
    `${books.link}?tab=invoices`,
    ...['overview', 'deliverables', 'comments'].map((tab) => `${books.link}/projects/${project}?tab=${tab}`),
    `${books.link}/invoices/${invoice}`,
  ]
  for (const path of pages) await test.step(path, () => expectShown(page, path))
})

test('mails show them as text', { tag: '@deep' }, async ({ page }) => {
  const mails = page.getByRole('link').filter({ hasText: /stored-scripts\.example/ })
  await expect(async () => {
    await page.goto('/sandbox/outbox')
    expect(await mails.count()).toBeGreaterThan(2)
  }).toPass()
  await expectTextAlone(page)
  const addresses = await mails.evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  for (const address of addresses.slice(0, 20)) {
    await page.goto(`${address}`)
    await expect(page.locator('iframe')).toBeVisible()
    await expectTextAlone(page)
  }
  await page.goto(`${addresses[0]}/html`)
  await expectTextAlone(page)
})

test.describe('the watch itself', () => {
  test.use({ expectedErrors: /./ })

  test('sees what is not text', { tag: '@deep' }, async ({ page }) => {
    await page.goto('/')
    await page.evaluate((html) => {
      document.body.insertAdjacentHTML('beforeend', html)
    }, FIRST)
    await expect(expectTextAlone(page)).rejects.toThrow()
    await expect(page.locator('html')).toHaveAttribute('data-violated', /script-src/)
  })
})
