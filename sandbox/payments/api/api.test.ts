import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  onlyItem,
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
const PRICE = 'currency=usd&unit_amount=1500&product_data[name]=x'

describe('requests that the real API refuses are refused', () => {
  test.each([
    ['a name nested without end', '/v1/customers', `metadata${'[a]'.repeat(50_000)}=1`],
    ['an object for a flag', '/v1/products', 'name=x&active[toString]=1'],
    ['more than fits', '/v1/products', `name=${'x'.repeat(1_100_000)}`],
    [
      'an interval of centuries',
      '/v1/prices',
      `${PRICE}&recurring[interval]=year&recurring[interval_count]=999`,
    ],
    [
      'a trial of centuries',
      '/v1/prices',
      `${PRICE}&recurring[interval]=year&recurring[trial_period_days]=99999`,
    ],
  ])('%s', async (_, path, body) => {
    expect([400, 413]).toContain((await raw('POST', path, form, body)).status)
    expect((await raw('GET', '/v1/products')).status).toBe(200)
  })

  test("another product's id for a price's new product", async () => {
    const body = `${PRICE}&product_data[id]=${plans.starter.product}`
    expect((await raw('POST', '/v1/prices', form, body)).status).toBe(400)
  })

  test('an unknown parameter, also a nested one', async () => {
    const top = await raw('POST', '/v1/customers', form, 'nickname=x')
    expect(top.status).toBe(400)
    expect(await top.json()).toMatchObject({
      error: {
        type: 'invalid_request_error',
        code: 'parameter_unknown',
        param: 'nickname',
        message: 'Received unknown parameter: nickname',
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
    const response = await raw('POST', '/v1/products', form, 'active=true')
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      error: { code: 'parameter_missing', param: 'name', message: 'Missing required param: name.' },
    })
    expect(await refusal(shop.stripe.billingPortal.sessions.create({}))).toMatchObject({
      code: 'parameter_missing',
      param: 'customer',
    })
    const noMode = await refusal(shop.stripe.checkout.sessions.create({ success_url: `${shop.appUrl}/` }))
    expect(noMode).toMatchObject({ code: 'parameter_missing', param: 'mode' })
  })

  test('an empty name, a malformed number, an invalid choice, an invalid URL', async () => {
    expect(await refusal(shop.stripe.products.create({ name: '' }))).toMatchObject({
      code: 'parameter_invalid_empty',
      param: 'name',
    })
    const crooked = await raw('POST', '/v1/prices', form, 'currency=usd&unit_amount=1.5&product=x')
    expect(await crooked.json()).toMatchObject({
      error: { code: 'parameter_invalid_integer', param: 'unit_amount', message: 'Invalid integer: 1.5' },
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
    expect(choice.message).toBe('Invalid recurring[interval]: must be one of day, month, week, or year')
    const address = await refusal(
      shop.stripe.billingPortal.sessions.create({
        customer: mara.customer.id,
        return_url: 'javascript:alert(1)',
      }),
    )
    expect(address).toMatchObject({ code: 'url_invalid', param: 'return_url' })
    const mail = await refusal(shop.stripe.customers.create({ email: 'nobody' }))
    expect(mail).toMatchObject({ code: 'email_invalid', param: 'email' })
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

  test('a wrong key, no key, an unknown address, another version, a body that is no form', async () => {
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
    expect((await raw('GET', '/v1/products', { 'stripe-version': '2019-01-01' })).status).toBe(400)
    const json = await raw('POST', '/v1/products', { 'content-type': 'application/json' }, '{"name":"x"}')
    expect(json.status).toBe(400)
  })

  test('parameters that the sandbox does not implement are refused, not ignored', async () => {
    const tax = shop.stripe.checkout.sessions.create({
      mode: 'subscription',
      success_url: `${shop.appUrl}/`,
      automatic_tax: { enabled: true },
    })
    expect((await refusal(tax)).message).toBe(
      'The payment sandbox does not implement the parameter automatic_tax.',
    )
  })

  test('a checkout that cannot be sold', async () => {
    const oneTime = await shop.stripe.prices.create({
      product: String(plans.starter.product),
      currency: 'usd',
      unit_amount: 900,
    })
    const checkout = (price: string, quantity?: number) =>
      shop.stripe.checkout.sessions.create({
        mode: 'subscription',
        success_url: `${shop.appUrl}/`,
        line_items: [{ price, ...(quantity === undefined ? {} : { quantity }) }],
      })
    expect((await refusal(checkout(oneTime.id, 1))).message).toContain('at least one recurring price')
    expect((await refusal(checkout(plans.starter.id))).message).toContain('Quantity is required')
    const old = await shop.stripe.prices.create({
      product: String(plans.starter.product),
      currency: 'usd',
      unit_amount: 900,
      recurring: { interval: 'month' },
    })
    await shop.stripe.prices.update(old.id, { active: false })
    expect((await refusal(checkout(old.id, 1))).message).toContain('inactive')
  })

  test('changing what was canceled, canceling twice, expiring what was paid', async () => {
    const { subscription, session } = await subscribe(shop, plans.starter)
    await shop.stripe.subscriptions.cancel(subscription.id)
    const change = shop.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
    expect(await refusal(change)).toMatchObject({ code: 'invalid_canceled_subscription_fields' })
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
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true')
    expect(second.lastResponse.headers['original-request']).toBe(first.lastResponse.requestId)
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
  test('go by pages, forwards and backwards, and filter', async () => {
    const names = ['One', 'Two', 'Three', 'Four', 'Five']
    for (const name of names)
      await shop.stripe.products.create({ name, metadata: { set: 'pages' }, active: false })
    const all = await shop.stripe.products.list({ active: false, limit: 2 }).autoPagingToArray({ limit: 100 })
    expect(all.map(({ name }) => name)).toEqual(names.toReversed())
    const first = await shop.stripe.products.list({ active: false, limit: 2 })
    expect(first).toMatchObject({ object: 'list', has_more: true, url: '/v1/products' })
    const back = await shop.stripe.products.list({ active: false, limit: 2, ending_before: all[4]?.id ?? '' })
    expect(back.data.map(({ name }) => name)).toEqual(['Three', 'Two'])
    expect(back.has_more).toBe(true)
    const wrong = await refusal(shop.stripe.products.list({ starting_after: 'prod_none' }))
    expect(wrong).toMatchObject({ code: 'resource_missing', param: 'starting_after' })
    expect(await refusal(shop.stripe.products.list({ limit: 101 }))).toMatchObject({ param: 'limit' })
  })

  test('find prices by lookup key and by product, customers by email', async () => {
    const byKey = await shop.stripe.prices.list({ lookup_keys: ['starter', 'professional'], active: true })
    expect(byKey.data.map(({ unit_amount }) => unit_amount)).toEqual([2900, 1500])
    const byProduct = await shop.stripe.prices.list({ product: String(plans.professional.product) })
    expect(byProduct.data).toHaveLength(1)
    expect((await shop.stripe.customers.list({ email: 'mara@example.com' })).data[0]?.name).toBe(
      'Mara Lindqvist',
    )
    const taken = shop.stripe.prices.create({
      product: String(plans.starter.product),
      currency: 'usd',
      unit_amount: 1600,
      lookup_key: 'starter',
    })
    expect((await refusal(taken)).message).toContain('already using that lookup key')
  })
})

describe('expanding', () => {
  test('follows references through lists', async () => {
    const session = await shop.stripe.checkout.sessions.retrieve(mara.session.id, {
      expand: ['customer', 'line_items.data.price.product', 'subscription.latest_invoice'],
    })
    expect(session.customer).toMatchObject({ email: 'mara@example.com' })
    expect(session.line_items?.data[0]?.price?.product).toMatchObject({ name: 'Starter' })
    expect(session.subscription).toMatchObject({ latest_invoice: { status: 'paid' } })
    const listed = await shop.stripe.subscriptions.list({ expand: ['data.default_payment_method'] })
    expect(listed.data[0]?.default_payment_method).toMatchObject({ card: { last4: '4242' } })
    const customer = await shop.stripe.customers.retrieve(mara.customer.id, { expand: ['subscriptions'] })
    expect(customer).toMatchObject({ subscriptions: { data: [{ id: mara.subscription.id }] } })
  })

  test('returns other references as ids, or not at all', async () => {
    const session = await shop.stripe.checkout.sessions.retrieve(mara.session.id)
    expect(session.customer).toBe(mara.customer.id)
    expect(session).not.toHaveProperty('line_items')
    expect(session).not.toHaveProperty('subscription_data')
    const portal = await shop.stripe.billingPortal.sessions.create({ customer: mara.customer.id })
    expect(portal).not.toHaveProperty('secret')
  })

  test.each(['status', 'created', 'constructor', '__proto__', 'customer.email', 'nothing'])(
    'refuses %s, which is no reference',
    async (path) => {
      const wrong = shop.stripe.subscriptions.retrieve(mara.subscription.id, { expand: [path] })
      expect((await refusal(wrong)).message).toBe(`This property cannot be expanded (${path}).`)
    },
  )
})

describe('payment that fails through the API', () => {
  test('is a card error, and leaves the plan as it was when that was asked for', async () => {
    const { subscription } = await subscribe(shop, plans.starter, '4000000000000341')
    const change = {
      items: [{ id: onlyItem(subscription).id, price: plans.professional.id }],
      proration_behavior: 'always_invoice' as const,
    }
    const strict = shop.stripe.subscriptions.update(subscription.id, {
      ...change,
      payment_behavior: 'error_if_incomplete',
    })
    expect(await refusal(strict)).toMatchObject({
      type: 'StripeCardError',
      statusCode: 402,
      code: 'card_declined',
    })
    const before = await shop.stripe.subscriptions.retrieve(subscription.id)
    expect(before.status).toBe('active')
    expect(onlyItem(before).price.id).toBe(plans.starter.id)

    const lenient = await shop.stripe.subscriptions.update(subscription.id, change)
    expect(lenient.status).toBe('past_due')
    const paying = shop.stripe.invoices.pay(String(lenient.latest_invoice))
    expect(await refusal(paying)).toMatchObject({ code: 'card_declined' })
    const invoice = await shop.stripe.invoices.retrieve(String(lenient.latest_invoice))
    expect(invoice.attempt_count).toBe(2)
  })
})

test('metadata is merged, single keys and all of them can be unset', async () => {
  const { id } = await shop.stripe.customers.create({ metadata: { account: '7', plan: 'starter' } })
  const merged = await shop.stripe.customers.update(id, { metadata: { plan: '', colour: 'green' } })
  expect(merged.metadata).toEqual({ account: '7', colour: 'green' })
  const cleared = await shop.stripe.customers.update(id, { metadata: '' })
  expect(cleared.metadata).toEqual({})
})

test('a deleted customer stays deleted, and its subscriptions end', async () => {
  const { customer, subscription } = await subscribe(shop, plans.starter)
  expect(await shop.stripe.customers.del(customer.id)).toEqual({
    id: customer.id,
    object: 'customer',
    deleted: true,
  })
  expect(await shop.stripe.customers.retrieve(customer.id)).toMatchObject({ deleted: true })
  expect(await shop.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: 'canceled' })
})

test('an open checkout can be expired, and expires by itself after a day', async () => {
  const open = () =>
    shop.stripe.checkout.sessions.create({
      mode: 'subscription',
      success_url: `${shop.appUrl}/`,
      line_items: [{ price: plans.starter.id, quantity: 1 }],
      client_reference_id: 'account-7',
      allow_promotion_codes: true,
    })
  const first = await open()
  expect(first).toMatchObject({
    client_reference_id: 'account-7',
    allow_promotion_codes: true,
    status: 'open',
  })
  expect(await shop.stripe.checkout.sessions.expire(first.id)).toMatchObject({ status: 'expired', url: null })
  const second = await open()
  await shop.sandbox.clock.moveTo(new Date(second.expires_at * 1000))
  expect(await shop.stripe.checkout.sessions.retrieve(second.id)).toMatchObject({ status: 'expired' })
})
