import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accountApi } from '#features/foundation/account/contract.ts'
import { Browser, cards } from '#sandbox/payments/test-shop.ts'
import {
  checkoutOf,
  entitlementOf,
  pay,
  type SellingApp,
  startCheckout,
  startSellingApp,
} from '#tests/payments.ts'
import { type Person, signInAs } from '#tests/people.ts'
import { CONFLICT, invalidFields, UNAVAILABLE } from '#tests/refusals.ts'
import { type SoldPlanId, stripeApi, subscriptionApi } from './contract.ts'

const DAY = 86_400_000

describe('with keys', () => {
  let at: SellingApp
  beforeAll(async () => {
    at = await startSellingApp()
    return at.stop
  })
  beforeEach(async () => {
    await at.takeEvents()
  })

  test('only an admin creates products, as often as needed', async () => {
    const ada = await at.signIn('Ada')
    expect(await ada.try(stripeApi.createProducts)).toMatchObject({
      status: 403,
      body: { code: 'forbidden', details: expect.stringContaining('ADMIN_EMAILS') },
    })
    expect((await ada.call(stripeApi.setupCheck)).may_create).toBe(false)

    const root = await at.signInAdmin()
    await Promise.all([1, 2, 3].map(() => root.call(stripeApi.createProducts)))
    expect((await at.shop.stripe.products.list()).data).toHaveLength(2)
    expect((await at.shop.stripe.prices.list()).data).toHaveLength(2)
    const portals = await at.shop.stripe.billingPortal.configurations.list()
    expect(portals.data.filter(({ metadata }) => metadata?.app === 'daybook')).toHaveLength(1)
  })

  test('an archived product or price is restored', async () => {
    const root = await at.signInAdmin()
    const [starter, professional, ...others] = (await root.call(stripeApi.setupCheck)).products
    expect(others).toEqual([])
    await at.shop.stripe.products.update('daybook_starter', { active: false })
    await at.shop.stripe.prices.update(professional?.stripe_price_id ?? '', { active: false })
    expect((await root.call(stripeApi.setupCheck)).products).toEqual([])
    expect(await root.try(subscriptionApi.checkout, { body: checkoutOf(root, 'starter') })).toMatchObject({
      status: 503,
      body: { code: 'setup_required', setupRequired: true },
    })
    const { products } = await root.call(stripeApi.createProducts)
    expect(products).toHaveLength(2)
    expect(products[0]).toEqual(starter)
    expect(products[1]?.stripe_price_id).not.toBe(professional?.stripe_price_id)
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
    const refused = await ada.request('POST', subscriptionApi.checkout.path, input)
    expect(invalidFields(refused)).toEqual([field])
    expect(await at.customersOf(ada)).toEqual([])
  })

  const openSessions = async (person: Person) => {
    const customer = await at.customerOf(person)
    const { data } = await at.shop.stripe.checkout.sessions.list({ customer, status: 'open' })
    return data.map(({ url }) => url)
  }
  const tryCheckout = (person: Person, planId: SoldPlanId) =>
    person.try(subscriptionApi.checkout, { body: checkoutOf(person, planId) })

  test('a checkout for another plan closes the earlier one, also when both start at once', async () => {
    const ada = await at.signIn('Ada')
    const starter = await startCheckout(ada)
    const professional = await startCheckout(ada, 'professional')
    expect(await openSessions(ada)).toEqual([professional])
    expect(professional).not.toBe(starter)

    const plans = Array.from({ length: 20 }, (_, index) => (index % 2 ? 'starter' : 'professional'))
    const all = await Promise.all(plans.map((plan) => tryCheckout(ada, plan)))
    for (const refused of all.filter(({ ok }) => !ok)) expect(refused).toMatchObject(CONFLICT)
    const open = await openSessions(ada)
    expect(open).toHaveLength(1)
    expect(all).toContainEqual(expect.objectContaining({ status: 200, body: { url: open[0] } }))
  })

  test('a checkout whose response was lost is found again, not opened twice', async () => {
    const ada = await at.signIn('Ada')
    await startCheckout(ada, 'professional')
    const lost = Promise.withResolvers<void>()
    at.gate.pass = (request) => {
      if (request.method !== 'GET' || !request.url?.startsWith('/v1/checkout/sessions')) return
      // The session exists, but the process that requested it dies before it is recorded.
      request.socket.destroy()
      lost.resolve()
    }
    expect(await tryCheckout(ada, 'starter')).toMatchObject(UNAVAILABLE)
    await lost.promise
    at.gate.pass = () => undefined
    const again = await startCheckout(ada)
    expect(await openSessions(ada)).toEqual([again])
  })

  test('an old checkout, or one that was paid and ended, is not offered again', async () => {
    const ada = await at.signIn('Ada')
    const first = await startCheckout(ada)
    await pay(first, cards.good)
    const [running] = await at.subscriptionsOf(ada)
    await at.shop.stripe.subscriptions.cancel(running?.id ?? '')
    const second = await startCheckout(ada)
    expect(second).not.toBe(first)
    expect(await openSessions(ada)).toEqual([second])

    await at.query(`update checkouts set started_at = started_at - interval '1 day' where account_id = $1`, [
      (await ada.call(accountApi.me)).id,
    ])
    const third = await startCheckout(ada)
    expect(await openSessions(ada)).toEqual([third])
    expect(third).not.toBe(second)
  })

  test('a second purchase is canceled and credited', async () => {
    const ada = await at.signIn('Ada')
    await at.query(`update subscriptions set trial_ends_at = now() where account_id = $1`, [
      (await ada.call(accountApi.me)).id,
    ])
    await at.buy(ada, 'starter')
    const customer = await at.customerOf(ada)
    const [first] = await at.subscriptionsOf(ada)
    await at.shop.machine.advance(2000)
    const behindOurBack = await at.shop.stripe.checkout.sessions.create({
      mode: 'subscription',
      customer,
      line_items: [{ price: first?.items.data[0]?.price.id ?? '', quantity: 1 }],
      success_url: `${at.app.url}/subscription/success`,
    })
    await pay(behindOurBack.url ?? '', cards.good)
    const events = (await at.takeEvents()).filter(({ type }) => type === 'checkout.session.completed')
    const statuses = await Promise.all([...events, ...events].map((event) => at.deliver(event)))
    expect(new Set(statuses)).toEqual(new Set([200]))

    expect((await at.subscriptionsOf(ada)).map(({ id }) => id)).toEqual([first?.id])
    expect(await entitlementOf(ada)).toMatchObject({
      plan: { id: 'starter' },
      subscription: { status: 'active' },
    })
    // The month that was paid and not used pays for the next.
    const known = await at.shop.stripe.customers.retrieve(customer)
    expect(known).toMatchObject({ balance: -1500 })
  })

  describe('during the trial', () => {
    const invoicesOf = async (person: Person) =>
      (await at.shop.stripe.invoices.list({ customer: await at.customerOf(person) })).data

    const boughtAt = async (person: Person, planId: SoldPlanId, daysLeft: number) => {
      const ends = new Date(at.app.clock.now().getTime() + daysLeft * DAY)
      await at.query('update subscriptions set trial_ends_at = $2 where account_id = $1', [
        (await person.call(accountApi.me)).id,
        ends,
      ])
      await at.buy(person, planId)
      const refreshed = await person.call(subscriptionApi.refresh, { body: {} })
      const [running] = await at.subscriptionsOf(person)
      return { ends, refreshed, running, invoices: await invoicesOf(person) }
    }

    test('nothing is charged before it ends, and it goes on until then', async () => {
      const ada = await at.signIn('Ada')
      const { ends, refreshed, running, invoices } = await boughtAt(ada, 'starter', 10)
      expect(running).toMatchObject({ status: 'trialing', trial_end: Math.ceil(ends.getTime() / 1000) })
      expect(invoices.map(({ amount_due }) => amount_due)).toEqual([0])
      expect(refreshed).toMatchObject({
        purchase: 'activated',
        plan: { id: 'professional' },
        next_plan: { id: 'starter' },
        subscription: { status: 'active', current_period_end: refreshed.billing_starts_at },
        daysLeftInTrial: 0,
        isTrialExpiring: false,
      })

      await at.moveClockTo(new Date(ends.getTime() + 2000))
      await at.deliverEvents()
      const after = await signInAs(at.app.url, ada)
      expect(await entitlementOf(after)).toMatchObject({
        plan: { id: 'starter' },
        next_plan: null,
        billing_starts_at: null,
        subscription: { status: 'active' },
      })
      const paid = await invoicesOf(ada)
      expect(paid.map(({ amount_paid }) => amount_paid)).toEqual([1500, 0])
    })

    test('within its last two days billing starts as soon as the provider can, and not before', async () => {
      const ada = await at.signIn('Ada')
      const { ends, running, invoices } = await boughtAt(ada, 'professional', 0.5)
      expect(running?.status).toBe('trialing')
      expect((running?.trial_end ?? 0) * 1000).toBeGreaterThan(ends.getTime())
      expect((running?.trial_end ?? 0) * 1000).toBeLessThan(at.app.clock.now().getTime() + 3 * DAY)
      expect(invoices.map(({ amount_due }) => amount_due)).toEqual([0])
    })

    test('a plan that is canceled immediately restores the trial', async () => {
      const ada = await at.signIn('Ada')
      const { running } = await boughtAt(ada, 'starter', 10)
      await at.shop.stripe.subscriptions.cancel(running?.id ?? '')
      const refreshed = await ada.call(subscriptionApi.refresh, { body: {} })
      expect(refreshed).toMatchObject({
        purchase: 'none',
        subscription: { status: 'trial' },
        daysLeftInTrial: 10,
      })
    })
  })

  test('a customer that was deleted at the provider is created again', async () => {
    const ada = await at.signIn('Ada')
    await startCheckout(ada)
    await at.shop.stripe.customers.del(await at.customerOf(ada))
    await startCheckout(ada)
    await at.buy(ada, 'starter')
    const refreshed = await ada.call(subscriptionApi.refresh, { body: {} })
    expect(refreshed.next_plan?.id).toBe('starter')
  })

  test('the billing portal opens before anything was billed, for admins too, and twice at once', async () => {
    const ada = await at.signIn('Ada')
    const root = await at.signInAdmin()
    for (const person of [ada, root]) {
      const open = () => person.call(subscriptionApi.billingPortal)
      for (const { url } of await Promise.all([open(), open()])) {
        expect(await new Browser().open(url)).toMatchObject({ status: 200 })
      }
      expect(await at.customersOf(person)).toHaveLength(1)
    }
    expect((await ada.call(subscriptionApi.refresh, { body: {} })).subscription.status).toBe('trial')
  })

  test('an unreachable provider is reported in one sentence, and nothing changes', async () => {
    const ada = await at.signIn('Ada')
    at.gate.pass = (request) => void request.socket.destroy()
    const refused = await tryCheckout(ada, 'starter')
    at.gate.pass = () => undefined
    expect(refused).toMatchObject({
      ...UNAVAILABLE,
      body: { error: expect.stringContaining('cannot be reached right now'), code: 'unavailable' },
    })
    expect(refused.body).not.toHaveProperty('setupRequired')
  })
})
