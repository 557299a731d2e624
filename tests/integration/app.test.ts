import { type IncomingHttpHeaders, request as rawRequest } from 'node:http'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { accountApi } from '#features/foundation/account/contract.ts'
import { signInApi } from '#features/foundation/sign-in/contract.ts'
import { sharedApp, signIn, startTestApp, type TestApp } from '#tests/app.ts'
import { runScheduledJobs } from '#tests/jobs.ts'
import { createOnServer } from '#tests/new-database.ts'
import { fetchOpenApi } from '#tests/openapi.ts'
import { signInAs, Visitor } from '#tests/people.ts'
import { everyEndpoint } from '#tests/sound-request.ts'

const visitor = async () => new Visitor((await sharedApp()).url)

const status = (
  url: string,
  headers: Record<string, string>,
  method = 'GET',
  body = '',
): Promise<{ status: number; text: string; headers: IncomingHttpHeaders }> =>
  new Promise((resolve, reject) => {
    const request = rawRequest(url, { method, headers }, (response) => {
      let text = ''
      response.on('data', (chunk) => {
        text += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text, headers: response.headers }))
    })
    request.on('error', reject)
    request.end(body)
  })

describe('every response', () => {
  test('has strict security headers and does not reveal the server', async () => {
    const { headers } = await (await visitor()).try(accountApi.me)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self'")
    expect(policy).not.toContain('unsafe')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-powered-by')).toBeNull()
    expect(headers.get('strict-transport-security')).toBeNull()
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-request-id')).toMatch(/[0-9a-f-]{36}/)
  })

  test('of an unknown call is 404 in JSON', async () => {
    for (const [method, path] of [
      ['GET', '/api/nope'],
      ['POST', '/api/clients/1/2/3'],
      ['DELETE', '/nowhere'],
    ] as const) {
      const answer = await (await visitor()).request(method, path)
      expect(answer.status).toBe(404)
      expect(answer.body).toEqual({ error: expect.stringContaining(path), code: 'not_found' })
    }
  })
})

describe('a request from another site', () => {
  test.each<[string, Record<string, string>]>([
    ['by Fetch Metadata', { 'sec-fetch-site': 'cross-site' }],
    ['from a neighbouring port', { 'sec-fetch-site': 'same-site' }],
    ['by Origin', { origin: 'https://evil.example' }],
    ['from a frame without an origin', { origin: 'null' }],
  ])('that writes is refused %s, signing out included', async (_, headers) => {
    const ada = await signIn('Ada')
    expect((await ada.try(clientsApi.create, { body: { name: 'Planted' }, headers })).status).toBe(403)
    expect((await ada.try(signInApi.signOut, { headers })).status).toBe(403)
    expect((await ada.try(accountApi.me)).status).toBe(200)
    expect(await ada.call(clientsApi.list)).toEqual([])
  })

  test('from our own site is not refused', async () => {
    const ada = await signIn('Ada')
    const own = { origin: ada.url, 'sec-fetch-site': 'same-origin' }
    await ada.call(clientsApi.create, { body: { name: 'Studio North' }, headers: own })
    await ada.call(signInApi.signOut, { headers: { 'sec-fetch-site': 'same-origin' } })
  })
})

describe('signing out by GET', () => {
  test.each<[string, number, (own: string) => Record<string, string>]>([
    ['that says nothing of where it comes from', 403, () => ({})],
    ['with a Referer of another site', 403, () => ({ referer: 'https://evil.example/' })],
    ['with our address in the path of another', 403, (own) => ({ referer: `https://evil.example/${own}/` })],
    ['with our address before an @', 403, (own) => ({ referer: `${own}@evil.example/` })],
    ['with a Referer that is no address', 403, () => ({ referer: 'localhost' })],
    [
      'with our Referer and a foreign Origin',
      403,
      (own) => ({ referer: own, origin: 'https://evil.example' }),
    ],
    ['from another site with our Referer', 403, (own) => ({ referer: own, 'sec-fetch-site': 'cross-site' })],
    ['from a page of ours in an older browser', 200, (own) => ({ referer: `${own}/account?tab=1` })],
    ['from a page of ours', 200, () => ({ 'sec-fetch-site': 'same-origin' })],
    ['typed in by hand', 200, () => ({ 'sec-fetch-site': 'none' })],
  ])('%s gets %i', async (_, expected, headers) => {
    const ada = await signIn('Ada')
    expect((await ada.try(signInApi.signOut, { headers: headers(ada.url) })).status).toBe(expected)
    expect((await ada.try(accountApi.me)).status).toBe(expected === 200 ? 401 : 200)
  })
})

describe('the address', () => {
  test('of another host gets a sentence that names the setting to change', async () => {
    const { url } = await sharedApp()
    const answer = await status(url, { host: 'evil.example' })
    expect(answer.status).toBe(421)
    expect(answer.text).toContain('PUBLIC_URL=http://evil.example')
  })

  test('may be any loopback name and forwarded port', async () => {
    const { url } = await sharedApp()
    for (const host of ['localhost:8080', '127.0.0.1:9', '[::1]:3000']) {
      const answer = await status(`${url}/api/oauth/google/redirect_url`, { host })
      expect(answer.status).toBe(200)
      expect(JSON.parse(answer.text).redirectUrl).toContain(`http://${host}/sandbox/identity`)
      expect(JSON.parse(answer.text).redirectUrl).toContain(
        encodeURIComponent(`http://${host}/auth/callback`),
      )
    }
  })

  test('of this machine does not open a sandbox to forwarded requests', async () => {
    const { url } = await sharedApp()
    for (const [name, value] of [
      ['forwarded', 'for=192.0.2.7;host=daybook.example.com'],
      ['x-forwarded-for', '127.0.0.1'],
      ['x-forwarded-host', 'localhost'],
      ['x-forwarded-proto', 'https'],
      ['x-forwarded-anything', ''],
      ['x-real-ip', '192.0.2.7'],
      ['via', '1.1 tunnel'],
    ] as const) {
      for (const path of ['/', '/api/users/me', '/sandbox/identity/auth', '/sandbox/outbox', '/nowhere']) {
        const answer = await status(url + path, { [name]: value })
        expect(answer.status, `${name} ${path}`).toBe(403)
        expect(JSON.parse(answer.text).error).toContain('set PUBLIC_URL and SECRET')
      }
      const page = await status(url, { [name]: value, accept: 'text/html,*/*;q=0.8' })
      expect(page.headers['content-type']).toContain('text/html')
      expect(page.text).toContain('answers only requests from its own machine')
      const call = await status(`${url}/api/users/me`, { [name]: value, accept: 'text/html' })
      expect(call.headers['content-type']).toContain('application/json')
      expect((await status(`${url}/readyz`, { [name]: value })).status).toBe(200)
    }
  })

  test('is not checked for health checks', async () => {
    const { url } = await sharedApp()
    expect((await status(`${url}/healthz`, { host: 'load-balancer' })).status).toBe(200)
    expect((await status(`${url}/readyz`, { host: 'load-balancer' })).status).toBe(200)
  })
})

describe('a body', () => {
  const send = async (body: string, type = 'application/json') => {
    const ada = await signIn('Ada')
    const response = await ada.fetch('/api/clients', {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    })
    return { status: response.status, body: (await response.json()) as { error: string } }
  }

  test.each([
    ['that is not JSON', '{', 'application/json', 400],
    ['that is too large', JSON.stringify({ name: 'x'.repeat(2_000_000) }), 'application/json', 413],
    ['of another type', 'name=x', 'application/x-www-form-urlencoded', 415],
    ['that is plain text', '{"name": "x"}', 'text/plain', 415],
    ['that poisons prototypes', '{"__proto__": {"name": "x"}}', 'application/json', 400],
    ['that is a list', '[]', 'application/json', 400],
    ['that is nothing', 'null', 'application/json', 400],
  ])('%s is refused with a message', async (_, body, type, expected) => {
    const answer = await send(body, type)
    expect(answer.status).toBe(expected)
    expect(answer.body.error).toMatch(/\w/)
  })
})

describe('a body that is announced but empty', () => {
  const announced = { headers: { 'content-type': 'application/json' } }

  test('is accepted where none is needed', async () => {
    const ada = await signIn('Ada')
    const finished = await ada.fetch('/api/tour/finish', { method: 'POST', ...announced })
    expect(finished.status).toBe(200)
    const { id } = await ada.call(clientsApi.create, { body: { name: 'Studio North' } })
    const removed = await ada.fetch(`/api/clients/${id}`, { method: 'DELETE', ...announced })
    expect(removed.status).toBe(200)
  })

  test('is required where one is needed', async () => {
    const ada = await signIn('Ada')
    const answer = await ada.fetch('/api/clients', { method: 'POST', ...announced })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toEqual({ error: 'Body must be a JSON object', code: 'invalid_request' })
  })
})

describe('wrong input', () => {
  test.each<[string, string, unknown, string]>([
    ['POST', '/api/clients', [], 'Body must be a JSON object'],
    ['POST', '/api/projects', { name: 5 }, 'Name must be text'],
    ['POST', '/api/projects', { name: 'A', client_id: '1' }, 'Client must be a number'],
    ['POST', '/api/projects', { name: 'A', client_id: 1.5 }, 'Client must be a whole number'],
    ['POST', '/api/projects', { name: 'A', client_id: 0 }, 'Client must be at least 1'],
    [
      'POST',
      '/api/projects',
      { name: 'A', status: 'done' },
      'Status must be active, completed, on_hold or cancelled',
    ],
    ['POST', '/api/projects', { name: 'a\0b' }, 'Name contains a character that cannot be stored'],
    ['POST', '/api/time-entries', { project_id: 1, date: '2026-11-15' }, 'Hours is required'],
    ['POST', '/api/time-entries', { project_id: 1, hours: 1 }, 'Date is required'],
    [
      'POST',
      '/api/time-entries',
      { project_id: 1, hours: 1, date: '2026-11-15', is_billable: 'yes' },
      'Is billable must be true or false',
    ],
    ['POST', '/api/invoices', { client_id: 1, issue_date: '2026-11-15', items: {} }, 'Items must be a list'],
    [
      'POST',
      '/api/invoices',
      { client_id: 1, issue_date: '2026-11-15', items: [{ description: 'A', quantity: 1, rate: -1 }] },
      'Rate must be at least 0',
    ],
    ['GET', '/api/clients?limit=501', undefined, 'Limit must be at most 500'],
    ['GET', '/api/clients?limit=many', undefined, 'Limit must be a number'],
    ['GET', `/api/clients?q=${'x'.repeat(201)}`, undefined, 'Q must have at most 200 characters'],
    ['GET', '/api/clients?q=a&q=b', undefined, 'Q must be text'],
  ])('%s %s %j is refused in a sentence', async (method, path, body, sentence) => {
    const answer = await (await signIn('Ada')).request(method, path, body)
    expect(answer).toMatchObject({ status: 400, body: { error: sentence } })
  })
})

describe('an Idempotency-Key', () => {
  const key = () => ({ 'idempotency-key': crypto.randomUUID() })

  test('returns the first result for a repeated request', async () => {
    const ada = await signIn('Ada')
    const headers = key()
    const first = await ada.call(clientsApi.create, { body: { name: 'Studio North' }, headers })
    const again = await ada.call(clientsApi.create, { body: { name: 'Studio North' }, headers })
    expect(again).toEqual(first)
    expect(await ada.call(clientsApi.list)).toHaveLength(1)
  })

  test('is refused for another request', async () => {
    const ada = await signIn('Ada')
    const headers = key()
    await ada.call(clientsApi.create, { body: { name: 'Studio North' }, headers })
    expect((await ada.try(clientsApi.create, { body: { name: 'Studio South' }, headers })).status).toBe(409)
  })

  test('is separate for each account', async () => {
    const [ada, grace] = [await signIn('Ada'), await signIn('Grace')]
    const headers = key()
    const first = await ada.call(clientsApi.create, { body: { name: 'Studio North' }, headers })
    const other = await grace.call(clientsApi.create, { body: { name: 'Studio North' }, headers })
    expect(other.id).not.toBe(first.id)
  })

  test('can be reused after a refusal', async () => {
    const ada = await signIn('Ada')
    const headers = key()
    expect((await ada.try(clientsApi.create, { body: { name: '' }, headers })).status).toBe(400)
    expect((await ada.try(clientsApi.create, { body: { name: 'Studio North' }, headers })).status).toBe(201)
  })

  test('is kept for a week and then deleted', async () => {
    const app = await startTestApp()
    const day = 86_400_000
    const start = Date.now()
    const ada = await signInAs(app.url, { name: 'Ada', email: 'ada@example.com' })
    const keep = (name: string) =>
      ada.call(clientsApi.create, { body: { name }, headers: { 'idempotency-key': name } })
    const kept = async () => (await app.database.pool.query('select key from idempotency_keys')).rows
    await app.database.pool.query(
      `insert into idempotency_keys (account_id, key, fingerprint, created_at)
       select id, 'old ' || number, '', to_timestamp($1) from accounts, generate_series(1, 5001) as number`,
      [start / 1000 - 8 * 86_400],
    )
    await keep('first')
    app.clock.set(new Date(start + 6 * day))
    await keep('second')
    await runScheduledJobs(app)
    expect(await kept()).toEqual([{ key: 'first' }, { key: 'second' }])
    await keep('first')
    app.clock.set(new Date(start + 7 * day + 60_000))
    await runScheduledJobs(app)
    expect(await kept()).toEqual([{ key: 'second' }])
    expect(await ada.call(clientsApi.list)).toHaveLength(2)
    await app.stop()
  })

  test('too long is refused', async () => {
    const ada = await signIn('Ada')
    const answer = await ada.try(clientsApi.create, {
      body: { name: 'x' },
      headers: { 'idempotency-key': 'k'.repeat(256) },
    })
    expect(answer.status).toBe(400)
  })
})

describe('the description', () => {
  test('is OpenAPI 3.1 and names every call', async () => {
    const { openapi, paths } = await fetchOpenApi()
    expect(openapi).toMatch(/^3\.1/)
    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining(['/api/clients', '/api/clients/{id}', '/api/sessions']),
    )
    const input = paths['/api/clients']?.post?.requestBody?.content['application/json']
    expect(input?.schema.required).toEqual(['name'])
  })

  test('covers every call with its parameters and headers', async () => {
    const { paths } = await fetchOpenApi()
    for (const { method, path, body: input, creates, paged, versioned, status = 200 } of everyEndpoint) {
      const call = paths[path]?.[method.toLowerCase()]
      if (!call) throw new Error(`${method} ${path} is not described`)
      const headers = call.parameters.filter((one) => one.in === 'header')
      expect(headers).toMatchObject([
        ...(creates ? [{ name: 'Idempotency-Key', required: false }] : []),
        ...(versioned === 'changed' ? [{ name: 'If-Match', required: false }] : []),
      ])
      const tagged = versioned && method !== 'DELETE'
      expect(Object.keys(call.responses[status]?.headers ?? {})).toEqual([
        ...(paged ? ['Link'] : []),
        ...(tagged ? ['ETag'] : []),
      ])
      if (input) expect(call.requestBody?.required, path).toBe(!input.safeParse(undefined).success)
    }
  })

  test('has a page', async () => {
    const response = await (await visitor()).fetch('/api/docs')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toContain('text/html')
  })
})

describe('rate limits', () => {
  let strict: Promise<TestApp[]> | undefined
  const strictApps = () => {
    strict ??= createOnServer({ isMigrated: true }).then((DATABASE_URL) => {
      const settings = { DATABASE_URL, SIGN_IN_LIMIT: '3', UNKNOWN_TOKEN_LIMIT: '3' }
      return Promise.all([startTestApp(settings), startTestApp(settings)])
    })
    return strict
  }
  const strangers = async () => (await strictApps()).map(({ url }) => new Visitor(url))
  afterAll(async () => {
    for (const app of (await strict) ?? []) await app.stop()
  })

  test('limit sign-ins at all servers together', async () => {
    const answers = []
    for (const stranger of [...(await strangers()), ...(await strangers())])
      answers.push((await stranger.try(signInApi.signIn, { body: { code: 'guess' } })).status)
    expect(answers).toEqual([400, 400, 400, 429])
  })

  test('limit unknown session tokens at all servers together', async () => {
    const answers = []
    for (const [n, stranger] of [...(await strangers()), ...(await strangers())].entries()) {
      stranger.cookies.set('daybook_session', `1.${'a'.repeat(42)}${n}`)
      answers.push((await stranger.try(accountApi.me)).status)
    }
    expect(answers).toEqual([401, 401, 401, 429])
  })

  test('count all addresses of an IPv6 network as one, in any spelling', async () => {
    const app = await startTestApp({
      TRUST_PROXY: '1',
      SIGN_IN_LIMIT: '2',
      UNKNOWN_TOKEN_LIMIT: '2',
      DANGEROUSLY_EXPOSE_SANDBOX: 'anyone-can-sign-in-as-anyone',
    })
    onTestFinished(app.stop)
    const addresses = [
      '2001:db8::1',
      '2001:DB8:0:0:ffff::2',
      '2001:db8::3',
      '2001:db8:0:1::1',
      '::ffff:192.0.2.7',
    ]
    const signIns: number[] = []
    const guesses: number[] = []
    for (const address of addresses) {
      const headers = { 'x-forwarded-for': address }
      const stranger = new Visitor(app.url)
      signIns.push((await stranger.try(signInApi.signIn, { body: { code: 'guess' }, headers })).status)
      stranger.cookies.set('daybook_session', `1.${'a'.repeat(43)}`)
      guesses.push((await stranger.try(accountApi.me, { headers })).status)
    }
    expect(signIns).toEqual([400, 400, 429, 400, 400])
    expect(guesses).toEqual([401, 401, 429, 401, 401])
  })
})

describe('behind https', () => {
  let secureApp: Promise<TestApp> | undefined
  afterAll(async () => (await secureApp)?.stop())

  test('cookies are Secure and bound to the host, and browsers stay on https', async () => {
    secureApp = startTestApp({ PUBLIC_URL: 'https://localhost:8443' })
    const { url } = await secureApp
    const { headers } = await status(`${url}/api/oauth/google/redirect_url`, { host: 'localhost:8443' })
    const [cookie] = headers['set-cookie'] ?? []
    expect(headers['strict-transport-security']).toContain('max-age')
    expect(cookie).toMatch(/^__Host-daybook_signin=.*Path=\/.*HttpOnly.*Secure.*SameSite=Lax/)
  })
})

describe('a sandbox that is exposed on purpose', () => {
  let exposed: Promise<TestApp> | undefined
  afterAll(async () => (await exposed)?.stop())
  const host = 'demo.example.com'

  test('signs in visitors through a tunnel, and warns on every page', async () => {
    exposed = startTestApp({
      PUBLIC_URL: `https://${host}`,
      SECRET: 'x'.repeat(32),
      DANGEROUSLY_EXPOSE_SANDBOX: 'anyone-can-sign-in-as-anyone',
    })
    const { url } = await exposed
    const tunnel = { host, 'x-forwarded-for': '192.0.2.7', 'x-forwarded-proto': 'https' }
    const cookies: string[] = []
    const through = async (address: string, method = 'GET', body = '') => {
      const { pathname, search, origin } = new URL(address, `https://${host}`)
      expect(origin).toBe(`https://${host}`)
      const headers = {
        ...tunnel,
        cookie: cookies.join('; '),
        ...(body && { 'content-type': 'application/x-www-form-urlencoded' }),
      }
      const answer = await status(url + pathname + search, headers, method, body)
      for (const line of answer.headers['set-cookie'] ?? []) cookies.unshift(line.split(';')[0] ?? '')
      return answer
    }
    const begun = await through('/api/oauth/google/redirect_url')
    const asked = await through(JSON.parse(begun.text).redirectUrl)
    const form = await through(asked.headers.location ?? '')
    expect(form.text).toContain('anyone who opens this address can sign in as anyone')
    const person = 'email=ada%40example.com&name=Ada'
    let answer = await through(asked.headers.location ?? '', 'POST', person)
    while (!answer.headers.location?.includes('/auth/callback'))
      answer = await through(answer.headers.location ?? '')
    expect(new URL(answer.headers.location).origin).toBe(`https://${host}`)
    for (const path of ['/sandbox/outbox', '/sandbox/payments', '/api/openapi.json'])
      expect((await through(path)).text, path).toContain(
        'anyone who opens this address can sign in as anyone',
      )
  })
})
