import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { sendingApi } from '#features/billing/sending/contract/sending.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { auditApi } from '#features/foundation/audit/contract.ts'
import { deletionApi } from '#features/pages/account-deletion/contract.ts'
import { portalApi } from '#features/pages/portal/contract/portal.ts'
import { reportsApi } from '#features/pages/reports/contract.ts'
import { deliverablesApi } from '#features/work/deliverables/contract.ts'
import { cards, webhookSecret } from '#sandbox/payments/test-shop.ts'
import { runJobs, runScheduledJobs } from '#tests/jobs.ts'
import { createOnServer } from '#tests/new-database.ts'
import {
  connectStripe,
  deliver,
  deliverAll,
  eventsOf,
  ledgerOf,
  mailsToFreelancer,
  openPage,
  openPayingStudio,
  type PayingStudio,
  payByCard,
  payByDebit,
  paymentOf,
  readInvoice,
  refund,
  SLOW_ACCOUNTS,
  sendInvoice,
  stateOf,
  tryPay,
} from '#tests/online-payments.ts'
import { type ShopApp, startShopApp } from '#tests/payments.ts'
import { PortalVisitor } from '#tests/portal-visitor.ts'
import { CONFLICT, NOT_FOUND } from '#tests/refusals.ts'
import { paymentsApi } from './contract.ts'

const DAY = 86_400_000

let at: ShopApp
beforeAll(async () => {
  at = await startShopApp()
  return at.stop
})
beforeEach(async () => {
  await at.takeEvents()
})

const shown = ({ client, invoiceId }: PayingStudio) =>
  client.call(portalApi.invoice, { params: { invoiceId } })

describe('connecting', () => {
  test('goes on where it was left, and is ready when the provider says so', async () => {
    const ada = await at.signIn('Ada')
    expect(await ada.call(paymentsApi.connection)).toEqual({
      status: 'none',
      provider_account_id: null,
      connected_at: null,
      dashboard_url: 'https://dashboard.stripe.com/',
      is_configured: true,
    })
    const account = await connectStripe(ada, 'later')
    expect(await ada.call(paymentsApi.connection)).toMatchObject({ status: 'incomplete' })
    expect(await connectStripe(ada)).toBe(account)
    expect(await ada.call(paymentsApi.connection)).toMatchObject({ status: 'ready' })
  })

  test('is in the audit trail, as is the end of it', async () => {
    const ada = await at.signIn('Ada')
    const recorded = async () =>
      (await ada.call(auditApi.list)).map(({ actor, action }) => `${actor} ${action}`).slice(0, -1)
    const account = await connectStripe(ada, 'later')
    await connectStripe(ada)
    expect(await recorded()).toEqual(['user stripe_connected'])
    await ada.call(paymentsApi.disconnect)
    await ada.call(paymentsApi.disconnect)
    await connectStripe(ada)
    const page = `${at.shop.pagesUrl}/accounts/${account}`
    await at.shop.browser.submit(await at.shop.browser.open(page), '/accounts/', { action: 'disconnect' })
    await ada.call(paymentsApi.refresh)
    await connectStripe(ada)
    expect(await recorded()).toEqual([
      'user stripe_connected',
      'user stripe_disconnected',
      'user stripe_connected',
      'user stripe_disconnected',
      'user stripe_connected',
    ])
  })

  test('is learned from an event, and ends with a disconnection, which closes open pages', async () => {
    const studio = await openPayingStudio(at)
    expect(await shown(studio)).toMatchObject({ can_pay_online: true })
    const url = await openPage(studio)
    await studio.ada.call(paymentsApi.disconnect)
    expect(await shown(studio)).toMatchObject({ can_pay_online: false })
    expect(await tryPay(studio)).toMatchObject(CONFLICT)
    await runJobs(at.app)
    expect(await payByCard(url).catch(() => 'closed')).toBe('closed')
    expect(await connectStripe(studio.ada)).toBe(studio.account)
    expect(await shown(studio)).toMatchObject({ can_pay_online: true })
  })
})

test('asking for the deletion of the account closes open pages', async () => {
  const studio = await openPayingStudio(at)
  const url = await openPage(studio)
  await studio.ada.call(deletionApi.request, { body: { confirm_name: 'Ada' } })
  await runJobs(at.app)
  expect(await payByCard(url).catch(() => 'closed')).toBe('closed')
})

test('an account that is disconnected in Stripe takes no payments, and the freelancer is told', async () => {
  const studio = await openPayingStudio(at)
  await openPage(studio)
  const page = `${at.shop.pagesUrl}/accounts/${studio.account}`
  await at.shop.browser.submit(await at.shop.browser.open(page), '/accounts/', { action: 'disconnect' })
  await deliverAll(at, studio)
  expect(await studio.ada.call(paymentsApi.connection)).toMatchObject({ status: 'none' })
  expect(await shown(studio)).toMatchObject({ can_pay_online: false })
  expect(await mailsToFreelancer(at, studio)).toEqual(['Your clients can no longer pay online'])
  await runJobs(at.app)
  expect(await connectStripe(studio.ada)).not.toBe(studio.account)
  expect(await shown(studio)).toMatchObject({ can_pay_online: true })
})

describe('paying', () => {
  test('goes on with another card after one was declined', async () => {
    const studio = await openPayingStudio(at)
    const url = await openPage(studio)
    await payByCard(url, cards.declined)
    await deliverAll(at, studio)
    expect(await stateOf(studio)).toBe('open')
    expect(await openPage(studio)).toBe(url)
    await payByCard(url)
    await deliverAll(at, studio)
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

  test('is offered beside the deliverable as long as a part of its invoice can be paid', async () => {
    const studio = await openPayingStudio(at, { approval_required: true })
    const { ada, client, clientId } = studio
    const { id: projectId } = await ada.call(projectsApi.create, {
      body: { name: 'Website', client_id: clientId, invoice_on_approval: 'draft' },
    })
    const { id: deliverableId } = await ada.call(deliverablesApi.create, {
      params: { id: projectId },
      body: { title: 'Checkout flow', fee: 1200 },
    })
    await ada.call(deliverablesApi.submit, { params: { id: projectId, deliverableId } })
    await client.call(portalApi.approveDeliverable, { params: { deliverableId } })
    const [draft] = await ada.call(invoicesApi.list, { query: { status: 'draft' } })
    const params = { id: draft?.id ?? 0 }
    await ada.call(invoicesApi.addItem, { params, body: { description: 'Hosting', quantity: 1, rate: 200 } })
    await ada.call(sendingApi.send, { params, body: { mail: false } })
    const { items } = await ada.call(invoicesApi.get, { params })
    const hosting = items.find(({ description }) => description === 'Hosting')
    const beside = async () => (await client.call(portalApi.project, { params: { projectId } })).deliverables
    expect(await beside()).toMatchObject([{ invoice: { can_pay_online: true } }])

    await client.call(portalApi.decideInvoice, {
      params: { invoiceId: params.id },
      body: { status: 'rejected', lines: [{ item_id: hosting?.id ?? 0, note: 'Why?' }] },
    })
    expect(await beside()).toMatchObject([{ invoice: { balance: 1400, can_pay_online: true } }])
    await payByCard(await openPage({ client, invoiceId: params.id }))
    await deliverAll(at, studio)
    expect(await beside()).toMatchObject([{ invoice: { balance: 200, can_pay_online: false } }])
  })

  test.each([
    ['JPY', 1250, 1250],
    ['HUF', 1250, 125_000],
    ['ISK', 1250, 125_000],
    ['KWD', 5.12, 5120],
  ])('in %s asks for the same amount', async (currency, rate, theirs) => {
    const studio = await openPayingStudio(at, { currency, rate })
    await payByCard(await openPage(studio))
    await deliverAll(at, studio)
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

test('what was paid online is not removed by hand', async () => {
  const studio = await openPayingStudio(at)
  await payByCard(await openPage(studio))
  await deliverAll(at, studio)
  const params = { id: studio.invoiceId }
  const { payments } = await studio.ada.call(invoicesApi.payments, { params })
  const paymentId = payments[0]?.id ?? 0
  const refused = { status: 409, body: { details: 'Refund it in Stripe. Daybook follows.' } }
  expect(await studio.ada.try(invoicesApi.removePayment, { params: { ...params, paymentId } })).toMatchObject(
    refused,
  )
  for (const status of ['sent', 'draft', 'cancelled'] as const)
    expect(await studio.ada.try(invoicesApi.update, { params, body: { status } })).toMatchObject(refused)
  const moved = { status: 'paid', paid_on: '2026-11-02' } as const
  expect(await studio.ada.try(invoicesApi.update, { params, body: moved })).toMatchObject(CONFLICT)
})

test('a refund that the bank does not take is undone', async () => {
  const studio = await openPayingStudio(at)
  await payByCard(await openPage(studio), '4000 0000 0000 5126')
  await deliverAll(at, studio)
  await refund(at, studio, 120_000)
  await deliverAll(at, studio)
  expect(await readInvoice(studio)).toMatchObject({ status: 'sent', amount_paid: 0 })
  await at.moveClockTo(new Date(at.shop.sandbox.clock.now().getTime() + DAY))
  await deliverAll(at, studio)
  expect(await readInvoice(studio)).toMatchObject({ status: 'paid', amount_paid: 1200 })
  expect((await mailsToFreelancer(at, studio)).at(-1)).toBe('A refund of invoice INV-0001 failed')
})

describe('a dispute', () => {
  const DISPUTED_CARD = '4000 0000 0000 0259'

  async function disputed(): Promise<{
    studio: PayingStudio
    decide(outcome: 'won' | 'lost'): Promise<void>
  }> {
    const studio = await openPayingStudio(at)
    await payByCard(await openPage(studio), DISPUTED_CARD)
    await deliverAll(at, studio)
    const page = `${at.shop.pagesUrl}/payments/${await paymentOf(at, studio)}`
    const decide = async (action: 'won' | 'lost') => {
      await at.shop.browser.submit(await at.shop.browser.open(page), '/disputes/', { action })
      await deliverAll(at, studio)
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
    expect(await mailsToFreelancer(at, studio)).toEqual([
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

test("the provider's fee for a dispute is a cost, with the payment once it is won", async () => {
  const studio = await openPayingStudio(at)
  await payByCard(await openPage(studio))
  await deliverAll(at, studio)
  const params = { id: studio.invoiceId }
  const fees = async () => {
    const { payments } = await studio.ada.call(invoicesApi.payments, { params })
    const { paymentCosts } = await studio.ada.call(reportsApi.get)
    return { entries: payments.map(({ kind, fee }) => [kind, fee]), report: paymentCosts.fees }
  }
  expect(await fees()).toEqual({ entries: [['payment', 35.1]], report: 35.1 })
  await refund(at, studio, 20_000)
  await deliverAll(at, studio)
  const refunded = [
    ['payment', 35.1],
    ['refund', 0],
  ]
  expect(await fees()).toEqual({ entries: refunded, report: 35.1 })
  const page = `${at.shop.pagesUrl}/payments/${await paymentOf(at, studio)}`
  const submit = async (action: string, fields: Record<string, string>) => {
    await at.shop.browser.submit(await at.shop.browser.open(page), action, fields)
    await deliverAll(at, studio)
  }
  await submit('/dispute', { amount: '1000.00' })
  expect(await fees()).toEqual({ entries: [...refunded, ['dispute', 15]], report: 50.1 })
  const history = await studio.ada.call(invoicesApi.history, { params })
  expect(history.flatMap(({ changes }) => changes)).toContainEqual({
    label: 'Fee',
    before: null,
    after: '$15.00',
  })
  await submit('/disputes/', { action: 'won' })
  expect(await fees()).toEqual({
    entries: [
      ['payment', 50.1],
      ['refund', 0],
    ],
    report: 50.1,
  })
})

describe('a slow payment', () => {
  test('is processing, during which nothing else can be paid, until it arrives', async () => {
    const studio = await openPayingStudio(at)
    await payByDebit(await openPage(studio), SLOW_ACCOUNTS.arrives)
    await deliverAll(at, studio)
    expect(await shown(studio)).toMatchObject({ can_pay_online: false, payment_processing: true })
    expect(await readInvoice(studio)).toMatchObject({ status: 'sent', payment_processing: true })
    expect(await stateOf(studio)).toBe('processing')
    expect(await tryPay(studio)).toMatchObject(CONFLICT)
    const params = { id: studio.invoiceId }
    expect(await studio.ada.try(invoicesApi.update, { params, body: { status: 'cancelled' } })).toMatchObject(
      CONFLICT,
    )

    await at.moveClockTo(new Date(at.shop.sandbox.clock.now().getTime() + 5 * DAY))
    await deliverAll(at, studio)
    expect(await readInvoice(studio)).toMatchObject({ status: 'paid', payment_processing: false })
  })

  test('that fails leaves the invoice as it was, and it can be paid again', async () => {
    const studio = await openPayingStudio(at)
    await payByDebit(await openPage(studio), SLOW_ACCOUNTS.fails)
    await deliverAll(at, studio)
    await at.moveClockTo(new Date(at.shop.sandbox.clock.now().getTime() + 5 * DAY))
    await deliverAll(at, studio)
    expect(await stateOf(studio)).toBe('failed')
    expect(await shown(studio)).toMatchObject({ can_pay_online: true, payment_processing: false })
    expect(await mailsToFreelancer(at, studio)).toEqual(['The payment of invoice INV-0001 failed'])
    await payByCard(await openPage(studio))
    await deliverAll(at, studio)
    expect(await readInvoice(studio)).toMatchObject({ amount_paid: 1200 })
  })
})

describe('events', () => {
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
    await deliverAll(at, studio)
    expect(await ledgerOf(studio)).toEqual([])
  })
})

test('two servers with the same events and jobs record each payment once', async () => {
  const one = await startShopApp({
    DATABASE_URL: await createOnServer({ isMigrated: true }),
    SECRET: 'only for these tests, and long enough',
  })
  onTestFinished(one.stop)
  const other = await one.startAnotherServer()
  onTestFinished(other.stop)
  const studio = await openPayingStudio(one)
  const there = { ...studio, client: new PortalVisitor(other.url, studio.client.token) }

  // The page leads back to the server it was asked for at, so each replaces the other's.
  await Promise.all([studio, there, studio, there].map(openPage))
  const { data } = await one.shop.stripe.checkout.sessions.list({}, { stripeAccount: studio.account })
  const [open, ...others] = data.filter(({ status }) => status === 'open')
  expect(others).toEqual([])
  await payByCard(open?.url ?? '')
  await refund(one, studio, 20_000)
  const events = eventsOf(await one.takeEvents(), studio)
  const statuses = await Promise.all(
    events.flatMap((event) => [deliver(one, event), deliver({ app: other }, event)]),
  )
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(await ledgerOf(studio)).toEqual([
    ['payment', 1200, 0],
    ['refund', -200, 0],
  ])

  const invoiceId = await sendInvoice(studio)
  await payByCard(await openPage({ ...there, invoiceId }))
  await Promise.all([one.app, other].map(runScheduledJobs))
  expect(await ledgerOf({ ...studio, invoiceId })).toEqual([['payment', 1200, 0]])
  expect(await mailsToFreelancer(one, studio)).toEqual([
    'Jonas Pine paid $1,200.00 for invoice INV-0001',
    '$200.00 of invoice INV-0001 was refunded',
    'Jonas Pine paid $1,200.00 for invoice INV-0002',
  ])
})
