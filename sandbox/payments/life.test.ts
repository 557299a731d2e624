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

  const invoicesOf = async ({ id }: { id: string }) =>
    (await shop.stripe.invoices.list({ customer: id })).data

  test('is bought on the hosted page, and the app is notified by signed webhooks', async () => {
    const { starter } = await sellPlans(shop)
    const { customer, session, subscription } = await subscribe(shop, starter)

    expect(session).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      amount_total: 1500,
      url: null,
    })
    expect(subscription).toMatchObject({ status: 'active', customer: customer.id })
    expect(new Date(onlyItem(subscription).current_period_end * 1000)).toEqual(
      new Date('2026-02-15T10:00:00Z'),
    )
    expect(shop.types()).toEqual([
      'customer.created',
      'invoice.paid',
      'invoice.payment_succeeded',
      'checkout.session.completed',
    ])
    const completed = shop.received.at(-1)?.event
    expect(completed?.data.object).toMatchObject({ id: session.id, subscription: subscription.id })

    expect(await invoicesOf(customer)).toMatchObject([
      {
        status: 'paid',
        amount_paid: 1500,
        billing_reason: 'subscription_create',
        parent: { subscription_details: { subscription: subscription.id } },
      },
    ])
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

    const after = await shop.stripe.subscriptions.retrieve(subscription.id)
    expect(onlyItem(after).price.id).toBe(professional.id)
    expect(onlyItem(after).current_period_end).toBe(onlyItem(subscription).current_period_end)
    const [invoice] = await invoicesOf(customer)
    expect(invoice).toMatchObject({
      total: 949,
      amount_paid: 949,
      status: 'paid',
      billing_reason: 'subscription_update',
    })
    expect(invoice?.lines.data.map((line) => line.amount)).toEqual([-1016, 1965])
    await shop.sandbox.webhooksDelivered()
    expect(shop.types()).toContain('customer.subscription.updated')
  })

  test('keeps the rest as credit when it changes to a cheaper plan, and draws on it at renewal', async () => {
    const { starter, professional } = await sellPlans(shop)
    const { customer, subscription } = await subscribe(shop, professional)
    await moveClock('2026-01-25T10:00:00Z')
    const portal = await shop.stripe.billingPortal.sessions.create({ customer: customer.id })
    const at = `${portal.url}/subscriptions/${subscription.id}/confirm?price=${starter.id}`
    const confirm = await shop.browser.open(at)
    expect(confirm.text).toContain('$9.49 is credit for your next invoices.')
    await shop.browser.submit(confirm, '/confirm', {})
    expect(await shop.stripe.customers.retrieve(customer.id)).toMatchObject({ balance: -949 })

    await moveClock('2026-02-15T10:00:00Z')
    const [renewal] = await invoicesOf(customer)
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

  test('renews by the clock, on the 31st again after a short month', async () => {
    await shop.close()
    shop = await openShop('2026-01-31T09:30:00Z')
    const { starter } = await sellPlans(shop)
    const { customer } = await subscribe(shop, starter)
    await moveClock('2026-04-15T00:00:00Z')
    const periods = (await invoicesOf(customer))
      .toReversed()
      .map(({ lines }) => new Date((lines.data[0]?.period.end ?? 0) * 1000).toISOString())
    expect(periods).toEqual([
      '2026-02-28T09:30:00.000Z',
      '2026-03-31T09:30:00.000Z',
      '2026-04-30T09:30:00.000Z',
    ])
    const paid = shop.received.filter(({ event }) => event.type === 'invoice.paid')
    expect(paid.map(({ event }) => new Date(event.created * 1000).toISOString().slice(0, 10))).toEqual([
      '2026-01-31',
      '2026-02-28',
      '2026-03-31',
    ])
  })

  test('fails to renew, is past due while the card is tried again, and ends', async () => {
    const { starter } = await sellPlans(shop)
    const { customer, subscription } = await subscribe(shop, starter, cards.failsLater)
    shop.received.length = 0
    await moveClock('2026-02-15T10:00:00Z')
    expect(await shop.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: 'past_due' })
    expect(shop.types()).toContain('invoice.payment_failed')
    const [unpaid] = await invoicesOf(customer)
    expect(unpaid).toMatchObject({ status: 'open', attempt_count: 1, amount_due: 1500, amount_paid: 0 })
    expect(new Date((unpaid?.next_payment_attempt ?? 0) * 1000)).toEqual(new Date('2026-02-18T10:00:00Z'))

    await moveClock('2026-03-03T10:00:00Z')
    const ended = await shop.stripe.subscriptions.retrieve(subscription.id)
    expect(ended).toMatchObject({ status: 'canceled' })
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
    const [unpaid] = await invoicesOf(customer)
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
    expect(await invoicesOf(customer)).toHaveLength(1)
  })

  test('begins with a trial during which nothing is charged, and that warns before it ends', async () => {
    const { starter } = await sellPlans(shop)
    const customer = await shop.stripe.customers.create({ email: 'mara@example.com' })
    const trial_end = Date.parse('2026-01-29T10:00:00Z') / 1000
    const session = await shop.stripe.checkout.sessions.create({
      mode: 'subscription',
      customer: customer.id,
      line_items: [{ price: starter.id, quantity: 1 }],
      success_url: `${shop.appUrl}/ok`,
      subscription_data: { trial_end, metadata: { account: '7' } },
    })
    const page = await shop.browser.open(session.url ?? '')
    expect(page.text).toContain('Nothing is charged before Jan 29, 2026')
    await shop.browser.submit(page, session.id, cardFields(cards.good))
    const [subscription] = (await shop.stripe.subscriptions.list()).data
    expect(subscription).toMatchObject({ status: 'trialing', trial_end, metadata: { account: '7' } })
    await moveClock('2026-01-26T10:00:00Z')
    expect(shop.types().at(-1)).toBe('customer.subscription.trial_will_end')
    await moveClock('2026-01-29T10:00:01Z')
    expect(shop.types().slice(-3)).toEqual([
      'customer.subscription.updated',
      'invoice.paid',
      'invoice.payment_succeeded',
    ])
    expect(await shop.stripe.subscriptions.retrieve(subscription?.id ?? '')).toMatchObject({
      status: 'active',
    })
    expect((await invoicesOf(customer)).map(({ amount_paid }) => amount_paid)).toEqual([1500, 0])
    const canceled = await shop.stripe.subscriptions.update(subscription?.id ?? '', {
      cancel_at_period_end: true,
    })
    expect(canceled).toMatchObject({ status: 'active', cancel_at: onlyItem(canceled).current_period_end })
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
    const [invoice] = await invoicesOf(customer)
    expect(invoice).toMatchObject({ total: -1016, amount_due: 0, status: 'paid' })
    expect(await shop.stripe.customers.retrieve(customer.id)).toMatchObject({ balance: -1016 })
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
