import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Browser, cards } from '#sandbox/payments/test-shop.ts'
import { setClock, sharedApp, signIn, startTestApp, type TestApp } from '#tests/app.ts'
import { runJobs, runScheduledJobs } from '#tests/jobs.ts'
import { checkoutOf, entitlementOf, pay, type ShopApp, signatureOf, startShopApp } from '#tests/payments.ts'
import { type Person, signInAs, Visitor } from '#tests/people.ts'

const DAY = 86_400_000

describe('plans and usage', () => {
  test('a new account tries Professional for 14 days, then is on Free', async () => {
    const ada = await signIn('Ada')
    const fresh = await entitlementOf(ada)
    expect(fresh).toMatchObject({
      plan: { id: 'professional', price_monthly: 2900 },
      subscription: { status: 'trial', current_period_end: null },
      daysLeftInTrial: 14,
      isTrialExpiring: false,
    })
    const ends = new Date(fresh.subscription.trial_ends_at)
    await setClock(new Date(ends.getTime() - 2 * DAY).toISOString())
    expect(await entitlementOf(ada)).toMatchObject({ daysLeftInTrial: 2, isTrialExpiring: true })
    await setClock(ends.toISOString())
    expect(await entitlementOf(ada)).toMatchObject({
      plan: { id: 'free', max_clients: 3, advanced_reports: false },
      subscription: { status: 'active' },
      daysLeftInTrial: 0,
    })
  })

  test('the plans on sale are listed for everybody, without admin', async () => {
    const { url } = await sharedApp()
    const { status, body } = await new Visitor(url).get('/api/subscription/plans')
    expect(status).toBe(200)
    expect(body.map((plan: { id: string }) => plan.id)).toEqual(['free', 'starter', 'professional'])
  })

  test('usage counts what the limits are about', async () => {
    const ada = await signIn('Ada')
    await ada.post('/api/clients', { name: 'Studio North' })
    expect((await ada.get('/api/subscription/usage')).body).toEqual({
      clientsCount: 1,
      projectsCount: 0,
      invoicesThisMonth: 0,
    })
  })

  test('whom ADMIN_EMAILS names has everything, also after the trial', async () => {
    const app = await startTestApp({ ADMIN_EMAILS: 'Root@Example.com' })
    const root = await signInAs(app.url, { name: 'Root', email: 'root@example.com' })
    app.clock.advance({ days: 20 })
    expect(await entitlementOf(root)).toMatchObject({
      plan: { id: 'admin', max_clients: -1, advanced_reports: true },
      subscription: { status: 'active' },
    })
    await app.stop()
  })

  test('nobody gets in without a session', async () => {
    const { url } = await sharedApp()
    const visitor = new Visitor(url)
    for (const path of ['/api/subscription', '/api/subscription/usage', '/api/stripe/setup-check']) {
      expect((await visitor.get(path)).status).toBe(401)
    }
    for (const path of ['create-checkout-session', 'billing-portal', 'refresh']) {
      expect((await visitor.post(`/api/subscription/${path}`, {})).status).toBe(401)
    }
    expect((await visitor.post('/api/stripe/create-products', {})).status).toBe(401)
  })
})

describe('on the sandbox', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.stop())

  test('a person buys, changes, cancels and turns the clock, and keeps all data', async () => {
    const mara = await signInAs(app.url, { name: 'Mara', email: 'mara@example.com' })
    const nora = await signInAs(app.url, { name: 'Nora', email: 'nora@example.com' })
    await mara.post('/api/clients', { name: 'Studio North' })

    const early = await mara.post('/api/subscription/create-checkout-session', checkoutOf(mara, 'starter'))
    expect(early).toMatchObject({ status: 503, body: { setupRequired: true } })
    expect((await mara.get('/api/stripe/setup-check')).body).toEqual({
      products: [],
      keys_configured: true,
      may_create: true,
    })

    const created = await Promise.all(
      [1, 2, 3].map(() => mara.post('/api/stripe/create-products', undefined)),
    )
    for (const { status, body } of created) {
      expect(status).toBe(200)
      expect(body).toEqual(created[0]?.body)
    }
    const { products } = (await nora.get('/api/stripe/setup-check')).body
    expect(products).toMatchObject([
      { name: 'Starter', price: 1500 },
      { name: 'Professional', price: 2900 },
    ])

    const { body: checkout } = await mara.post(
      '/api/subscription/create-checkout-session',
      checkoutOf(mara, 'starter'),
    )
    const session = await pay(checkout.url, cards.good)
    const bought = await mara.post('/api/subscription/refresh', { session_id: session })
    const { trial_ends_at } = (await entitlementOf(nora)).subscription
    expect(bought.body).toMatchObject({
      purchase: 'activated',
      plan: { id: 'professional' },
      next_plan: { id: 'starter' },
      subscription: { status: 'active' },
      isTrialExpiring: false,
    })
    expect(Date.parse(bought.body.billing_starts_at)).toBeGreaterThan(Date.parse(trial_ends_at) - 60_000)
    expect((await mara.get('/api/dashboard/recent-activity')).body[0]).toMatchObject({
      type: 'other',
      description: 'Starter was bought, and begins when the trial ends',
    })

    // Another account's checkout is not there, and gives nothing.
    expect((await nora.post('/api/subscription/refresh', { session_id: session })).status).toBe(404)
    expect((await nora.post('/api/subscription/refresh', { session_id: 'cs_test_unknown' })).status).toBe(404)
    for (const session_id of ['', '../x', 'cs_\u0000', '=cmd()', '🦓', 'x'.repeat(10_000), 7]) {
      const { status, body } = await nora.post('/api/subscription/refresh', { session_id })
      expect(status).toBe(400)
      expect(Object.keys(body.fields)).toEqual(['session_id'])
    }
    expect(await entitlementOf(nora)).toMatchObject({ subscription: { status: 'trial' } })

    // Whoever has a plan changes it where the price of that is shown.
    const change = await mara.post(
      '/api/subscription/create-checkout-session',
      checkoutOf(mara, 'professional'),
    )
    const browser = new Browser()
    const confirm = await browser.follow(await browser.open(change.body.url))
    expect(confirm.text).toContain('Change to Professional')
    const confirmed = await browser.submit(confirm, '/confirm', {})
    expect(confirmed.location).toBe(`${app.url}/subscription/success`)
    await expect.poll(async () => (await entitlementOf(mara)).next_plan).toBeNull()

    const portal = await mara.post('/api/subscription/billing-portal', undefined)
    expect(portal.body.url).toContain(`${app.url}/sandbox/payments/portal/`)
    const home = await browser.open(portal.body.url)
    const cancel = /href="([^"]*\/cancel)"/.exec(home.text)?.[1] ?? ''
    await browser.submit(await browser.open(new URL(cancel, app.url).href), '/cancel', {})
    await expect.poll(async () => (await entitlementOf(mara)).subscription.status).toBe('canceled')
    const { plan, subscription } = await entitlementOf(mara)
    expect(plan.id).toBe('professional')

    const end = new Date(subscription.current_period_end)
    const console = await browser.open(`${app.url}/sandbox/payments`)
    const date = new Date(end.getTime() + DAY).toISOString().slice(0, 10)
    await browser.submit(console, '/clock', { by: 'date', to: date })
    const later = await signInAs(app.url, { name: 'Mara', email: 'mara@example.com' })
    await expect
      .poll(async () => entitlementOf(later))
      .toMatchObject({ plan: { id: 'free' }, subscription: { status: 'active', current_period_end: null } })
    expect((await later.get('/api/clients')).body).toMatchObject([{ name: 'Studio North' }])
  })

  test('is reached under any name of this machine', async () => {
    const url = app.url.replace('localhost', '127.0.0.1')
    const ida = await signInAs(url, { name: 'Ida', email: 'ida@example.com' })
    await ida.post('/api/stripe/create-products', undefined)
    const { body } = await ida.post('/api/subscription/create-checkout-session', checkoutOf(ida, 'starter'))
    expect(body.url).toContain(`${url}/sandbox/payments/checkout/`)
    expect(await pay(body.url, cards.good)).toMatch(/^cs_test_/)
  })
})

describe('mail and repair', () => {
  let at: ShopApp
  beforeAll(async () => {
    at = await startShopApp({ ADMIN_EMAILS: 'root@example.com' })
    const root = await signInAs(at.app.url, { name: 'Root', email: 'root@example.com' })
    await root.post('/api/stripe/create-products', undefined)
  })
  afterAll(() => at.stop())

  const mailsTo = async ({ email }: Person): Promise<string[]> => {
    await runJobs(at.app)
    const { rows } = await at.app.database.pool.query(
      'select subject, status from mails where to_address = $1 order by id',
      [email],
    )
    expect(rows.every(({ status }) => status === 'sent')).toBe(true)
    return rows.map(({ subject }) => subject)
  }

  test('three days before a trial ends its owner is told, once', async () => {
    const ada = await at.signIn('Ada')
    const ends = new Date((await entitlementOf(ada)).subscription.trial_ends_at)
    at.app.clock.set(new Date(ends.getTime() - 3 * DAY - 1000))
    await runScheduledJobs(at.app)
    expect(await mailsTo(ada)).toEqual([])
    at.app.clock.set(new Date(ends.getTime() - 3 * DAY))
    await runScheduledJobs(at.app)
    await runScheduledJobs(at.app)
    expect(await mailsTo(ada)).toEqual([
      expect.stringMatching(/^Your Professional trial ends on \w+ \d+, \d+$/),
    ])
    at.app.clock.reset()
  })

  test('nobody with the admin plan is told of the end of a trial', async () => {
    const root = await signInAs(at.app.url, { name: 'Root', email: 'root@example.com' })
    const ends = new Date((await entitlementOf(root)).subscription.trial_ends_at)
    at.app.clock.set(new Date(ends.getTime() - DAY))
    await runScheduledJobs(at.app)
    expect(await mailsTo(root)).toEqual([])
    at.app.clock.reset()
  })

  test('what no event told is repaired by the day', async () => {
    const ida = await at.signIn('Ida')
    await at.buy(ida, 'professional')
    await at.takeEvents()
    expect((await entitlementOf(ida)).subscription.status).toBe('trial')
    await runScheduledJobs(at.app)
    expect(await entitlementOf(ida)).toMatchObject({
      plan: { id: 'professional' },
      subscription: { status: 'active' },
    })
    await at.app.database.pool.query(
      `update subscriptions set plan_id = 'starter', status = 'canceled' where account_id = $1`,
      [(await ida.get('/api/users/me')).body.id],
    )
    await runScheduledJobs(at.app)
    expect(await entitlementOf(ida)).toMatchObject({
      plan: { id: 'professional' },
      subscription: { status: 'active' },
    })
  })

  test('a failed payment and the end are told once each, however often they are heard of', async () => {
    const mara = await at.signIn('Mara')
    await at.buy(mara, 'starter', cards.failsLater)
    await mara.post('/api/subscription/refresh', {})
    const end = new Date((await entitlementOf(mara)).subscription.current_period_end)
    const tell = async () => {
      const events = await at.takeEvents()
      for (const event of [...events, ...events]) await at.deliver(event)
    }
    await at.turnTo(new Date(end.getTime() + DAY))
    await tell()
    expect(await mailsTo(mara)).toEqual(['Your payment for Daybook failed'])
    await at.turnTo(new Date(end.getTime() + 20 * DAY))
    await tell()
    await tell()
    expect(await mailsTo(mara)).toEqual(['Your payment for Daybook failed', 'Your Starter plan was canceled'])
    at.app.clock.reset()
  })
})

describe('without keys on a public address', () => {
  test('the app starts, does not sell, and says what to do', async () => {
    const { host, stop, signInPublicly } = await startPublicApp()
    const ada = await signInPublicly()
    const call = (method: string, path: string, body?: unknown) =>
      ada.request(method, path, body, { 'x-forwarded-host': host, 'x-forwarded-proto': 'https' })
    expect((await call('GET', '/api/stripe/setup-check')).body).toEqual({
      products: [],
      keys_configured: false,
      may_create: false,
    })
    const checkout = await call('POST', '/api/subscription/create-checkout-session', {
      plan_id: 'starter',
      success_url: `https://${host}/subscription/success`,
      cancel_url: `https://${host}/pricing`,
    })
    expect(checkout).toMatchObject({ status: 503, body: { setupRequired: true } })
    expect(checkout.body.details).toContain('STRIPE_SECRET_KEY')
    expect((await call('POST', '/api/webhooks/stripe', {})).status).toBe(503)
    await stop()
  })
})

describe('with keys', () => {
  let at: ShopApp
  beforeAll(async () => {
    at = await startShopApp({ ADMIN_EMAILS: 'root@example.com' })
    const root = await signInAs(at.app.url, { name: 'Root', email: 'root@example.com' })
    expect((await root.post('/api/stripe/create-products', undefined)).status).toBe(200)
  })
  afterAll(() => at.stop())
  beforeEach(async () => {
    await at.takeEvents()
  })

  test('only an admin creates products, as often as needed', async () => {
    const ada = await at.signIn('Ada')
    const refused = await ada.post('/api/stripe/create-products', undefined)
    expect(refused.status).toBe(403)
    expect(refused.body.details).toContain('ADMIN_EMAILS')
    expect((await ada.get('/api/stripe/setup-check')).body.may_create).toBe(false)

    const root = await signInAs(at.app.url, { name: 'Root', email: 'root@example.com' })
    await Promise.all([1, 2, 3].map(() => root.post('/api/stripe/create-products', undefined)))
    expect((await at.shop.stripe.products.list()).data).toHaveLength(2)
    expect((await at.shop.stripe.prices.list()).data).toHaveLength(2)
    const portals = await at.shop.stripe.billingPortal.configurations.list()
    expect(portals.data.filter(({ metadata }) => metadata?.app === 'daybook')).toHaveLength(1)
  })

  test('a product or price that was put away comes back', async () => {
    const root = await signInAs(at.app.url, { name: 'Root', email: 'root@example.com' })
    const before = (await root.get('/api/stripe/setup-check')).body.products
    await at.shop.stripe.products.update('daybook_starter', { active: false })
    await at.shop.stripe.prices.update(before[1].stripe_price_id, { active: false })
    expect((await root.get('/api/stripe/setup-check')).body.products).toEqual([])
    const { body } = await root.post('/api/stripe/create-products', undefined)
    expect(body.products).toHaveLength(2)
    expect(body.products[0]).toEqual(before[0])
    expect(body.products[1].stripe_price_id).not.toBe(before[1].stripe_price_id)
  })

  test.each([
    ['a foreign success_url', { success_url: 'https://evil.example/success' }, 'success_url'],
    ['a foreign cancel_url', { cancel_url: 'https://evil.example/' }, 'cancel_url'],
    ['another port', { success_url: 'http://localhost:1/success' }, 'success_url'],
    ['our name before an at sign', { success_url: 'http://localhost@evil.example/' }, 'success_url'],
    ['a script', { success_url: 'javascript:alert(1)' }, 'success_url'],
    ['a path', { success_url: '/subscription/success' }, 'success_url'],
    ['hostile text', { success_url: '=cmd()\u0000<b>🦓' }, 'success_url'],
    ['an endless address', { cancel_url: `http://localhost/${'x'.repeat(10_000)}` }, 'cancel_url'],
    ['the free plan', { plan_id: 'free' }, 'plan_id'],
    ['the admin plan', { plan_id: 'admin' }, 'plan_id'],
    ['an unknown plan', { plan_id: '"><script>' }, 'plan_id'],
    ['no plan', { plan_id: undefined }, 'plan_id'],
  ])('refuses to check out with %s', async (_, change, field) => {
    const ada = await at.signIn('Ada')
    const input = { ...checkoutOf(ada, 'starter'), ...change }
    const { status, body } = await ada.post('/api/subscription/create-checkout-session', input)
    expect(status).toBe(400)
    expect(Object.keys(body.fields)).toEqual([field])
    expect((await customersOf(ada)).data).toEqual([])
  })

  const idOf = async (person: Person): Promise<number> => (await person.get('/api/users/me')).body.id
  const query = (sql: string, values: unknown[] = []) => at.app.database.pool.query(sql, values)
  const customersOf = ({ email }: Person) => at.shop.stripe.customers.list({ email })

  const openSessions = async (person: Person) => {
    const [customer] = (await customersOf(person)).data
    const { data } = await at.shop.stripe.checkout.sessions.list({
      customer: customer?.id ?? '',
      status: 'open',
    })
    return data.map(({ url }) => url)
  }
  const startCheckout = (person: Person, planId = 'starter') =>
    person.post('/api/subscription/create-checkout-session', checkoutOf(person, planId))

  test('a checkout for another plan closes the earlier one, also when both start at once', async () => {
    const ada = await at.signIn('Ada')
    const starter = await startCheckout(ada)
    const professional = await startCheckout(ada, 'professional')
    expect(await openSessions(ada)).toEqual([professional.body.url])
    expect(professional.body.url).not.toBe(starter.body.url)

    const plans = Array.from({ length: 20 }, (_, index) => (index % 2 ? 'starter' : 'professional'))
    const all = await Promise.all(plans.map((plan) => startCheckout(ada, plan)))
    expect(all.every(({ status }) => status === 200 || status === 409)).toBe(true)
    const open = await openSessions(ada)
    expect(open).toHaveLength(1)
    expect(all.filter(({ body }) => body.url === open[0]).length).toBeGreaterThan(0)
  })

  test('a checkout whose answer was lost is found again, not opened twice', async () => {
    const ada = await at.signIn('Ada')
    await startCheckout(ada, 'professional')
    const lost = Promise.withResolvers<void>()
    at.gate.pass = (request) => {
      if (request.method !== 'GET' || !request.url?.startsWith('/v1/checkout/sessions')) return
      // The session exists; whoever asked for it dies before anything more is known.
      request.socket.destroy()
      lost.resolve()
    }
    expect((await startCheckout(ada)).status).toBe(503)
    await lost.promise
    at.gate.pass = () => undefined
    const again = await startCheckout(ada)
    expect(await openSessions(ada)).toEqual([again.body.url])
  })

  test('an old checkout, or one that was paid and ended, is not offered again', async () => {
    const ada = await at.signIn('Ada')
    const first = await startCheckout(ada)
    await pay(first.body.url, cards.good)
    const [customer] = (await customersOf(ada)).data
    const [running] = (await at.shop.stripe.subscriptions.list({ customer: customer?.id ?? '' })).data
    await at.shop.stripe.subscriptions.cancel(running?.id ?? '')
    const second = await startCheckout(ada)
    expect(second.body.url).not.toBe(first.body.url)
    expect(await openSessions(ada)).toEqual([second.body.url])

    await at.app.database.pool.query(
      `update checkouts set started_at = started_at - interval '1 day' where account_id = $1`,
      [(await ada.get('/api/users/me')).body.id],
    )
    const third = await startCheckout(ada)
    expect(await openSessions(ada)).toEqual([third.body.url])
    expect(third.body.url).not.toBe(second.body.url)
  })

  test('what was bought twice all the same is canceled and given back, but for the first', async () => {
    const ada = await at.signIn('Ada')
    await query(`update subscriptions set trial_ends_at = now() where account_id = $1`, [await idOf(ada)])
    await at.buy(ada, 'starter')
    const [customer] = (await customersOf(ada)).data
    const [first] = (await at.shop.stripe.subscriptions.list({ customer: customer?.id ?? '' })).data
    await at.shop.machine.advance(2000)
    const behindOurBack = await at.shop.stripe.checkout.sessions.create({
      mode: 'subscription',
      customer: customer?.id ?? '',
      line_items: [{ price: first?.items.data[0]?.price.id ?? '', quantity: 1 }],
      success_url: `${at.app.url}/subscription/success`,
    })
    await pay(behindOurBack.url ?? '', cards.good)
    const events = (await at.takeEvents()).filter(({ type }) => type === 'checkout.session.completed')
    const statuses = await Promise.all([...events, ...events].map((event) => at.deliver(event)))
    expect(new Set(statuses)).toEqual(new Set([200]))

    const { data: left } = await at.shop.stripe.subscriptions.list({ customer: customer?.id ?? '' })
    expect(left.map(({ id }) => id)).toEqual([first?.id])
    expect(await entitlementOf(ada)).toMatchObject({
      plan: { id: 'starter' },
      subscription: { status: 'active' },
    })
    // The month that was paid and not used pays for the next.
    const known = await at.shop.stripe.customers.retrieve(customer?.id ?? '')
    expect(known).toMatchObject({ balance: -1500 })
  })

  describe('during the trial', () => {
    const boughtAt = async (person: Person, planId: string, daysLeft: number) => {
      const ends = new Date(at.app.clock.now().getTime() + daysLeft * DAY)
      await query('update subscriptions set trial_ends_at = $2 where account_id = $1', [
        await idOf(person),
        ends,
      ])
      await at.buy(person, planId)
      const { body } = await person.post('/api/subscription/refresh', {})
      const [customer] = (await customersOf(person)).data
      const [running] = (await at.shop.stripe.subscriptions.list({ customer: customer?.id ?? '' })).data
      const invoices = await at.shop.stripe.invoices.list({ customer: customer?.id ?? '' })
      return { ends, body, running, invoices: invoices.data }
    }

    test('nothing is charged before it ends, and it goes on until then', async () => {
      const ada = await at.signIn('Ada')
      const { ends, body, running, invoices } = await boughtAt(ada, 'starter', 10)
      expect(running).toMatchObject({ status: 'trialing', trial_end: Math.ceil(ends.getTime() / 1000) })
      expect(invoices.map(({ amount_due }) => amount_due)).toEqual([0])
      expect(body).toMatchObject({
        purchase: 'activated',
        plan: { id: 'professional' },
        next_plan: { id: 'starter' },
        subscription: { status: 'active', current_period_end: body.billing_starts_at },
        daysLeftInTrial: 0,
        isTrialExpiring: false,
      })

      await at.turnTo(new Date(ends.getTime() + 2000))
      for (const event of await at.takeEvents()) await at.deliver(event)
      const after = await signInAs(at.app.url, ada)
      expect(await entitlementOf(after)).toMatchObject({
        plan: { id: 'starter' },
        next_plan: null,
        billing_starts_at: null,
        subscription: { status: 'active' },
      })
      const [customer] = (await customersOf(ada)).data
      const paid = await at.shop.stripe.invoices.list({ customer: customer?.id ?? '' })
      expect(paid.data.map(({ amount_paid }) => amount_paid)).toEqual([1500, 0])
    })

    test('within its last two days billing starts as soon as the provider can, and not before', async () => {
      const ada = await at.signIn('Ada')
      const { ends, running, invoices } = await boughtAt(ada, 'professional', 0.5)
      expect(running?.status).toBe('trialing')
      expect((running?.trial_end ?? 0) * 1000).toBeGreaterThan(ends.getTime())
      expect((running?.trial_end ?? 0) * 1000).toBeLessThan(at.app.clock.now().getTime() + 3 * DAY)
      expect(invoices.map(({ amount_due }) => amount_due)).toEqual([0])
    })

    test('a plan that is ended at once gives back the trial', async () => {
      const ada = await at.signIn('Ada')
      const { running } = await boughtAt(ada, 'starter', 10)
      await at.shop.stripe.subscriptions.cancel(running?.id ?? '')
      const { body } = await ada.post('/api/subscription/refresh', {})
      expect(body).toMatchObject({ purchase: 'none', subscription: { status: 'trial' }, daysLeftInTrial: 10 })
    })
  })

  test('a customer that was deleted at the provider is made anew', async () => {
    const ada = await at.signIn('Ada')
    await ada.post('/api/subscription/create-checkout-session', checkoutOf(ada, 'starter'))
    const [customer] = (await customersOf(ada)).data
    await at.shop.stripe.customers.del(customer?.id ?? '')
    const again = await ada.post('/api/subscription/create-checkout-session', checkoutOf(ada, 'starter'))
    expect(again.status).toBe(200)
    await at.buy(ada, 'starter')
    const { body } = await ada.post('/api/subscription/refresh', {})
    expect(body.next_plan.id).toBe('starter')
  })

  test('the billing portal opens before anything was billed, for admins too, and twice at once', async () => {
    const ada = await at.signIn('Ada')
    const root = await signInAs(at.app.url, { name: 'Root', email: 'root@example.com' })
    for (const person of [ada, root]) {
      const open = () => person.post('/api/subscription/billing-portal', undefined)
      for (const { status, body } of await Promise.all([open(), open()])) {
        expect(status).toBe(200)
        expect(await new Browser().open(body.url)).toMatchObject({ status: 200 })
      }
      expect((await customersOf(person)).data).toHaveLength(1)
    }
    expect((await ada.post('/api/subscription/refresh', {})).body.subscription.status).toBe('trial')
  })

  test('an unreachable provider is said in one sentence, and changes nothing', async () => {
    const ada = await at.signIn('Ada')
    at.gate.pass = (request) => void request.socket.destroy()
    const { status, body } = await ada.post(
      '/api/subscription/create-checkout-session',
      checkoutOf(ada, 'starter'),
    )
    at.gate.pass = () => undefined
    expect(status).toBe(503)
    expect(body.error).toContain('cannot be reached right now')
    expect(body.setupRequired).toBeUndefined()
  })

  describe('events', () => {
    const FIVE = [
      'checkout.session.completed',
      'invoice.payment_succeeded',
      'invoice.payment_failed',
      'customer.subscription.updated',
      'customer.subscription.deleted',
    ]

    /** A whole life: bought, then not paid any more until it ended. One event of each kind. */
    async function aWholeLife(person: Person) {
      await at.buy(person, 'starter', cards.failsLater)
      const [customer] = (await customersOf(person)).data
      const start = at.shop.sandbox.clock.now()
      await at.turnTo(new Date(start.getTime() + 60 * DAY))
      const events = (await at.takeEvents()).filter(
        ({ data }) => 'customer' in data.object && data.object.customer === customer?.id,
      )
      const life = FIVE.map((kind) => events.find(({ type }) => type === kind))
      return { customer: customer?.id ?? '', life: life.filter((event) => event !== undefined) }
    }

    test('in any order, twice each, with a crash before each, end in the same state', async () => {
      const ada = await at.signIn('Ada')
      const account = await idOf(ada)
      const { life } = await aWholeLife(ada)
      expect(life.map(({ type }) => type)).toEqual(FIVE)
      await query(`create table crash (now boolean)`)
      await query(`create function crash() returns trigger language plpgsql as
        $$ begin if exists (select from crash) then raise 'crashed'; end if; return new; end $$`)
      await query(
        'create trigger crash before insert on payment_events for each row execute function crash()',
      )

      const later = await signInAs(at.app.url, ada)
      const trial = await query(
        'select plan_id, status, current_period_end from subscriptions where account_id = $1',
        [account],
      )
      const states = new Set<string>()
      // Every fifth of the 120 orders: each event comes first, last, and before and after each other one.
      for (const order of permutations(life).filter((_, index) => index % 5 === 0)) {
        for (const event of order) {
          await query('insert into crash values (true)')
          expect(await at.deliver(event)).toBe(500)
          await query('delete from crash')
          expect(await at.deliver(event)).toBe(200)
          expect(await at.deliver(event)).toBe(200)
        }
        states.add(JSON.stringify(await entitlementOf(later)))
        const { rows } = await query('select id from payment_events where account_id = $1', [account])
        expect(rows).toHaveLength(5)
        await query('delete from payment_events where account_id = $1', [account])
        await query(
          `update subscriptions set plan_id = $2, status = $3, current_period_end = null where account_id = $1`,
          [account, trial.rows[0].plan_id, trial.rows[0].status],
        )
      }
      await query('drop table crash cascade')
      await query('drop trigger crash on payment_events')
      expect([...states].map((text) => JSON.parse(text))).toMatchObject([
        { plan: { id: 'free' }, subscription: { status: 'active', current_period_end: null } },
      ])
    }, 600_000)

    test('after a failure that passes are taken again, and nothing is lost', async () => {
      const ada = await at.signIn('Ada')
      await at.buy(ada, 'starter')
      const [event] = (await at.takeEvents()).filter(({ type }) => type === 'checkout.session.completed')
      at.gate.pass = (request) => void request.socket.destroy()
      expect(await at.deliver(event ?? {})).toBe(503)
      at.gate.pass = () => undefined
      expect((await entitlementOf(ada)).subscription.status).toBe('trial')
      expect(await at.deliver(event ?? {})).toBe(200)
      expect(await entitlementOf(ada)).toMatchObject({
        next_plan: { id: 'starter' },
        subscription: { status: 'active' },
      })
    })

    test('an older reading that arrives late does not replace a newer one', async () => {
      const ada = await at.signIn('Ada')
      await at.buy(ada, 'starter')
      const [event] = (await at.takeEvents()).filter(({ type }) => type === 'checkout.session.completed')
      const [customer] = (await customersOf(ada)).data
      const [running] = (await at.shop.stripe.subscriptions.list({ customer: customer?.id ?? '' })).data

      const arrived = Promise.withResolvers<void>()
      const release = Promise.withResolvers<void>()
      at.gate.pass = async (request) => {
        if (!request.url?.startsWith('/v1/subscriptions?')) return
        at.gate.pass = () => undefined
        // The answer is computed now, and comes when a newer one has been kept.
        const { socket } = request
        const write = socket.write.bind(socket)
        socket.write = ((...chunk: Parameters<typeof write>) => {
          arrived.resolve()
          void release.promise.then(() => write(...chunk))
          return true
        }) as typeof socket.write
      }
      const older = at.deliver(event ?? {})
      await arrived.promise
      await at.shop.stripe.subscriptions.update(running?.id ?? '', { cancel_at_period_end: true })
      const [updated] = (await at.takeEvents()).filter(({ type }) => type === 'customer.subscription.updated')
      expect(await at.deliver(updated ?? {})).toBe(200)
      release.resolve()
      expect(await older).toBe(200)
      expect((await entitlementOf(ada)).subscription.status).toBe('canceled')
    })

    test('that are not signed, signed by somebody else, old or changed are refused', async () => {
      const ada = await at.signIn('Ada')
      await at.buy(ada, 'starter')
      const events = (await at.takeEvents()).filter(({ type }) => FIVE.includes(type))
      const [event] = events
      const payload = JSON.stringify(event)
      const old = new Date(Date.now() - 301_000)
      for (const signature of [
        '',
        'nonsense',
        signatureOf(payload, 'whsec_other'),
        signatureOf(payload, undefined, old),
        signatureOf(`${payload} `),
      ]) {
        expect(await at.deliver(event ?? {}, { 'stripe-signature': signature })).toBe(400)
      }
      expect((await entitlementOf(ada)).subscription.status).toBe('trial')
    })

    test.each([
      ['nothing', ''],
      ['no JSON', 'payment=done'],
      ['half of it', '{"id":"evt_1","object":"event"'],
      ['null', 'null'],
      ['a number', '7'],
      ['a list', '[]'],
      ['an empty object', '{}'],
      ['no object', '{"id":"evt_1","type":"invoice.payment_failed","data":null}'],
      [
        'a customer that is no id',
        '{"id":"evt_1","type":"invoice.payment_failed","data":{"object":{"customer":7}}}',
      ],
      [
        'a character that no database keeps',
        '{"id":"evt_1","type":"invoice.payment_failed","data":{"object":{"customer":"cus_\\u0000"}}}',
      ],
      ['an id without end', JSON.stringify({ id: 'e'.repeat(300), type: 'x', data: { object: {} } })],
    ])('that are signed but hold %s are refused', async (_, payload) => {
      expect(await at.deliverText(payload)).toBe(400)
    })

    test('about a customer nobody knows are refused, others that nobody asked for are let go', async () => {
      const stranger = await at.shop.stripe.customers.create({ email: 'stranger@example.com' })
      const unknown = {
        id: 'evt_unknown',
        object: 'event',
        type: 'customer.subscription.updated',
        data: { object: { id: 'sub_unknown', customer: stranger.id } },
      }
      const count = () =>
        at.app.database.pool.query('select count(*)::int as n, sum(version)::int as v from subscriptions')
      const before = (await count()).rows
      expect(await at.deliver(unknown)).toBe(404)
      expect(await at.deliver({ ...unknown, data: { object: { id: 'sub_unknown' } } })).toBe(404)
      expect(await at.deliver({ ...unknown, type: 'product.created' })).toBe(200)
      expect((await count()).rows).toEqual(before)
    })

    test('come from a machine: other sites in a browser cannot be refused by their origin', async () => {
      const ada = await at.signIn('Ada')
      await at.buy(ada, 'starter')
      const [event] = (await at.takeEvents()).filter(({ type }) => FIVE.includes(type))
      expect(await at.deliver(event ?? {}, { origin: 'https://api.stripe.com' })).toBe(200)
    })

    test('a failed renewal shows as past due, then as ended; subscribing again works', async () => {
      const mara = await at.signIn('Mara')
      await at.buy(mara, 'starter', cards.failsLater)
      await mara.post('/api/subscription/refresh', {})
      const end = new Date((await entitlementOf(mara)).subscription.current_period_end)
      const tell = async () => {
        for (const event of await at.takeEvents()) await at.deliver(event)
      }
      const person = { name: 'Mara', email: mara.email }

      await at.turnTo(new Date(end.getTime() + DAY))
      await tell()
      const due = await signInAs(at.app.url, person)
      expect(await entitlementOf(due)).toMatchObject({
        plan: { id: 'starter' },
        subscription: { status: 'past_due' },
      })
      const portal = await due.post(
        '/api/subscription/create-checkout-session',
        checkoutOf(due, 'professional'),
      )
      expect(portal.body.url).toContain('/portal/')

      await at.turnTo(new Date(end.getTime() + 20 * DAY))
      await tell()
      expect(await entitlementOf(due)).toMatchObject({
        plan: { id: 'free' },
        subscription: { status: 'active' },
      })

      await at.buy(due, 'professional')
      await tell()
      expect(await entitlementOf(due)).toMatchObject({
        plan: { id: 'professional' },
        subscription: { status: 'active' },
      })
    })
  })
})

function permutations<Item>(items: Item[]): Item[][] {
  if (items.length === 0) return [[]]
  return items.flatMap((item, index) =>
    permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]),
  )
}

/** A public address needs a real identity provider, which a test has not: the session is put into the database. */
async function startPublicApp() {
  const app = await startTestApp({
    PUBLIC_URL: 'https://daybook.example.com',
    SECRET: 'x'.repeat(32),
    TRUST_PROXY: '1',
    GOOGLE_CLIENT_ID: 'daybook',
    GOOGLE_CLIENT_SECRET: 'secret',
  })
  const host = 'daybook.example.com'
  return {
    host,
    stop: app.stop,
    signInPublicly: async () => {
      const { rows } = await app.database.pool.query<{ id: string }>(
        `insert into accounts (email, email_verified, time_zone, created_at)
         values ('ada@example.com', true, 'UTC', now()) returning id`,
      )
      const account = rows[0]?.id
      await app.database.pool.query(
        `insert into subscriptions (account_id, plan_id, status, trial_ends_at)
         values ($1, 'professional', 'trial', now() + interval '14 days')`,
        [account],
      )
      const { hashToken, newToken } = await import('#server/crypto/tokens.ts')
      const token = newToken()
      await app.database.pool.query(
        `insert into sessions (account_id, token_hash, device, created_at, last_used_at, expires_at)
         values ($1, $2, 'Firefox on Linux', now(), now(), now() + interval '1 day')`,
        [account, hashToken(token)],
      )
      const visitor = new Visitor(app.url)
      visitor.cookies.set('__Host-daybook_session', `${account}.${token}`)
      return visitor
    },
  }
}
