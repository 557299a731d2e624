import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { portalApi } from '#features/pages/portal/contract/portal.ts'
import { reportsApi } from '#features/pages/reports/contract.ts'
import { retryJobs, runJobs, runScheduledJobs } from '#tests/jobs.ts'
import {
  deliver,
  deliverAll,
  eventsOf,
  ledgerOf,
  mailsToFreelancer,
  openPage,
  openPayingStudio,
  type PayingStudio,
  payByCard,
  readInvoice,
  refund,
  sendInvoice,
  stateOf,
  tryPay,
} from '#tests/online-payments.ts'
import { type ShopApp, startShopApp } from '#tests/payments.ts'
import { CONFLICT } from '#tests/refusals.ts'
import { paymentsApi } from './contract.ts'

let at: ShopApp
beforeAll(async () => {
  at = await startShopApp()
  return at.stop
})
beforeEach(async () => {
  await at.takeEvents()
})

test('connecting twice at once creates one account', async () => {
  const ada = await at.signIn('Ada')
  await Promise.all([1, 2, 3, 4].map(() => ada.call(paymentsApi.connect)))
  const { rows } = await at.query(
    'select count(*)::int as count from payment_accounts p join accounts a on a.id = p.account_id where a.email = $1',
    [ada.email],
  )
  expect(rows).toEqual([{ count: 1 }])
})

describe('a payment', () => {
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
    const events = await deliverAll(at, studio)
    for (const event of events) expect(await deliver(at, event)).toBe(200)
    expect(await readInvoice(studio)).toMatchObject({
      status: 'paid',
      amount_paid: 1200,
      balance: 0,
      overpaid: 0,
    })
    expect(await ledgerOf(studio)).toEqual([['payment', 1200, 0]])
    const { payments } = await studio.ada.call(invoicesApi.payments, { params: { id: studio.invoiceId } })
    expect(payments).toMatchObject([{ method: 'online', reference: 'Visa 4242', fee: 35.1 }])
    expect(await studio.ada.call(reportsApi.get)).toMatchObject({ paymentCosts: { fees: 35.1 } })
    expect(await mailsToFreelancer(at, studio)).toEqual(['Jonas Pine paid $1,200.00 for invoice INV-0001'])
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

  test('is refunded in part, and then whole: balance, status and revenue follow', async () => {
    const studio = await openPayingStudio(at)
    await payByCard(await openPage(studio))
    await deliverAll(at, studio)
    await refund(at, studio, 20_000)
    await deliverAll(at, studio)
    expect(await readInvoice(studio)).toMatchObject({ status: 'sent', amount_paid: 1000, balance: 200 })
    await refund(at, studio, 100_000)
    await deliverAll(at, studio)
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
    expect(await mailsToFreelancer(at, studio)).toEqual([
      'Jonas Pine paid $1,200.00 for invoice INV-0001',
      '$200.00 of invoice INV-0001 was refunded',
      '$1,000.00 of invoice INV-0001 was refunded',
    ])
    const params = { id: studio.invoiceId }
    await studio.ada.call(invoicesApi.update, { params, body: { status: 'cancelled' } })
    expect(await readInvoice(studio)).toMatchObject({ status: 'cancelled' })
  })
})

test('a refund that no event tells of is found within a day', async () => {
  const studio = await openPayingStudio(at)
  await payByCard(await openPage(studio))
  await deliverAll(at, studio)
  await refund(at, studio, 20_000)
  await runScheduledJobs(at.app)
  expect(await readInvoice(studio)).toMatchObject({ status: 'paid' })
  onTestFinished(() => at.app.clock.reset())
  at.app.clock.advance({ hours: 25 })
  await runScheduledJobs(at.app)
  expect(await ledgerOf(studio)).toEqual([
    ['payment', 1200, 0],
    ['refund', -200, 0],
  ])
})

describe('a checkout that cannot be followed', () => {
  test('keeps no later one from being followed, and is tried again', async () => {
    const studio = await openPayingStudio(at)
    await openPage(studio)
    const session = await loseSession(studio, 'cs_missing')
    const later = { ...studio, invoiceId: await sendInvoice(studio) }
    await payByCard(await openPage(later))
    await runScheduledJobs(at.app)
    expect(await readInvoice(later)).toMatchObject({ status: 'paid' })
    expect(await readInvoice(studio)).toMatchObject({ status: 'sent' })
    await loseSession(studio, session)
    await payByCard(await openPage(studio))
    await retryJobs(at.app)
    expect(await readInvoice(studio)).toMatchObject({ status: 'paid' })
  })

  test('is read again as soon as it can be, and delays no other', async () => {
    const studio = await openPayingStudio(at)
    const paidInvoices = [studio, { ...studio, invoiceId: await sendInvoice(studio) }] as const
    const [lost, sound] = paidInvoices
    for (const invoice of paidInvoices) {
      await payByCard(await openPage(invoice))
      await deliverAll(at, invoice)
    }
    const payments = await at.shop.stripe.paymentIntents.list({}, { stripeAccount: studio.account })
    for (const { id } of payments.data)
      await at.shop.stripe.refunds.create(
        { payment_intent: id, amount: 20_000 },
        { stripeAccount: studio.account },
      )
    const payment = await losePayment(lost, 'pi_missing')
    onTestFinished(() => at.app.clock.reset())
    at.app.clock.advance({ hours: 25 })
    await runScheduledJobs(at.app)
    expect(await ledgerOf(lost)).toEqual([['payment', 1200, 0]])
    expect(await ledgerOf(sound)).toHaveLength(2)
    await losePayment(lost, payment)
    await retryJobs(at.app)
    expect(await ledgerOf(lost)).toHaveLength(2)
    const { rows } = await at.query(
      `select read_again_at > $1 as is_postponed from invoice_checkouts c join accounts a on a.id = c.account_id
       where a.email = $2`,
      [at.app.clock.now(), studio.ada.email],
    )
    expect(rows).toEqual([{ is_postponed: true }, { is_postponed: true }])
  })

  type OfInvoice = Pick<PayingStudio, 'invoiceId'>
  const loseSession = (invoice: OfInvoice, id: string) => replace('session_id', invoice, id)
  const losePayment = (invoice: OfInvoice, id: string) => replace('provider_payment_id', invoice, id)

  /** Returns the id at the provider that was there before. */
  async function replace(column: string, { invoiceId }: OfInvoice, id: string): Promise<string> {
    const { rows } = await at.query(
      `update invoice_checkouts set ${column} = $1 from (select * from invoice_checkouts) before
       where invoice_checkouts.id = before.id and invoice_checkouts.account_id = before.account_id
         and invoice_checkouts.invoice_id = $2 returning before.${column} as id`,
      [id, invoiceId],
    )
    return rows[0].id
  }
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
    await deliverAll(at, studio)
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
    await deliverAll(at, studio)
    expect(await readInvoice(studio)).toMatchObject({ status: 'paid', amount_paid: 1200, overpaid: 500 })
    expect(await ledgerOf(studio)).toEqual([
      ['payment', 500, 0],
      ['payment', 700, 500],
    ])
    await refund(at, studio, 50_000)
    await deliverAll(at, studio)
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
    await deliverAll(at, studio)
    expect(await readInvoice(studio)).toMatchObject({ status: 'cancelled', amount_paid: 0, overpaid: 1200 })
    await studio.ada.call(invoicesApi.update, { params, body: { status: 'sent' } })
    expect(await readInvoice(studio)).toMatchObject({ status: 'paid', amount_paid: 1200, overpaid: 0 })
  })
})

describe('a line that is disputed while the client pays', () => {
  /** Design for $1,200 and hosting for $200, which wait for approval. */
  async function openDisputableStudio() {
    const studio = await openPayingStudio(at, { approval_required: true })
    const hosting = { description: 'Hosting', quantity: 1, rate: 200 }
    await studio.ada.call(invoicesApi.addItem, { params: { id: studio.invoiceId }, body: hosting })
    const { items } = await readInvoice(studio)
    const params = { invoiceId: studio.invoiceId }
    const idOf = (line: string) => items.find(({ description }) => description === line)?.id ?? 0
    return {
      ...studio,
      approve: () => studio.client.try(portalApi.decideInvoice, { params, body: { status: 'approved' } }),
      dispute: (line: string) =>
        studio.client.try(portalApi.decideInvoice, {
          params,
          body: { status: 'rejected', lines: [{ item_id: idOf(line), note: 'Why?' }] },
        }),
    }
  }

  test('is either approved or left out of what is charged, in both tabs', async () => {
    const studio = await openDisputableStudio()
    const [[approved, whole], [disputed, rest]] = await Promise.all([
      studio.approve().then(async (answer) => [answer, await openPage(studio)] as const),
      studio.dispute('Hosting').then(async (answer) => [answer, await openPage(studio)] as const),
    ])
    expect([approved.status, disputed.status].toSorted()).toEqual([200, 409])
    expect(rest).toBe(whole)
    await payByCard(whole)
    await deliverAll(at, studio)
    expect(await ledgerOf(studio)).toEqual([['payment', approved.ok ? 1400 : 1200, 0]])
    expect(await readInvoice(studio)).toMatchObject(
      approved.ok
        ? { status: 'paid', balance: 0, line_requests: [] }
        : { status: 'sent', balance: 200, payable: 0, line_requests: [{ answer: null }] },
    )
  })

  test('stays disputed, whether the page that was open is paid or closed', async () => {
    const studio = await openDisputableStudio()
    await studio.dispute('Hosting')
    const { line_requests } = await readInvoice(studio)
    await studio.ada.call(invoicesApi.explainLine, {
      params: { id: studio.invoiceId, requestId: line_requests[0]?.id ?? 0 },
      body: { answer_text: 'As agreed' },
    })
    const page = await openPage(studio)
    const [paid, disputed] = await Promise.all([
      payByCard(page).then(
        () => true,
        () => false,
      ),
      studio.dispute('Design'),
    ])
    await deliverAll(at, studio)
    await runJobs(at.app)
    expect(disputed.status).toBe(200)
    expect(await ledgerOf(studio)).toEqual(paid ? [['payment', 1200, 0]] : [])
    expect(await readInvoice(studio)).toMatchObject({
      status: 'sent',
      approval_status: 'rejected',
      balance: paid ? 200 : 1400,
      payable: paid ? 0 : 200,
      overpaid: 0,
    })
    expect(await payByCard(page).catch(() => 'closed')).toBe('closed')
  })
})

describe('events', () => {
  test('in any order and number, with crashes in between, end in the same books', async () => {
    const studio = await openPayingStudio(at)
    await payByCard(await openPage(studio))
    await refund(at, studio, 20_000)
    await refund(at, studio, 30_000)
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
    expect(await mailsToFreelancer(at, studio)).toHaveLength(1)
  })
})
