import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  openShop,
  type Plans,
  type Shop,
  type Subscribed,
  secretKey,
  sellPlans,
  subscribe,
} from '../test-shop.ts'

let shop: Shop
let plans: Plans
let mara: Subscribed
beforeAll(async () => {
  shop = await openShop()
  plans = await sellPlans(shop)
  mara = await subscribe(shop, plans.starter)
})
afterAll(() => shop.close())

async function refusal(request: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  return request.then(
    () => {
      throw new Error('It was not refused')
    },
    (error: unknown) => {
      if (error instanceof Stripe.errors.StripeError) return error
      throw error
    },
  )
}

function raw(method: string, path: string, headers: Record<string, string> = {}, body?: string) {
  return fetch(`http://127.0.0.1:${shop.apiPort}${path}`, {
    method,
    headers: { authorization: `Bearer ${secretKey}`, ...headers },
    ...(body === undefined ? {} : { body }),
  })
}

const form = { 'content-type': 'application/x-www-form-urlencoded' }

describe('requests that the real API refuses are refused', () => {
  test.each([
    ['a name nested without end', '/v1/customers', `metadata${'[a]'.repeat(50_000)}=1`],
    ['an object for a text', '/v1/products', 'name[toString]=1'],
    ['more than fits', '/v1/products', `name=${'x'.repeat(1_100_000)}`],
  ])('%s', async (_, path, body) => {
    expect([400, 413]).toContain((await raw('POST', path, form, body)).status)
    expect((await raw('GET', '/v1/products')).status).toBe(200)
  })

  test("another product's id for a new product", async () => {
    const body = `name=x&id=${plans.starter.product}`
    const response = await raw('POST', '/v1/products', form, body)
    expect(await response.json()).toMatchObject({ error: { code: 'resource_already_exists' } })
  })

  test('a parameter that the sandbox does not act on, also a nested one', async () => {
    const top = await raw('POST', '/v1/customers', form, 'nickname=x')
    expect(top.status).toBe(400)
    expect(await top.json()).toMatchObject({
      error: {
        type: 'invalid_request_error',
        code: 'parameter_unknown',
        param: 'nickname',
        message: 'The payment sandbox does not implement the parameter nickname.',
      },
    })
    const nested = await raw(
      'POST',
      '/v1/prices',
      form,
      `currency=usd&unit_amount=5&product=${plans.starter.product}&recurring[interval]=month&recurring[colour]=red`,
    )
    expect(await nested.json()).toMatchObject({
      error: { code: 'parameter_unknown', param: 'recurring[colour]' },
    })
  })

  test.each(['__proto__[x]=1', 'constructor=1', 'metadata=1', 'name=x&name[y]=2', 'name[=x', 'expand=x'])(
    'a malformed form: %s',
    async (body) => {
      const response = await raw('POST', '/v1/products', form, `name=Starter&${body}`)
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ error: { type: 'invalid_request_error' } })
    },
  )

  test('a missing parameter', async () => {
    const response = await raw('POST', '/v1/products', form, 'description=x')
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { param: 'name' } })
    expect(await refusal(shop.stripe.billingPortal.sessions.create({}))).toMatchObject({ param: 'customer' })
    const noMode = await refusal(shop.stripe.checkout.sessions.create({ success_url: `${shop.appUrl}/` }))
    expect(noMode).toMatchObject({ param: 'mode' })
  })

  test('an empty name, a malformed number, an invalid choice, an invalid URL', async () => {
    expect(await refusal(shop.stripe.products.create({ name: '' }))).toMatchObject({ param: 'name' })
    const monthly = 'currency=usd&product=x&recurring[interval]=month'
    const crooked = await raw('POST', '/v1/prices', form, `${monthly}&unit_amount=1.5`)
    expect(await crooked.json()).toMatchObject({
      error: { param: 'unit_amount', message: 'Invalid unit_amount: not an integer' },
    })
    const choice = await refusal(
      shop.stripe.prices.create({
        currency: 'usd',
        unit_amount: 5,
        product: String(plans.starter.product),
        recurring: { interval: 'fortnight' },
      }),
    )
    expect(choice).toMatchObject({ type: 'StripeInvalidRequestError', param: 'recurring[interval]' })
    const address = await refusal(
      shop.stripe.billingPortal.sessions.create({
        customer: mara.customer.id,
        return_url: 'javascript:alert(1)',
      }),
    )
    expect(address).toMatchObject({ param: 'return_url' })
    const mail = await refusal(shop.stripe.customers.create({ email: 'nobody' }))
    expect(mail).toMatchObject({ param: 'email' })
  })

  test('an unknown id: 404 in the path, 400 in a parameter', async () => {
    expect(await refusal(shop.stripe.customers.retrieve('cus_nobody'))).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      param: 'id',
      message: "No such customer: 'cus_nobody'",
    })
    const checkout = shop.stripe.checkout.sessions.create({
      mode: 'subscription',
      customer: mara.customer.id,
      success_url: `${shop.appUrl}/`,
      line_items: [{ price: 'price_none', quantity: 1 }],
    })
    expect(await refusal(checkout)).toMatchObject({
      statusCode: 400,
      code: 'resource_missing',
      param: 'line_items[0][price]',
    })
    const foreign = await refusal(shop.stripe.subscriptions.retrieve(mara.customer.id))
    expect(foreign).toMatchObject({ code: 'resource_missing' })
  })

  test('a wrong key, no key, an unknown address, a body that is no form', async () => {
    const stranger = new Stripe('sk_test_wrong_00000000000000', {
      host: '127.0.0.1',
      port: shop.apiPort,
      protocol: 'http',
      maxNetworkRetries: 0,
    })
    const wrong = await refusal(stranger.products.list())
    expect(wrong).toMatchObject({ type: 'StripeAuthenticationError', statusCode: 401 })
    expect(wrong.message).not.toContain('sk_test_wrong_00000000000000')
    const none = await fetch(`http://127.0.0.1:${shop.apiPort}/v1/products`)
    expect(none.status).toBe(401)
    const lost = await raw('GET', '/v1/giraffes')
    expect(lost.status).toBe(404)
    expect((await lost.json()).error.message).toContain('Unrecognized request URL (GET: /v1/giraffes)')
    const json = await raw('POST', '/v1/products', { 'content-type': 'application/json' }, '{"name":"x"}')
    expect(json.status).toBe(400)
  })

  test('a checkout that cannot be sold', async () => {
    const checkout = (price: string, extra: object = {}) =>
      shop.stripe.checkout.sessions.create({
        mode: 'subscription',
        customer: mara.customer.id,
        success_url: `${shop.appUrl}/`,
        line_items: [{ price, quantity: 1 }],
        ...extra,
      })
    const trial_end = shop.sandbox.clock.now().getTime() / 1000 + 86_400
    expect(await refusal(checkout(plans.starter.id, { subscription_data: { trial_end } }))).toMatchObject({
      param: 'subscription_data[trial_end]',
    })
    const old = await shop.stripe.prices.create({
      product: String(plans.starter.product),
      currency: 'usd',
      unit_amount: 900,
      recurring: { interval: 'month' },
    })
    await shop.stripe.prices.update(old.id, { active: false })
    expect((await refusal(checkout(old.id))).message).toContain('inactive')
  })

  test('changing what was canceled, canceling twice, expiring what was paid', async () => {
    const { subscription, session } = await subscribe(shop, plans.starter)
    await shop.stripe.subscriptions.cancel(subscription.id)
    const change = shop.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
    expect(await refusal(change)).toMatchObject({ statusCode: 404 })
    expect(await refusal(shop.stripe.subscriptions.cancel(subscription.id))).toMatchObject({
      statusCode: 404,
    })
    expect((await refusal(shop.stripe.checkout.sessions.expire(session.id))).message).toContain('`complete`')
  })
})

describe('the same request twice', () => {
  test('with one key runs once, and gets the same response', async () => {
    const key = { idempotencyKey: 'create-mara' }
    const first = await shop.stripe.customers.create({ email: 'twice@example.com' }, key)
    const second = await shop.stripe.customers.create({ email: 'twice@example.com' }, key)
    expect(second.id).toBe(first.id)
    expect((await shop.stripe.customers.list({ email: 'twice@example.com' })).data).toHaveLength(1)
  })

  test('with one key and other parameters is refused', async () => {
    const key = { idempotencyKey: 'one-key' }
    await shop.stripe.customers.create({ email: 'a@example.com' }, key)
    const other = await refusal(shop.stripe.customers.create({ email: 'b@example.com' }, key))
    expect(other).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 })
  })

  test('keeps a refusal that came while it was done, not one for its parameters', async () => {
    const key = { idempotencyKey: 'refused' }
    await refusal(shop.stripe.customers.create({ email: 'crooked' }, key))
    const mended = await shop.stripe.customers.create({ email: 'mended@example.com' }, key)
    expect(mended.email).toBe('mended@example.com')
    const gone = { idempotencyKey: 'gone' }
    const portal = { customer: 'cus_gone' }
    const first = await refusal(shop.stripe.billingPortal.sessions.create(portal, gone))
    const second = await refusal(shop.stripe.billingPortal.sessions.create(portal, gone))
    expect(second.message).toBe(first.message)
  })

  test('at the same time runs once', async () => {
    const key = { idempotencyKey: 'at-once' }
    const made = await Promise.all(
      Array.from({ length: 10 }, () => shop.stripe.products.create({ name: 'Once' }, key)),
    )
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
  })
})

describe('lists', () => {
  test('have the newest first, and say that there are more', async () => {
    for (const name of ['One', 'Two', 'Three']) await shop.stripe.products.create({ name })
    const first = await shop.stripe.products.list({ limit: 2 })
    expect(first.data.map(({ name }) => name)).toEqual(['Three', 'Two'])
    expect(first.has_more).toBe(true)
    expect((await shop.stripe.products.list({ limit: 100 })).has_more).toBe(false)
    expect(await refusal(shop.stripe.products.list({ limit: 101 }))).toMatchObject({ param: 'limit' })
  })

  test('find prices by lookup key, with their products, and customers by email', async () => {
    const byKey = await shop.stripe.prices.list({
      lookup_keys: ['starter', 'professional'],
      active: true,
      expand: ['data.product'],
    })
    expect(byKey.data).toMatchObject([
      { unit_amount: 2900, product: { name: 'Professional' } },
      { unit_amount: 1500, product: { name: 'Starter' } },
    ])
    expect((await shop.stripe.customers.list({ email: 'mara@example.com' })).data[0]?.name).toBe(
      'Mara Lindqvist',
    )
    const taken = shop.stripe.prices.create({
      product: String(plans.starter.product),
      currency: 'usd',
      unit_amount: 1600,
      recurring: { interval: 'month' },
      lookup_key: 'starter',
    })
    expect((await refusal(taken)).message).toContain('already using that lookup key')
  })
})

test.each(['status', 'constructor', '__proto__', 'latest_charge.refunds', 'customer'])(
  'expanding %s, which the sandbox does not implement, is refused',
  async (path) => {
    const wrong = shop.stripe.paymentIntents.retrieve('pi_none', { expand: [path] })
    expect(await refusal(wrong)).toMatchObject({ statusCode: 400, param: 'expand[0]' })
  },
)

test('a deleted customer stays deleted, and its subscriptions end', async () => {
  const { customer, subscription } = await subscribe(shop, plans.starter)
  expect(await shop.stripe.customers.del(customer.id)).toMatchObject({ id: customer.id, deleted: true })
  expect(await shop.stripe.customers.retrieve(customer.id)).toMatchObject({ deleted: true })
  expect(await shop.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: 'canceled' })
})

test('an open checkout can be expired, and expires by itself after a day', async () => {
  const open = () =>
    shop.stripe.checkout.sessions.create({
      mode: 'subscription',
      customer: mara.customer.id,
      success_url: `${shop.appUrl}/`,
      line_items: [{ price: plans.starter.id, quantity: 1 }],
      client_reference_id: 'account-7',
    })
  const first = await open()
  expect(first).toMatchObject({ client_reference_id: 'account-7', status: 'open' })
  expect(await shop.stripe.checkout.sessions.expire(first.id)).toMatchObject({ status: 'expired', url: null })
  const second = await open()
  await shop.sandbox.clock.moveTo(new Date(second.expires_at * 1000))
  expect(await shop.stripe.checkout.sessions.retrieve(second.id)).toMatchObject({ status: 'expired' })
})
