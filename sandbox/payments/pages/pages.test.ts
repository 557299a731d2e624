import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  Browser,
  cardFields,
  cards,
  onlyItem,
  openShop,
  type Plans,
  type Shop,
  sellPlans,
  subscribe,
} from '../test-shop.ts'

let shop: Shop
let plans: Plans
let customer: string
beforeAll(async () => {
  shop = await openShop()
  plans = await sellPlans(shop)
  customer = (await shop.stripe.customers.create({ email: 'mara@example.com' })).id
})
afterAll(() => shop.close())

function checkout(extra: object = {}) {
  return shop.stripe.checkout.sessions.create({
    mode: 'subscription',
    customer,
    line_items: [{ price: plans.starter.id, quantity: 1 }],
    success_url: `${shop.appUrl}/subscription/success?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${shop.appUrl}/pricing`,
    ...extra,
  })
}

async function status(session: { id: string }) {
  return (await shop.stripe.checkout.sessions.retrieve(session.id)).status
}

describe('checkout', () => {
  test('says that it is a sandbox, what is sold, and how to go back', async () => {
    const session = await checkout()
    const page = await shop.browser.open(session.url ?? '')
    expect(page.status).toBe(200)
    expect(page.text).toContain('No real money moves')
    expect(page.text).toContain('Subscribe to Starter')
    expect(page.text).toContain('$15.00 per month')
    expect(page.text).toContain(`href="${shop.appUrl}/pricing"`)
  })

  test('leads back to the app with the session in the address, also when it is sent twice', async () => {
    const session = await checkout()
    const page = await shop.browser.open(session.url ?? '')
    const paid = await shop.browser.submit(page, session.id, cardFields(cards.good))
    expect(paid).toMatchObject({
      status: 303,
      location: `${shop.appUrl}/subscription/success?session_id=${session.id}`,
    })
    const again = await shop.browser.submit(page, session.id, cardFields(cards.good))
    expect(again.location).toBe(paid.location)
    const subscriptions = await shop.stripe.subscriptions.list({ customer })
    expect(subscriptions.data).toHaveLength(1)
  })

  test('shows why a card was declined and sells nothing', async () => {
    const session = await checkout()
    const page = await shop.browser.open(session.url ?? '')
    const refused = await shop.browser.submit(page, session.id, cardFields(cards.declined))
    expect(refused.text).toContain('Your card was declined.')
    expect(await status(session)).toBe('open')
    const paid = await shop.browser.submit(refused, session.id, cardFields(cards.good))
    expect(paid.status).toBe(303)
    expect(await status(session)).toBe('complete')
  })

  test('names each faulty field', async () => {
    const session = await checkout()
    const page = await shop.browser.open(session.url ?? '')
    const refused = await shop.browser.submit(page, session.id, {
      number: '4242 4242 4242 4241',
      expiry: '13/30',
      cvc: '1',
      name: '',
    })
    for (const words of [
      'only the test cards listed below',
      'Enter the expiry as month / year',
      'Enter the security code',
      'Enter the name on the card.',
    ]) {
      expect(refused.text).toContain(words)
    }
    const old = await shop.browser.submit(page, session.id, { ...cardFields(cards.good), expiry: '12/25' })
    expect(old.text).toContain('expiration date is in the past')
    expect(await status(session)).toBe('open')
  })

  test('asks for confirmation when the card requires it', async () => {
    const session = await checkout()
    const page = await shop.browser.open(session.url ?? '')
    const bank = await shop.browser.submit(page, session.id, cardFields(cards.asks))
    expect(bank.text).toContain('a payment of $15.00')
    expect(await status(session)).toBe('open')
    const refused = await shop.browser.submit(bank, session.id, { answer: 'refuse' })
    expect(refused.text).toContain('unable to authenticate')
    const second = await shop.browser.submit(refused, session.id, cardFields(cards.asks))
    const paid = await shop.browser.submit(second, session.id, { answer: 'confirm' })
    expect(paid.location).toContain('/subscription/success')
    expect(await status(session)).toBe('complete')
    const replay = await shop.browser.submit(bank, session.id, { answer: 'confirm' })
    expect(replay.location).toContain('/subscription/success')
  })

  test('is over when it has expired', async () => {
    const session = await checkout()
    await shop.stripe.checkout.sessions.expire(session.id)
    const page = await shop.browser.open(`${shop.pagesUrl}/checkout/${session.id}`)
    expect(page.status).toBe(410)
    expect(page.text).toContain('This checkout has expired')
  })
})

describe('access control', () => {
  test('a post without the page’s own token, or with another browser’s, changes nothing', async () => {
    const session = await checkout()
    const page = await shop.browser.open(session.url ?? '')
    const bare = await shop.browser.post(session.url ?? '', new URLSearchParams(cardFields(cards.good)))
    expect(bare.status).toBe(403)
    const other = new Browser()
    await other.open(session.url ?? '')
    expect((await other.submit(page, session.id, cardFields(cards.good))).status).toBe(403)
    expect(await status(session)).toBe('open')
    const before = shop.sandbox.clock.now()
    const clock = await shop.browser.post(`${shop.pagesUrl}/clock`, new URLSearchParams({ by: 'day' }))
    expect(clock.status).toBe(403)
    expect(shop.sandbox.clock.now()).toEqual(before)
  })

  test('one customer’s page does not open another’s plan or invoice', async () => {
    const mara = await subscribe(shop, plans.starter)
    const nora = await subscribe(shop, plans.starter)
    const portal = await shop.stripe.billingPortal.sessions.create({ customer: mara.customer.id })
    const plan = await shop.browser.open(`${portal.url}/subscriptions/${nora.subscription.id}/cancel`)
    expect(plan.status).toBe(404)
    const [theirs] = (await shop.stripe.invoices.list({ customer: nora.customer.id })).data
    const invoice = await shop.browser.open(`${portal.url}/invoices/${theirs?.id}`)
    expect(invoice.status).toBe(404)
  })

  test('unknown and malformed paths are not found', async () => {
    for (const path of [
      '/checkout/cs_test_none',
      '/checkout/../../etc/passwd',
      "/checkout/'%20or%201=1",
      '/portal/test_nothing',
      '/events/evt_none',
      '/nothing',
      '/assets/../payment-sandbox.ts',
      '/assets/constructor',
    ]) {
      expect((await shop.browser.open(shop.pagesUrl + path)).status, path).toBe(404)
    }
  })
})

test('an unknown notice is not shown', async () => {
  expect((await shop.browser.open(`${shop.pagesUrl}?notice=constructor`)).status).toBe(200)
})

test('input is shown as text, never as markup', async () => {
  const product = await shop.stripe.products.create({ name: '<img src=x onerror=alert(1)>' })
  const price = await shop.stripe.prices.create({
    product: product.id,
    currency: 'usd',
    unit_amount: 700,
    recurring: { interval: 'month' },
  })
  const session = await checkout({ line_items: [{ price: price.id, quantity: 1 }] })
  const page = await shop.browser.open(session.url ?? '')
  expect(page.text).not.toContain('<img')
  expect(page.text).toContain('&lt;img src=x onerror=alert(1)&gt;')
})

test('pages have a strict content security policy', async () => {
  const response = await fetch(shop.pagesUrl)
  const policy = response.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("style-src 'self'")
  const text = await response.text()
  expect(text).not.toMatch(/<script|<style|\sstyle=|\son\w+=/)
  const css = await fetch(`${shop.pagesUrl}/assets/sandbox.css`)
  expect(css.headers.get('content-type')).toBe('text/css; charset=utf-8')
})

describe('portal', () => {
  test('offers the prices that its configuration lists, and goes where the app sends it', async () => {
    const { customer, subscription } = await subscribe(shop, plans.starter)
    const configuration = await shop.stripe.billingPortal.configurations.create({
      features: {
        invoice_history: { enabled: true },
        payment_method_update: { enabled: true },
        subscription_cancel: { enabled: true, mode: 'at_period_end' },
        subscription_update: {
          enabled: true,
          default_allowed_updates: ['price'],
          products: [{ product: String(plans.professional.product), prices: [plans.professional.id] }],
          proration_behavior: 'always_invoice',
        },
      },
    })
    const portal = await shop.stripe.billingPortal.sessions.create({
      customer: customer.id,
      configuration: configuration.id,
      flow_data: {
        type: 'subscription_update_confirm',
        subscription_update_confirm: {
          subscription: subscription.id,
          items: [{ id: onlyItem(subscription).id, price: plans.professional.id, quantity: 1 }],
        },
        after_completion: { type: 'redirect', redirect: { return_url: `${shop.appUrl}/done` } },
      },
    })
    const choice = await shop.browser.open(`${portal.url}/subscriptions/${subscription.id}/plan`)
    expect(choice.text).toContain('Professional')
    expect(choice.text).not.toContain('&lt;img')
    const asked = await shop.browser.follow(await shop.browser.open(portal.url))
    expect(asked.text).toContain('Change to Professional')
    const changed = await shop.browser.submit(asked, '/confirm', {})
    expect(changed.location).toBe(`${shop.appUrl}/done`)
  })

  test('does not change the plan when the card does not pay for it', async () => {
    const { customer, subscription } = await subscribe(shop, plans.starter, cards.failsLater)
    const portal = await shop.stripe.billingPortal.sessions.create({ customer: customer.id })
    const at = `${portal.url}/subscriptions/${subscription.id}/confirm?price=${plans.professional.id}`
    const refused = await shop.browser.submit(await shop.browser.open(at), '/confirm', {})
    expect(refused.text).toContain('Your plan was not changed')
    const after = await shop.stripe.subscriptions.retrieve(subscription.id)
    expect(after).toMatchObject({ status: 'active', items: { data: [{ price: { id: plans.starter.id } }] } })
  })

  test('keeps the old card when the new one is declined, and takes one that is confirmed', async () => {
    const { customer } = await subscribe(shop, plans.starter)
    const portal = await shop.stripe.billingPortal.sessions.create({ customer: customer.id })
    const page = await shop.browser.open(`${portal.url}/card`)
    const refused = await shop.browser.submit(page, '/card', cardFields(cards.declined))
    expect(refused.text).toContain('Your card was declined.')
    expect((await shop.browser.open(portal.url)).text).toContain('Visa ending in 4242')
    const bank = await shop.browser.submit(page, '/card', cardFields(cards.asks))
    await shop.browser.submit(bank, '/card', { answer: 'confirm' })
    expect((await shop.browser.open(portal.url)).text).toContain('Visa ending in 3155')
  })

  test('shows each invoice on a page of its own', async () => {
    const { customer } = await subscribe(shop, plans.starter)
    const portal = await shop.stripe.billingPortal.sessions.create({ customer: customer.id })
    const [invoice] = (await shop.stripe.invoices.list({ customer: customer.id })).data
    const page = await shop.browser.open(`${portal.url}/invoices/${invoice?.id}`)
    expect(page.text).toContain(`Invoice ${invoice?.number}`)
    expect(page.text).toContain('$15.00')
  })
})

describe('console', () => {
  test('moves the clock by days, to the next due item and to a date, forward only', async () => {
    await subscribe(shop, plans.starter)
    const page = await shop.browser.open(shop.pagesUrl)
    const before = shop.sandbox.clock.now().getTime()
    await shop.browser.submit(page, '/clock', { by: 'day' })
    expect(shop.sandbox.clock.now().getTime() - before).toBe(86_400_000)
    await shop.browser.submit(page, '/clock', { by: 'next' })
    await shop.browser.submit(page, '/clock', { by: 'date', to: '2026-06-01' })
    expect(shop.sandbox.clock.now()).toEqual(new Date('2026-06-01T00:00:00Z'))
    const moveTo = async (to: string) =>
      (await shop.browser.follow(await shop.browser.submit(page, '/clock', { by: 'date', to }))).text
    expect(await moveTo('2026-05-01')).toContain('The clock only moves forward.')
    expect(await moveTo('2036-05-01')).toContain('at most a year')
    expect(await moveTo('tomorrow')).toContain('Choose a day')
  })

  test('shows an event with what was delivered', async () => {
    await shop.sandbox.webhooksDelivered()
    const { event } = shop.received.at(-1) ?? {}
    const page = await shop.browser.open(`${shop.pagesUrl}/events/${event?.id}`)
    expect(page.text).toContain(event?.type)
    expect(page.text).toContain('Delivered')
    expect(page.text).toContain('&quot;data&quot;')
  })
})
