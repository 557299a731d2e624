import type { Page } from '@playwright/test'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { portalAccessApi } from '#features/engagement/portal-access/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { accountApi } from '#features/foundation/account/contract.ts'
import { dashboardApi } from '#features/pages/dashboard/contract.ts'
import { deliverablesApi } from '#features/work/deliverables/contract.ts'
import type { Person } from '#tests/people.ts'
import { expect, test } from './fixtures.ts'
import { type OtherSite, openOtherSite } from './other-site.ts'

const headersOf = async (person: { fetch: Person['fetch'] }, path: string, accept = 'text/html') => {
  const response = await person.fetch(path, { headers: { accept } })
  await response.arrayBuffer()
  return response.headers
}

test('a page keeps to its own policy', async ({ page }) => {
  // Every other test fails on what the browser says of a page of the app itself.
  const oneCall = {
    openapi: '3.1.0',
    info: { title: 'Daybook', version: '1' },
    paths: { '/api/clients': { get: {} } },
  }
  await page.route('**/api/openapi.json', (route) => route.fulfill({ json: oneCall }))
  for (const path of ['/api/docs', '/sandbox/outbox']) {
    await page.goto(path)
    await expect(page.locator('h1, h2').first()).toBeVisible()
  }
})

test.describe('another site', () => {
  // Its attempts are refused, and the browser says so.
  test.use({ expectedErrors: /./ })

  let other: OtherSite
  test.beforeAll(async () => {
    other = await openOtherSite()
  })
  test.afterAll(() => other.stop())

  for (const which of ['elsewhere', 'nextDoor'] as const) {
    test(`${which} neither writes, reads, signs the freelancer out nor frames a page`, {
      tag: '@deep',
    }, async ({ page, app, signIn }) => {
      const ada = await signIn('Ada')
      const client = await ada.call(clientsApi.create, { body: { name: 'Studio North' } })
      const access = await ada.call(portalAccessApi.create, { params: { id: client.id } })
      const link = access.url ?? ''
      const state = async () =>
        JSON.stringify([
          await ada.call(clientsApi.list),
          await ada.call(dashboardApi.recentActivity),
          await ada.call(accountApi.me),
        ])
      const before = await state()

      for (const enctype of ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'])
        for (const [method, action] of FORMS) {
          await page.goto(other[which])
          await submitForm(page, method, new URL(action, app.url).href, enctype)
        }
      await page.goto(other[which])
      const answers = await page.evaluate(attackByScript, { url: app.url, id: client.id, link })
      expect(answers).toEqual(answers.map(() => 'unreadable'))
      expect(await state()).toBe(before)

      for (const path of ['/', '/dashboard', new URL(link).pathname, '/sandbox/outbox', '/api/docs'])
        await expectNotFramed(page, `${app.url}${path}`)
    })
  }

  const FORMS: [method: string, action: string][] = [
    ['POST', '/api/clients'],
    ['POST', '/api/demo'],
    ['POST', '/api/stripe/create-products'],
    ['GET', '/api/logout'],
  ]

  async function submitForm(page: Page, method: string, action: string, enctype: string): Promise<void> {
    const answered = page.waitForResponse((response) => response.url().startsWith(action))
    const shown = page.waitForURL((url) => url.href.startsWith(action))
    await page.evaluate(
      (form) => {
        const element = Object.assign(document.createElement('form'), form)
        const field = document.createElement('input')
        // As text/plain this is sent as {"name":"Taken","x":"="}.
        field.name = form.enctype === 'text/plain' ? '{"name":"Taken","x":"' : 'name'
        field.value = form.enctype === 'text/plain' ? '"}' : 'Taken'
        element.append(field)
        document.body.append(element)
        element.submit()
      },
      { method, action, enctype },
    )
    expect((await answered).status(), `${method} ${action} as ${enctype}`).toBeGreaterThanOrEqual(400)
    await shown
  }

  /** Runs in the other site's page. Says of each try whether anything could be read. */
  async function attackByScript({ url, id, link }: { url: string; id: number; link: string }) {
    const body = JSON.stringify({ name: 'Taken' })
    const own: RequestInit = { credentials: 'include' }
    const tries: [string, RequestInit][] = [
      ['/api/clients', own],
      ['/api/export.zip', own],
      ['/api/openapi.json', own],
      ['/api/clients', { ...own, method: 'POST', body, headers: { 'content-type': 'text/plain' } }],
      ['/api/clients', { ...own, method: 'POST', body, headers: { 'content-type': 'application/json' } }],
      ['/api/clients', { ...own, method: 'POST', body, mode: 'no-cors' }],
      [
        `/api/clients/${id}`,
        { ...own, method: 'PUT', body, headers: { 'content-type': 'application/json' } },
      ],
      [`/api/clients/${id}`, { ...own, method: 'DELETE' }],
      ['/api/demo', { ...own, method: 'POST', mode: 'no-cors' }],
      ['/api/logout', { ...own, mode: 'no-cors' }],
      [new URL(link).pathname.replace('/client-portal', '/api/client-portal'), {}],
    ]
    const answers: string[] = []
    for (const [path, init] of tries) {
      const said = await fetch(url + path, init).then(
        (response) => response.text(),
        () => '',
      )
      answers.push(said === '' ? 'unreadable' : said)
    }
    navigator.sendBeacon(`${url}/api/clients`, body)
    for (const tag of ['img', 'script', 'iframe'] as const) {
      const element = document.createElement(tag)
      const loaded = new Promise((resolve) => {
        element.onload = resolve
        element.onerror = resolve
      })
      element.src = `${url}/api/logout`
      document.body.append(element)
      await loaded
    }
    return answers
  }

  async function expectNotFramed(page: Page, address: string): Promise<void> {
    await page.goto(other.elsewhere)
    await page.evaluate(async (src) => {
      const frame = document.createElement('iframe')
      const loaded = new Promise((resolve) => {
        frame.onload = resolve
      })
      frame.src = src
      document.body.append(frame)
      await loaded
    }, address)
    await expect.poll(() => page.frames()[1]?.url(), address).toMatch(/^chrome-error:/)
  }
})

test.describe('an address', () => {
  test.use({ expectedErrors: /400 \(Bad Request\)|401|exchange code/ })

  test('in which a sign-in failed leads home, whatever it says', { tag: '@deep' }, async ({ page, app }) => {
    await page.goto('/auth/callback?code=x&state=y&returnTo=https://evil.example&next=//evil.example')
    await expect(page).toHaveURL(`${app.url}/`)
  })
})

test.describe('a file', () => {
  const NAMES = [
    '../../x.txt',
    '..\\..\\x.txt',
    '/etc/passwd',
    'C:\\windows\\win.ini',
    '....//x',
    'a"; filename="evil.html',
    "a'; filename*=UTF-8''evil.html",
    'a\r\nset-cookie: daybook_session=1',
    'a\u2028b.txt',
    '\u202Egpj.exe',
    'con.txt',
    '~/.bashrc',
    '.htaccess',
    '<img src=x onerror=alert(1)>.svg',
    `${'x'.repeat(250)}.txt`,
    '日本語.pdf',
    '%2e%2e%2fx',
  ]

  test('may be called anything, and is saved under a name that leads nowhere', { tag: '@deep' }, async ({
    page,
    signIn,
  }) => {
    const ada = await signIn('Ada')
    const project = await ada.call(projectsApi.create, { body: { name: 'Website' } })
    const paths: string[] = []
    for (const name of NAMES) {
      const path = await addFile(ada, project.id, name, 'Green.')
      const disposition = (await headersOf(ada, path)).get('content-disposition') ?? ''
      expect(disposition, name).toMatch(DISPOSITION)
      paths.push(path)
    }
    for (const [index, path] of paths.entries()) {
      // Headless Chromium allows ten downloads from a page.
      if (index % 10 === 0) await page.goto(`/projects/${project.id}?tab=deliverables`)
      const download = page.waitForEvent('download')
      await page.getByRole('main').locator(`a[href="${path}"]`).first().click()
      expect((await download).suggestedFilename(), path).not.toMatch(/[/\\]|^\./)
    }
  })

  /** One header, one name in plain ASCII, one encoded. */
  const DISPOSITION = /^attachment; filename="[ !#-$&-.0-9=@-[\]-{}~]*"; filename\*=UTF-8''[\w!#$&+.^`|~%-]+$/
})

/** Gives the address of the file. */
async function addFile(ada: Person, projectId: number, name: string, content: string): Promise<string> {
  const { id } = await ada.call(deliverablesApi.create, {
    params: { id: projectId },
    body: { title: 'Brand' },
  })
  const path = `/api/projects/${projectId}/deliverables/${id}/file`
  const response = await ada.fetch(`${path}?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    body: content,
  })
  expect(response.status).toBe(200)
  return path
}
