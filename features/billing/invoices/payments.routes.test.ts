import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { sendingApi } from '#features/billing/sending/contract/sending.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { removalsApi } from '#features/foundation/removals/contract.ts'
import { portalApi } from '#features/pages/portal/contract/portal.ts'
import { reportsApi } from '#features/pages/reports/contract.ts'
import { setClock } from '#tests/app.ts'
import {
  addInvoice,
  addSentInvoice,
  type Books,
  changeInvoice,
  openBooks,
  readInvoice,
} from '#tests/invoices.ts'
import { mailsTo } from '#tests/mails.ts'
import { infoOfPdf, textOfPdf } from '#tests/pdf.ts'
import { activityOf, openStudio } from '#tests/portal.ts'
import { CONFLICT, invalidField } from '#tests/refusals.ts'
import { invoicesApi } from './contract/api.ts'
import type { SummaryFilter } from './contract/list.ts'

type InvoiceListQuery = z.input<typeof SummaryFilter>

const PAID_ON = '2026-11-12'

const pay = ({ ada }: Books, id: number, amount: number, paid_on = PAID_ON) =>
  ada.call(invoicesApi.recordPayment, { params: { id }, body: { amount, paid_on } })
const tryToPay = ({ ada }: Books, id: number, amount: number, paid_on = PAID_ON) =>
  ada.try(invoicesApi.recordPayment, { params: { id }, body: { amount, paid_on } })
const paymentsOf = ({ ada }: Books, id: number) => ada.call(invoicesApi.payments, { params: { id } })

async function openOn(day: string): Promise<Books> {
  const books = await openBooks()
  await setClock(`${day}T12:00:00Z`)
  return books
}

describe('payments', () => {
  test('in parts leave a balance, and the last of them makes the invoice paid', async () => {
    const books = await openOn('2026-11-17')
    const id = await addSentInvoice(books)
    expect(await readInvoice(books, id)).toMatchObject({ total: 1190, amount_paid: 0, balance: 1190 })
    expect(await pay(books, id, 500)).toMatchObject({
      status: 'sent',
      amount_paid: 500,
      balance: 690,
      paid_on: null,
    })
    const paid = await books.ada.call(invoicesApi.recordPayment, {
      params: { id },
      body: { amount: 690, paid_on: '2026-11-15', method: 'card', reference: 'TX-7' },
    })
    expect(paid).toMatchObject({ status: 'paid', amount_paid: 1190, balance: 0, paid_on: '2026-11-15' })
    expect(await paymentsOf(books, id)).toMatchObject({
      currency: 'USD',
      total: 1190,
      balance: 0,
      payments: [
        { amount: 500, paid_on: PAID_ON, method: 'bank_transfer', reference: '' },
        { amount: 690, paid_on: '2026-11-15', method: 'card', reference: 'TX-7' },
      ],
    })
    const told = await activityOf(books.ada)
    expect(told.slice(0, 2)).toEqual([
      'Invoice marked as paid: INV-0001 for Studio North',
      'Payment recorded: INV-0001 for Studio North',
    ])
  })

  test('that are removed are owed again, and stay on record with their reversal', async () => {
    const books = await openOn('2026-11-17')
    const id = await addSentInvoice(books)
    await pay(books, id, 190)
    await pay(books, id, 1000)
    const { payments } = await paymentsOf(books, id)
    const remove = (paymentId = 0) =>
      books.ada.call(invoicesApi.removePayment, { params: { id, paymentId }, ifMatch: null })
    expect(await remove(payments[0]?.id)).toMatchObject({ status: 'sent', amount_paid: 1000, balance: 190 })
    expect(await remove(payments[1]?.id)).toMatchObject({ status: 'sent', amount_paid: 0, balance: 1190 })
    const again = { params: { id, paymentId: payments[0]?.id ?? 0 }, ifMatch: null }
    expect((await books.ada.try(invoicesApi.removePayment, again)).status).toBe(409)
    expect((await paymentsOf(books, id)).payments).toMatchObject([
      { kind: 'payment', amount: 190, paid_on: PAID_ON },
      { kind: 'payment', amount: 1000, paid_on: PAID_ON },
      { kind: 'reversal', amount: -190, paid_on: '2026-11-17', reverses_id: payments[0]?.id },
      { kind: 'reversal', amount: -1000, paid_on: '2026-11-17', reverses_id: payments[1]?.id },
    ])
  })

  test('that were removed by mistake are back without a trace once that is undone', async () => {
    const books = await openOn('2026-11-17')
    const { ada } = books
    const id = await addSentInvoice(books)
    await pay(books, id, 190)
    await pay(books, id, 1000)
    const before = await paymentsOf(books, id)
    const params = { id, paymentId: before.payments[0]?.id ?? 0 }
    const { removal_id } = await ada.call(invoicesApi.removePayment, { params })
    await ada.call(removalsApi.undo, { params: { id: removal_id } })
    expect(await paymentsOf(books, id)).toEqual(before)
    expect(await readInvoice(books, id)).toMatchObject({ status: 'paid', paid_on: PAID_ON })
    const removed = await ada.call(invoicesApi.removePayment, { params })
    await pay(books, id, 100)
    expect(await ada.try(removalsApi.undo, { params: { id: removed.removal_id } })).toMatchObject({
      status: 409,
      body: { error: 'This payment cannot be restored, because only $90.00 is left to pay' },
    })
  })

  test('follow the status: paid records what is left, back from paid reverses it as of today', async () => {
    const books = await openOn('2026-11-17')
    const id = await addSentInvoice(books)
    await pay(books, id, 190)
    await changeInvoice(books, id, { status: 'paid', paid_on: '2026-11-16' })
    expect((await paymentsOf(books, id)).payments.map(({ amount, paid_on }) => [amount, paid_on])).toEqual([
      [190, PAID_ON],
      [1000, '2026-11-16'],
    ])
    const sent = await changeInvoice(books, id, { status: 'sent' })
    expect(sent).toMatchObject({ amount_paid: 0, balance: 1190, paid_on: null })
    expect((await paymentsOf(books, id)).payments).toMatchObject([
      { kind: 'payment', amount: 190, paid_on: PAID_ON },
      { kind: 'payment', amount: 1000, paid_on: '2026-11-16' },
      { kind: 'reversal', amount: -1190, paid_on: '2026-11-17' },
    ])
    expect(await changeInvoice(books, id, { status: 'paid' })).toMatchObject({
      amount_paid: 1190,
      balance: 0,
    })
  })

  test('that were reversed stay on record, unless the reversal is undone', async () => {
    const books = await openOn('2026-11-17')
    const { ada } = books
    const id = await addSentInvoice(books)
    await pay(books, id, 1190)
    const { removal_id } = await ada.call(invoicesApi.update, {
      params: { id },
      body: { status: 'cancelled' },
    })
    const [payment, reversal] = (await paymentsOf(books, id)).payments
    for (const paymentId of [payment?.id, reversal?.id]) {
      const params = { id, paymentId: paymentId ?? 0 }
      expect(await ada.try(invoicesApi.removePayment, { params })).toMatchObject(CONFLICT)
    }
    await ada.call(removalsApi.undo, { params: { id: removal_id ?? 0 } })
    expect(await readInvoice(books, id)).toMatchObject({ status: 'paid', amount_paid: 1190 })
    expect((await paymentsOf(books, id)).payments).toMatchObject([{ id: payment?.id, amount: 1190 }])
  })

  test('of an earlier month count there, even if the invoice is set back and changed later', async () => {
    const books = await openOn('2026-11-17')
    const id = await addSentInvoice(books, { issue_date: '2026-10-01' })
    await pay(books, id, 1190, '2026-10-20')
    const revenue = async () =>
      (await books.ada.call(reportsApi.get, { query: { timeRange: 'last3months' } })).incomeByMonth
    expect(await revenue()).toContainEqual({ month: '2026-10', amount: 1000 })
    await changeInvoice(books, id, { status: 'draft' })
    await books.ada.call(invoicesApi.update, { params: { id }, body: { tax_rate: 0 } })
    expect(await revenue()).toContainEqual({ month: '2026-10', amount: 1000 })
    expect(await revenue()).toContainEqual({ month: '2026-11', amount: -1000 })
    await changeInvoice(books, id, { status: 'sent' })
    expect(await pay(books, id, 1000, '2026-11-17')).toMatchObject({ status: 'paid', amount_paid: 1000 })
    expect(await revenue()).toContainEqual({ month: '2026-10', amount: 1000 })
    expect(await revenue()).toContainEqual({ month: '2026-11', amount: 0 })
  })

  test.each([
    ['more than is left', 690.01, PAID_ON, 'amount', 'Must be at most $690.00, which is left to pay'],
    ['nothing', 0, PAID_ON, 'amount', 'Must be more than 0'],
    ['a part of a cent', 0.001, PAID_ON, 'amount', 'Must have at most two decimals'],
    ['tomorrow', 1, '2026-11-18', 'paid_on', 'Must not be in the future'],
  ])('of %s are refused', async (_, amount, day, field, message) => {
    const books = await openOn('2026-11-17')
    const id = await addSentInvoice(books)
    await pay(books, id, 500)
    expect(await tryToPay(books, id, amount, day)).toMatchObject(invalidField(field, message))
    expect(await readInvoice(books, id)).toMatchObject({ amount_paid: 500 })
  })

  test('are for invoices that are owed, and hold them in place', async () => {
    const books = await openOn('2026-11-17')
    const id = await addSentInvoice(books)
    await pay(books, id, 500)
    for (const status of ['draft', 'cancelled'] as const) {
      const refused = await books.ada.try(invoicesApi.update, { params: { id }, body: { status } })
      expect(refused).toMatchObject({ status: 409, body: { error: '$500.00 was paid on this invoice' } })
    }
    const [item] = (await readInvoice(books, id)).items
    const params = { id, itemId: item?.id ?? 0 }
    const body = { description: 'Design', quantity: 1, rate: 100 }
    expect((await books.ada.try(invoicesApi.updateItem, { params, body })).status).toBe(409)
    await pay(books, id, 690)
    expect((await tryToPay(books, id, 1)).status).toBe(409)
    for (const status of ['draft', 'cancelled'] as const) {
      await changeInvoice(books, id, { status })
      expect((await tryToPay(books, id, 1)).status).toBe(409)
    }
  })

  test('in another currency count to its last unit', async () => {
    const books = await openOn('2026-11-17')
    const yen = await addSentInvoice(books, { currency: 'JPY', exchange_rate: 0.0067 })
    expect(await readInvoice(books, yen)).toMatchObject({
      currency: 'JPY',
      total: 1190,
      home_total: 7.97,
      home_currency: 'USD',
    })
    expect(await tryToPay(books, yen, 0.5)).toMatchObject(invalidField('amount', 'Must have no decimals'))
    expect(await pay(books, yen, 1190)).toMatchObject({ status: 'paid', balance: 0 })
    const dinar = await addSentInvoice(books, {
      currency: 'KWD',
      exchange_rate: 3.25,
      items: [{ description: 'Design', quantity: 1, rate: 0.125 }],
    })
    expect(await readInvoice(books, dinar)).toMatchObject({
      subtotal: 0.125,
      tax_amount: 0.024,
      total: 0.149,
    })
    expect(await pay(books, dinar, 0.148)).toMatchObject({ status: 'sent', balance: 0.001 })
  })
})

describe('a receipt', () => {
  test('is a PDF for each payment', async () => {
    const books = await openOn('2026-11-17')
    const id = await addSentInvoice(books, { currency: 'KWD', exchange_rate: 3.25 })
    await pay(books, id, 500.125)
    const [payment] = (await paymentsOf(books, id)).payments
    const response = await books.ada.fetch(`/api/invoices/${id}/payments/${payment?.id}/receipt.pdf`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/pdf')
    expect(response.headers.get('content-disposition')).toContain('Receipt INV-0001 2026-11-12.pdf')
    expect(
      Buffer.from(await response.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
    const missing = await books.ada.fetch(`/api/invoices/${id}/payments/999999999/receipt.pdf`)
    expect(missing.status).toBe(404)
  })

  test('says what was paid, how, and what is left to pay', async () => {
    const books = await openOn('2026-11-17')
    const id = await addSentInvoice(books, { currency: 'EUR', exchange_rate: 1.1 })
    await pay(books, id, 100, '2026-11-10')
    const body = { amount: 500, paid_on: PAID_ON, method: 'bank_transfer', reference: 'TX-7 متجر' } as const
    await books.ada.call(invoicesApi.recordPayment, { params: { id }, body })
    const payment = (await paymentsOf(books, id)).payments.find(({ amount }) => amount === 500)
    const response = await books.ada.fetch(`/api/invoices/${id}/payments/${payment?.id}/receipt.pdf`)
    const pdf = Buffer.from(await response.arrayBuffer())
    const text = textOfPdf(pdf)
    for (const part of [
      'Receipt',
      'for invoice INV-0001',
      '€500.00',
      'Studio North',
      'November 12, 2026',
      'Bank transfer',
      'TX-7',
      '€1,190.00',
      '€600.00',
      '€590.00',
    ])
      expect(text).toContain(part)
    expect(infoOfPdf(pdf)).toMatchObject({ Title: 'Receipt for invoice INV-0001', Tagged: 'yes', Pages: '1' })
  })

  test('is mailed to the client when wanted', async () => {
    await setClock('2026-11-17T12:00:00Z')
    const studio = await openStudio()
    const books = { ada: studio.ada, clientId: studio.clientId }
    const email = `${crypto.randomUUID()}@example.com`
    await studio.ada.call(clientsApi.update, {
      params: { id: studio.clientId },
      body: { name: 'Studio North', email },
    })
    const id = await addSentInvoice(books)
    await pay(books, id, 100)
    expect(await mailsTo(email)).toEqual([])
    const body = { amount: 500, paid_on: PAID_ON, mail_receipt: true }
    await studio.ada.call(invoicesApi.recordPayment, { params: { id }, body })
    const [mail] = await mailsTo(email)
    expect(mail?.subject).toContain('Receipt for invoice INV-0001')
    expect(mail?.text).toContain('your payment of $500.00 on November 12, 2026')
    expect(mail?.text).toContain('The balance due is $590.00.')
    const [receipt] = mail?.attachments ?? []
    expect(receipt).toMatchObject({
      filename: `Receipt INV-0001 ${PAID_ON}.pdf`,
      mimeType: 'application/pdf',
    })
    expect(
      Buffer.from(receipt?.content as ArrayBuffer)
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
    const shown = await studio.client.call(portalApi.invoice, { params: { invoiceId: id } })
    expect(shown).toMatchObject({
      amount_paid: 600,
      balance: 590,
      payments: [{ amount: 100 }, { amount: 500, paid_on: PAID_ON }],
    })
    const path = `/api/client-portal/${studio.token}/invoices/${id}/payments/${shown.payments[1]?.id}/receipt.pdf`
    expect((await studio.client.fetch(path)).headers.get('content-type')).toBe('application/pdf')
  })

  test('that cannot be mailed keeps the payment from being recorded', async () => {
    const books = await openOn('2026-11-17')
    const id = await addSentInvoice(books)
    const body = { amount: 500, paid_on: PAID_ON, mail_receipt: true }
    const refused = await books.ada.try(invoicesApi.recordPayment, { params: { id }, body })
    expect(refused).toMatchObject(CONFLICT)
    expect(await readInvoice(books, id)).toMatchObject({ amount_paid: 0 })
  })
})

describe('the sums of the invoices', () => {
  const sums = ({ ada }: Books, query: InvoiceListQuery = {}) => ada.call(invoicesApi.summary, { query })

  test('count what is outstanding, overdue and paid this year, in the home currency', async () => {
    const books = await openOn('2026-11-17')
    expect(await sums(books)).toEqual({
      currency: 'USD',
      outstanding: 0,
      outstanding_count: 0,
      overdue: 0,
      overdue_count: 0,
      drafts: 0,
      drafts_count: 0,
      is_complete: true,
      paid_this_year: 0,
      paid: 0,
    })
    const overdue = await addSentInvoice(books, { due_date: '2026-11-16' })
    const euros = await addSentInvoice(books, {
      currency: 'EUR',
      exchange_rate: 1.1,
      issue_date: '2026-10-01',
    })
    await pay(books, overdue, 190)
    await pay(books, euros, 100)
    await pay(books, euros, 90, '2025-12-31')
    await addInvoice(books, { items: [{ description: 'Draft', quantity: 1, rate: 7 }] })
    expect(await sums(books)).toEqual({
      currency: 'USD',
      outstanding: 2100,
      outstanding_count: 2,
      overdue: 1000,
      overdue_count: 1,
      drafts: 7,
      drafts_count: 1,
      is_complete: true,
      paid_this_year: 300,
      paid: 300,
    })
  })

  test('follow the filters of the list', async () => {
    const books = await openOn('2026-11-17')
    const other = await books.ada.call(clientsApi.create, { body: { name: 'Atelier' } })
    const project = await books.ada.call(projectsApi.create, {
      body: { name: 'Website', client_id: books.clientId },
    })
    const first = await addSentInvoice(books, { due_date: '2026-11-16', project_id: project.id })
    const second = await addSentInvoice(books, { issue_date: '2026-10-01' })
    const third = await addSentInvoice({ ...books, clientId: other.id })
    await pay(books, third, 1190)
    await pay(books, second, 190)
    const queries: [InvoiceListQuery, ids: number[], outstanding: number, paid: number][] = [
      [{}, [third, second, first], 2190, 1380],
      [{ client_id: other.id }, [third], 0, 1190],
      [{ project_id: project.id }, [first], 1190, 0],
      [{ status: 'overdue' }, [first], 1190, 0],
      [{ status: 'unpaid' }, [second, first], 2190, 190],
      [{ status: 'paid' }, [third], 0, 1190],
      [{ status: 'awaiting_approval' }, [second], 1000, 190],
      [{ status: 'awaiting_payment' }, [], 0, 0],
      [{ due_by: '2026-11-16' }, [third, second, first], 2190, 1380],
      [{ due_by: '2026-11-15' }, [third, second], 1000, 1380],
      [{ paid_from: '2026-11-17' }, [], 0, 0],
      [{ paid_to: PAID_ON, status: 'paid' }, [third], 0, 1190],
      [{ from: '2026-10-02' }, [third, first], 1190, 1190],
      [{ to: '2026-10-01' }, [second], 1000, 190],
      [{ from: '2026-10-01', to: '2026-10-31' }, [second], 1000, 190],
      [{ q: 'atelier' }, [third], 0, 1190],
      [{ client_id: other.id, status: 'unpaid' }, [], 0, 0],
    ]
    for (const [query, ids, outstanding, paid_this_year] of queries) {
      const listed = await books.ada.call(invoicesApi.list, { query })
      expect(listed.map(({ id }) => id)).toEqual(ids)
      expect(await sums(books, query)).toMatchObject({ outstanding, paid_this_year })
    }
  })
})

describe('an invoice in another currency', () => {
  test('cannot leave draft without an exchange rate, and proposes the last one', async () => {
    const books = await openBooks()
    const euros = { currency: 'EUR', items: [{ description: 'Design', quantity: 1, rate: 100 }] }
    const { id } = await addInvoice(books, euros)
    expect(await readInvoice(books, id)).toMatchObject({ exchange_rate: null, home_total: null })
    const refused = await books.ada.try(invoicesApi.update, { params: { id }, body: { status: 'sent' } })
    expect(refused).toMatchObject(
      invalidField('exchange_rate', 'Please enter the exchange rate: how many USD is one EUR worth?'),
    )
    const sent = await changeInvoice(books, id, { status: 'sent', exchange_rate: 1.1 })
    expect(sent).toMatchObject({ exchange_rate: 1.1, home_total: 110 })
    expect(await addInvoice(books, euros)).toMatchObject({ exchange_rate: 1.1, home_total: 110 })
  })

  test('keeps its rate, whatever was used since, and using it again proposes it no more', async () => {
    const books = await openBooks()
    const euros = { currency: 'EUR', items: [{ description: 'Design', quantity: 1, rate: 100 }] }
    const { id } = await addInvoice(books, { ...euros, exchange_rate: 1.1 })
    await addInvoice(books, { ...euros, exchange_rate: 1.2 })
    expect(await changeInvoice(books, id, { notes: 'Thank you' })).toMatchObject({ home_total: 110 })
    expect(await addInvoice(books, euros)).toMatchObject({ exchange_rate: 1.2 })
  })

  test('has a total that can be counted in the home currency', async () => {
    const books = await openBooks()
    const { id } = await addInvoice(books, {
      currency: 'EUR',
      items: [{ description: 'Design', quantity: 1, rate: 999_999 }],
    })
    const body = { exchange_rate: 1_000_000_000 }
    expect(await books.ada.try(invoicesApi.update, { params: { id }, body })).toMatchObject(
      invalidField('exchange_rate', 'Makes the amount too large'),
    )
  })

  test('can be sent with the rate that was missing', async () => {
    const books = await openBooks()
    const { id } = await addInvoice(books, {
      currency: 'EUR',
      items: [{ description: 'Design', quantity: 1, rate: 100 }],
    })
    const refused = await books.ada.try(sendingApi.send, { params: { id }, body: { mail: false } })
    expect(refused).toMatchObject(
      invalidField('exchange_rate', 'Please enter the exchange rate: how many USD is one EUR worth?'),
    )
    const sent = await books.ada.call(sendingApi.send, {
      params: { id },
      body: { mail: false, exchange_rate: 1.25 },
    })
    expect(sent.invoice).toMatchObject({ status: 'sent', exchange_rate: 1.25, home_total: 125 })
  })

  test('changes its currency as a draft only, and keeps its rates as figures', async () => {
    const books = await openBooks()
    const { id } = await addInvoice(books, { items: [{ description: 'Design', quantity: 1.5, rate: 99 }] })
    expect(await changeInvoice(books, id, { currency: 'JPY', exchange_rate: 0.0067 })).toMatchObject({
      currency: 'JPY',
      total: 149,
      items: [{ rate: 99, amount: 149 }],
    })
    await changeInvoice(books, id, { status: 'sent' })
    const refused = await books.ada.try(invoicesApi.update, { params: { id }, body: { currency: 'USD' } })
    expect(refused.status).toBe(409)
  })
})
