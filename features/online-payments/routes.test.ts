import fc from 'fast-check'
import type Stripe from 'stripe'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { invoicesApi } from '#features/invoices/contract.ts'
import { paymentAccountApi } from '#features/payment-account/contract.ts'
import { portalApi } from '#features/portal/contract.ts'
import { cards, webhookSecret } from '#sandbox/payments/test-shop.ts'
import { runJobs } from '#tests/jobs.ts'
import {
  connectStripe,
  deliver,
  eventsOf,
  ledgerOf,
  openPage,
  openPayingStudio,
  type PayingStudio,
  payByCard,
  payByDebit,
  paymentOf,
  readInvoice,
  SLOW_ACCOUNTS,
  sendInvoice,
} from '#tests/online-payments.ts'
import { type ShopApp, startShopApp } from '#tests/payments.ts'
import { CONFLICT, NOT_FOUND } from '#tests/refusals.ts'

const DAY = 86_400_000

let at: ShopApp
beforeAll(async () => {
  at = await startShopApp()
  return at.stop
})
beforeEach(async () => {
  await at.takeEvents()
})

const tryPay = ({ client, invoiceId }: PayingStudio) => client.try(portalApi.pay, { params: { invoiceId } })

const stateOf = async ({ client, invoiceId }: PayingStudio) =>
  (await client.call(portalApi.payment, { params: { invoiceId } })).state

const shown = ({ client, invoiceId }: PayingStudio) =>
  client.call(portalApi.invoice, { params: { invoiceId } })

/** Delivers all that the provider sent about this studio, once. */
async function deliverAll(studio: PayingStudio): Promise<Stripe.Event[]> {
  const events = eventsOf(await at.takeEvents(), studio)
  for (const event of events) expect(await deliver(at, event)).toBe(200)
  return events
}

const refund = async (studio: PayingStudio, amount: number) =>
  at.shop.stripe.refunds.create(
    { payment_intent: await paymentOf(at, studio), amount },
    { stripeAccount: studio.account },
  )

const mailsOf = async (studio: PayingStudio): Promise<string[]> => {
  const { rows } = await at.query('select subject from mails where to_address = $1 order by id', [
    studio.ada.email,
  ])
  return rows.map(({ subject }) => subject)
}

describe('connecting', () => {
  test('goes on where it was left, and is ready when the provider says so', async () => {
    const ada = await at.signIn('Ada')
    expect(await ada.call(paymentAccountApi.connection)).toEqual({
      status: 'none',
      provider_account_id: null,
      connected_at: null,
      dashboard_url: 'https://dashboard.stripe.com/',
      is_configured: true,
    })
    const account = await connectStripe(ada, 'later')
    expect(await ada.call(paymentAccountApi.connection)).toMatchObject({ status: 'incomplete' })
    expect(await connectStripe(ada)).toBe(account)
    expect(await ada.call(paymentAccountApi.connection)).toMatchObject({ status: 'ready' })
  })

  test('twice at once creates one account', async () => {
    const ada = await at.signIn('Ada')
    await Promise.all([1, 2, 3, 4].map(() => ada.call(paymentAccountApi.connect)))
    const { rows } = await at.query(
      'select count(*)::int as count from payment_accounts p join accounts a on a.id = p.account_id where a.email = $1',
      [ada.email],
    )
    expect(rows).toEqual([{ count: 1 }])
  })

  test('is learned from an event, and ends with a disconnection, which closes open pages', async () => {
    const studio = await openPayingStudio(at)
    expect(await shown(studio)).toMatchObject({ can_pay_online: true })
    const url = await openPage(studio)
    await studio.ada.call(paymentAccountApi.disconnect)
    expect(await shown(studio)).toMatchObject({ can_pay_online: false })
    expect(await tryPay(studio)).toMatchObject(CONFLICT)
    await runJobs(at.app)
    expect(await payByCard(url).catch(() => 'closed')).toBe('closed')
    expect(await connectStripe(studio.ada)).toBe(studio.account)
    expect(await shown(studio)).toMatchObject({ can_pay_online: true })
  })
})

test('an account that is disconnected in Stripe takes no payments, and the freelancer is told', async () => {
  const studio = await openPayingStudio(at)
  await openPage(studio)
  const page = `${at.shop.pagesUrl}/accounts/${studio.account}`
  await at.shop.browser.submit(await at.shop.browser.open(page), '/accounts/', { action: 'disconnect' })
  await deliverAll(studio)
  expect(await studio.ada.call(paymentAccountApi.connection)).toMatchObject({ status: 'none' })
  expect(await shown(studio)).toMatchObject({ can_pay_online: false })
  expect(await mailsOf(studio)).toEqual(['Your clients can no longer pay online'])
  await runJobs(at.app)
  expect(await connectStripe(studio.ada)).not.toBe(studio.account)
  expect(await shown(studio)).toMatchObject({ can_pay_online: true })
})

describe('paying', () => {
  test('is offered for the balance, and the same page to two tabs', async () => {
    const studio = await openPayingStudio(at)
    const urls = await Promise.all([1, 2, 3].map(() => openPage(studio)))
    expect(new Set(urls).size).toBe(1)
    const { data } = await at.shop.stripe.checkout.sessions.list({}, { stripeAccount: studio.account })
    expect(data).toMatchObject([
      {
        amount_total: 120_000,
        currency: 'usd',
        customer_details: { email: 'jonas@example.com' },
        status: 'open',
      },
    ])
  })

  test('is recorded once, and both sides are told', async () => {
    const studio = await openPayingStudio(at)
    const back = await payByCard(await openPage(studio))
    expect(back).toBe(`${at.app.url}/client-portal/${studio.client.token}/invoices/${studio.invoiceId}?paid`)
    const events = await deliverAll(studio)
    for (const event of events) expect(await deliver(at, event)).toBe(200)
    expect(await readInvoice(studio)).toMatchObject({
      status: 'paid',
      amount_paid: 1200,
      balance: 0,
      overpaid: 0,
    })
    expect(await ledgerOf(studio)).toEqual([['payment', 1200, 0]])
    const { payments } = await studio.ada.call(invoicesApi.payments, { params: { id: studio.invoiceId } })
    expect(payments).toMatchObject([{ method: 'online', reference: 'Visa 4242' }])
    expect(await mailsOf(studio)).toEqual(['Jonas Pine paid $1,200.00 for invoice INV-0001'])
    expect(await stateOf(studio)).toBe('received')
    expect(await tryPay(studio)).toMatchObject(CONFLICT)
  })

  test('is read on return, before any event has come', async () => {
    const studio = await openPayingStudio(at)
    expect(await stateOf(studio)).toBe('open')
    await payByCard(await openPage(studio))
    expect(await stateOf(studio)).toBe('received')
    expect(await readInvoice(studio)).toMatchObject({ status: 'paid' })
  })

  test('is read by the hourly job, if no event ever comes', async () => {
    const studio = await openPayingStudio(at)
    await payByCard(await openPage(studio))
    await at.app.background.catchUp()
    await runJobs(at.app)
    expect(await readInvoice(studio)).toMatchObject({ status: 'paid' })
  })

  test('goes on with another card after one was declined', async () => {
    const studio = await openPayingStudio(at)
    const url = await openPage(studio)
    await payByCard(url, cards.declined)
    await deliverAll(studio)
    expect(await stateOf(studio)).toBe('open')
    expect(await openPage(studio)).toBe(url)
    await payByCard(url)
    await deliverAll(studio)
    expect(await ledgerOf(studio)).toEqual([['payment', 1200, 0]])
  })

  test('waits for an approval that is asked for', async () => {
    const studio = await openPayingStudio(at, { approval_required: true })
    expect(await shown(studio)).toMatchObject({ can_pay_online: true })
    expect(await tryPay(studio)).toMatchObject(CONFLICT)
    const params = { invoiceId: studio.invoiceId }
    await studio.client.call(portalApi.decideInvoice, { params, body: { status: 'approved' } })
    expect(await openPage(studio)).toContain('/checkout/')
  })

  test.each([
    ['JPY', 1250, 1250],
    ['HUF', 1250, 125_000],
    ['ISK', 1250, 125_000],
    ['KWD', 5.12, 5120],
  ])('in %s asks for the same amount', async (currency, rate, theirs) => {
    const studio = await openPayingStudio(at, { currency, rate })
    await payByCard(await openPage(studio))
    await deliverAll(studio)
    const { data } = await at.shop.stripe.checkout.sessions.list({}, { stripeAccount: studio.account })
    expect(data).toMatchObject([{ amount_total: theirs, currency: currency.toLowerCase() }])
    expect(await readInvoice(studio)).toMatchObject({ status: 'paid', amount_paid: rate })
  })

  test('is not offered for an amount that the provider cannot take', async () => {
    const studio = await openPayingStudio(at, { currency: 'KWD', rate: 5.124 })
    expect(await shown(studio)).toMatchObject({ can_pay_online: false })
    expect(await tryPay(studio)).toMatchObject(CONFLICT)
    const small = await openPayingStudio(at, { rate: 0.1 })
    expect(await tryPay(small)).toMatchObject(CONFLICT)
  })

  test('is not possible for the invoice of another client', async () => {
    const [mine, other] = [await openPayingStudio(at), await openPayingStudio(at)]
    expect(await tryPay({ ...mine, invoiceId: other.invoiceId })).toMatchObject(NOT_FOUND)
    const params = { invoiceId: other.invoiceId }
    expect(await mine.client.try(portalApi.payment, { params })).toMatchObject(NOT_FOUND)
  })
})

describe('an invoice that changes meanwhile', () => {
  test('closes the page that asks for the old amount', async () => {
    const studio = await openPayingStudio(at)
    const old = await openPage(studio)
    await studio.ada.call(invoicesApi.addItem, {
      params: { id: studio.invoiceId },
      body: { description: 'Hosting', quantity: 1, rate: 100 },
    })
    const present = await openPage(studio)
    expect(await payByCard(old).catch(() => 'closed')).toBe('closed')
    await payByCard(present)
    await deliverAll(studio)
    expect(await readInvoice(studio)).toMatchObject({ status: 'paid', amount_paid: 1300 })
  })

  test('counts what is left, and shows the rest as overpaid until it is refunded', async () => {
    const studio = await openPayingStudio(at)
    const url = await openPage(studio)
    await payByCard(url)
    await studio.ada.call(invoicesApi.recordPayment, {
      params: { id: studio.invoiceId },
      body: { amount: 500, paid_on: '2026-11-10' },
    })
    await deliverAll(studio)
    expect(await readInvoice(studio)).toMatchObject({ status: 'paid', amount_paid: 1200, overpaid: 500 })
    expect(await ledgerOf(studio)).toEqual([
      ['payment', 500, 0],
      ['payment', 700, 500],
    ])
    await refund(studio, 50_000)
    await deliverAll(studio)
    expect(await readInvoice(studio)).toMatchObject({ status: 'paid', amount_paid: 1200, overpaid: 0 })
    expect(await ledgerOf(studio)).toEqual([
      ['payment', 500, 0],
      ['payment', 700, 500],
      ['refund', 0, -500],
    ])
  })

  test('and is cancelled keeps what arrives late as overpaid', async () => {
    const studio = await openPayingStudio(at)
    await payByCard(await openPage(studio))
    const params = { id: studio.invoiceId }
    await studio.ada.call(invoicesApi.update, { params, body: { status: 'cancelled' } })
    await deliverAll(studio)
    expect(await readInvoice(studio)).toMatchObject({ status: 'cancelled', amount_paid: 0, overpaid: 1200 })
    await studio.ada.call(invoicesApi.update, { params, body: { status: 'sent' } })
    expect(await readInvoice(studio)).toMatchObject({ status: 'paid', amount_paid: 1200, overpaid: 0 })
  })
})

describe('what was paid online', () => {
  test('is not removed by hand', async () => {
    const studio = await openPayingStudio(at)
    await payByCard(await openPage(studio))
    await deliverAll(studio)
    const params = { id: studio.invoiceId }
    const { payments } = await studio.ada.call(invoicesApi.payments, { params })
    const paymentId = payments[0]?.id ?? 0
    const refused = { status: 409, body: { details: 'Refund it in Stripe. Daybook follows.' } }
    expect(
      await studio.ada.try(invoicesApi.removePayment, { params: { ...params, paymentId } }),
    ).toMatchObject(refused)
    for (const status of ['sent', 'draft', 'cancelled'] as const)
      expect(await studio.ada.try(invoicesApi.update, { params, body: { status } })).toMatchObject(refused)
    const moved = { status: 'paid', paid_on: '2026-11-02' } as const
    expect(await studio.ada.try(invoicesApi.update, { params, body: moved })).toMatchObject(CONFLICT)
  })

  test('is refunded in part, and then whole: balance, status and revenue follow', async () => {
    const studio = await openPayingStudio(at)
    await payByCard(await openPage(studio))
    await deliverAll(studio)
    await refund(studio, 20_000)
    await deliverAll(studio)
    expect(await readInvoice(studio)).toMatchObject({ status: 'sent', amount_paid: 1000, balance: 200 })
    await refund(studio, 100_000)
    await deliverAll(studio)
    expect(await readInvoice(studio)).toMatchObject({ status: 'sent', amount_paid: 0, has_payments: true })
    expect(await ledgerOf(studio)).toEqual([
      ['payment', 1200, 0],
      ['refund', -200, 0],
      ['refund', -1000, 0],
    ])
    const { rows } = await at.query(
      `select sum(home_net)::int as revenue from payments p join accounts a on a.id = p.account_id where a.email = $1`,
      [studio.ada.email],
    )
    expect(rows).toEqual([{ revenue: 0 }])
    expect(await mailsOf(studio)).toEqual([
      'Jonas Pine paid $1,200.00 for invoice INV-0001',
      '$200.00 of invoice INV-0001 was refunded',
      '$1,000.00 of invoice INV-0001 was refunded',
    ])
    const params = { id: studio.invoiceId }
    await studio.ada.call(invoicesApi.update, { params, body: { status: 'cancelled' } })
    expect(await readInvoice(studio)).toMatchObject({ status: 'cancelled' })
  })
})

test('a refund that the bank does not take is undone', async () => {
  const studio = await openPayingStudio(at)
  await payByCard(await openPage(studio), '4000 0000 0000 5126')
  await deliverAll(studio)
  await refund(studio, 120_000)
  await deliverAll(studio)
  expect(await readInvoice(studio)).toMatchObject({ status: 'sent', amount_paid: 0 })
  await at.moveClockTo(new Date(at.shop.sandbox.clock.now().getTime() + DAY))
  await deliverAll(studio)
  expect(await readInvoice(studio)).toMatchObject({ status: 'paid', amount_paid: 1200 })
  expect((await mailsOf(studio)).at(-1)).toBe('A refund of invoice INV-0001 failed')
})

describe('a dispute', () => {
  const DISPUTED_CARD = '4000 0000 0000 0259'

  async function disputed(): Promise<{
    studio: PayingStudio
    decide(outcome: 'won' | 'lost'): Promise<void>
  }> {
    const studio = await openPayingStudio(at)
    await payByCard(await openPage(studio), DISPUTED_CARD)
    await deliverAll(studio)
    const page = `${at.shop.pagesUrl}/payments/${await paymentOf(at, studio)}`
    const decide = async (action: 'won' | 'lost') => {
      await at.shop.browser.submit(await at.shop.browser.open(page), '/disputes/', { action })
      await deliverAll(studio)
    }
    return { studio, decide }
  }

  test('takes the money until it is won', async () => {
    const { studio, decide } = await disputed()
    expect(await readInvoice(studio)).toMatchObject({ status: 'sent', amount_paid: 0, balance: 1200 })
    expect(await ledgerOf(studio)).toEqual([
      ['payment', 1200, 0],
      ['dispute', -1200, 0],
    ])
    await decide('won')
    expect(await readInvoice(studio)).toMatchObject({ status: 'paid', amount_paid: 1200 })
    expect(await ledgerOf(studio)).toEqual([['payment', 1200, 0]])
    expect(await mailsOf(studio)).toEqual([
      'Jonas Pine paid $1,200.00 for invoice INV-0001',
      'Jonas Pine disputes the payment of invoice INV-0001',
      'You won the dispute about invoice INV-0001',
    ])
  })

  test('that is lost stays', async () => {
    const { studio, decide } = await disputed()
    await decide('lost')
    expect(await readInvoice(studio)).toMatchObject({ status: 'sent', amount_paid: 0 })
    expect(await ledgerOf(studio)).toEqual([
      ['payment', 1200, 0],
      ['dispute', -1200, 0],
    ])
  })
})

describe('a slow payment', () => {
  test('is processing, during which nothing else can be paid, until it arrives', async () => {
    const studio = await openPayingStudio(at)
    await payByDebit(await openPage(studio), SLOW_ACCOUNTS.arrives)
    await deliverAll(studio)
    expect(await shown(studio)).toMatchObject({ can_pay_online: false, payment_processing: true })
    expect(await readInvoice(studio)).toMatchObject({ status: 'sent', payment_processing: true })
    expect(await stateOf(studio)).toBe('processing')
    expect(await tryPay(studio)).toMatchObject(CONFLICT)
    const params = { id: studio.invoiceId }
    expect(await studio.ada.try(invoicesApi.update, { params, body: { status: 'cancelled' } })).toMatchObject(
      CONFLICT,
    )

    await at.moveClockTo(new Date(at.shop.sandbox.clock.now().getTime() + 5 * DAY))
    await deliverAll(studio)
    expect(await readInvoice(studio)).toMatchObject({ status: 'paid', payment_processing: false })
  })

  test('that fails leaves the invoice as it was, and it can be paid again', async () => {
    const studio = await openPayingStudio(at)
    await payByDebit(await openPage(studio), SLOW_ACCOUNTS.fails)
    await deliverAll(studio)
    await at.moveClockTo(new Date(at.shop.sandbox.clock.now().getTime() + 5 * DAY))
    await deliverAll(studio)
    expect(await stateOf(studio)).toBe('failed')
    expect(await shown(studio)).toMatchObject({ can_pay_online: true, payment_processing: false })
    expect(await mailsOf(studio)).toEqual(['The payment of invoice INV-0001 failed'])
    await payByCard(await openPage(studio))
    await deliverAll(studio)
    expect(await readInvoice(studio)).toMatchObject({ amount_paid: 1200 })
  })
})

describe('events', () => {
  test('in any order and number, with crashes in between, end in the same books', async () => {
    const studio = await openPayingStudio(at)
    await payByCard(await openPage(studio))
    await refund(studio, 20_000)
    await refund(studio, 30_000)
    const events = eventsOf(await at.takeEvents(), studio)
    await at.query('create table stop_payments (now boolean)')
    await at.query(`create function stop_payments() returns trigger language plpgsql as
      $$ begin if exists (select from stop_payments) then raise 'crashed'; end if; return new; end $$`)
    await at.query(
      'create trigger stop_payments before insert on payments for each row execute function stop_payments()',
    )
    onTestFinished(async () => {
      await at.query('drop trigger stop_payments on payments')
      await at.query('drop function stop_payments')
      await at.query('drop table stop_payments')
    })
    const { rows } = await at.query('select id from accounts where email = $1', [studio.ada.email])
    const account = rows[0].id
    const forget = async () => {
      await at.query('delete from payments where account_id = $1', [account])
      await at.query(
        `update invoices set status = 'sent', amount_paid = 0, home_paid = 0, paid_on = null where account_id = $1`,
        [account],
      )
      await at.query(
        `update invoice_checkouts set state = 'open', readings = 0, provider_payment_id = null where account_id = $1`,
        [account],
      )
    }
    const deliveries = fc.shuffledSubarray([...events, ...events], { minLength: 1 })
    await fc.assert(
      fc.asyncProperty(deliveries, fc.nat({ max: 3 }), async (order, crashes) => {
        await forget()
        for (const [index, event] of order.entries()) {
          if (index < crashes) {
            await at.query('insert into stop_payments values (true)')
            await deliver(at, event)
            await at.query('delete from stop_payments')
          }
          expect(await deliver(at, event)).toBe(200)
        }
        expect(await stateOf(studio)).toBe('received')
        const [payment, ...refunds] = await ledgerOf(studio)
        expect(payment).toEqual(['payment', 1200, 0])
        // Both were made within a second, so the provider does not say which was first.
        expect(refunds).toHaveLength(2)
        expect(refunds).toEqual(
          expect.arrayContaining([
            ['refund', -200, 0],
            ['refund', -300, 0],
          ]),
        )
        expect(await readInvoice(studio)).toMatchObject({ status: 'sent', amount_paid: 700, overpaid: 0 })
      }),
      { numRuns: 10 },
    )
  })

  test('at once at several servers are recorded once', async () => {
    const studio = await openPayingStudio(at)
    await payByCard(await openPage(studio))
    const events = eventsOf(await at.takeEvents(), studio)
    const statuses = await Promise.all([...events, ...events, ...events].map((event) => deliver(at, event)))
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(await ledgerOf(studio)).toEqual([['payment', 1200, 0]])
    expect(await mailsOf(studio)).toHaveLength(1)
  })

  test('that are forged, or signed for the other webhook, change nothing', async () => {
    const studio = await openPayingStudio(at)
    await payByCard(await openPage(studio))
    const [event = {}] = eventsOf(await at.takeEvents(), studio)
    expect(await deliver(at, event, 'whsec_guessed')).toBe(400)
    expect(await deliver(at, event, webhookSecret)).toBe(400)
    expect(await ledgerOf(studio)).toEqual([])
  })

  test('about a payment that only claims to be for an invoice change nothing', async () => {
    const [ada, grace] = [await openPayingStudio(at), await openPayingStudio(at)]
    await openPage(ada)
    const { data } = await at.shop.stripe.checkout.sessions.list({}, { stripeAccount: ada.account })
    const metadata = { ...data[0]?.metadata }
    // Grace asks for a payment on her own account that names Ada's checkout.
    const session = await at.shop.stripe.checkout.sessions.create(
      {
        mode: 'payment',
        line_items: [
          { price_data: { currency: 'usd', unit_amount: 100, product_data: { name: 'x' } }, quantity: 1 },
        ],
        client_reference_id: metadata.daybook_checkout ?? '',
        metadata,
        payment_intent_data: { metadata },
        success_url: at.app.url,
        cancel_url: at.app.url,
      },
      { stripeAccount: grace.account },
    )
    await payByCard(session.url ?? '')
    for (const event of await at.takeEvents()) {
      await deliver(at, event)
      await deliver(at, { ...event, account: ada.account })
    }
    expect(await ledgerOf(ada)).toEqual([])
    expect(await ledgerOf(grace)).toEqual([])
    expect(await readInvoice(ada)).toMatchObject({ amount_paid: 0, status: 'sent' })
  })

  test('about payments that are none of ours are answered, and change nothing', async () => {
    const studio = await openPayingStudio(at)
    await sendInvoice(studio)
    const session = await at.shop.stripe.checkout.sessions.create(
      {
        mode: 'payment',
        line_items: [
          { price_data: { currency: 'usd', unit_amount: 9900, product_data: { name: 'Book' } }, quantity: 1 },
        ],
        success_url: at.app.url,
        cancel_url: at.app.url,
      },
      { stripeAccount: studio.account },
    )
    await payByCard(session.url ?? '')
    await deliverAll(studio)
    expect(await ledgerOf(studio)).toEqual([])
  })
})
