import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { cardFields, cards, onlyItem, openShop, type Shop, sellPlans, subscribe } from './test-shop.ts'

const day = 86_400_000

describe('a subscription, from the first product to the last event', () => {
  let shop: Shop
  beforeEach(async () => {
    shop = await openShop('2026-01-15T10:00:00Z')
  })
  afterEach(() => shop.close())

  async function moveClock(to: string) {
    await shop.sandbox.clock.moveTo(new Date(to))
    await shop.sandbox.webhooksDelivered()
  }

  test('is bought on the hosted page, and the app is notified by signed webhooks', async () => {
    const { starter } = await sellPlans(shop)
    const { customer, session, subscription } = await subscribe(shop, starter)

    expect(session).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      amount_total: 1500,
      url: null,
    })
    expect(subscription).toMatchObject({ status: 'active', customer: customer.id, currency: 'usd' })
    expect(new Date(onlyItem(subscription).current_period_end * 1000)).toEqual(
      new Date('2026-02-15T10:00:00Z'),
    )
    expect(shop.types()).toEqual([
      'product.created',
      'price.created',
      'product.created',
      'price.created',
      'customer.created',
      'payment_method.attached',
      'invoice.created',
      'customer.updated',
      'invoice.finalized',
      'customer.subscription.created',
      'invoice.paid',
      'invoice.payment_succeeded',
      'checkout.session.completed',
    ])
    const completed = shop.received.at(-1)?.event
    expect(completed?.data.object).toMatchObject({ id: session.id, subscription: subscription.id })

    const invoices = await shop.stripe.invoices.list({ customer: customer.id })
    expect(invoices.data).toHaveLength(1)
    expect(invoices.data[0]).toMatchObject({
      status: 'paid',
      amount_paid: 1500,
      billing_reason: 'subscription_create',
      parent: { subscription_details: { subscription: subscription.id } },
    })
  })

  test('changes its plan in the portal for exactly the amount that was shown', async () => {
    const { starter, professional } = await sellPlans(shop)
    const { customer, subscription } = await subscribe(shop, starter)
    await moveClock('2026-01-25T10:00:00Z')
    const portal = await shop.stripe.billingPortal.sessions.create({
      customer: customer.id,
      return_url: `${shop.appUrl}/subscription/manage`,
    })
    const home = await shop.browser.open(portal.url)
    expect(home.text).toContain('Starter')
    expect(home.text).toContain('Renews on February 15, 2026')
    const at = `${portal.url}/subscriptions/${subscription.id}`
    const confirm = await shop.browser.open(`${at}/confirm?price=${professional.id}`)
    // 21 of 31 days: 15.00 × 21/31 = 10.16 back, 29.00 × 21/31 = 19.65 to pay.
    expect(confirm.text).toContain('-$10.16')
    expect(confirm.text).toContain('$19.65')
    expect(confirm.text).toContain('$9.49')

    const changed = await shop.browser.submit(confirm, '/confirm', {})
    expect((await shop.browser.follow(changed)).text).toContain('Your plan was changed.')

    const after = await shop.stripe.subscriptions.retrieve(subscription.id, {
      expand: ['latest_invoice', 'items.data.price.product'],
    })
    expect(onlyItem(after).price.id).toBe(professional.id)
    expect(onlyItem(after).price.product).toMatchObject({ name: 'Professional' })
    expect(onlyItem(after).current_period_end).toBe(onlyItem(subscription).current_period_end)
    expect(after.latest_invoice).toMatchObject({
      total: 949,
      amount_paid: 949,
      status: 'paid',
      billing_reason: 'subscription_update',
    })
    if (after.latest_invoice === null || typeof after.latest_invoice === 'string')
      throw new Error('Not expanded')
    expect(after.latest_invoice.lines.data.map((line) => line.amount)).toEqual([-1016, 1965])
    await shop.sandbox.webhooksDelivered()
    expect(shop.types()).toContain('customer.subscription.updated')
  })

  test('keeps the rest as credit when it changes to a cheaper plan, and draws on it at renewal', async () => {
    const { starter, professional } = await sellPlans(shop)
    const { customer, subscription } = await subscribe(shop, professional)
    await moveClock('2026-01-25T10:00:00Z')
    const preview = await shop.stripe.invoices.createPreview({
      subscription: subscription.id,
      subscription_details: {
        items: [{ id: onlyItem(subscription).id, price: starter.id }],
        proration_behavior: 'always_invoice',
      },
    })
    expect(preview).toMatchObject({ total: -949, amount_due: 0, ending_balance: -949 })
    await shop.stripe.subscriptions.update(subscription.id, {
      items: [{ id: onlyItem(subscription).id, price: starter.id }],
      proration_behavior: 'always_invoice',
    })
    expect(await shop.stripe.customers.retrieve(customer.id)).toMatchObject({ balance: -949 })

    await moveClock('2026-02-15T10:00:00Z')
    const [renewal] = (await shop.stripe.invoices.list({ subscription: subscription.id })).data
    expect(renewal).toMatchObject({
      billing_reason: 'subscription_cycle',
      total: 1500,
      starting_balance: -949,
      ending_balance: 0,
      amount_due: 551,
      amount_paid: 551,
      status: 'paid',
    })
    expect(await shop.stripe.customers.retrieve(customer.id)).toMatchObject({ balance: 0 })
  })

  test('carries prorations to the next invoice when they are not invoiced at once', async () => {
    const { starter, professional } = await sellPlans(shop)
    const { subscription } = await subscribe(shop, starter)
    await moveClock('2026-01-25T10:00:00Z')
    await shop.stripe.subscriptions.update(subscription.id, {
      items: [{ id: onlyItem(subscription).id, price: professional.id }],
    })
    expect((await shop.stripe.invoices.list()).data).toHaveLength(1)
    const upcoming = await shop.stripe.invoices.createPreview({ subscription: subscription.id })
    expect(upcoming.lines.data.map((line) => line.amount)).toEqual([-1016, 1965, 2900])
    await moveClock('2026-02-15T10:00:00Z')
    const [renewal] = (await shop.stripe.invoices.list()).data
    expect(renewal).toMatchObject({ total: 3849, amount_paid: 3849 })
  })

  test('renews by the clock, on the 31st again after a short month', async () => {
    await shop.close()
    shop = await openShop('2026-01-31T09:30:00Z')
    const { starter } = await sellPlans(shop)
    const { subscription } = await subscribe(shop, starter)
    await moveClock('2026-04-15T00:00:00Z')
    const periods = (await shop.stripe.invoices.list({ subscription: subscription.id })).data
      .toReversed()
      .map(({ lines }) => new Date((lines.data[0]?.period.end ?? 0) * 1000).toISOString())
    expect(periods).toEqual([
      '2026-02-28T09:30:00.000Z',
      '2026-03-31T09:30:00.000Z',
      '2026-04-30T09:30:00.000Z',
    ])
    const created = (await shop.stripe.events.list({ type: 'invoice.paid' })).data.map(
      (event) => event.created,
    )
    expect(created.map((at) => new Date(at * 1000).toISOString().slice(0, 10))).toEqual([
      '2026-03-31',
      '2026-02-28',
      '2026-01-31',
    ])
  })

  test('fails to renew, is past due while the card is tried again, and ends', async () => {
    const { starter } = await sellPlans(shop)
    const { customer, subscription } = await subscribe(shop, starter, cards.failsLater)
    shop.received.length = 0
    await moveClock('2026-02-15T10:00:00Z')
    expect(await shop.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: 'past_due' })
    expect(shop.types()).toContain('invoice.payment_failed')
    const [unpaid] = (await shop.stripe.invoices.list({ status: 'open' })).data
    expect(unpaid).toMatchObject({ attempt_count: 1, amount_remaining: 1500 })
    expect(new Date((unpaid?.next_payment_attempt ?? 0) * 1000)).toEqual(new Date('2026-02-18T10:00:00Z'))

    await moveClock('2026-03-03T10:00:00Z')
    const ended = await shop.stripe.subscriptions.retrieve(subscription.id)
    expect(ended).toMatchObject({ status: 'canceled', cancellation_details: { reason: 'payment_failed' } })
    expect(new Date((ended.ended_at ?? 0) * 1000)).toEqual(new Date('2026-03-02T10:00:00Z'))
    expect(shop.types().filter((type) => type === 'invoice.payment_failed')).toHaveLength(4)
    expect(shop.types().at(-1)).toBe('customer.subscription.deleted')
    expect((await shop.stripe.subscriptions.list({ customer: customer.id })).data).toEqual([])
    expect(
      (await shop.stripe.subscriptions.list({ customer: customer.id, status: 'all' })).data,
    ).toHaveLength(1)
  })

  test('recovers when the card is replaced and the invoice paid in the portal', async () => {
    const { starter } = await sellPlans(shop)
    const { customer, subscription } = await subscribe(shop, starter, cards.failsLater)
    await moveClock('2026-02-16T10:00:00Z')
    const portal = await shop.stripe.billingPortal.sessions.create({ customer: customer.id })
    const [unpaid] = (await shop.stripe.invoices.list({ status: 'open' })).data
    const invoicePage = await shop.browser.open(`${portal.url}/invoices/${unpaid?.id}`)
    const refused = await shop.browser.submit(invoicePage, '/pay', {})
    expect((await shop.browser.follow(refused)).text).toContain('Your card was declined.')

    const cardPage = await shop.browser.open(`${portal.url}/card`)
    await shop.browser.submit(cardPage, '/card', cardFields(cards.good))
    const paid = await shop.browser.submit(invoicePage, '/pay', {})
    expect((await shop.browser.follow(paid)).text).toContain('The invoice was paid.')
    expect(await shop.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: 'active' })
    await moveClock('2026-03-20T10:00:00Z')
    expect(await shop.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: 'active' })
  })

  test('ends with its period when canceled, and continues when that is undone', async () => {
    const { starter } = await sellPlans(shop)
    const { customer, subscription } = await subscribe(shop, starter)
    const portal = await shop.stripe.billingPortal.sessions.create({ customer: customer.id })
    const at = `${portal.url}/subscriptions/${subscription.id}`
    await shop.browser.submit(await shop.browser.open(`${at}/cancel`), '/cancel', {})
    expect(await shop.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      status: 'active',
      cancel_at_period_end: true,
      cancel_at: onlyItem(subscription).current_period_end,
    })
    const home = await shop.browser.open(portal.url)
    expect(home.text).toContain('Ends on February 15, 2026')
    await shop.browser.submit(home, '/keep', {})
    expect(await shop.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      cancel_at_period_end: false,
      cancel_at: null,
      canceled_at: null,
    })
    await shop.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
    await moveClock('2026-02-16T00:00:00Z')
    expect(await shop.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: 'canceled' })
    expect(shop.types().at(-1)).toBe('customer.subscription.deleted')
    expect((await shop.stripe.invoices.list()).data).toHaveLength(1)
  })

  test('begins with a trial that warns three days before it ends', async () => {
    const { starter } = await sellPlans(shop)
    const session = await shop.stripe.checkout.sessions.create({
      mode: 'subscription',
      line_items: [{ price: starter.id, quantity: 1 }],
      success_url: `${shop.appUrl}/ok`,
      subscription_data: { trial_period_days: 14, metadata: { account: '7' } },
    })
    const page = await shop.browser.open(session.url ?? '')
    await shop.browser.submit(page, session.id, cardFields(cards.good))
    const [subscription] = (await shop.stripe.subscriptions.list({ status: 'trialing' })).data
    expect(subscription).toMatchObject({ status: 'trialing', metadata: { account: '7' } })
    await moveClock('2026-01-26T10:00:00Z')
    expect(shop.types().at(-1)).toBe('customer.subscription.trial_will_end')
    await moveClock('2026-01-29T10:00:00Z')
    expect(await shop.stripe.subscriptions.retrieve(subscription?.id ?? '')).toMatchObject({
      status: 'active',
    })
    expect((await shop.stripe.invoices.list()).data.map(({ total }) => total)).toEqual([1500, 0])
    const canceled = await shop.stripe.subscriptions.update(subscription?.id ?? '', {
      cancel_at_period_end: true,
    })
    expect(canceled).toMatchObject({ status: 'active', cancel_at: onlyItem(canceled).current_period_end })
  })

  test('charges nothing before a given end of the trial, and names it on the page', async () => {
    const { starter } = await sellPlans(shop)
    const trial_end = Date.parse('2026-01-20T10:00:00Z') / 1000
    const session = await shop.stripe.checkout.sessions.create({
      mode: 'subscription',
      line_items: [{ price: starter.id, quantity: 1 }],
      success_url: `${shop.appUrl}/ok`,
      subscription_data: { trial_end },
    })
    const page = await shop.browser.open(session.url ?? '')
    expect(page.text).toContain('Nothing is charged before Jan 20, 2026')
    await shop.browser.submit(page, session.id, cardFields(cards.good))
    const [subscription] = (await shop.stripe.subscriptions.list()).data
    expect(subscription).toMatchObject({ status: 'trialing', trial_end })
    await moveClock('2026-01-20T10:00:01Z')
    expect(shop.types().slice(-3)).toEqual([
      'customer.subscription.updated',
      'invoice.paid',
      'invoice.payment_succeeded',
    ])
    expect((await shop.stripe.invoices.list()).data.map(({ amount_paid }) => amount_paid)).toEqual([1500, 0])
  })

  test('gives back what was not used when it is canceled with a final invoice', async () => {
    const { starter } = await sellPlans(shop)
    const { subscription, customer } = await subscribe(shop, starter)
    await moveClock('2026-01-25T10:00:00Z')
    const canceled = await shop.stripe.subscriptions.cancel(subscription.id, {
      prorate: true,
      invoice_now: true,
    })
    expect(canceled.status).toBe('canceled')
    const [invoice] = (await shop.stripe.invoices.list()).data
    expect(invoice).toMatchObject({ total: -1016, amount_due: 0, status: 'paid' })
    expect(await shop.stripe.customers.retrieve(customer.id)).toMatchObject({ balance: -1016 })
  })

  test('starts a new period at once when it changes from monthly to yearly', async () => {
    const { starter } = await sellPlans(shop)
    const yearly = await shop.stripe.prices.create({
      product: String(starter.product),
      currency: 'usd',
      unit_amount: 15_000,
      recurring: { interval: 'year' },
    })
    const { subscription } = await subscribe(shop, starter)
    await moveClock('2026-01-25T10:00:00Z')
    const after = await shop.stripe.subscriptions.update(subscription.id, {
      items: [{ id: onlyItem(subscription).id, price: yearly.id }],
    })
    expect(new Date(onlyItem(after).current_period_end * 1000)).toEqual(new Date('2027-01-25T10:00:00Z'))
    const [invoice] = (await shop.stripe.invoices.list()).data
    expect(invoice).toMatchObject({ total: 15_000 - 1016, status: 'paid' })
  })

  test('renews when the real time comes, too', async () => {
    const { starter } = await sellPlans(shop)
    const { subscription } = await subscribe(shop, starter)
    await shop.machine.advance(32 * day)
    expect(shop.types().at(-1)).toBe('invoice.payment_succeeded')
    const after = await shop.stripe.subscriptions.retrieve(subscription.id)
    expect(onlyItem(after).current_period_start).toBe(onlyItem(subscription).current_period_end)
  })
})
