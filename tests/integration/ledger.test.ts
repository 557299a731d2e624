import { describe, expect, test } from 'vitest'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { atOnce } from '#tests/at-once.ts'
import { addInvoice, changeInvoice, openBooks, readInvoice, TODAY } from '#tests/invoices.ts'

describe('fifty entries of the ledger at once', () => {
  async function openWithSent(amount: number) {
    const books = await openBooks()
    const { id } = await addInvoice(books, { items: [{ description: 'Design', quantity: 1, rate: amount }] })
    await changeInvoice(books, id, { status: 'sent' })
    return { ...books, id, params: { id } }
  }
  const ofKind = async ({ ada, params }: Awaited<ReturnType<typeof openWithSent>>) => {
    const { payments } = await ada.call(invoicesApi.payments, { params })
    return payments.map(({ kind, amount, written_off }) => [kind, amount + written_off])
  }

  test('payments, write-offs and refunds never settle more than the total', async () => {
    const books = await openWithSent(100)
    const { ada, params } = books
    let turn = 0
    const answers = await atOnce(50, () => {
      const paid_on = TODAY
      if (turn++ % 2 === 0)
        return ada.try(invoicesApi.recordPayment, { params, body: { amount: 30, paid_on } })
      return ada.try(invoicesApi.writeOff, { params, body: { amount: 20, paid_on, reason: 'Gone' } })
    })
    expect(answers.filter(({ ok }) => !ok).every(({ status }) => status === 400 || status === 409)).toBe(true)
    const entries = await ofKind(books)
    const settled = entries.reduce((sum, [, amount]) => sum + Number(amount), 0)
    expect(answers.filter(({ ok }) => ok)).toHaveLength(entries.length)
    const { balance, amount_paid, written_off } = await readInvoice(books, books.id)
    expect(amount_paid + written_off).toBe(settled)
    expect(balance).toBe(100 - settled)
    expect(balance).toBeGreaterThanOrEqual(0)
    expect(balance).toBeLessThan(20)
  })

  test('uses of the same credit pay with it once', async () => {
    const books = await openWithSent(100)
    const { ada, params } = books
    const body = { amount: 160, paid_on: TODAY, excess_as_credit: true }
    await ada.call(invoicesApi.recordPayment, { params, body })
    const later: number[] = []
    for (let count = 0; count < 10; count++) {
      const { id } = await addInvoice(books, { items: [{ description: 'Design', quantity: 1, rate: 25 }] })
      await changeInvoice(books, id, { status: 'sent' })
      later.push(id)
    }
    let turn = 0
    const answers = await atOnce(50, () => {
      const id = later[turn++ % later.length] ?? 0
      return ada.try(invoicesApi.payWithCredit, { params: { id }, body: {} })
    })
    expect(answers.every(({ ok, status }) => ok || status === 409 || status === 503)).toBe(true)
    const invoices = await Promise.all(later.map((id) => readInvoice(books, id)))
    const used = invoices.reduce((sum, { amount_paid }) => sum + amount_paid, 0)
    expect(used + (await readInvoice(books, books.id)).overpaid).toBe(60)
  })

  test('removals of one payment reverse it once', async () => {
    const books = await openWithSent(100)
    const { ada, params } = books
    await ada.call(invoicesApi.recordPayment, { params, body: { amount: 100, paid_on: TODAY } })
    const [payment] = (await ada.call(invoicesApi.payments, { params })).payments
    const entry = { params: { ...params, paymentId: payment?.id ?? 0 } }
    const answers = await atOnce(50, () => ada.try(invoicesApi.removePayment, entry))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await ofKind(books)).toEqual([
      ['payment', 100],
      ['reversal', -100],
    ])
  })
})
