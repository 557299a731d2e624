import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accountApi } from '#features/foundation/account/contract.ts'
import { cards } from '#sandbox/payments/test-shop.ts'
import {
  entitlementOf,
  periodEndOf,
  type SellingApp,
  signatureOf,
  startCheckout,
  startSellingApp,
} from '#tests/payments.ts'
import { type Person, signInAs } from '#tests/people.ts'
import { subscriptionApi } from './contract.ts'

const DAY = 86_400_000

describe('events', () => {
  let at: SellingApp
  beforeAll(async () => {
    at = await startSellingApp()
    return at.stop
  })
  beforeEach(async () => {
    await at.takeEvents()
  })

  const FIVE = [
    'checkout.session.completed',
    'invoice.payment_succeeded',
    'invoice.payment_failed',
    'customer.subscription.updated',
    'customer.subscription.deleted',
  ]

  /** A complete lifecycle: bought, then unpaid until it ended. One event of each kind. */
  async function aWholeLife(person: Person) {
    await at.buy(person, 'starter', cards.failsLater)
    const customer = await at.customerOf(person)
    const start = at.shop.sandbox.clock.now()
    await at.moveClockTo(new Date(start.getTime() + 60 * DAY))
    const events = (await at.takeEvents()).filter(
      ({ data }) => 'customer' in data.object && data.object.customer === customer,
    )
    const life = FIVE.map((kind) => events.find(({ type }) => type === kind))
    return { customer, life: life.filter((event) => event !== undefined) }
  }

  test('in any order, twice each, with a crash before each, end in the same state', async () => {
    const ada = await at.signIn('Ada')
    const account = (await ada.call(accountApi.me)).id
    const { life } = await aWholeLife(ada)
    expect(life.map(({ type }) => type)).toEqual(FIVE)
    await at.query(`create table crash (now boolean)`)
    await at.query(`create function crash() returns trigger language plpgsql as
      $$ begin if exists (select from crash) then raise 'crashed'; end if; return new; end $$`)
    await at.query(
      'create trigger crash before insert on payment_events for each row execute function crash()',
    )

    const later = await signInAs(at.app.url, ada)
    const trial = await at.query(
      'select plan_id, status, current_period_end from subscriptions where account_id = $1',
      [account],
    )
    const states = new Set<string>()
    // Every fifth of the 120 orders: each event comes first, last, and before and after each other one.
    for (const order of permutations(life).filter((_, index) => index % 5 === 0)) {
      for (const event of order) {
        await at.query('insert into crash values (true)')
        expect(await at.deliver(event)).toBe(500)
        await at.query('delete from crash')
        expect(await at.deliver(event)).toBe(200)
        expect(await at.deliver(event)).toBe(200)
      }
      states.add(JSON.stringify(await entitlementOf(later)))
      const { rows } = await at.query('select id from payment_events where account_id = $1', [account])
      expect(rows).toHaveLength(5)
      await at.query('delete from payment_events where account_id = $1', [account])
      await at.query(
        `update subscriptions set plan_id = $2, status = $3, current_period_end = null where account_id = $1`,
        [account, trial.rows[0].plan_id, trial.rows[0].status],
      )
    }
    await at.query('drop table crash cascade')
    await at.query('drop trigger crash on payment_events')
    expect([...states].map((text) => JSON.parse(text))).toMatchObject([
      { plan: { id: 'free' }, subscription: { status: 'active', current_period_end: null } },
    ])
  }, 600_000)

  test('are processed after a transient failure, and nothing is lost', async () => {
    const ada = await at.signIn('Ada')
    await at.buy(ada, 'starter')
    const event = await at.takeEvent('checkout.session.completed')
    at.gate.pass = (request) => void request.socket.destroy()
    expect(await at.deliver(event)).toBe(503)
    at.gate.pass = () => undefined
    expect((await entitlementOf(ada)).subscription.status).toBe('trial')
    expect(await at.deliver(event)).toBe(200)
    expect(await entitlementOf(ada)).toMatchObject({
      next_plan: { id: 'starter' },
      subscription: { status: 'active' },
    })
  })

  test('an older reading that arrives late does not replace a newer one', async () => {
    const ada = await at.signIn('Ada')
    await at.buy(ada, 'starter')
    const event = await at.takeEvent('checkout.session.completed')
    const [running] = await at.subscriptionsOf(ada)

    const arrived = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    at.gate.pass = async (request) => {
      if (!request.url?.startsWith('/v1/subscriptions?')) return
      at.gate.pass = () => undefined
      // The answer is computed now, and comes when a newer one has been kept.
      const { socket } = request
      const write = socket.write.bind(socket)
      socket.write = ((...chunk: Parameters<typeof write>) => {
        arrived.resolve()
        void release.promise.then(() => write(...chunk))
        return true
      }) as typeof socket.write
    }
    const older = at.deliver(event)
    await arrived.promise
    await at.shop.stripe.subscriptions.update(running?.id ?? '', { cancel_at_period_end: true })
    const updated = await at.takeEvent('customer.subscription.updated')
    expect(await at.deliver(updated)).toBe(200)
    release.resolve()
    expect(await older).toBe(200)
    expect((await entitlementOf(ada)).subscription.status).toBe('canceled')
  })

  test('that are unsigned, signed with another key, old or modified are refused', async () => {
    const ada = await at.signIn('Ada')
    await at.buy(ada, 'starter')
    const event = await at.takeEvent('checkout.session.completed')
    const payload = JSON.stringify(event)
    const old = new Date(Date.now() - 301_000)
    for (const signature of [
      '',
      'nonsense',
      signatureOf(payload, 'whsec_other'),
      signatureOf(payload, undefined, old),
      signatureOf(`${payload} `),
    ]) {
      expect(await at.deliver(event, { 'stripe-signature': signature })).toBe(400)
    }
    expect((await entitlementOf(ada)).subscription.status).toBe('trial')
  })

  test.each([
    ['nothing', ''],
    ['no JSON', 'payment=done'],
    ['half of it', '{"id":"evt_1","object":"event"'],
    ['null', 'null'],
    ['a number', '7'],
    ['a list', '[]'],
    ['an empty object', '{}'],
    ['no object', '{"id":"evt_1","type":"invoice.payment_failed","data":null}'],
    [
      'a customer that is no id',
      '{"id":"evt_1","type":"invoice.payment_failed","data":{"object":{"customer":7}}}',
    ],
    [
      'a character that no database keeps',
      '{"id":"evt_1","type":"invoice.payment_failed","data":{"object":{"customer":"cus_\\u0000"}}}',
    ],
    ['an id without end', JSON.stringify({ id: 'e'.repeat(300), type: 'x', data: { object: {} } })],
  ])('that are signed but hold %s are refused', async (_, payload) => {
    expect(await at.deliverText(payload)).toBe(400)
  })

  test('about customers of other products are accepted, and change nothing', async () => {
    const stranger = await at.shop.stripe.customers.create({ email: 'stranger@example.com' })
    const unknown = {
      id: 'evt_unknown',
      object: 'event',
      type: 'customer.subscription.updated',
      data: { object: { id: 'sub_unknown', customer: stranger.id } },
    }
    const count = () => at.query('select count(*)::int as n, sum(version)::int as v from subscriptions')
    const before = (await count()).rows
    expect(await at.deliver(unknown)).toBe(200)
    expect(await at.deliver({ ...unknown, data: { object: { id: 'sub_unknown' } } })).toBe(200)
    expect(await at.deliver({ ...unknown, type: 'product.created' })).toBe(200)
    expect((await count()).rows).toEqual(before)
  })

  test('come from a machine: other sites in a browser cannot be refused by their origin', async () => {
    const ada = await at.signIn('Ada')
    await at.buy(ada, 'starter')
    const event = await at.takeEvent('checkout.session.completed')
    expect(await at.deliver(event, { origin: 'https://api.stripe.com' })).toBe(200)
  })

  test('a failed renewal shows as past due, then as ended; subscribing again works', async () => {
    const mara = await at.signIn('Mara')
    await at.buy(mara, 'starter', cards.failsLater)
    await mara.call(subscriptionApi.refresh, { body: {} })
    const end = await periodEndOf(mara)
    const person = { name: 'Mara', email: mara.email }

    await at.moveClockTo(new Date(end.getTime() + DAY))
    await at.deliverEvents()
    const due = await signInAs(at.app.url, person)
    expect(await entitlementOf(due)).toMatchObject({
      plan: { id: 'starter' },
      subscription: { status: 'past_due' },
    })
    expect(await startCheckout(due, 'professional')).toContain('/portal/')

    await at.moveClockTo(new Date(end.getTime() + 20 * DAY))
    await at.deliverEvents()
    expect(await entitlementOf(due)).toMatchObject({
      plan: { id: 'free' },
      subscription: { status: 'active' },
    })

    await at.buy(due, 'professional')
    await at.deliverEvents()
    expect(await entitlementOf(due)).toMatchObject({
      plan: { id: 'professional' },
      subscription: { status: 'active' },
    })
  })
})

function permutations<Item>(items: Item[]): Item[][] {
  if (items.length === 0) return [[]]
  return items.flatMap((item, index) =>
    permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]),
  )
}
