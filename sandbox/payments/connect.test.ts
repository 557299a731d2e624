import Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  askForPayment,
  cardFields,
  cards,
  connect,
  connectWebhookSecret,
  openShop,
  pay,
  type Shop,
  sellPlans,
  subscribe,
  webhookSecret,
} from './test-shop.ts'

const hour = 3_600_000

let shop: Shop
beforeEach(async () => {
  shop = await openShop()
})
afterEach(() => shop.close())

const link = (account: string) =>
  shop.stripe.accountLinks.create({
    account,
    type: 'account_onboarding',
    refresh_url: `${shop.appUrl}/again`,
    return_url: `${shop.appUrl}/back`,
  })

async function refusal(request: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const error = await request.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof Stripe.errors.StripeError) return error
  throw new Error('It was not refused')
}

describe('an account', () => {
  test('takes payments once it is set up, and not before', async () => {
    const account = await shop.stripe.accounts.create({ type: 'standard', email: 'mara@example.com' })
    expect(account).toMatchObject({ object: 'account', charges_enabled: false, details_submitted: false })
    expect(await refusal(askForPayment(shop, account.id))).toMatchObject({ code: 'testmode_charges_only' })

    const { url } = await link(account.id)
    const page = await shop.browser.follow(await shop.browser.open(url))
    const nameless = await shop.browser.submit(page, '/connect/', { name: ' ', answer: 'finish' })
    expect(nameless.text).toContain('Enter the name of your business.')
    const later = await shop.browser.submit(page, '/connect/', { answer: 'later' })
    expect(later.location).toBe(`${shop.appUrl}/back`)
    expect(await shop.stripe.accounts.retrieve(account.id)).toMatchObject({ details_submitted: false })
    const done = await shop.browser.submit(page, '/connect/', { name: 'Mara', answer: 'finish' })
    expect(done.location).toBe(`${shop.appUrl}/back`)
    expect(await shop.stripe.accounts.retrieve(account.id)).toMatchObject({
      charges_enabled: true,
      details_submitted: true,
      business_profile: { name: 'Mara' },
    })
    await shop.sandbox.webhooksDelivered()
    const { event } = shop.received.at(-1) ?? {}
    expect(event).toMatchObject({ type: 'account.updated', account: account.id })
    expect(await askForPayment(shop, account.id)).toMatchObject({ status: 'open', mode: 'payment' })
  })

  test('is set up through links that work once and for a few minutes', async () => {
    const { id } = await shop.stripe.accounts.create({ type: 'standard' })
    const first = await link(id)
    await shop.browser.open(first.url)
    expect((await shop.browser.open(first.url)).location).toBe(`${shop.appUrl}/again`)
    const second = await link(id)
    await shop.machine.advance(hour)
    expect((await shop.browser.open(second.url)).location).toBe(`${shop.appUrl}/again`)
    expect((await shop.browser.open(`${second.url}/setup_guessed`)).status).toBe(404)
  })
})

describe('objects of an account', () => {
  test('are found neither by the platform nor by another account', async () => {
    const [mara, nora] = [await connect(shop), await connect(shop, 'Nora')]
    const session = await askForPayment(shop, mara.id)
    await pay(shop, session)
    const stripeAccount = mara.id
    const { payment_intent } = await shop.stripe.checkout.sessions.retrieve(session.id, {}, { stripeAccount })
    const id = String(payment_intent)
    for (const options of [undefined, { stripeAccount: nora.id }]) {
      expect(await refusal(shop.stripe.checkout.sessions.retrieve(session.id, {}, options))).toMatchObject({
        statusCode: 404,
      })
      expect(await refusal(shop.stripe.paymentIntents.retrieve(id, {}, options))).toMatchObject({
        statusCode: 404,
      })
      expect((await shop.stripe.checkout.sessions.list({}, options)).data).toEqual([])
      expect((await shop.stripe.paymentIntents.list({}, options)).data).toEqual([])
    }
    expect(
      await refusal(shop.stripe.accounts.retrieve(mara.id, {}, { stripeAccount: nora.id })),
    ).toMatchObject({ statusCode: 403 })
  })

  test('are out of reach for accounts that are not connected', async () => {
    const unknown = await refusal(askForPayment(shop, 'acct_unknown'))
    expect(unknown).toMatchObject({ statusCode: 403, code: 'account_invalid' })
    expect(await refusal(shop.stripe.accounts.retrieve('acct_unknown'))).toMatchObject({ statusCode: 403 })
  })

  test('do not share idempotency keys', async () => {
    const [mara, nora] = [await connect(shop), await connect(shop, 'Nora')]
    const create = (stripeAccount: string) =>
      shop.stripe.customers.create({ email: 'jonas@example.com' }, { stripeAccount, idempotencyKey: 'one' })
    const [first, again, other] = [await create(mara.id), await create(mara.id), await create(nora.id)]
    expect(again.id).toBe(first.id)
    expect(other.id).not.toBe(first.id)
  })

  test('have their events at the other webhook, with the other secret', async () => {
    const { starter } = await sellPlans(shop)
    await subscribe(shop, starter)
    const mara = await connect(shop)
    await pay(shop, await askForPayment(shop, mara.id))
    await shop.sandbox.webhooksDelivered()
    for (const { event, payload, signature } of shop.received) {
      const [right, wrong] = event.account
        ? [connectWebhookSecret, webhookSecret]
        : [webhookSecret, connectWebhookSecret]
      const verify = (secret: string) =>
        shop.stripe.webhooks.constructEvent(
          payload,
          signature,
          secret,
          undefined,
          undefined,
          shop.machine.now.getTime(),
        )
      expect(verify(right).id).toBe(event.id)
      expect(() => verify(wrong)).toThrow('No signatures found')
      expect(event.account ?? mara.id).toBe(mara.id)
    }
    const ofAccounts = shop.received.filter(({ event }) => event.account).map(({ event }) => event.type)
    expect(ofAccounts).toEqual(['account.updated', 'payment_intent.succeeded', 'checkout.session.completed'])
  })
})

describe('a payment', () => {
  let stripeAccount: string
  beforeEach(async () => {
    stripeAccount = (await connect(shop)).id
    await shop.sandbox.webhooksDelivered()
    shop.received.length = 0
  })

  /** The session as it is now, with its payment. */
  async function current({ id }: Stripe.Checkout.Session) {
    const session = await shop.stripe.checkout.sessions.retrieve(id, {}, { stripeAccount })
    if (session.payment_intent === null) return session
    const payment_intent = await shop.stripe.paymentIntents.retrieve(
      String(session.payment_intent),
      { expand: ['latest_charge'] },
      { stripeAccount },
    )
    return { ...session, payment_intent }
  }

  test('is made on the hosted page and read through the session', async () => {
    const session = await askForPayment(shop, stripeAccount, 120_000, {
      client_reference_id: 'invoice-7',
      customer_email: 'jonas@example.com',
      metadata: { invoice_id: '7' },
      payment_intent_data: { metadata: { invoice_id: '7' } },
    })
    expect(session).toMatchObject({
      mode: 'payment',
      payment_intent: null,
      payment_status: 'unpaid',
      amount_total: 120_000,
      currency: 'usd',
      client_reference_id: 'invoice-7',
    })
    const page = await shop.browser.open(session.url ?? '')
    expect(page.text).toContain('Pay Mara Lindqvist Design')
    expect(page.text).toContain('Invoice INV-0050')
    expect(page.text).toContain('$1,200.00')
    const submit = () => shop.browser.submit(page, session.id, cardFields(cards.good))
    const paid = await submit()
    expect(paid.location).toBe(`${shop.appUrl}/portal/paid?session_id=${session.id}`)
    expect((await submit()).location).toBe(paid.location)

    expect(await current(session)).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      customer_details: { email: 'jonas@example.com' },
      payment_intent: {
        status: 'succeeded',
        amount: 120_000,
        amount_received: 120_000,
        description: 'Invoice INV-0050',
        metadata: { invoice_id: '7' },
        latest_charge: {
          status: 'succeeded',
          payment_method_details: { card: { last4: '4242' } },
        },
      },
    })
  })

  test('is declined, then made with another card, by one payment intent', async () => {
    const session = await askForPayment(shop, stripeAccount)
    expect((await pay(shop, session, cards.declined)).text).toContain('Your card was declined.')
    const declined = await current(session)
    expect(declined).toMatchObject({
      status: 'open',
      payment_intent: {
        status: 'requires_payment_method',
        last_payment_error: { code: 'card_declined', message: 'Your card was declined.' },
        latest_charge: { status: 'failed' },
      },
    })
    expect((await pay(shop, session)).status).toBe(303)
    const paid = await current(session)
    expect(paid).toMatchObject({
      payment_intent: {
        status: 'succeeded',
        last_payment_error: null,
        latest_charge: { status: 'succeeded' },
      },
    })
    await shop.sandbox.webhooksDelivered()
    expect(shop.types().filter((type) => type.startsWith('payment_intent'))).toEqual([
      'payment_intent.payment_failed',
      'payment_intent.succeeded',
    ])
    expect((await shop.stripe.paymentIntents.list({}, { stripeAccount })).data).toHaveLength(1)
  })

  test('waits for the bank’s confirmation, which can be refused', async () => {
    const session = await askForPayment(shop, stripeAccount)
    const bank = await pay(shop, session, cards.asks)
    expect(bank.text).toContain('a payment of $1,200.00')
    expect(await current(session)).toMatchObject({ status: 'open', payment_intent: null })
    const refused = await shop.browser.submit(bank, session.id, { answer: 'refuse' })
    expect(refused.text).toContain('unable to authenticate')
    expect(await current(session)).toMatchObject({
      status: 'open',
      payment_intent: {
        status: 'requires_payment_method',
        last_payment_error: { code: 'payment_intent_authentication_failure' },
      },
    })
    const again = await pay(shop, session, cards.asks)
    await shop.browser.submit(again, session.id, { answer: 'confirm' })
    expect(await current(session)).toMatchObject({ payment_status: 'paid' })
  })

  test.each([
    ['000123456789', 'succeeded', 'paid', 'async_payment_succeeded'],
    ['000222222227', 'requires_payment_method', 'unpaid', 'async_payment_failed'],
  ])('by bank debit from %s is processed for days, then %s', async (number, status, paymentStatus, type) => {
    const session = await askForPayment(shop, stripeAccount)
    const page = await shop.browser.open(`${session.url}/debit`)
    const wrong = await shop.browser.submit(page, '/debit', { number: '1' })
    expect(wrong.text).toContain('only the test accounts')
    const sent = await shop.browser.submit(page, '/debit', { number })
    expect(sent.location).toContain('/portal/paid')
    expect(await current(session)).toMatchObject({
      status: 'complete',
      payment_status: 'unpaid',
      payment_intent: { status: 'processing', latest_charge: { status: 'pending' } },
    })
    await shop.sandbox.clock.moveTo(new Date('2026-01-19T10:00:00Z'))
    await shop.sandbox.webhooksDelivered()
    expect(await current(session)).toMatchObject({
      status: 'complete',
      payment_status: paymentStatus,
      payment_intent: { status },
    })
    expect(shop.types()).toContain('payment_intent.processing')
    expect(shop.types().at(-1)).toBe(`checkout.session.${type}`)
  })

  test('is over when the session expires, by request or by itself', async () => {
    const session = await askForPayment(shop, stripeAccount)
    await pay(shop, session, cards.declined)
    await shop.stripe.checkout.sessions.expire(session.id, {}, { stripeAccount })
    expect(await current(session)).toMatchObject({
      status: 'expired',
      url: null,
      payment_intent: { status: 'requires_payment_method' },
    })
    const late = await askForPayment(shop, stripeAccount)
    await shop.sandbox.clock.moveTo(new Date(late.expires_at * 1000))
    expect(await current(late)).toMatchObject({ status: 'expired' })
  })

  test.each([
    ['jpy', 1465, '¥1,465'],
    ['kwd', 1_465_710, 'KWD 1,465.710'],
    ['isk', 146_500, 'ISK 1,465'],
    ['huf', 146_571, 'HUF 1,465.71'],
  ])('in %s counts as the provider does', async (currency, unit_amount, shown) => {
    const line_items = [{ price_data: { currency, unit_amount, product_data: { name: 'x' } }, quantity: 1 }]
    const { url } = await askForPayment(shop, stripeAccount, 0, { line_items })
    const page = await shop.browser.open(url ?? '')
    expect(page.text.replaceAll('\u00a0', ' ')).toContain(`Pay ${shown}`)
  })

  test('is by bank debit only in currencies that have it', async () => {
    const price_data = { currency: 'huf', unit_amount: 146_500, product_data: { name: 'x' } }
    const line_items = [{ price_data, quantity: 1 }]
    const byCard = await askForPayment(shop, stripeAccount, 0, { line_items })
    expect((await shop.browser.open(`${byCard.url}/debit`)).status).toBe(404)
    expect((await shop.browser.open(byCard.url ?? '')).text).not.toContain('bank debit')
    const inDollars = await askForPayment(shop, stripeAccount)
    expect((await shop.browser.open(inDollars.url ?? '')).text).toContain('bank debit')
  })

  test('is refused for amounts, currencies and lines that the provider does not charge', async () => {
    const amounts: [string, number, string][] = [
      ['usd', 49, 'amount_too_small'],
      ['kwd', 1001, 'invalid_charge_amount'],
      ['isk', 5050, 'invalid_charge_amount'],
    ]
    for (const [currency, unit_amount, code] of amounts) {
      const line_items = [{ price_data: { currency, unit_amount, product_data: { name: 'x' } }, quantity: 1 }]
      expect(await refusal(askForPayment(shop, stripeAccount, 0, { line_items }))).toMatchObject({ code })
    }
    const both = [{ price: 'price_x', price_data: { currency: 'usd', unit_amount: 100, product: 'x' } }]
    expect(await refusal(askForPayment(shop, stripeAccount, 0, { line_items: both }))).toMatchObject({
      statusCode: 400,
    })
    const subscription_data = { metadata: { x: 'y' } }
    expect(await refusal(askForPayment(shop, stripeAccount, 500, { subscription_data }))).toMatchObject({
      param: 'subscription_data',
    })
  })
})
