import { afterEach, beforeEach, expect, test } from 'vitest'
import { openShop, type Shop, sellPlans, subscribe, webhookSecret } from '../test-shop.ts'
import { backOff } from './courier.ts'

let shop: Shop
beforeEach(async () => {
  shop = await openShop()
})
afterEach(() => shop.close())

test('the SDK refuses a payload that was changed, another secret and an old signature', async () => {
  await shop.stripe.customers.create({ email: 'mara@example.com' })
  await shop.sandbox.webhooksDelivered()
  const [delivery] = shop.received
  if (!delivery) throw new Error('Nothing came')
  const verify = (payload: string, secret: string, at: number) =>
    shop.stripe.webhooks.constructEvent(payload, delivery.signature, secret, undefined, undefined, at)
  const now = shop.machine.now.getTime()
  expect(verify(delivery.payload, webhookSecret, now).type).toBe('customer.created')
  expect(() => verify(delivery.payload.replace('mara', 'nora'), webhookSecret, now)).toThrow(
    'No signatures found',
  )
  expect(() => verify(delivery.payload, 'whsec_other', now)).toThrow('No signatures found')
  expect(() => verify(delivery.payload, webhookSecret, now + 301_000)).toThrow(
    'Timestamp outside the tolerance',
  )
})

test('a failed event is retried later, and others do not wait for it', async () => {
  shop.answers.push(500)
  const first = await shop.stripe.customers.create({ email: 'first@example.com' })
  const second = await shop.stripe.customers.create({ email: 'second@example.com' })
  await shop.sandbox.webhooksDelivered()
  const ids = () => shop.received.map(({ event }) => ('id' in event.data.object ? event.data.object.id : ''))
  expect(ids()).toEqual([second.id])

  shop.answers.push(503)
  await shop.machine.advance(backOff[0] ?? 0)
  expect(ids()).toEqual([second.id])
  await shop.machine.advance((backOff[1] ?? 0) - 1)
  expect(ids()).toEqual([second.id])
  await shop.machine.advance(1)
  expect(ids()).toEqual([second.id, first.id])
})

test('after the last attempt delivery fails, and the event can be resent by hand', async () => {
  shop.answers.push(...Array.from({ length: backOff.length + 1 }, () => 500))
  await shop.stripe.customers.create({ email: 'mara@example.com' })
  await shop.sandbox.webhooksDelivered()
  for (const wait of backOff) await shop.machine.advance(wait)
  expect(shop.answers).toEqual([])
  expect(shop.received).toEqual([])
  const given = await shop.browser.open(shop.pagesUrl)
  expect(given.text).toContain('Failed')

  const resent = await shop.browser.submit(given, '/resend', {})
  await shop.sandbox.webhooksDelivered()
  expect(shop.types()).toEqual(['customer.created'])
  expect((await shop.browser.follow(resent)).text).toContain('Delivered')
})

test('what the app had not acknowledged before a restart is delivered after it', async () => {
  shop.answers.push(500, 500)
  await shop.stripe.customers.create({ email: 'mara@example.com' })
  await shop.stripe.customers.create({ email: 'nora@example.com' })
  await shop.sandbox.webhooksDelivered()
  expect(shop.received).toEqual([])
  await shop.restart()
  await shop.machine.advance(backOff[0] ?? 0)
  expect(shop.types()).toEqual(['customer.created', 'customer.created'])
})

test('a restart in the middle of a subscription loses nothing', async () => {
  const { starter } = await sellPlans(shop)
  const { customer, subscription } = await subscribe(shop, starter)
  await shop.sandbox.clock.moveTo(new Date('2026-02-01T00:00:00Z'))
  const key = { idempotencyKey: 'before-the-restart' }
  const portal = await shop.stripe.billingPortal.sessions.create({ customer: customer.id }, key)
  await shop.restart()
  expect(shop.sandbox.clock.now()).toEqual(new Date('2026-02-01T00:00:00Z'))
  expect(await shop.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: 'active' })
  expect((await shop.stripe.billingPortal.sessions.create({ customer: customer.id }, key)).url).toBe(
    portal.url,
  )
  expect((await shop.browser.open(portal.url)).text).toContain('Starter')
  await shop.sandbox.clock.moveTo(new Date('2026-02-15T10:00:00Z'))
  expect((await shop.stripe.invoices.list({ customer: customer.id })).data).toHaveLength(2)
  await expect(shop.sandbox.clock.moveTo(new Date('2026-02-01T00:00:00Z'))).rejects.toThrow('forward only')
})

test('the app’s clock moves before the resulting webhooks arrive', async () => {
  const { starter } = await sellPlans(shop)
  await subscribe(shop, starter)
  shop.received.length = 0
  const seen: { now: Date; before: number }[] = []
  let offset = 0
  shop.sandbox.onClockChange(async (change) => {
    await Promise.resolve()
    offset = change.offset
    seen.push({ now: change.now, before: shop.received.length })
  })
  await shop.sandbox.clock.moveTo(new Date('2026-02-20T00:00:00Z'))
  await shop.sandbox.webhooksDelivered()
  expect(seen).toEqual([{ now: new Date('2026-02-20T00:00:00Z'), before: 0 }])
  expect(shop.types()).toContain('invoice.paid')
  expect(offset).toBe(Date.parse('2026-02-20T00:00:00Z') - shop.machine.now.getTime())
})
