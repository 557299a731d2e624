import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { hostileCalls, type KnownValues } from '#tests/hostile-calls.ts'
import { sendRaw } from '#tests/raw-http.ts'
import {
  askForPayment,
  cardFields,
  cards,
  connect,
  onlyItem,
  openShop,
  type Plans,
  pay,
  type Shop,
  secretKey,
  sellPlans,
  subscribe,
} from '../test-shop.ts'
import type { Endpoint } from './endpoint.ts'
import { apiEndpoints } from './routes.ts'

const SEED = Number(process.env.FUZZ_SEED ?? 20_261_115)
const CASES = Number(process.env.FUZZ_CASES ?? 60)
const DAY = 86_400

let shop: Shop
let plans: Plans
let known: KnownValues

beforeAll(async () => {
  shop = await openShop()
  plans = await sellPlans(shop)
  known = await knownValues()
})
afterAll(() => shop?.close())

async function knownValues(): Promise<KnownValues> {
  const { stripe, appUrl, machine } = shop
  const ada = await subscribe(shop, plans.starter)
  const eve = await subscribe(shop, plans.professional)
  const now = machine.now.getTime() / 1000
  const customers = [ada.customer.id, eve.customer.id]
  const subscriptions = [ada.subscription.id, eve.subscription.id]
  const prices = [plans.starter.id, plans.professional.id]
  const products = [String(plans.starter.product), String(plans.professional.product)]
  const { id: configuration } = await stripe.billingPortal.configurations.create({
    features: {
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
      subscription_cancel: { enabled: true, mode: 'at_period_end' },
      subscription_update: {
        enabled: true,
        default_allowed_updates: ['price'],
        products: [{ product: products[0] ?? '', prices: prices.slice(0, 1) }],
        proration_behavior: 'always_invoice',
      },
    },
  })
  const { id: openCheckout } = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: ada.customer.id,
    line_items: [{ price: plans.starter.id, quantity: 1 }],
    success_url: appUrl,
  })
  const account = await connect(shop)
  const payments = [await askForPayment(shop), await askForPayment(shop)]
  for (const payment of payments) await pay(shop, payment, '4000 0000 0000 0259')
  const { data: intents } = await stripe.paymentIntents.list()
  await pay(shop, await askForPayment(shop))
  const [latest] = (await stripe.paymentIntents.list()).data
  await stripe.refunds.create({ payment_intent: latest?.id ?? '', amount: 100 })
  const times = [now - DAY, now, now + 1800, now + 3 * DAY, now + 9999 * DAY].map(String)
  return {
    customers,
    customer: customers,
    subscriptions,
    subscription: subscriptions,
    prices,
    price: prices,
    products,
    product: products,
    configurations: [configuration],
    configuration: [configuration],
    sessions: [ada.session.id, openCheckout, ...payments.map(({ id }) => id)],
    accounts: [account.id],
    account: [account.id],
    payment_intents: intents.map(({ id }) => id),
    payment_intent: [latest?.id ?? '', ...intents.map(({ id }) => id)],
    refresh_url: [appUrl],
    amount: ['1', '100', '120000', '999999999999'],
    id: [onlyItem(ada.subscription).id, onlyItem(eve.subscription).id, ...products],
    success_url: [appUrl],
    cancel_url: [appUrl],
    return_url: [appUrl],
    email: ['eve@example.com'],
    customer_email: ['eve@example.com'],
    currency: ['usd', 'EUR', 'xxx'],
    lookup_key: ['starter', 'new'],
    lookup_keys: ['starter'],
    unit_amount: ['0', '1500', '99999999'],
    limit: ['1', '100', '0', '101'],
    trial_end: times,
    expires_at: times,
  }
}

/** Requests that Node.js itself cannot parse are refused without a body. */
const Refusal = z.strictObject({
  error: z.object({
    type: z.enum(['idempotency_error', 'invalid_request_error']),
    message: z.string().min(1),
  }),
})

/** Removals come last, so that the others still find their subject. */
const inTurn = apiEndpoints
  .toSorted((one, other) => Number(one.method === 'DELETE') - Number(other.method === 'DELETE'))
  .map((endpoint, index): [string, Endpoint, number] => [
    `${endpoint.method} ${endpoint.path}`,
    endpoint,
    SEED + index,
  ])

describe(`whatever is sent to the payment sandbox's API, with FUZZ_SEED=${SEED},`, () => {
  test.each(inTurn)('%s does not fail', async (_, endpoint, seed) => {
    await fc.assert(
      fc.asyncProperty(hostileCalls(endpoint, known, secretKey), async (request) => {
        const { status, body } = await sendRaw(`http://127.0.0.1:${shop.apiPort}`, request)
        expect(status, body).toBeOneOf([200, 400, 401, 403, 404, 413, 417])
        const refusedByNode = body === '' && (status === 400 || status === 417)
        if (status >= 400 && request.method !== 'HEAD' && !refusedByNode) Refusal.parse(JSON.parse(body))
        expect(body).not.toMatch(/node_modules|SQLITE|TypeError|RangeError/)
      }),
      { seed, numRuns: CASES, endOnFailure: true },
    )
  })

  test('leaves checkouts that open and can be paid', async () => {
    const { data } = await shop.stripe.checkout.sessions.list({ status: 'open', limit: 100 })
    for (const { id, url } of data) {
      const page = await shop.browser.open(url ?? '')
      expect(page.status, id).toBe(200)
      const paid = await shop.browser.submit(page, id, cardFields(cards.good))
      expect(paid.status, id).toBe(303)
    }
  })

  test('leaves the app working', async () => {
    const product = await shop.stripe.products.create({ name: 'Afterwards' })
    const price = await shop.stripe.prices.create({
      product: product.id,
      currency: 'usd',
      unit_amount: 500,
      recurring: { interval: 'month' },
    })
    const { customer } = await subscribe(shop, price)
    await shop.sandbox.clock.moveTo(new Date(shop.machine.now.getTime() + 45 * DAY * 1000))
    const { data } = await shop.stripe.invoices.list({ customer: customer.id })
    expect(data).toHaveLength(2)
    expect((await shop.browser.open(shop.pagesUrl)).status).toBe(200)
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })
})
