import { describe, expect, onTestFinished, test } from 'vitest'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { paymentsApi } from '#features/billing/payments/contract.ts'
import { sendingApi } from '#features/billing/sending/contract/sending.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { portalAccessApi } from '#features/engagement/portal-access/contract.ts'
import { accountApi } from '#features/foundation/account/contract.ts'
import { signInApi } from '#features/foundation/sign-in/contract.ts'
import { storageApi } from '#features/foundation/storage/contract.ts'
import { subscriptionApi } from '#features/foundation/subscription/contract.ts'
import { deletionApi } from '#features/pages/account-deletion/contract.ts'
import { clientPageApi } from '#features/pages/client-page/contract.ts'
import { dashboardApi } from '#features/pages/dashboard/contract.ts'
import { portalApi } from '#features/pages/portal/contract/portal.ts'
import { tourApi } from '#features/pages/tour/contract.ts'
import { expensesApi } from '#features/work/expenses/contract.ts'
import { setClock, sharedApp, signIn, startTestApp, type TestApp, uniqueEmail } from '#tests/app.ts'
import { openDemo } from '#tests/demo.ts'
import { png } from '#tests/images.ts'
import { design, draft } from '#tests/invoices.ts'
import { runJobs, runScheduledJobs } from '#tests/jobs.ts'
import { firstOf } from '#tests/lists.ts'
import { startMailServer } from '#tests/mail-server.ts'
import { mailsTo } from '#tests/mails.ts'
import { fetchCode, type Person, Visitor } from '#tests/people.ts'
import { visitorWith } from '#tests/portal.ts'
import { tokenOf } from '#tests/portal-visitor.ts'
import { INVALID_LINK } from '#tests/refusals.ts'
import { rowsOf } from '#tests/rows.ts'
import { uploadReceipt } from '#tests/uploads.ts'
import { demoApi } from './contract.ts'

const HOUR = 3_600_000
const later = (hours: number) => setClock(new Date(Date.now() + hours * HOUR).toISOString())
const visit = async (): Promise<Visitor> => new Visitor((await sharedApp()).url)
const open = (visitor: Visitor) => visitor.call(demoApi.open, { body: {} })
const meOf = (visitor: Visitor) => visitor.call(accountApi.me)

/** A browser with the session of this person and nothing else. */
function browserOf(person: Person): Visitor {
  const browser = new Visitor(person.url)
  browser.cookies.set('daybook_session', person.cookies.get('daybook_session') ?? '')
  return browser
}

describe('a demo', () => {
  test('opens without an account, with a year of work in it', async () => {
    await setClock('2026-11-12T15:00:00Z')
    const visitor = await visit()
    const { expires_at } = await visitor.call(demoApi.open, { body: { time_zone: 'Asia/Tokyo' } })
    expect(expires_at).toBe('2026-11-13T15:00:00.000Z')
    expect(await meOf(visitor)).toMatchObject({
      business_name: 'Avery Studio',
      time_zone: 'Asia/Tokyo',
      demo: { expires_at, is_anonymous: true },
    })
    expect(await visitor.call(clientsApi.list)).toHaveLength(7)
    expect(await visitor.call(tourApi.get)).toMatchObject({ status: 'offered' })
  })

  test('has activity that leads to its records, also on the page of a client', async () => {
    await setClock('2026-11-12T15:00:00Z')
    const visitor = await visit()
    await open(visitor)
    const client = firstOf(await visitor.call(clientsApi.list, { query: { q: 'Northwind Outdoor' } }))
    const activity = await visitor.call(clientPageApi.activity, { params: { id: client.id } })
    const subjects = new Set(activity.map(({ subject }) => subject?.type))
    expect(subjects).toContain('invoice')
    expect(subjects).toContain('project_comments')
    const recent = await visitor.call(dashboardApi.recentActivity)
    const led = recent.filter(({ type }) => type === 'time' || type === 'expense')
    expect(led.map(({ subject }) => subject?.type)).toContain('time_entry')
    expect(led.map(({ subject }) => subject)).not.toContain(null)
  })

  test('has a cookie that scripts and other sites do not get, until it expires', async () => {
    await setClock('2026-11-12T15:00:00Z')
    const visitor = await visit()
    const { headers } = await visitor.try(demoApi.open, { body: {} })
    const cookie = headers.getSetCookie().find((line) => line.startsWith('daybook_demo='))
    expect(cookie).toMatch(/HttpOnly/)
    expect(cookie).toMatch(/SameSite=Lax/)
    expect(cookie).toMatch(/Expires=Fri, 13 Nov 2026 15:00:00 GMT/)
  })

  test.each([{ time_zone: 'Mars/Olympus' }, { time_zone: '' }, {}])('opens in UTC for %j', async (body) => {
    const visitor = await visit()
    await visitor.call(demoApi.open, { body })
    expect((await meOf(visitor)).time_zone).toBe('UTC')
  })

  test('is each visitor’s own', async () => {
    const [one, other] = [await visit(), await visit()]
    await Promise.all([open(one), open(other)])
    const [mine, theirs] = [await meOf(one), await meOf(other)]
    expect(mine.id).not.toBe(theirs.id)
    const { id } = firstOf(await one.call(clientsApi.list))
    expect((await other.try(clientsApi.update, { params: { id }, body: { name: 'Taken' } })).status).toBe(404)

    const [, token] = (one.cookies.get('daybook_demo') ?? '').split('.')
    other.cookies.set('daybook_demo', `${theirs.id}.${token}`)
    expect((await other.try(accountApi.me)).status).toBe(401)
  })

  test('has no limits of a plan, and no trial', async () => {
    const demo = await openDemo((await sharedApp()).url)
    expect(await demo.call(subscriptionApi.current)).toMatchObject({
      plan: { id: 'professional' },
      subscription: { status: 'active', trial_ends_at: null },
      isTrialExpiring: false,
    })
    for (let added = 0; added < 20; added++) await demo.call(clientsApi.create, { body: { name: 'Another' } })
    await later(23)
    expect(await demo.call(subscriptionApi.current)).toMatchObject({ plan: { id: 'professional' } })
  })

  test('takes few files, since anyone can share them from it', async () => {
    const demo = await openDemo((await sharedApp()).url)
    expect(await demo.call(storageApi.usage)).toMatchObject({ quota_bytes: 50 * 1024 ** 2 })
    const { id } = firstOf(await demo.call(expensesApi.list))
    expect((await uploadReceipt(demo, id, png())).status).toBe(201)
  })

  test('starts over with the work of the year, and ends the one before', async () => {
    const visitor = await visit()
    await open(visitor)
    const before = await meOf(visitor)
    await visitor.call(clientsApi.create, { body: { name: 'Tried out' } })
    const stale = new Visitor(visitor.url)
    stale.cookies.set('daybook_demo', visitor.cookies.get('daybook_demo') ?? '')
    await open(visitor)
    const after = await meOf(visitor)
    expect(after).toMatchObject({ demo: { is_anonymous: true } })
    expect(after.id).not.toBe(before.id)
    expect(await visitor.call(clientsApi.list)).toHaveLength(7)
    expect(await stale.try(accountApi.me)).toMatchObject({ status: 401, body: { code: 'session_ended' } })
  })

  test('is left for good without an account', async () => {
    const demo = await openDemo((await sharedApp()).url)
    const { id } = await meOf(demo)
    const key = demo.cookies.get('daybook_demo') ?? ''
    expect(await demo.call(demoApi.leave)).toEqual({ success: true })
    expect(demo.cookies.get('daybook_demo')).toBeUndefined()
    expect((await demo.try(accountApi.me)).status).toBe(401)
    demo.cookies.set('daybook_demo', key)
    expect((await demo.try(accountApi.me)).status).toBe(401)
    await deleteExpired()
    expect(await booksOf(id)).toEqual([])
  })

  test('can be left when there is none', async () => {
    const [visitor, ada] = [await visit(), await signIn('Ada')]
    expect(await visitor.call(demoApi.leave)).toEqual({ success: true })
    expect(await ada.call(demoApi.leave)).toEqual({ success: true })
    expect((await meOf(ada)).email).toBe(ada.email)
    visitor.cookies.set('daybook_demo', 'nonsense')
    expect(await visitor.call(demoApi.leave)).toEqual({ success: true })
  })

  test('is left by who signs in, for an account of their own', async () => {
    const demo = await openDemo((await sharedApp()).url)
    const ada = { name: 'Ada', email: uniqueEmail('Ada') }
    await demo.call(signInApi.signIn, { body: await fetchCode(demo, ada) })
    expect(await meOf(demo)).toMatchObject({ email: ada.email, demo: null })
    expect(await demo.call(clientsApi.list)).toEqual([])
  })

  test('ends with a sign-out', async () => {
    const demo = await openDemo((await sharedApp()).url)
    const key = demo.cookies.get('daybook_demo') ?? ''
    await demo.call(signInApi.signOut, { headers: { 'sec-fetch-site': 'same-origin' } })
    demo.cookies.set('daybook_demo', key)
    expect((await demo.try(accountApi.me)).status).toBe(401)
  })

  test('can be left while it is to be deleted, as an account can be', async () => {
    const ada = await signIn('Ada')
    await open(ada)
    await ada.call(deletionApi.request, { body: { confirm_name: 'Avery Studio' } })
    expect(await ada.try(clientsApi.list)).toMatchObject({ status: 403, body: { code: 'account_closing' } })
    await ada.call(demoApi.leave)
    expect(await meOf(ada)).toMatchObject({ email: ada.email, delete_at: null })
    await open(ada)
    expect(await ada.call(clientsApi.list)).toHaveLength(7)
  })
})

describe('the demo of an account', () => {
  test('has its region, and leaving it returns to the own session', async () => {
    const ada = await signIn('Ada', 'Europe/Berlin')
    const own = await meOf(ada)
    await ada.call(clientsApi.create, { body: { name: 'Studio North' } })
    await open(ada)
    expect(await meOf(ada)).toMatchObject({
      business_name: 'Avery Studio',
      time_zone: 'Europe/Berlin',
      demo: { is_anonymous: false },
    })
    await ada.call(clientsApi.create, { body: { name: 'Tried out' } })
    await ada.call(demoApi.leave)
    expect(await meOf(ada)).toEqual(own)
    expect(await ada.call(clientsApi.list)).toMatchObject([{ name: 'Studio North' }])
  })

  test('is there again as it was left, in every browser of the account', async () => {
    const ada = await signIn('Ada')
    await open(ada)
    const { id } = await meOf(ada)
    await ada.call(clientsApi.create, { body: { name: 'Tried out' } })
    await ada.call(demoApi.leave)
    const browser = browserOf(ada)
    for (const again of [ada, browser]) {
      await open(again)
      expect((await meOf(again)).id).toBe(id)
      expect(await again.call(clientsApi.list)).toHaveLength(8)
    }
    await open(browser)
    expect((await meOf(browser)).id).not.toBe(id)
    expect(await browser.call(clientsApi.list)).toHaveLength(7)
  })

  test('gives way to the own session when it is over', async () => {
    const ada = await signIn('Ada')
    await open(ada)
    expect((await meOf(ada)).demo).not.toBeNull()
    await later(24)
    expect(await meOf(ada)).toMatchObject({ email: ada.email, demo: null })
  })

  test('cannot be changed by a page that still shows the own account, or the other way round', async () => {
    const ada = await signIn('Ada')
    const own = { 'daybook-account': String((await meOf(ada)).id) }
    await ada.call(clientsApi.create, { body: { name: 'Studio North' }, headers: own })
    await open(ada)
    const demo = { 'daybook-account': String((await meOf(ada)).id) }
    const refused = { status: 409, body: { code: 'account_changed' } }
    expect(await ada.try(clientsApi.create, { body: { name: 'Stale' }, headers: own })).toMatchObject(refused)
    await ada.call(clientsApi.create, { body: { name: 'Tried out' }, headers: demo })
    expect(await ada.try(accountApi.me, { headers: own })).toMatchObject({ status: 200 })
    await ada.call(demoApi.leave)
    expect(await ada.try(clientsApi.create, { body: { name: 'Stale' }, headers: demo })).toMatchObject(
      refused,
    )
    expect(await ada.call(clientsApi.list)).toHaveLength(1)
  })

  test('ends with the own session in a sign-out', async () => {
    const ada = await signIn('Ada')
    const own = ada.cookies.get('daybook_session') ?? ''
    await open(ada)
    await ada.call(signInApi.signOut, { headers: { 'sec-fetch-site': 'same-origin' } })
    expect((await ada.try(accountApi.me)).status).toBe(401)
    ada.cookies.set('daybook_session', own)
    expect((await ada.try(accountApi.me)).status).toBe(401)
  })

  test('is not opened for an account that is to be deleted', async () => {
    const ada = await signIn('Ada')
    await ada.call(deletionApi.request, { body: { confirm_name: 'Ada' } })
    expect(await ada.try(demoApi.open, { body: {} })).toMatchObject({
      status: 403,
      body: { code: 'account_closing' },
    })
  })
})

/** An account goes with its last mail. */
async function deleteExpired(): Promise<void> {
  for (let run = 0; run < 2; run++) await runScheduledJobs()
}

/** The queue's own table is not the account's, and sessions say when they were used. */
const booksOf = async (accountId: number) =>
  (await rowsOf(accountId)).filter((line) => !/^(jobs\.job|sessions) /.test(line))

test('an expired demo is deleted with its files, and nothing else is', async () => {
  const ada = await signIn('Ada')
  await ada.call(clientsApi.create, { body: { name: 'Studio North' } })
  const own = await booksOf((await meOf(ada)).id)
  await open(ada)
  const [expired, visitor] = [(await meOf(ada)).id, await visit()]
  await later(23)
  await open(visitor)
  const running = (await meOf(visitor)).id
  await runJobs()
  const before = await booksOf(running)
  await later(24)
  expect((await meOf(ada)).email).toBe(ada.email)
  await deleteExpired()
  expect(await booksOf(expired)).toEqual([])
  const { database } = await sharedApp()
  const { rows } = await database.pool.query('select from accounts where id = $1', [expired])
  expect(rows).toEqual([])
  expect((await booksOf(running)).length).toBeGreaterThanOrEqual(before.length)
  expect(await visitor.call(clientsApi.list)).toHaveLength(7)
  expect(await booksOf((await meOf(ada)).id)).toEqual(expect.arrayContaining(own))
})

describe('what a demo sends', () => {
  test('is in the log of its invoice, and in no outbox', async () => {
    const demo = await openDemo((await sharedApp()).url)
    const email = uniqueEmail('Client')
    const id = await sendTo(demo, email)
    expect(await mailsTo(email)).toEqual([])
    const { mails } = await demo.call(sendingApi.mails, { params: { id } })
    expect(mails).toMatchObject([{ kind: 'invoice', status: 'sent', recipients: [email] }])
  })

  test('does not reach a mail server', async () => {
    const server = await startMailServer()
    onTestFinished(server.stop)
    const app = await startTestApp({ SMTP_URL: server.url, MAIL_FROM: 'daybook@example.com' })
    onTestFinished(app.stop)
    const demo = await openDemo(app.url)
    const id = await sendTo(demo, uniqueEmail('Client'))
    await runScheduledJobs(app)
    const { mails } = await demo.call(sendingApi.mails, { params: { id } })
    expect(mails).toMatchObject([{ status: 'sent' }])
    expect(server.received).toEqual([])
  })

  /** Returns the invoice that was sent. */
  async function sendTo(demo: Person, email: string): Promise<number> {
    const { id: client_id } = await demo.call(clientsApi.create, { body: { name: 'Studio North', email } })
    const { id } = await demo.call(invoicesApi.create, { body: draft(client_id, { items: [design] }) })
    await demo.call(sendingApi.send, { params: { id }, body: {} })
    return id
  }
})

describe('the portal of a demo', () => {
  test('says that it is one, and works', async () => {
    const demo = await openDemo((await sharedApp()).url)
    const client = await visitorWith(await linkOf(demo))
    expect(await client.call(portalApi.overview)).toMatchObject({
      is_demo: true,
      business: { name: 'Avery Studio' },
      client: { name: 'Northwind Outdoor' },
    })
    const invoices = await client.call(portalApi.invoices)
    const { id } = firstOf(invoices.filter(({ approval_status }) => approval_status === 'pending'))
    await client.call(portalApi.decideInvoice, { params: { invoiceId: id }, body: { status: 'approved' } })
    await demo.call(demoApi.leave)
    await runScheduledJobs()
    expect(await client.try(portalApi.overview)).toMatchObject(INVALID_LINK)
  })

  test('of an account is none', async () => {
    const ada = await signIn('Ada')
    const { id } = await ada.call(clientsApi.create, { body: { name: 'Studio North' } })
    const { url } = await ada.call(portalAccessApi.create, { params: { id }, body: {} })
    expect(await (await visitorWith(tokenOf(url))).call(portalApi.overview)).toMatchObject({ is_demo: false })
  })
})

async function linkOf(demo: Person): Promise<string> {
  const northwind = firstOf(await demo.call(clientsApi.list, { query: { q: 'northwind' } }))
  return tokenOf(firstOf(await demo.call(portalAccessApi.list, { params: { id: northwind.id } })).url)
}

describe('on a server', () => {
  async function startOnServer(environment: NodeJS.ProcessEnv): Promise<TestApp> {
    const app = await startTestApp(environment)
    onTestFinished(app.stop)
    return app
  }

  test('with real payments, a demo calls no provider', async () => {
    const { url } = await startOnServer({
      STRIPE_SECRET_KEY: 'sk_live_of_a_business',
      STRIPE_WEBHOOK_SECRET: 'whsec_of_a_business',
      STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_of_connections',
      STRIPE_API_URL: 'http://127.0.0.1:9',
    })
    const demo = await openDemo(url)
    expect(await demo.call(paymentsApi.connection)).toMatchObject({ is_configured: false })
    expect((await demo.try(paymentsApi.connect)).status).toBe(503)
    expect(await demo.try(subscriptionApi.billingPortal)).toMatchObject({
      status: 503,
      body: { error: 'Nothing can be paid in a demo.' },
    })
  })

  test('one address opens a number of demos an hour', async () => {
    const { url } = await startOnServer({ DEMO_LIMIT: '2' })
    const statuses: number[] = []
    for (let opened = 0; opened < 3; opened++)
      statuses.push((await new Visitor(url).try(demoApi.open, { body: {} })).status)
    expect(statuses).toEqual([201, 201, 429])
  })

  test('with DEMO=off none opens, and one that is open can be left', async () => {
    const { url } = await startOnServer({ DEMO: 'off' })
    const visitor = new Visitor(url)
    expect(await visitor.try(demoApi.open, { body: {} })).toMatchObject({
      status: 404,
      body: { error: 'This Daybook offers no demo' },
    })
    await visitor.call(demoApi.leave)
  })
})
