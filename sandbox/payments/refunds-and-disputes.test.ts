import Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { askForPayment, cards, connect, openShop, pay, type Seen, type Shop } from './test-shop.ts'

let shop: Shop
let stripeAccount: string
beforeAll(async () => {
  shop = await openShop()
  stripeAccount = (await connect(shop)).id
})
beforeEach(async () => {
  await shop.sandbox.webhooksDelivered()
  shop.received.length = 0
})
afterAll(() => shop.close())

interface Paid {
  intent: string
  charge: Stripe.Charge
}

async function paidWith(card = cards.good): Promise<Paid> {
  const session = await askForPayment(shop, stripeAccount)
  await pay(shop, session, card)
  const { payment_intent } = await shop.stripe.checkout.sessions.retrieve(session.id, {}, { stripeAccount })
  return { intent: String(payment_intent), charge: await chargeOf(String(payment_intent)) }
}

async function chargeOf(intent: string): Promise<Stripe.Charge> {
  const { latest_charge } = await shop.stripe.paymentIntents.retrieve(
    intent,
    { expand: ['latest_charge'] },
    { stripeAccount },
  )
  if (latest_charge === null || typeof latest_charge === 'string') throw new Error('Not charged')
  return latest_charge
}

const refund = (payment_intent: string, amount = 120_000) =>
  shop.stripe.refunds.create({ payment_intent, amount }, { stripeAccount })

const refundsOf = async (payment_intent: string) =>
  (await shop.stripe.refunds.list({ payment_intent }, { stripeAccount })).data

const disputesOf = async (payment_intent: string) =>
  (await shop.stripe.disputes.list({ payment_intent }, { stripeAccount })).data

async function codeOf(request: Promise<unknown>): Promise<string | undefined> {
  const error = await request.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return error instanceof Stripe.errors.StripeError ? error.code : 'It was not refused'
}

const dayLater = () => shop.sandbox.clock.moveTo(new Date(shop.sandbox.clock.now().getTime() + 86_400_000))

const types = async () => {
  await shop.sandbox.webhooksDelivered()
  return shop.types().filter((type) => /refund|dispute/.test(type))
}

describe('a refund', () => {
  test('gives back a part, then the rest, and never more', async () => {
    const { intent } = await paidWith()
    expect(await refund(intent, 20_000)).toMatchObject({
      object: 'refund',
      amount: 20_000,
      payment_intent: intent,
      status: 'succeeded',
    })
    expect(await chargeOf(intent)).toMatchObject({ amount_refunded: 20_000, refunded: false })
    expect(await codeOf(refund(intent, 100_001))).toBe('amount_too_large')
    await refund(intent, 100_000)
    expect(await chargeOf(intent)).toMatchObject({ amount_refunded: 120_000, refunded: true })
    expect(await codeOf(refund(intent))).toBe('charge_already_refunded')
    expect((await refundsOf(intent)).map(({ amount }) => amount)).toEqual([100_000, 20_000])
    expect((await shop.stripe.refunds.list({ payment_intent: intent })).data).toEqual([])
    expect(await types()).toEqual(['refund.created', 'charge.refunded', 'refund.created', 'charge.refunded'])
    const event = shop.received.find((received) => received.event.type === 'charge.refunded')?.event
    expect(event).toMatchObject({
      account: stripeAccount,
      data: { object: { amount_refunded: 20_000 } },
    })
  })

  test('is not made for what was not paid', async () => {
    const session = await askForPayment(shop, stripeAccount)
    await pay(shop, session, cards.declined)
    const { payment_intent } = await shop.stripe.checkout.sessions.retrieve(session.id, {}, { stripeAccount })
    expect(await codeOf(refund(String(payment_intent)))).toBe('payment_intent_unexpected_state')
    expect(await codeOf(refund('pi_none'))).toBe('resource_missing')
  })

  test('takes a day with one card, and fails after a day with another', async () => {
    const slow = await paidWith('4000 0000 0000 7726')
    const failing = await paidWith('4000 0000 0000 5126')
    const [pending, made] = [await refund(slow.intent), await refund(failing.intent)]
    expect([pending.status, made.status]).toEqual(['pending', 'succeeded'])
    await dayLater()
    expect(await refundsOf(slow.intent)).toMatchObject([{ status: 'succeeded' }])
    expect(await refundsOf(failing.intent)).toMatchObject([{ status: 'failed' }])
    expect(await chargeOf(failing.intent)).toMatchObject({ amount_refunded: 0, refunded: false })
    expect((await types()).slice(-3)).toEqual(['refund.updated', 'refund.updated', 'refund.failed'])
  })
})

test('a refund costs nothing, and its balance transaction is answered where it is asked for', async () => {
  const { intent } = await paidWith()
  const { id } = await refund(intent, 20_000)
  expect(await refundsOf(intent)).toMatchObject([{ id, balance_transaction: expect.stringMatching(/^txn_/) }])
  const expand = ['data.balance_transaction']
  const { data } = await shop.stripe.refunds.list({ payment_intent: intent, expand }, { stripeAccount })
  expect(data).toMatchObject([
    { id, balance_transaction: { amount: -20_000, fee: 0, net: -20_000, source: id } },
  ])
})

describe('in the console', () => {
  const open = (intent: string) => shop.browser.open(`${shop.pagesUrl}/payments/${intent}`)
  const submit = async (page: Seen, action: string, fields: Record<string, string>) => {
    const answer = await shop.browser.submit(page, action, fields)
    return answer.location === null ? answer : shop.browser.follow(answer)
  }

  test('a payment is refunded in part, and then only what is left', async () => {
    const { intent } = await paidWith()
    const page = await open(intent)
    expect(page.text).toContain('Mara Lindqvist Design')
    expect((await submit(page, '/refund', { amount: '1200.01' })).text).toContain('up to $1,200.00')
    expect((await submit(page, '/refund', { amount: '-5' })).text).toContain('up to $1,200.00')
    const refunded = await submit(page, '/refund', { amount: '200.50' })
    expect(refunded.text).toContain('Refunded in part')
    expect(refunded.text).toContain('$999.50 can be refunded')
    expect(await chargeOf(intent)).toMatchObject({ amount_refunded: 20_050 })
  })

  test('a payment is disputed, answered and won', async () => {
    const { intent } = await paidWith()
    const disputed = await submit(await open(intent), '/dispute', { amount: '1200.00' })
    expect(await chargeOf(intent)).toMatchObject({ disputed: true })
    const withdrawn = { amount: -120_000, fee: 1500, net: -121_500 }
    expect(await disputesOf(intent)).toMatchObject([
      { amount: 120_000, status: 'needs_response', balance_transactions: [withdrawn] },
    ])
    expect(await codeOf(refund(intent))).toBe('charge_disputed')
    const answered = await submit(disputed, '/disputes/', { action: 'respond' })
    await submit(answered, '/disputes/', { action: 'won' })
    expect(await disputesOf(intent)).toMatchObject([
      { status: 'won', balance_transactions: [withdrawn, { amount: 120_000, fee: 0 }] },
    ])
    expect((await submit(answered, '/disputes/', { action: 'lost' })).text).toContain('is closed')
    expect(await types()).toEqual([
      'charge.dispute.created',
      'charge.dispute.updated',
      'charge.dispute.closed',
    ])
    expect((await refund(intent, 100)).status).toBe('succeeded')
  })

  test('a dispute that nobody answers is lost after a week', async () => {
    const { intent } = await paidWith('4000 0000 0000 0259')
    const [dispute] = await disputesOf(intent)
    await shop.sandbox.clock.moveTo(new Date((dispute?.evidence_details.due_by ?? 0) * 1000))
    expect(await disputesOf(intent)).toMatchObject([{ status: 'lost' }])
  })

  test('a bank’s answer need not be waited for', async () => {
    const session = await askForPayment(shop, stripeAccount)
    const page = await shop.browser.open(`${session.url}/debit`)
    await shop.browser.submit(page, '/debit', { number: '000123456789' })
    const { payment_intent } = await shop.stripe.checkout.sessions.retrieve(session.id, {}, { stripeAccount })
    const answered = await submit(await open(String(payment_intent)), '/answer', {})
    expect(answered.text).toContain('Paid')
    expect(await chargeOf(String(payment_intent))).toMatchObject({ status: 'succeeded' })
  })

  test('events wait to be sent by hand, in any order and as often as wanted', async () => {
    const console = await submit(await shop.browser.open(shop.pagesUrl), '/webhooks', { send: 'by hand' })
    expect(console.text).toContain('Webhooks wait here')
    const { intent } = await paidWith()
    await refund(intent)
    await shop.sandbox.webhooksDelivered()
    expect(shop.received).toEqual([])
    const { text } = await shop.browser.open(shop.pagesUrl)
    for (const type of ['charge.refunded', 'payment_intent.succeeded', 'payment_intent.succeeded']) {
      const id = new RegExp(`(evt_\\w+)">${type}<`).exec(text)?.[1]
      const page = await shop.browser.open(`${shop.pagesUrl}/events/${id}`)
      await shop.browser.submit(page, '/resend', {})
      await shop.sandbox.webhooksDelivered()
    }
    expect(shop.types()).toEqual(['charge.refunded', 'payment_intent.succeeded', 'payment_intent.succeeded'])
    expect(new Set(shop.received.map(({ event }) => event.id)).size).toBe(2)
    await submit(console, '/webhooks', { send: 'at once' })
    await refund((await paidWith()).intent)
    expect(await types()).toContain('refund.created')
  })

  test('an account loses and regains charges, and is disconnected for good', async () => {
    const { id } = await connect(shop, 'Nora')
    const open = () => shop.browser.open(`${shop.pagesUrl}/accounts/${id}`)
    await submit(await open(), '/accounts/', { action: 'disable' })
    expect(await shop.stripe.accounts.retrieve(id)).toMatchObject({ charges_enabled: false })
    expect(await codeOf(askForPayment(shop, id))).toBe('testmode_charges_only')
    await submit(await open(), '/accounts/', { action: 'enable' })
    const session = await askForPayment(shop, id)
    await shop.sandbox.webhooksDelivered()
    shop.received.length = 0

    const gone = await submit(await open(), '/accounts/', { action: 'disconnect' })
    expect(gone.text).toContain('Disconnected')
    expect(await codeOf(shop.stripe.accounts.retrieve(id))).toBe('account_invalid')
    expect(await codeOf(askForPayment(shop, id))).toBe('account_invalid')
    expect((await pay(shop, session)).status).toBe(303)
    await shop.sandbox.webhooksDelivered()
    expect(shop.received.map(({ event }) => [event.type, event.account])).toEqual([
      ['account.application.deauthorized', id],
    ])
  })
})
