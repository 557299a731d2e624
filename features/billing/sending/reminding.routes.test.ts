import { describe, expect, test } from 'vitest'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import type { InvoiceChangeForm } from '#features/billing/invoices/contract/input.ts'
import {
  lockPayable,
  mailReceipt,
  settle,
  syncProviderPayment,
} from '#features/billing/payments/actions/ledger.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { accountApi } from '#features/foundation/account/contract.ts'
import { clientPageApi } from '#features/pages/client-page/contract.ts'
import { portalApi } from '#features/pages/portal/contract/portal.ts'
import { inTransaction } from '#server/context.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { setClock, sharedApp, signIn } from '#tests/app.ts'
import { runJobs, runScheduledJobs, systemContext } from '#tests/jobs.ts'
import { mailsTo, withoutMail } from '#tests/mails.ts'
import { signInAs } from '#tests/people.ts'
import { activityOf, openStudio } from '#tests/portal.ts'
import { NOT_FOUND } from '#tests/refusals.ts'
import { findInvoicesToRemindOf, remindOfInvoice } from './actions/reminding.ts'
import { remindersApi } from './contract/reminders.ts'
import { sendingApi } from './contract/sending.ts'

const DUE = '2026-12-10'

/** Ada in Berlin, who has mailed an invoice of 100 dollars that is */
async function openWithSentInvoice(mail = true) {
  await setClock('2026-11-26T12:00:00Z')
  const studio = await openStudio('Ada', 'Europe/Berlin')
  const email = `north.${studio.clientId}@example.com`
  const client = { name: 'Studio North', email, approval_required: false }
  await studio.ada.call(accountApi.update, {
    body: { business_name: 'Ada & Co', time_zone: 'Europe/Berlin' },
  })
  await studio.ada.call(clientsApi.update, { params: { id: studio.clientId }, body: client })
  const { id } = await studio.ada.call(invoicesApi.create, {
    body: {
      client_id: studio.clientId,
      issue_date: '2026-11-26',
      due_date: DUE,
      items: [{ description: 'Design', quantity: 2, rate: 50 }],
    },
  })
  await studio.ada.call(sendingApi.send, { params: { id }, body: { mail } })
  return { ...studio, email, id, params: { id }, body: client }
}
type Studio = Awaited<ReturnType<typeof openWithSentInvoice>>

/** Nine in the morning in Berlin. */
const morningOf = (day: string) => setClock(`${day}T08:00:00Z`)

/** Runs the whole schedule. */
async function runOn(day: string, time = '08:00'): Promise<void> {
  await setClock(`${day}T${time}:00Z`)
  await runScheduledJobs()
}

/** Runs what the schedule runs for Ada. */
async function remindOn({ ada }: Studio, day: string, time = '08:00'): Promise<void> {
  await setClock(`${day}T${time}:00Z`)
  const ctx = await systemContext(ada.email)
  for (const id of await findInvoicesToRemindOf(ctx))
    await inTransaction(ctx, (tx) => remindOfInvoice(tx, id))
}

const subjectsTo = async ({ email }: Studio) => (await mailsTo(email)).map(({ subject }) => subject)
const logOf = ({ ada, params }: Studio) => ada.call(sendingApi.mails, { params })
const kindsOf = async (studio: Studio) => (await logOf(studio)).mails.map(({ kind }) => kind)
const change = ({ ada, params }: Studio, body: InvoiceChangeForm) =>
  ada.call(invoicesApi.update, { params, body })

const ITEM = { description: 'Design', quantity: 1, rate: 50 }

const INVOICE = 'Invoice INV-0001 from Ada & Co'
const REMINDER = `Reminder: ${INVOICE}`

describe('a reminder', () => {
  test('goes on each of its days, in the account’s morning, with the portal link and the PDF', async () => {
    const studio = await openWithSentInvoice()
    expect((await logOf(studio)).next_reminder).toEqual({ date: '2026-12-07', days_after_due: -3 })
    await runOn('2026-12-06')
    await runOn('2026-12-07', '06:59')
    expect(await subjectsTo(studio)).toEqual([INVOICE])
    await runOn('2026-12-07', '07:00')
    const [, reminder] = await mailsTo(studio.email)
    expect(reminder?.subject).toBe(REMINDER)
    expect(reminder?.text).toContain('invoice INV-0001 for $100.00 is due on December 10, 2026')
    expect(reminder?.text).toContain(`/invoices/${studio.id}`)
    expect(reminder?.attachments.map(({ filename }) => filename)).toEqual(['INV-0001.pdf'])

    await runOn('2026-12-07', '10:30')
    for (const day of ['09', '10', '15', '17', '24']) await remindOn(studio, `2026-12-${day}`)
    await remindOn(studio, '2027-01-31')
    expect(await subjectsTo(studio)).toEqual([INVOICE, REMINDER, REMINDER, REMINDER, REMINDER])
    const ada = await signInAs(studio.ada.url, studio.ada)
    const { mails, next_reminder } = await logOf({ ...studio, ada })
    expect(
      mails.map(({ kind, is_automatic, sent_at }) => [kind, is_automatic, sent_at.slice(0, 10)]),
    ).toEqual([
      ['invoice', false, '2026-11-26'],
      ['reminder', true, '2026-12-07'],
      ['reminder', true, '2026-12-10'],
      ['reminder', true, '2026-12-17'],
      ['reminder', true, '2026-12-24'],
    ])
    expect(mails[0]).toMatchObject({ recipients: [studio.email], subject: INVOICE, status: 'sent' })
    expect(next_reminder).toBeNull()
    expect(await activityOf(ada)).toContain('Reminder sent: INV-0001 for Studio North')
  })

  test('does not change the invoice', async () => {
    const studio = await openWithSentInvoice()
    const before = await studio.ada.call(invoicesApi.get, { params: studio.params })
    await remindOn(studio, '2026-12-07')
    const ada = await signInAs(studio.ada.url, studio.ada)
    expect(await ada.call(invoicesApi.get, { params: studio.params })).toEqual(before)
  })

  test('goes once, however many servers run the same schedule at once', async () => {
    const studio = await openWithSentInvoice()
    await morningOf(DUE)
    const ctx = await systemContext(studio.ada.email)
    const run = () => inTransaction(ctx, (tx) => remindOfInvoice(tx, studio.id))
    await Promise.all([run(), run(), run(), runScheduledJobs()])
    await runScheduledJobs()
    expect(await subjectsTo(studio)).toEqual([INVOICE, REMINDER])
  })

  test('cannot be logged twice for the same due date', async () => {
    const studio = await openWithSentInvoice()
    await remindOn(studio, DUE)
    const { database } = await sharedApp()
    const again = database.pool.query(
      `insert into invoice_mails (account_id, invoice_id, kind, days_after_due, due_date, recipients, subject, sent_at)
       select account_id, invoice_id, kind, days_after_due, due_date, recipients, subject, sent_at
       from invoice_mails where invoice_id = $1 and kind = 'reminder'`,
      [studio.id],
    )
    await expect(again).rejects.toThrow('invoice_mails_remind_once')
  })

  test('after a morning without a server goes the next morning', async () => {
    const studio = await openWithSentInvoice()
    await remindOn(studio, DUE, '14:00')
    expect(await kindsOf(studio)).toEqual(['invoice'])
    await remindOn(studio, '2026-12-11')
    expect(await kindsOf(studio)).toEqual(['invoice', 'reminder'])
  })

  test('that was queued in the morning and runs in the afternoon is not sent', async () => {
    const studio = await openWithSentInvoice()
    await setClock(`${DUE}T13:00:00Z`)
    const ctx = await systemContext(studio.ada.email)
    await inTransaction(ctx, (tx) => remindOfInvoice(tx, studio.id))
    expect(await kindsOf(studio)).toEqual(['invoice'])
  })

  test.each<[string, (studio: Studio) => Promise<unknown>]>([
    ['paid', (studio) => change(studio, { status: 'paid' })],
    ['cancelled', (studio) => change(studio, { status: 'cancelled' })],
    ['a draft again', (studio) => change(studio, { status: 'draft' })],
    ['switched off', (studio) => change(studio, { reminders_enabled: false })],
    ['changed since it was sent', (studio) => change(studio, { notes: 'Something else' })],
    [
      'for a client who gets none',
      ({ ada, clientId, body }) =>
        ada.call(clientsApi.update, {
          params: { id: clientId },
          body: { ...body, reminders_enabled: false },
        }),
    ],
    [
      'for an archived client',
      ({ ada, clientId }) => ada.call(clientsApi.remove, { params: { id: clientId } }),
    ],
    [
      'for a client without an address',
      ({ ada, clientId }) =>
        ada.call(clientsApi.update, { params: { id: clientId }, body: { name: 'Studio North' } }),
    ],
    [
      'of an account that has switched all of them off',
      ({ ada }) => ada.call(remindersApi.update, { body: { rules: [] } }),
    ],
  ])('never goes for an invoice that is %s', async (_, prepare) => {
    const studio = await openWithSentInvoice()
    await prepare(studio)
    await remindOn(studio, DUE)
    expect(await subjectsTo(studio)).toEqual([INVOICE])
    expect(await logOf(studio)).toMatchObject({ next_reminder: null })
  })

  test('never goes once the client has requested changes', async () => {
    const studio = await openWithSentInvoice()
    const { ada, clientId, client, body } = studio
    await ada.call(clientsApi.update, {
      params: { id: clientId },
      body: { ...body, approval_required: true },
    })
    await ada.call(sendingApi.send, { params: studio.params, body: { kind: 'copy' } })
    await client.call(portalApi.decideInvoice, {
      params: { invoiceId: studio.id },
      body: { status: 'rejected', client_notes: 'Too much' },
    })
    await remindOn(studio, DUE)
    expect(await kindsOf(studio)).toEqual(['invoice', 'copy'])
  })

  test('never goes for an invoice that was not mailed, or without a mail server', async () => {
    const studio = await openWithSentInvoice(false)
    await runOn(DUE)
    expect(await kindsOf(studio)).toEqual([])
    const other = await openWithSentInvoice()
    await mailsTo(other.email)
    await withoutMail()
    await runOn(DUE)
    expect(await kindsOf(other)).toEqual(['invoice'])
  })

  test('sent by hand says what the one that was due would say, and counts as it', async () => {
    const studio = await openWithSentInvoice()
    const { rules } = await studio.ada.call(remindersApi.get)
    const words = { subject: '{number} is late', text: 'Dear {client},\n\nplease pay {balance}.' }
    await studio.ada.call(remindersApi.update, {
      body: { rules: rules.map((rule) => (rule.days_after_due === 7 ? { ...rule, ...words } : rule)) },
    })
    await setClock('2026-12-17T05:00:00Z')
    await studio.ada.call(sendingApi.send, { params: studio.params, body: { kind: 'reminder' } })
    await remindOn(studio, '2026-12-17')
    await remindOn(studio, '2026-12-20')
    const [mail, ...others] = await mailsTo(studio.email)
    expect(others.map(({ subject }) => subject)).toEqual([INVOICE])
    expect(mail?.subject).toBe('INV-0001 is late')
    expect(mail?.text).toContain('Dear Studio North,\n\nplease pay $100.00.')
    expect((await logOf(studio)).next_reminder).toEqual({ date: '2026-12-24', days_after_due: 14 })
  })

  test('over the limit of mails waits', async () => {
    const studio = await openWithSentInvoice()
    const { database } = await sharedApp()
    await morningOf(DUE)
    await database.pool.query(
      `insert into mail_sends (account_id, address_hash, audience, sent_at)
       select account_id, '\\x00', 'client', $2 from invoices, generate_series(1, 1000) where id = $1`,
      [studio.id, new Date(`${DUE}T07:30:00Z`)],
    )
    await remindOn(studio, DUE)
    expect(await kindsOf(studio)).toEqual(['invoice'])
    await remindOn(studio, '2026-12-11')
    expect(await kindsOf(studio)).toEqual(['invoice', 'reminder'])
  })
})

describe('the log of mails', () => {
  test('says when the client opened the invoice after each', async () => {
    const studio = await openWithSentInvoice()
    await runJobs()
    expect((await logOf(studio)).mails).toMatchObject([{ seen_at: null }])
    await setClock('2026-11-27T09:00:00Z')
    await studio.client.call(portalApi.overview)
    expect((await logOf(studio)).mails).toMatchObject([{ seen_at: null }])
    await studio.client.call(portalApi.invoice, { params: { invoiceId: studio.id } })
    await setClock('2026-11-28T09:00:00Z')
    await studio.ada.call(sendingApi.send, { params: studio.params, body: { kind: 'copy' } })
    expect((await logOf(studio)).mails).toMatchObject([
      { kind: 'invoice', seen_at: '2026-11-27T09:00:00.000Z' },
      { kind: 'copy', status: 'sending', seen_at: null },
    ])
    await setClock('2026-11-29T09:00:00Z')
    await studio.client.call(portalApi.invoice, { params: { invoiceId: studio.id } })
    expect((await logOf(studio)).mails.map(({ seen_at }) => seen_at)).toEqual([
      '2026-11-27T09:00:00.000Z',
      '2026-11-29T09:00:00.000Z',
    ])
  })

  test('takes nothing but opening the invoice for opening it', async () => {
    const studio = await openWithSentInvoice()
    const { client } = studio
    const invoiceId = studio.id
    const pdf = await client.fetch(`/api/client-portal/${client.token}/invoices/${invoiceId}/pdf`)
    expect(pdf.status).toBe(200)
    await client.call(portalApi.payment, { params: { invoiceId } })
    await client.call(portalApi.givePaidNotice, { params: { invoiceId }, body: {} })
    expect((await logOf(studio)).mails).toMatchObject([{ kind: 'invoice', seen_at: null }])
  })

  test('has revisions and receipts, and belongs to its account', async () => {
    const studio = await openWithSentInvoice()
    const { ada, params } = studio
    await change(studio, { notes: 'With a note' })
    await ada.call(sendingApi.send, { params, body: {} })
    await ada.call(invoicesApi.recordPayment, {
      params,
      body: { amount: 40, paid_on: '2026-11-26', mail_receipt: true },
    })
    await runJobs()
    expect(await kindsOf(studio)).toEqual(['invoice', 'revision', 'receipt'])
    const eve = await signIn('Eve')
    expect(await eve.try(sendingApi.mails, { params })).toMatchObject(NOT_FOUND)
  })

  test('names nobody once the client is erased', async () => {
    const studio = await openWithSentInvoice()
    const { ada, clientId } = studio
    await ada.call(clientsApi.remove, { params: { id: clientId } })
    await ada.call(clientPageApi.erase, { params: { id: clientId } })
    expect((await logOf(studio)).mails).toMatchObject([
      { kind: 'invoice', recipients: [], subject: '', status: 'sent' },
    ])
  })
})

describe('thanks for a payment', () => {
  const pay = ({ ada, params }: Studio, mail_receipt: boolean) =>
    ada.call(invoicesApi.recordPayment, {
      params,
      body: { amount: 40, paid_on: '2026-11-26', mail_receipt },
    })

  /** As an event of the payment provider would. */
  async function payOnline({ ada, params: { id } }: Studio): Promise<void> {
    const entry = { kind: 'payment', amount: 40_00, fee: 0, paid_on: '2026-11-26', reference: '' } as const
    const provider_id = crypto.randomUUID()
    await inTransaction(await systemContext(ada.email), async (tx) => {
      const invoice = await lockPayable(tx, id)
      const changes = await syncProviderPayment(tx, invoice, provider_id, [{ ...entry, provider_id }])
      await settle(tx, invoice, changes?.changed)
      for (const payment of changes?.added ?? [])
        await enqueue(tx, mailReceipt, { invoiceId: id, paymentId: payment.id })
    })
    await runJobs()
  }

  test('say what the freelancer wrote, also where the receipt is mailed by hand', async () => {
    const studio = await openWithSentInvoice()
    await studio.ada.call(remindersApi.update, {
      body: {
        thanks: { is_enabled: false, subject: 'Danke!', text: '{amount} on {paid on}, {balance} left' },
      },
    })
    await pay(studio, true)
    const [mail] = await mailsTo(studio.email)
    expect(mail?.subject).toBe('Danke!')
    expect(mail?.text).toContain('$40.00 on November 26, 2026, $60.00 left')
  })

  test('are sent for what is paid online unless that is switched off', async () => {
    const studio = await openWithSentInvoice()
    await payOnline(studio)
    expect(await subjectsTo(studio)).toEqual([INVOICE, 'Receipt for invoice INV-0001 from Ada & Co'])
    const { thanks } = await studio.ada.call(remindersApi.get)
    await studio.ada.call(remindersApi.update, { body: { thanks: { ...thanks, is_enabled: false } } })
    await payOnline(studio)
    expect(await subjectsTo(studio)).toHaveLength(2)
  })

  test('that cannot be mailed do not keep the payment from being recorded', async () => {
    const studio = await openWithSentInvoice()
    await studio.ada.call(clientsApi.update, {
      params: { id: studio.clientId },
      body: { name: 'Studio North' },
    })
    await payOnline(studio)
    expect(await kindsOf(studio)).toEqual(['invoice'])
  })
})

describe('late invoices', () => {
  const lateOf = ({ ada }: Studio, query = {}) => ada.call(invoicesApi.late, { query })

  test('are listed with whom to call, and how often the client was reminded', async () => {
    const studio = await openWithSentInvoice()
    const { ada, clientId, body, params } = studio
    await ada.call(clientsApi.update, {
      params: { id: clientId },
      body: { ...body, phone: '+49 30 5550 1420' },
    })
    const other = await ada.call(clientsApi.create, { body: { name: 'Harbor & Pine' } })
    const older = await ada.call(invoicesApi.create, {
      body: { client_id: other.id, issue_date: '2026-10-01', due_date: '2026-11-01', items: [ITEM] },
    })
    await ada.call(sendingApi.send, { params: { id: older.id }, body: { mail: false } })
    await ada.call(invoicesApi.create, {
      body: { client_id: other.id, issue_date: '2026-10-01', due_date: '2026-11-01', items: [ITEM] },
    })
    await remindOn(studio, DUE)
    await studio.client.call(portalApi.invoice, { params: { invoiceId: studio.id } })
    await ada.call(invoicesApi.recordPayment, { params, body: { amount: 40, paid_on: DUE } })
    expect(await lateOf(studio)).toMatchObject([{ id: older.id }])

    await setClock('2026-12-11T08:00:00Z')
    expect(await lateOf(studio)).toEqual([
      {
        id: older.id,
        invoice_number: 'INV-0002',
        client_id: other.id,
        client_name: 'Harbor & Pine',
        client_phone: '',
        client_has_email: false,
        due_date: '2026-11-01',
        balance: 50,
        currency: 'USD',
        approval_status: 'pending',
        reminders_count: 0,
        reminded_at: null,
        seen_at: null,
        said_paid_on: null,
      },
      {
        id: studio.id,
        invoice_number: 'INV-0001',
        client_id: clientId,
        client_name: 'Studio North',
        client_phone: '+49 30 5550 1420',
        client_has_email: true,
        due_date: DUE,
        balance: 60,
        currency: 'USD',
        approval_status: null,
        reminders_count: 1,
        reminded_at: `${DUE}T08:00:00.000Z`,
        seen_at: `${DUE}T08:00:00.000Z`,
        said_paid_on: null,
      },
    ])
    expect(await lateOf(studio, { client_id: clientId })).toMatchObject([{ id: studio.id }])
    expect(await (await signIn('Eve')).call(invoicesApi.late, { query: { client_id: clientId } })).toEqual([])
  })
})
