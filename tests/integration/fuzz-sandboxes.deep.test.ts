import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paymentsApi } from '#features/billing/payments/contract.ts'
import { signInApi } from '#features/foundation/sign-in/contract.ts'
import { stripeApi, subscriptionApi } from '#features/foundation/subscription/contract.ts'
import { startTestApp, type TestApp } from '#tests/app.ts'
import { SEED } from '#tests/fixed-seed.ts'
import { hostileVisits, type SandboxPage } from '#tests/hostile-visits.ts'
import { openPage, openPayingStudio, payByCard, sendInvoice } from '#tests/online-payments.ts'
import { checkoutOf, pay } from '#tests/payments.ts'
import { signInAs, Visitor } from '#tests/people.ts'
import { type RawAnswer, sendRaw } from '#tests/raw-http.ts'

const CASES = Number(process.env.FUZZ_CASES ?? 10)

const GRANT = ['grant_type', 'code', 'redirect_uri', 'client_id', 'client_secret', 'code_verifier', 'scope']
const AUTHORIZATION = [
  'client_id',
  'redirect_uri',
  'response_type',
  'scope',
  'state',
  'nonce',
  'code_challenge',
  'code_challenge_method',
  'response_mode',
  'prompt',
  'max_age',
  'claims',
  'id_token_hint',
  'request',
  'request_uri',
]
const CARD = ['token', 'number', 'expiry', 'cvc', 'name', 'answer']

const PAGES: SandboxPage[] = [
  { path: '/sandbox/identity', fields: AUTHORIZATION },
  { path: '/sandbox/identity/auth', fields: AUTHORIZATION },
  { path: '/sandbox/identity/auth/{uid}', fields: AUTHORIZATION },
  { path: '/sandbox/identity/interaction/{uid}', fields: ['email', 'name'] },
  { path: '/sandbox/identity/token', fields: GRANT },
  { path: '/sandbox/identity/me', fields: ['access_token', 'x'] },
  {
    path: '/sandbox/identity/session/end',
    fields: ['id_token_hint', 'post_logout_redirect_uri', 'client_id', 'state', 'xsrf', 'logout'],
  },
  { path: '/sandbox/identity/session/end/confirm', fields: ['xsrf', 'logout'] },
  { path: '/sandbox/identity/session/end/success', fields: ['client_id'] },
  { path: '/sandbox/identity/jwks', fields: [] },
  { path: '/sandbox/identity/.well-known/openid-configuration', fields: [] },
  { path: '/sandbox/payments', fields: ['notice', 'token'] },
  { path: '/sandbox/payments/clock', fields: ['token', 'by', 'to'] },
  { path: '/sandbox/payments/events/{event}', fields: [] },
  { path: '/sandbox/payments/events/{event}/resend', fields: ['token'] },
  { path: '/sandbox/payments/checkout/{session}', fields: CARD },
  { path: '/sandbox/payments/checkout/{payment}', fields: CARD },
  { path: '/sandbox/payments/checkout/{payment}/debit', fields: CARD },
  { path: '/sandbox/payments/connect/{link}', fields: [] },
  { path: '/sandbox/payments/connect/{link}/{visit}', fields: ['token', 'name', 'answer'] },
  { path: '/sandbox/payments/accounts/{account}', fields: ['token', 'action', 'notice'] },
  { path: '/sandbox/payments/payments/{intent}', fields: ['notice'] },
  ...['refund', 'dispute', 'answer', 'disputes/{dispute}'].map((name) => ({
    path: `/sandbox/payments/payments/{intent}/${name}`,
    fields: ['token', 'amount', 'action'],
  })),
  { path: '/sandbox/payments/webhooks', fields: ['token', 'send'] },
  { path: '/sandbox/payments/portal/{secret}', fields: ['notice', 'home'] },
  { path: '/sandbox/payments/portal/{secret}/card', fields: CARD },
  ...['plan', 'confirm', 'cancel', 'keep'].map((name) => ({
    path: `/sandbox/payments/portal/{secret}/subscriptions/{subscription}/${name}`,
    fields: ['token', 'price', 'at', 'answer'],
  })),
  { path: '/sandbox/payments/portal/{secret}/invoices/{invoice}', fields: [] },
  { path: '/sandbox/payments/portal/{secret}/invoices/{invoice}/pay', fields: ['token'] },
  { path: '/sandbox/payments/assets/{asset}', fields: [] },
  { path: '/sandbox/outbox', fields: ['page'] },
  { path: '/sandbox/outbox/{mail}', fields: [] },
  { path: '/sandbox/outbox/{mail}/html', fields: [] },
  { path: '/sandbox/outbox/{mail}/raw', fields: [] },
]

const lastSegment = (url: string): string => new URL(url).pathname.split('/').at(-1) ?? ''

let app: TestApp
let words: Record<string, string>
let cookie: string

beforeAll(async () => {
  app = await startTestApp({ LOG_LEVEL: 'silent' })
  const eve = await signInAs(app.url, { name: 'Eve', email: 'eve@example.com' })
  await eve.call(stripeApi.createProducts)
  const bought = await eve.call(subscriptionApi.checkout, { body: checkoutOf(eve, 'starter') })
  await eve.call(subscriptionApi.refresh, {
    body: { session_id: await pay(bought.url ?? '', '4242424242424242') },
  })
  const portal = await eve.call(subscriptionApi.billingPortal)
  const other = await signInAs(app.url, { name: 'Olga', email: 'olga@example.com' })
  const open = await other.call(subscriptionApi.checkout, { body: checkoutOf(other, 'starter') })

  const studio = await openPayingStudio({ app, signIn: async () => eve })
  await payByCard(await openPage(studio), '4000 0000 0000 0259')
  const payment = await openPage({ ...studio, invoiceId: await sendInvoice(studio) })
  const { url: link } = await other.call(paymentsApi.connect)

  const browser = new Visitor(app.url)
  const { redirectUrl } = await browser.call(signInApi.redirectUrl, { params: { provider: 'google' } })
  const begun = new URL(redirectUrl)
  const asked = await browser.fetch(begun.href)
  const setup = await browser.fetch(link)
  const home = await (await browser.fetch('/sandbox/payments')).text()
  const intent = /pi_\w+/.exec(home)?.[0] ?? ''
  const disputed = await (await browser.fetch(`/sandbox/payments/payments/${intent}`)).text()
  const portalPage = await (await browser.fetch(portal.url)).text()
  const choose = /[\w/]+\/subscriptions\/sub_\w+\/plan/.exec(portalPage)?.[0] ?? ''
  const planPage = await (await browser.fetch(choose)).text()
  cookie = browser.cookies.header()

  const mail = crypto.randomUUID()
  mkdirSync(join(app.dataDirectory, 'outbox'), { recursive: true })
  writeFileSync(join(app.dataDirectory, 'outbox', `${mail}.eml`), 'Subject: Hello\r\n\r\nWords.')
  words = {
    ...Object.fromEntries(begun.searchParams),
    uid: asked.headers.get('location')?.split('/').at(-1) ?? '',
    email: 'mallory@example.com',
    name: 'Mallory',
    grant_type: 'authorization_code',
    response_mode: 'query',
    token: /name="token" value="(\w+)"/.exec(home)?.[1] ?? '',
    session: lastSegment(open.url ?? ''),
    secret: new URL(portal.url).pathname.split('/')[4] ?? '',
    event: /evt_\w+/.exec(home)?.[0] ?? 'evt_12345',
    subscription: /sub_\w+/.exec(portalPage)?.[0] ?? '',
    price: /price_\w+/.exec(planPage)?.[0] ?? '',
    invoice: /in_\w{5,}/.exec(portalPage)?.[0] ?? 'in_12345',
    payment: lastSegment(payment),
    link: lastSegment(link),
    visit: lastSegment(new URL(setup.headers.get('location') ?? '', app.url).href),
    account: studio.account,
    intent,
    dispute: /dp_\w+/.exec(disputed)?.[0] ?? '',
    amount: '12.50',
    send: 'by hand',
    action: 'won',
    number: '4242424242424242',
    expiry: '12/40',
    cvc: '123',
    by: '1',
    asset: 'sandbox.css',
    mail,
  }
  for (const name of [
    'uid',
    'token',
    'session',
    'secret',
    'subscription',
    'price',
    'payment',
    'link',
    'visit',
    'account',
    'intent',
    'dispute',
  ])
    expect(words[name], name).not.toBe('')
})
afterAll(() => app?.stop())

describe(`whatever is sent to a sandbox, with FUZZ_SEED=${SEED},`, () => {
  test.each(PAGES.map((page): [string, SandboxPage] => [page.path, page]))(
    '%s does not fail',
    async (_, page) => {
      await fc.assert(
        fc.asyncProperty(hostileVisits(page, words), async (request) => {
          const answer = await sendRaw(app.url, { ...request, headers: { cookie, ...request.headers } })
          expect(faultsOf(page, answer)).toEqual([])
        }),
        { numRuns: CASES, endOnFailure: true },
      )
    },
  )

  test('leaves the app working', async () => {
    await signInAs(app.url, { name: 'Ada', email: 'ada@example.com' })
    expect((await new Visitor(app.url).fetch('/sandbox/payments')).status).toBe(200)
  })
})

describe('the identity sandbox', () => {
  const right = () =>
    new URLSearchParams(AUTHORIZATION.flatMap((name) => (words[name] ? [[name, words[name]]] : [])))

  test.each<[string, (query: URLSearchParams) => void]>([
    ['without a client', (query) => query.delete('client_id')],
    ['of an unknown client', (query) => query.set('client_id', 'nobody')],
    ['with two clients', (query) => query.append('client_id', 'daybook')],
    ['that leads elsewhere', (query) => query.set('redirect_uri', 'https://evil.example/auth/callback')],
    ['that leads to no address', (query) => query.set('redirect_uri', '\0')],
    ['without a word', (query) => AUTHORIZATION.map((name) => query.delete(name))],
  ])('answers a request %s with 400', async (_, change) => {
    const query = right()
    change(query)
    for (const accept of ['text/html', '*/*', 'application/json']) {
      const path = `/sandbox/identity/auth?${query}`
      const answer = await sendRaw(app.url, { method: 'GET', path, headers: { accept }, body: Buffer.of() })
      expect(answer.status, accept).toBe(400)
    }
  })

  test.each([
    '/interaction/nobody',
    '/interaction/%00',
    '/interaction/',
    '/auth/nobody',
    '/auth/%00',
    '/auth?%',
    '/auth?client_id=%ff',
    '/auth/nobody?client_id=daybook',
  ])('answers %s with 400', async (path) => {
    const request = { method: 'GET', path: `/sandbox/identity${path}`, headers: {}, body: Buffer.of() }
    expect((await sendRaw(app.url, request)).status).toBe(400)
  })
})

function faultsOf({ path }: SandboxPage, { status, body }: RawAnswer): string[] {
  const [, , sandbox = ''] = path.split('/')
  if (status !== TOO_LARGE && !STATUSES[sandbox]?.includes(status)) return [`answered ${status}: ${body}`]
  return INTERNALS.test(body) && status >= 400 ? [`told of its insides: ${body}`] : []
}

/** For a long address, on any page. */
const TOO_LARGE = 431

const STATUSES: Record<string, number[]> = {
  identity: [200, 303, 400, 401, 404],
  payments: [200, 303, 400, 403, 404],
  outbox: [200, 400, 404],
}

const INTERNALS = /node_modules|\bat \S+:\d+:\d+|SQLITE|TypeError/
