import { describe, expect, test } from 'vitest'
import { creditNotesApi } from '#features/billing/credit-notes/contract.ts'
import { removalsApi } from '#features/foundation/removals/contract.ts'
import { clientPageApi } from '#features/pages/client-page/contract.ts'
import { reportsApi } from '#features/pages/reports/contract.ts'
import { setClock } from '#tests/app.ts'
import { addSentInvoice, type Books, openBooks, readInvoice } from '#tests/invoices.ts'
import { CONFLICT, invalidField } from '#tests/refusals.ts'
import { invoicesApi } from './contract/api.ts'
import type { InvoicePaymentForm } from './contract/payments.ts'

const DAY = '2026-11-17'

async function openOn(day = DAY): Promise<Books> {
  const books = await openBooks()
  await setClock(`${day}T12:00:00Z`)
  return books
}

const pay = ({ ada }: Books, id: number, amount: number, more: Partial<InvoicePaymentForm> = {}) =>
  ada.call(invoicesApi.recordPayment, { params: { id }, body: { amount, paid_on: DAY, ...more } })
const overpay = (books: Books, id: number, amount: number) =>
  pay(books, id, amount, { excess_as_credit: true })
const refund = ({ ada }: Books, id: number, amount: number, paid_on = DAY) =>
  ada.try(invoicesApi.recordRefund, { params: { id }, body: { amount, paid_on } })
const writeOff = ({ ada }: Books, id: number, amount = 190) =>
  ada.try(invoicesApi.writeOff, { params: { id }, body: { amount, paid_on: DAY, reason: 'Insolvent' } })
const payWithCredit = ({ ada }: Books, id: number, amount?: number) =>
  ada.try(invoicesApi.payWithCredit, { params: { id }, body: { amount } })
const remove = ({ ada }: Books, id: number, paymentId: number | undefined) =>
  ada.try(invoicesApi.removePayment, { params: { id, paymentId: paymentId ?? 0 } })
const entriesOf = async ({ ada }: Books, id: number) =>
  (await ada.call(invoicesApi.payments, { params: { id } })).payments
const reportOf = ({ ada }: Books) => ada.call(reportsApi.get, { query: { timeRange: 'last3months' } })
const statementOf = async ({ ada, clientId }: Books) => {
  const statement = await ada.call(clientPageApi.statement, { params: { id: clientId } })
  return statement.currencies[0]
}

describe('a refund by hand', () => {
  test('is owed again, and counts as negative revenue on its own day', async () => {
    const books = await openOn()
    const id = await addSentInvoice(books, { issue_date: '2026-10-01' })
    await pay(books, id, 1190, { paid_on: '2026-10-20' })
    expect((await refund(books, id, 119)).body).toMatchObject({
      status: 'sent',
      amount_paid: 1071,
      balance: 119,
    })
    const { incomeByMonth, totalRevenue } = await reportOf(books)
    expect(incomeByMonth).toContainEqual({ month: '2026-10', amount: 1000 })
    expect(incomeByMonth).toContainEqual({ month: '2026-11', amount: -100 })
    expect(totalRevenue).toBe(900)
  })

  test('is at most what was paid, and not in the future', async () => {
    const books = await openOn()
    const id = await addSentInvoice(books)
    expect(await refund(books, id, 1)).toMatchObject(
      invalidField('amount', 'Must be at most $0.00, which was paid'),
    )
    await pay(books, id, 500)
    expect(await refund(books, id, 500.01)).toMatchObject(
      invalidField('amount', 'Must be at most $500.00, which was paid'),
    )
    expect(await refund(books, id, 1, '2026-11-18')).toMatchObject(invalidField('paid_on'))
    expect((await refund(books, id, 500)).body).toMatchObject({ amount_paid: 0, balance: 1190 })
  })

  test('that was a mistake is taken back, and both stay on record', async () => {
    const books = await openOn()
    const id = await addSentInvoice(books)
    await pay(books, id, 1190)
    await refund(books, id, 190)
    const [, entry] = await entriesOf(books, id)
    expect((await remove(books, id, entry?.id)).body).toMatchObject({ status: 'paid', balance: 0 })
    expect((await entriesOf(books, id)).map(({ kind, amount }) => [kind, amount])).toEqual([
      ['payment', 1190],
      ['refund', -190],
      ['reversal', 190],
    ])
  })
})

describe('what a payment costs', () => {
  test('is a fee that the client does not owe, and a cost in the profit of its day', async () => {
    const books = await openOn()
    const id = await addSentInvoice(books)
    const paid = await pay(books, id, 1190, { fee: 17.26 })
    expect(paid).toMatchObject({ status: 'paid', amount_paid: 1190, balance: 0 })
    expect(await entriesOf(books, id)).toMatchObject([{ amount: 1190, fee: 17.26, exchange_difference: 0 }])
    expect(await reportOf(books)).toMatchObject({
      totalRevenue: 1000,
      totalExpenses: 0,
      paymentCosts: { fees: 17.26, exchangeDifferences: 0 },
      profit: 982.74,
    })
    const [entry] = await entriesOf(books, id)
    await remove(books, id, entry?.id)
    expect(await reportOf(books)).toMatchObject({ paymentCosts: { fees: 0 }, profit: 0 })
  })

  test('is the difference to the rate of the invoice, if another amount reached the account', async () => {
    const books = await openOn()
    const id = await addSentInvoice(books, { currency: 'EUR', exchange_rate: 1.1 })
    await pay(books, id, 1190, { fee: 12, received: 1280 })
    expect(await entriesOf(books, id)).toMatchObject([{ fee: 12, exchange_difference: -17 }])
    expect(await reportOf(books)).toMatchObject({
      totalRevenue: 1100,
      totalTax: 209,
      paymentCosts: { fees: 12, exchangeDifferences: -17 },
      profit: 1071,
    })
  })

  test('in the home currency has no difference', async () => {
    const books = await openOn()
    const id = await addSentInvoice(books)
    const body = { amount: 1, paid_on: DAY, received: 1 }
    expect(await books.ada.try(invoicesApi.recordPayment, { params: { id }, body })).toMatchObject(
      invalidField('received', 'Must be left out, since the invoice is in USD'),
    )
  })
})

describe('a write-off', () => {
  test('lowers the balance, is no revenue, and settles the invoice', async () => {
    const books = await openOn()
    const id = await addSentInvoice(books)
    await pay(books, id, 1000)
    expect((await writeOff(books, id)).body).toMatchObject({
      status: 'paid',
      amount_paid: 1000,
      written_off: 190,
      balance: 0,
      paid_on: DAY,
    })
    expect(await entriesOf(books, id)).toMatchObject([
      { kind: 'payment', amount: 1000 },
      { kind: 'write_off', amount: 0, written_off: 190, reason: 'Insolvent' },
    ])
    expect(await reportOf(books)).toMatchObject({ totalRevenue: 840.34, totalOutstanding: 0 })
    expect(await statementOf(books)).toMatchObject({ paid: 1000, written_off: 190, closing_balance: 0 })
  })

  test('needs a reason, and is at most the balance of an invoice that is owed', async () => {
    const books = await openOn()
    const id = await addSentInvoice(books)
    const body = { amount: 1, paid_on: DAY, reason: ' ' }
    const unexplained = await books.ada.try(invoicesApi.writeOff, { params: { id }, body })
    expect(unexplained).toMatchObject(invalidField('reason', 'Reason is required'))
    expect(await writeOff(books, id, 1190.01)).toMatchObject(invalidField('amount'))
    await writeOff(books, id, 190)
    for (const status of ['draft', 'cancelled'] as const) {
      const refused = await books.ada.try(invoicesApi.update, { params: { id }, body: { status } })
      expect(refused).toMatchObject({
        status: 409,
        body: { error: '$190.00 was written off on this invoice' },
      })
    }
    await pay(books, id, 1000)
    expect(await writeOff(books, id)).toMatchObject(CONFLICT)
  })

  test('is reversed with the payments when the invoice is set back, and comes back with undo', async () => {
    const books = await openOn()
    const id = await addSentInvoice(books)
    await pay(books, id, 1000)
    await writeOff(books, id)
    const { removal_id } = await books.ada.call(invoicesApi.update, {
      params: { id },
      body: { status: 'sent' },
    })
    expect(await readInvoice(books, id)).toMatchObject({ amount_paid: 0, written_off: 0, balance: 1190 })
    await books.ada.call(removalsApi.undo, { params: { id: removal_id ?? 0 } })
    expect(await readInvoice(books, id)).toMatchObject({
      status: 'paid',
      amount_paid: 1000,
      written_off: 190,
    })
  })

  test('that was taken back returns once that is undone, with credit that had taken its place', async () => {
    const books = await openOn()
    const id = await addSentInvoice(books)
    await writeOff(books, id, 1190)
    await pay(books, id, 1190, { excess_as_credit: true })
    const before = await readInvoice(books, id)
    expect(before).toMatchObject({ written_off: 1190, overpaid: 1190 })
    const { payments } = await books.ada.call(invoicesApi.payments, { params: { id } })
    const params = { id, paymentId: payments[0]?.id ?? 0 }
    const { removal_id } = await books.ada.call(invoicesApi.removePayment, { params })
    expect(await readInvoice(books, id)).toMatchObject({ amount_paid: 1190, written_off: 0, overpaid: 0 })
    await books.ada.call(removalsApi.undo, { params: { id: removal_id } })
    expect(await readInvoice(books, id)).toMatchObject({ written_off: 1190, overpaid: 1190, amount_paid: 0 })
  })
})

describe('a write-off of what a credit note takes back', () => {
  const creditBack = async ({ ada }: Books, id: number, rate: number) => {
    const items = [{ description: 'Design', quantity: 1, rate }]
    const note = await ada.call(creditNotesApi.create, { params: { id }, body: { reason: 'Wrong', items } })
    await ada.call(creditNotesApi.send, { params: { id: note.id }, body: { mail: false } })
  }

  test('is reversed as of today, so that the statement ends with what is owed', async () => {
    const books = await openOn()
    const id = await addSentInvoice(books)
    await writeOff(books, id, 690)
    await pay(books, id, 100)
    await creditBack(books, id, 600)
    expect(await readInvoice(books, id)).toMatchObject({ credited: 714, written_off: 476, balance: 0 })
    expect((await entriesOf(books, id)).map(({ kind, written_off }) => [kind, written_off])).toEqual([
      ['write_off', 690],
      ['payment', 0],
      ['reversal', -690],
      ['write_off', 476],
    ])
    expect(await statementOf(books)).toMatchObject({ closing_balance: -100, credit: 100 })
    await creditBack(books, id, 400)
    expect(await readInvoice(books, id)).toMatchObject({ written_off: 0, overpaid: 100, status: 'paid' })
    expect(await statementOf(books)).toMatchObject({ written_off: 0, closing_balance: -100, credit: 100 })
  })

  test('does not come back with an undo', async () => {
    const books = await openOn()
    const id = await addSentInvoice(books)
    await writeOff(books, id, 1190)
    const body = { status: 'sent' as const }
    const { removal_id } = await books.ada.call(invoicesApi.update, { params: { id }, body })
    await creditBack(books, id, 600)
    const undone = await books.ada.try(removalsApi.undo, { params: { id: removal_id ?? 0 } })
    expect(undone).toMatchObject(CONFLICT)
    expect(await readInvoice(books, id)).toMatchObject({ credited: 714, written_off: 0, balance: 476 })
  })
})

test('an invoice cannot come to less than was written off', async () => {
  const books = await openOn()
  const id = await addSentInvoice(books)
  await writeOff(books, id, 690)
  const lower = await books.ada.try(invoicesApi.update, { params: { id }, body: { discount_percent: 50 } })
  expect(lower).toMatchObject(CONFLICT)
  expect(await readInvoice(books, id)).toMatchObject({ total: 1190, written_off: 690, balance: 500 })
})

describe('credit', () => {
  test('that pays another invoice can be taken back there after its own was refunded and paid again', async () => {
    const books = await openOn()
    const [first, other] = [await addSentInvoice(books), await addSentInvoice(books)]
    await overpay(books, first, 1250)
    await payWithCredit(books, other)
    await refund(books, first, 1190)
    await pay(books, first, 1190)
    await books.ada.call(invoicesApi.update, { params: { id: first }, body: { status: 'sent' } })
    const [used] = await entriesOf(books, other)
    expect(await remove(books, other, used?.id)).toMatchObject({ status: 200, body: { amount_paid: 0 } })
    expect(await readInvoice(books, first)).toMatchObject({ amount_paid: 60, balance: 1130 })
  })

  test('is what was paid beyond an invoice, and is revenue once it pays the next one', async () => {
    const books = await openOn()
    const first = await addSentInvoice(books, { issue_date: '2026-10-01' })
    await pay(books, first, 1428, { paid_on: '2026-10-20', excess_as_credit: true })
    expect(await readInvoice(books, first)).toMatchObject({
      status: 'paid',
      amount_paid: 1190,
      overpaid: 238,
    })
    expect(await reportOf(books)).toMatchObject({ totalRevenue: 1000 })
    const next = await addSentInvoice(books)
    expect(await readInvoice(books, next)).toMatchObject({ client_credit: 238, balance: 1190 })
    expect(await statementOf(books)).toMatchObject({ closing_balance: 952, credit: 238 })

    expect((await payWithCredit(books, next)).body).toMatchObject({
      status: 'sent',
      amount_paid: 238,
      balance: 952,
      client_credit: 0,
    })
    expect(await readInvoice(books, first)).toMatchObject({ status: 'paid', amount_paid: 1190, overpaid: 0 })
    const { incomeByMonth } = await reportOf(books)
    expect(incomeByMonth).toContainEqual({ month: '2026-10', amount: 1000 })
    expect(incomeByMonth).toContainEqual({ month: '2026-11', amount: 200 })
    expect(await statementOf(books)).toMatchObject({ paid: 1428, closing_balance: 952 })
    expect(await payWithCredit(books, next)).toMatchObject(CONFLICT)
  })

  test('comes from a payment of an invoice that is paid already, too', async () => {
    const books = await openOn()
    const id = await addSentInvoice(books)
    await pay(books, id, 1190)
    expect(await overpay(books, id, 1190)).toMatchObject({
      status: 'paid',
      amount_paid: 1190,
      overpaid: 1190,
    })
  })

  test('is of one client and one currency', async () => {
    const books = await openOn()
    const euros = await addSentInvoice(books, { currency: 'EUR', exchange_rate: 1.1 })
    await overpay(books, euros, 1200)
    const dollars = await addSentInvoice(books)
    expect(await readInvoice(books, dollars)).toMatchObject({ client_credit: 0 })
    expect(await payWithCredit(books, dollars)).toMatchObject(CONFLICT)
    const { credit } = await books.ada.call(clientPageApi.overview, { params: { id: books.clientId } })
    expect(credit).toMatchObject({ amount: 11, originals: [{ currency: 'EUR', amount: 10 }] })
  })

  test('is refunded before anything else, and is then gone', async () => {
    const books = await openOn()
    const id = await addSentInvoice(books)
    await overpay(books, id, 1250)
    expect((await refund(books, id, 60)).body).toMatchObject({ status: 'paid', overpaid: 0, balance: 0 })
    expect(await reportOf(books)).toMatchObject({ totalRevenue: 1000 })
  })

  test('goes back to where it came from when the invoice that it pays is set back or cancelled', async () => {
    const books = await openOn()
    const first = await addSentInvoice(books)
    await overpay(books, first, 2380)
    const next = await addSentInvoice(books)
    await payWithCredit(books, next)
    const { removal_id } = await books.ada.call(invoicesApi.update, {
      params: { id: next },
      body: { status: 'cancelled' },
    })
    expect(await readInvoice(books, first)).toMatchObject({ overpaid: 1190 })
    await books.ada.call(removalsApi.undo, { params: { id: removal_id ?? 0 } })
    expect(await readInvoice(books, first)).toMatchObject({ overpaid: 0 })
    expect(await readInvoice(books, next)).toMatchObject({ status: 'paid', amount_paid: 1190 })
  })

  test('that pays another invoice keeps the payment that it came from', async () => {
    const books = await openOn()
    const first = await addSentInvoice(books)
    await overpay(books, first, 1250)
    const next = await addSentInvoice(books)
    await payWithCredit(books, next, 50)
    const [payment, moved] = await entriesOf(books, first)
    expect(await remove(books, first, payment?.id)).toMatchObject(CONFLICT)
    expect(await remove(books, first, moved?.id)).toMatchObject(CONFLICT)
    const back = { params: { id: first }, body: { status: 'draft' as const } }
    expect(await books.ada.try(invoicesApi.update, back)).toMatchObject(CONFLICT)
    expect(await readInvoice(books, first)).toMatchObject({ status: 'paid', amount_paid: 1190, overpaid: 10 })
    const [used] = await entriesOf(books, next)
    await remove(books, next, used?.id)
    expect(await readInvoice(books, first)).toMatchObject({ overpaid: 60 })
    expect((await remove(books, first, payment?.id)).body).toMatchObject({ status: 'sent', overpaid: 0 })
  })

  test('of another account is not found', async () => {
    const books = await openOn()
    const eve = await openOn()
    const id = await addSentInvoice(books)
    for (const answer of [await refund(eve, id, 1), await writeOff(eve, id), await payWithCredit(eve, id)])
      expect(answer.status).toBe(404)
  })
})
