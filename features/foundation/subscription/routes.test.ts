import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { dashboardApi } from '#features/pages/dashboard/contract.ts'
import { Browser, cards } from '#sandbox/payments/test-shop.ts'
import { setClock, sharedApp, signIn, startTestApp, type TestApp } from '#tests/app.ts'
import { entitlementOf, pay, periodEndOf, startCheckout, trialEndOf } from '#tests/payments.ts'
import { signInAs, Visitor } from '#tests/people.ts'
import { invalidFields, NOT_FOUND, UNAUTHORIZED } from '#tests/refusals.ts'
import { stripeApi, subscriptionApi } from './contract.ts'

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
    const ends = await trialEndOf(ada)
    await setClock(new Date(ends.getTime() - 2 * DAY).toISOString())
    expect(await entitlementOf(ada)).toMatchObject({ daysLeftInTrial: 2, isTrialExpiring: true })
    await setClock(ends.toISOString())
    expect(await entitlementOf(ada)).toMatchObject({
      plan: { id: 'free', max_clients: 3, advanced_reports: false },
      subscription: { status: 'active' },
      daysLeftInTrial: 0,
    })
  })

  test('the plans for sale are public, without admin', async () => {
    const { url } = await sharedApp()
    const plans = await new Visitor(url).call(subscriptionApi.plans)
    expect(plans.map(({ id }) => id)).toEqual(['free', 'starter', 'professional'])
  })

  test('usage counts what the limits are about', async () => {
    const ada = await signIn('Ada')
    await ada.call(clientsApi.create, { body: { name: 'Studio North' } })
    expect(await ada.call(subscriptionApi.usage)).toEqual({
      clientsCount: 1,
      projectsCount: 0,
      invoicesThisMonth: 0,
    })
  })

  test('accounts in ADMIN_EMAILS have everything, also after the trial', async () => {
    const app = await startTestApp({ ADMIN_EMAILS: 'Root@Example.com' })
    const root = await signInAs(app.url, { name: 'Root', email: 'root@example.com' })
    app.clock.advance({ days: 20 })
    expect(await entitlementOf(root)).toMatchObject({
      plan: { id: 'admin', max_clients: -1, advanced_reports: true },
      subscription: { status: 'active' },
    })
    await app.stop()
  })

  test('every call requires a session', async () => {
    const { url } = await sharedApp()
    const visitor = new Visitor(url)
    const body = {
      plan_id: 'starter' as const,
      success_url: `${url}/subscription/success`,
      cancel_url: `${url}/pricing`,
    }
    for (const refused of [
      await visitor.try(subscriptionApi.current),
      await visitor.try(subscriptionApi.usage),
      await visitor.try(subscriptionApi.checkout, { body }),
      await visitor.try(subscriptionApi.billingPortal),
      await visitor.try(subscriptionApi.refresh, { body: {} }),
      await visitor.try(stripeApi.setupCheck),
      await visitor.try(stripeApi.createProducts),
    ]) {
      expect(refused).toMatchObject(UNAUTHORIZED)
    }
  })
})

describe('on the sandbox', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.stop())

  test('a plan is bought, changed and canceled while the clock moves, and all data is kept', async () => {
    const mara = await signInAs(app.url, { name: 'Mara', email: 'mara@example.com' })
    const nora = await signInAs(app.url, { name: 'Nora', email: 'nora@example.com' })
    await mara.call(clientsApi.create, { body: { name: 'Studio North' } })

    const setup = await nora.call(stripeApi.setupCheck)
    expect(setup).toMatchObject({
      products: [
        { name: 'Starter', price: 1500 },
        { name: 'Professional', price: 2900 },
      ],
      keys_configured: true,
      may_create: true,
    })
    const created = await Promise.all([1, 2, 3].map(() => mara.call(stripeApi.createProducts)))
    for (const { products } of created) expect(products).toEqual(setup.products)

    const session_id = await pay(await startCheckout(mara), cards.good)
    const bought = await mara.call(subscriptionApi.refresh, { body: { session_id } })
    expect(bought).toMatchObject({
      purchase: 'activated',
      plan: { id: 'professional' },
      next_plan: { id: 'starter' },
      subscription: { status: 'active' },
      isTrialExpiring: false,
    })
    expect(Date.parse(bought.billing_starts_at ?? '')).toBeGreaterThan(
      (await trialEndOf(nora)).getTime() - 60_000,
    )
    expect((await mara.call(dashboardApi.recentActivity))[0]).toMatchObject({
      type: 'other',
      description: 'Starter was bought, and begins when the trial ends',
    })

    // Another account's checkout is not found.
    for (const foreign of [session_id, 'cs_test_unknown']) {
      const refused = await nora.try(subscriptionApi.refresh, { body: { session_id: foreign } })
      expect(refused).toMatchObject(NOT_FOUND)
    }
    for (const malformed of ['', '../x', 'cs_\u0000', '=cmd()', '🦓', 'x'.repeat(10_000), 7]) {
      const refused = await nora.request('POST', subscriptionApi.refresh.path, { session_id: malformed })
      expect(invalidFields(refused)).toEqual(['session_id'])
    }
    expect(await entitlementOf(nora)).toMatchObject({ subscription: { status: 'trial' } })

    // An account with a plan changes it in the billing portal, where the price is shown.
    const browser = new Browser()
    const confirm = await browser.follow(await browser.open(await startCheckout(mara, 'professional')))
    expect(confirm.text).toContain('Change to Professional')
    const confirmed = await browser.submit(confirm, '/confirm', {})
    expect(confirmed.location).toBe(`${app.url}/subscription/success`)
    await expect.poll(async () => (await entitlementOf(mara)).next_plan).toBeNull()

    const portal = await mara.call(subscriptionApi.billingPortal)
    expect(portal.url).toContain(`${app.url}/sandbox/payments/portal/`)
    const home = await browser.open(portal.url)
    const cancel = /href="([^"]*\/cancel)"/.exec(home.text)?.[1] ?? ''
    await browser.submit(await browser.open(new URL(cancel, app.url).href), '/cancel', {})
    await expect.poll(async () => (await entitlementOf(mara)).subscription.status).toBe('canceled')
    expect((await entitlementOf(mara)).plan?.id).toBe('professional')

    const end = await periodEndOf(mara)
    const console = await browser.open(`${app.url}/sandbox/payments`)
    const date = new Date(end.getTime() + DAY).toISOString().slice(0, 10)
    await browser.submit(console, '/clock', { by: 'date', to: date })
    const later = await signInAs(app.url, { name: 'Mara', email: 'mara@example.com' })
    await expect
      .poll(async () => entitlementOf(later))
      .toMatchObject({ plan: { id: 'free' }, subscription: { status: 'active', current_period_end: null } })
    expect(await later.call(clientsApi.list)).toMatchObject([{ name: 'Studio North' }])
  })

  test('is reached under any name of this machine', async () => {
    const url = app.url.replace('localhost', '127.0.0.1')
    const ida = await signInAs(url, { name: 'Ida', email: 'ida@example.com' })
    const page = await startCheckout(ida)
    expect(page).toContain(`${url}/sandbox/payments/checkout/`)
    expect(await pay(page, cards.good)).toMatch(/^cs_test_/)
  })
})

describe('without keys on a public address', () => {
  test('the app starts, gives everything to everyone, and says what to do to sell plans', async () => {
    const { host, stop, signInPublicly } = await startPublicApp()
    const ada = await signInPublicly()
    const headers = { 'x-forwarded-host': host, 'x-forwarded-proto': 'https' }
    expect(await ada.call(stripeApi.setupCheck, { headers })).toEqual({
      products: [],
      keys_configured: false,
      may_create: false,
    })
    expect(await ada.call(subscriptionApi.current, { headers })).toMatchObject({
      plan: { id: 'professional', price_monthly: 0, max_clients: -1 },
      subscription: { status: 'active', trial_ends_at: null },
    })
    expect(await ada.call(subscriptionApi.plans, { headers })).toEqual([])
    const body = {
      plan_id: 'starter' as const,
      success_url: `https://${host}/subscription/success`,
      cancel_url: `https://${host}/pricing`,
    }
    expect(await ada.try(subscriptionApi.checkout, { body, headers })).toMatchObject({
      status: 503,
      body: {
        code: 'setup_required',
        setupRequired: true,
        details: expect.stringContaining('STRIPE_SECRET_KEY'),
      },
    })
    const { method, path } = stripeApi.webhook
    expect(await ada.request(method, path, {}, headers)).toMatchObject({
      status: 503,
      body: { code: 'setup_required' },
    })
    await stop()
  })
})

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
