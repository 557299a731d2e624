import type { Page } from '@playwright/test'
import { accountApi } from '#features/account/contract.ts'
import { clientsApi } from '#features/clients/contract.ts'
import { dashboardApi } from '#features/dashboard/contract.ts'
import { deliverablesApi } from '#features/deliverables/contract.ts'
import { portalAccessApi } from '#features/portal-access/contract.ts'
import { projectsApi } from '#features/projects/contract.ts'
import type { Person } from '#tests/people.ts'
import { sendRaw } from '#tests/raw-http.ts'
import { expect, test } from './fixtures.ts'
import { type OtherSite, openOtherSite } from './other-site.ts'

const get = (url: string, path: string, headers: Record<string, string> = {}) =>
  sendRaw(url, { method: 'GET', path, headers, body: Buffer.alloc(0) })

const headersOf = async (person: { fetch: Person['fetch'] }, path: string, accept = 'text/html') => {
  const response = await person.fetch(path, { headers: { accept } })
  await response.arrayBuffer()
  return response.headers
}

test.describe('every kind of answer', () => {
  test('says what may run in it, who may frame it, and nothing of what made it', async ({ signIn, page }) => {
    const ada = await signIn('Ada')
    const project = await ada.call(projectsApi.create, { body: { name: 'Website' } })
    const file = await addFile(ada, project.id, 'brand.html', '<script>alert(1)</script>')
    await page.goto('/')
    const asset = await page.locator('script[type=module]').getAttribute('src')
    const pages = [
      '/',
      '/dashboard',
      '/pricing',
      '/nowhere',
      '/client-portal/1.x',
      '/api/docs',
      '/sandbox/outbox',
    ]
    const others = [
      String(asset),
      '/theme.js',
      '/favicon.svg',
      '/api/openapi.json',
      '/api/users/me',
      '/api/nothing',
      '/api/clients/x',
      '/api/client-portal/1.x',
      '/api/reports/export.csv',
      '/api/reports/export.pdf',
      '/api/export.zip',
      '/sandbox/outbox/nothing',
      '/sandbox/payments',
      '/sandbox/identity/nothing',
      '/healthz',
      file,
    ]
    for (const path of [...pages, ...others]) {
      const headers = await headersOf(ada, path)
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy, path).toMatch(/default-src 'none'/)
      expect(policy, path).toMatch(/frame-ancestors '(self|none)'/)
      expect(policy, path).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline|script-src[^;]*\*/)
      expect(headers.get('x-content-type-options'), path).toBe('nosniff')
      expect(headers.get('referrer-policy'), path).toMatch(/^(same-origin|no-referrer)$/)
      expect(headers.get('cross-origin-opener-policy'), path).toBe('same-origin')
      expect(headers.get('cross-origin-resource-policy'), path).toBe('same-origin')
      expect(headers.get('access-control-allow-origin'), path).toBeNull()
      expect(headers.get('x-powered-by') ?? headers.get('server'), path).toBeNull()
    }
    for (const path of ['/api/users/me', '/api/clients', '/api/export.zip', file])
      expect((await headersOf(ada, path)).get('cache-control'), path).toBe('no-store')
    const tooLong = `/client-portal/1.${'A'.repeat(5000)}`
    for (const path of [
      '/client-portal/1.x',
      '/api/client-portal/1.x',
      '/client%2Dportal/1.x',
      '/api/client%2Dportal/1.x',
      tooLong,
      `/api${tooLong}`,
    ]) {
      const headers = await headersOf(ada, path)
      expect(headers.get('referrer-policy'), path).toBe('no-referrer')
      expect(headers.get('x-robots-tag'), path).toBe('noindex')
    }
    const refusal = await ada.request('GET', `/api${tooLong}`)
    expect(refusal).toMatchObject({ status: 404, body: { error: 'Invalid or expired access token' } })
    expect((await ada.fetch(tooLong, { headers: { accept: 'text/html' } })).status).toBe(200)
    for (const path of ['/api/reports/export.csv', '/api/reports/export.pdf', '/api/export.zip', file])
      expect((await headersOf(ada, path)).get('content-disposition'), path).toMatch(/^attachment; filename="/)
  })

  test('is a page that keeps to its own policy', async ({ page }) => {
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
})

test.describe('another site', () => {
  // What it tries is refused, and the browser says so.
  test.use({ expectedErrors: /./ })

  let other: OtherSite
  test.beforeAll(async () => {
    other = await openOtherSite()
  })
  test.afterAll(() => other.stop())

  for (const which of ['elsewhere', 'nextDoor'] as const) {
    test(`${which} neither writes, reads, signs the freelancer out nor frames a page`, async ({
      page,
      app,
      signIn,
    }) => {
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
    ['POST', '/api/sample-data'],
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
      ['/api/sample-data', { ...own, method: 'POST', mode: 'no-cors' }],
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
  const OUTSIDE = {
    403: [
      '/../package.json',
      '/%2e%2e/package.json',
      '/..%5cpackage.json',
      '/assets/../../../package.json',
      '/assets/%2e%2e/%2e%2e/%2e%2e/package.json',
      '/./assets/....//....//package.json',
      '//etc/passwd',
      '/file:///etc/passwd',
      '/C:%5cwindows%5cwin.ini',
      '/package.json%00.js',
      '/%00',
      '/api/docs/static/..%5c..%5cpackage.json',
    ],
    404: [
      '/..%2fpackage.json',
      '/%2e%2e%2fpackage.json',
      '/%252e%252e%252fpackage.json',
      '/assets/..%2f..%2f..%2fpackage.json',
      '/%2fetc%2fpasswd',
      '/.env',
      '/.git/config',
      '/server/main.ts',
      '/data/secret',
      '/sandbox/outbox/..%2f..%2fsecret',
      '/sandbox/outbox/%2e%2e%2fsecret/raw',
      '/sandbox/outbox/..%5csecret/raw',
      '/sandbox/outbox/%2fetc%2fpasswd/raw',
      '/sandbox/outbox/%00/raw',
      '/sandbox/payments/assets/..%2f..%2fshell.ts',
      '/sandbox/payments/assets/%2e%2e/handler.ts',
      '/api/docs/static/..%2f..%2f..%2fpackage.json',
      '/api/docs/static/%2e%2e/%2e%2e/package.json',
    ],
  }

  test('leads to no file outside', async ({ app }) => {
    for (const [expected, paths] of Object.entries(OUTSIDE))
      for (const path of paths) {
        const { status, body } = await get(app.url, path, { accept: '*/*' })
        expect(status, path).toBe(Number(expected))
        expect(body, path).not.toMatch(/"daybook"|root:x|\[core\]|import \{|[0-9a-f]{64}/)
      }
  })

  /** The status for `Accept: text/html`, and for anything else. */
  const ELSEWHERE: [path: string, page: number, other: number][] = [
    ['//evil.example', 403, 403],
    ['//evil.example/%2e%2e', 403, 403],
    ['//evil.example//', 403, 403],
    ['/\\evil.example', 403, 403],
    ['/%5cevil.example', 403, 403],
    ['/%2f%2fevil.example', 200, 404],
    ['/.//evil.example/', 403, 403],
    ['/dashboard/?next=//evil.example', 200, 200],
    [
      '/auth/callback?code=x&state=y&redirect=https://evil.example&next=//evil.example&returnTo=//evil.example',
      200,
      200,
    ],
    ['/subscription/success?session_id=x&url=https://evil.example', 200, 200],
    ['/api/docs//evil.example', 404, 404],
    ['/sandbox/payments//evil.example/%2e%2e', 404, 404],
    ['/sandbox/payments/?return_url=https://evil.example', 200, 200],
    ['/sandbox/identity//evil.example', 404, 404],
    [
      '/sandbox/identity/auth?redirect_uri=https://evil.example&client_id=daybook&response_type=code&scope=openid',
      400,
      400,
    ],
  ]

  test('leads to no other site', async ({ app }) => {
    for (const [path, page, other] of ELSEWHERE)
      for (const [accept, expected] of [
        ['text/html', page],
        ['*/*', other],
      ] as const) {
        const { status, text } = await get(app.url, path, { accept })
        const [, location] = /^location\n(.*)$/im.exec(text) ?? []
        expect(status, `${accept} ${path}`).toBe(expected)
        if (location !== undefined) expect(new URL(location, app.url).origin, path).toBe(app.url)
      }
  })

  test('in which a sign-in failed leads home, whatever it says', async ({ page, app }) => {
    await page.goto('/auth/callback?code=x&state=y&returnTo=https://evil.example&next=//evil.example')
    await expect(page).toHaveURL(`${app.url}/`)
  })
  test.use({ expectedErrors: /400 \(Bad Request\)|401|exchange code/ })
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

  test('may be called anything, and is saved under a name that leads nowhere', async ({ page, signIn }) => {
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

  test('with a name that cannot be is refused', async ({ signIn }) => {
    const ada = await signIn('Ada')
    const project = await ada.call(projectsApi.create, { body: { name: 'Website' } })
    const deliverable = await ada.call(deliverablesApi.create, {
      params: { id: project.id },
      body: {
        title: 'Brand',
      },
    })
    for (const name of ['%00', 'a%00b', '', 'x'.repeat(256), '%20']) {
      const path = `/api/projects/${project.id}/deliverables/${deliverable.id}/file?name=${name}`
      expect((await ada.fetch(path, { method: 'POST', body: 'x' })).status, name).toBe(400)
    }
  })
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
