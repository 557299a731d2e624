import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { startTestApp, type TestApp, uniqueEmail } from '#tests/app.ts'
import { type Person, signInAs } from '#tests/people.ts'
import { addDeliverable } from '#tests/portal.ts'
import { type RawAnswer, sendRaw } from '#tests/raw-http.ts'
import { fileUrl, uploadFile } from '#tests/uploads.ts'

let app: TestApp
let ada: Person

beforeAll(async () => {
  app = await startTestApp({}, { pages: 'built' })
  ada = await signInAs(app.url, { name: 'Ada', email: uniqueEmail('Ada') })
})
afterAll(() => app.stop())

/** As it stands: `fetch` would tidy up the path. */
const get = (path: string, headers: Record<string, string> = {}): Promise<RawAnswer> =>
  sendRaw(app.url, { method: 'GET', path, headers, body: Buffer.alloc(0) })

const headersOf = async (path: string): Promise<Headers> => {
  const response = await ada.fetch(path, { headers: { accept: 'text/html' } })
  await response.arrayBuffer()
  return response.headers
}

/** The script that the pages load first. */
const mainScript = async (): Promise<string> => {
  const [, path = ''] = /<script type="module"[^>]* src="([^"]+)"/.exec((await get('/')).body) ?? []
  return path
}

/** An uploaded page of HTML. */
async function addFile(): Promise<string> {
  const { id } = await ada.call(projectsApi.create, { body: { name: 'Website' } })
  const params = { id, deliverableId: await addDeliverable({ ada, projectId: id }) }
  await uploadFile(ada, params, '<script>alert(1)</script>', 'brand.html')
  return fileUrl(params)
}

describe('every kind of answer', () => {
  const PAGES = [
    '/',
    '/dashboard',
    '/pricing',
    '/nowhere',
    '/client-portal/1.x',
    '/api/docs',
    '/sandbox/outbox',
  ]
  const DOWNLOADS = ['/api/reports/export.csv', '/api/reports/export.pdf', '/api/export.zip']
  const OTHERS = [
    '/theme.js',
    '/favicon.ico',
    '/favicon.svg',
    '/api/openapi.json',
    '/api/users/me',
    '/api/nothing',
    '/api/clients/x',
    '/api/client-portal/1.x',
    '/sandbox/outbox/nothing',
    '/sandbox/payments',
    '/sandbox/identity/nothing',
    '/healthz',
  ]

  test('says what may run in it, who may frame it, and nothing of what made it', async () => {
    const paths = [...PAGES, ...OTHERS, ...DOWNLOADS, await mainScript(), await addFile()]
    for (const path of paths) {
      const headers = await headersOf(path)
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
  })

  test('with data of an account is kept by nobody, and files are saved instead of shown', async () => {
    const file = await addFile()
    for (const path of ['/api/users/me', '/api/clients', '/api/export.zip', file])
      expect((await headersOf(path)).get('cache-control'), path).toBe('no-store')
    for (const path of [...DOWNLOADS, file])
      expect((await headersOf(path)).get('content-disposition'), path).toMatch(/^attachment; filename="/)
  })

  test('to a portal link keeps the link secret, whatever it looks like', async () => {
    const tooLong = `/client-portal/1.${'A'.repeat(5000)}`
    for (const path of [
      '/client-portal/1.x',
      '/api/client-portal/1.x',
      '/client%2Dportal/1.x',
      '/api/client%2Dportal/1.x',
      tooLong,
      `/api${tooLong}`,
    ]) {
      const headers = await headersOf(path)
      expect(headers.get('referrer-policy'), path).toBe('no-referrer')
      expect(headers.get('x-robots-tag'), path).toBe('noindex')
    }
    const refusal = await ada.request('GET', `/api${tooLong}`)
    expect(refusal).toMatchObject({ status: 404, body: { error: 'Invalid or expired access token' } })
    expect((await ada.fetch(tooLong, { headers: { accept: 'text/html' } })).status).toBe(200)
  })
})

describe('an address', () => {
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

  test('leads to no file outside', async () => {
    for (const [expected, paths] of Object.entries(OUTSIDE))
      for (const path of paths) {
        const { status, body } = await get(path, { accept: '*/*' })
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

  test('leads to no other site', async () => {
    for (const [path, page, other] of ELSEWHERE)
      for (const [accept, expected] of [
        ['text/html', page],
        ['*/*', other],
      ] as const) {
        const { status, text } = await get(path, { accept })
        const [, location] = /^location\n(.*)$/im.exec(text) ?? []
        expect(status, `${accept} ${path}`).toBe(expected)
        if (location !== undefined) expect(new URL(location, app.url).origin, path).toBe(app.url)
      }
  })
})

test('a script is compressed as the browser takes it, and cached for ever', async () => {
  const path = await mainScript()
  for (const encoding of ['br', 'gzip']) {
    const { headers } = await ada.fetch(path, { method: 'HEAD', headers: { 'accept-encoding': encoding } })
    expect(headers.get('content-encoding')).toBe(encoding)
    expect(headers.get('cache-control')).toContain('immutable')
  }
})

test('a page loads the code of its screen at once, if the visitor may see it', async () => {
  const preloaded = async (page: Promise<{ body: string } | string>) => {
    const answer = await page
    const html = typeof answer === 'string' ? answer : answer.body
    return [...html.matchAll(/<link rel="modulepreload"[^>]* href="\/assets\/([\w-]+)-[\w-]{8}\.js/g)].map(
      ([, name]) => name,
    )
  }
  const own = (path: string) =>
    ada.fetch(path, { headers: { accept: 'text/html' } }).then((response) => response.text())
  expect(await preloaded(own('/dashboard'))).toEqual(
    expect.arrayContaining(['signed-in', 'dashboard-screen', 'screens']),
  )
  expect(await preloaded(own('/projects/7'))).toContain('project-screen')
  expect(await preloaded(get('/client-portal/1.unknown'))).toEqual(
    expect.arrayContaining(['portal-frame', 'portal-screen']),
  )
  expect(await preloaded(get('/dashboard'))).toEqual([])
  expect(await preloaded(get('/'))).toEqual([])
})

test('without plans, pages say so, and there is no prerendered pricing page', async () => {
  const free = await startTestApp({ PLANS: 'off' }, { pages: 'built' })
  const textOf = async (url: string) => (await fetch(url, { headers: { accept: 'text/html' } })).text()
  for (const path of ['/', '/pricing', '/dashboard', '/app-shell.html']) {
    expect(await textOf(free.url + path)).toMatch(/<html [^>]*data-plans="off"/)
    expect(await textOf(app.url + path)).not.toMatch(/<html [^>]*data-plans/)
  }
  expect(await textOf(`${app.url}/pricing`)).toContain('Most Popular')
  expect(await textOf(`${free.url}/pricing`)).not.toContain('Most Popular')
  expect(await textOf(`${app.url}/sitemap.xml`)).toContain('/pricing')
  expect(await textOf(`${free.url}/sitemap.xml`)).not.toContain('/pricing')
  await free.stop()
})

test('pages name the calls that they make first, with what is in their address', async () => {
  const named = async (path: string, visitor = (address: string) => ada.fetch(address)) => {
    const { headers } = await visitor(path)
    return [...(headers.get('link') ?? '').matchAll(/<([^>]+)>; rel=preload; as=fetch; crossorigin/g)].map(
      ([, address]) => address,
    )
  }
  const api = '/api/client-portal/1.a'
  expect(await named('/client-portal/1.a')).toEqual([api, `${api}/projects`, `${api}/invoices`])
  expect(await named('/client-portal/1.a/invoices/7')).toEqual([api, `${api}/invoices/7`])
  expect(await named('/client-portal/1.a/projects/7')).toEqual([api, `${api}/projects/7`])
  expect(await named('/client-portal/1.a%22%3E%3Cb')).toContain('/api/client-portal/1.a%22%3E%3Cb')
  const frame = ['/api/users/me', '/api/subscription']
  expect(await named('/projects/7')).toEqual([...frame, '/api/projects/7'])
  expect(await named('/clients/7?tab=time')).toContain('/api/clients/7/overview')
  expect(await named('/invoices')).toEqual([...frame, '/api/invoices', '/api/invoices/summary'])
  expect(await named('/invoices?status=overdue')).toEqual(frame)
  expect(await named('/dashboard')).toEqual(expect.arrayContaining([...frame, '/api/dashboard/stats']))
  expect(await named('/dashboard', (path) => fetch(app.url + path))).toEqual([])
})

test('a page that its script has to fill says that it loads, and what it needs', async () => {
  for (const path of ['/dashboard', '/client-portal/1.unknown', '/nowhere', '/app-shell.html'])
    expect((await get(path, { accept: 'text/html' })).body).toMatch(
      /<div id="root"><main.*Loading\.\.\.<\/p><noscript>.*JavaScript.*<\/noscript><\/main><\/div>/,
    )
})

test('a page with a button to sign in says what it needs', async () => {
  for (const path of ['/', '/pricing'])
    expect((await get(path, { accept: 'text/html' })).body).toMatch(
      /<noscript[^>]*>Signing in needs JavaScript\. [^<]+<\/noscript>/,
    )
})

test.each([
  ['no attribute for Google alone', { SIGN_IN: 'oidc' }, undefined],
  ['direct for another provider alone', { OIDC_ISSUER: 'https://id.example.com' }, 'direct'],
  ['page for several ways to sign in', { SIGN_IN: 'oidc,email' }, 'page'],
  ['page without a provider', { SIGN_IN: 'passkey' }, 'page'],
])('pages say how to sign in: %s', async (_, settings, mode) => {
  const keys = { OIDC_CLIENT_ID: 'id', OIDC_CLIENT_SECRET: 'secret' }
  const other = await startTestApp({ ...keys, ...settings }, { pages: 'built' })
  const html = await (await fetch(other.url, { headers: { accept: 'text/html' } })).text()
  expect(/<html [^>]*data-sign-in="(\w+)"/.exec(html)?.[1]).toBe(mode)
  await other.stop()
})
