import { describe, expect, test } from 'vitest'
import { dashboardApi } from '#features/pages/dashboard/contract.ts'
import { moneyApi } from '#features/pages/money/contract.ts'
import { setClock } from '#tests/app.ts'
import {
  addInvoice,
  addInvoiceWithItem,
  type Books,
  changeInvoice,
  design,
  openBooks,
  readInvoice,
  TODAY,
} from '#tests/invoices.ts'
import { activityOf } from '#tests/portal.ts'
import { invalidField } from '#tests/refusals.ts'
import { invoicesApi } from './contract/api.ts'
import type { InvoiceChangeForm } from './contract/input.ts'
import type { InvoiceListStatus } from './contract/list.ts'

describe('changing the status', () => {
  test('allows any status change, and records it', async () => {
    const books = await openBooks()
    const { id } = await addInvoice(books, { items: [design] })
    for (const status of ['sent', 'paid', 'cancelled', 'overdue', 'draft', 'paid', 'sent'] as const) {
      expect(await changeInvoice(books, id, { status })).toMatchObject({ status })
    }
    const told = (await activityOf(books.ada)).toReversed().filter((line) => line.includes('marked'))
    expect(told[0]).toBe('Invoice marked as sent: INV-0001 for Studio North')
    expect(told).toHaveLength(7)
  })

  test('to paid records the day in the account’s time zone, once', async () => {
    const books = await openBooks('Asia/Tokyo')
    const { id } = await addInvoice(books, { items: [design] })
    const paidOn = async (change: InvoiceChangeForm) => (await changeInvoice(books, id, change)).paid_on
    await setClock('2026-11-16T15:30:00Z')
    expect(await paidOn({ status: 'paid' })).toBe('2026-11-17')
    await setClock('2026-11-20T12:00:00Z')
    expect(await paidOn({ status: 'paid' })).toBe('2026-11-17')
    expect(await paidOn({ notes: 'Paid by card' })).toBe('2026-11-17')
    expect(await paidOn({ status: 'sent' })).toBeNull()
    expect(await paidOn({ status: 'paid' })).toBe('2026-11-20')
  })
})

describe('the day of payment', () => {
  test('can be chosen, and changed while the invoice is paid', async () => {
    const books = await openBooks()
    await setClock('2026-11-17T12:00:00Z')
    const { id } = await addInvoice(books, { items: [design] })
    const paid = await changeInvoice(books, id, { status: 'paid', paid_on: '2026-11-12' })
    expect(paid).toMatchObject({ status: 'paid', paid_on: '2026-11-12' })
    expect((await changeInvoice(books, id, { status: 'paid' })).paid_on).toBe('2026-11-12')
    expect((await changeInvoice(books, id, { paid_on: '2026-11-10' })).paid_on).toBe('2026-11-10')
    expect((await changeInvoice(books, id, { status: 'sent' })).paid_on).toBeNull()
    const told = await activityOf(books.ada)
    expect(told.filter((line) => line.startsWith('Invoice updated'))).toHaveLength(1)
  })

  test.each([
    ['in the future', { status: 'paid', paid_on: '2026-11-18' }, 'Must not be in the future'],
    ['of an unpaid invoice', { paid_on: '2026-11-12' }, 'Only a paid invoice has a payment date'],
    ['of no calendar', { status: 'paid', paid_on: '2026-02-30' }, expect.any(String)],
  ] as const)('%s is refused', async (_, body, message) => {
    const books = await openBooks()
    await setClock('2026-11-17T12:00:00Z')
    const { id } = await addInvoice(books)
    const refused = await books.ada.try(invoicesApi.update, { params: { id }, body })
    expect(refused).toMatchObject(invalidField('paid_on', message))
    expect(await readInvoice(books, id)).toMatchObject({ status: 'draft', paid_on: null })
  })
})

describe.each(['paid', 'cancelled'] as const)('a %s invoice', (status) => {
  test('refuses changes of items, tax and dates, and says what to do', async () => {
    const books = await openBooks()
    const { ada } = books
    const { id, item } = await addInvoiceWithItem(books, { due_date: '2026-12-01' })
    const locked = await changeInvoice(books, id, { status })
    const params = { id, itemId: item.id }
    for (const refused of [
      await ada.try(invoicesApi.addItem, { params, body: design }),
      await ada.try(invoicesApi.updateItem, { params, body: { ...design, rate: 1 } }),
      await ada.try(invoicesApi.removeItem, { params }),
      await ada.try(invoicesApi.update, { params, body: { tax_rate: 5 } }),
      await ada.try(invoicesApi.update, { params, body: { due_date: null } }),
      await ada.try(invoicesApi.update, { params, body: { issue_date: '2026-11-02' } }),
      await ada.try(invoicesApi.update, { params, body: { status, tax_rate: 5 } }),
    ]) {
      const error = expect.stringMatching(new RegExp(`${status}.*set its status back`))
      expect(refused).toMatchObject({ status: 409, body: { error, code: 'conflict' } })
    }
    expect(await readInvoice(books, id)).toEqual(locked)
  })

  test('accepts changed notes and unchanged values', async () => {
    const books = await openBooks()
    const { id } = await addInvoice(books, { due_date: '2026-12-01', tax_rate: 5 })
    await changeInvoice(books, id, { status })
    const same = { due_date: '2026-12-01', tax_rate: 5, issue_date: '2026-11-01', notes: 'Filed' }
    expect(await changeInvoice(books, id, same)).toMatchObject({ ...same, status })
  })

  test('is unlocked by its status, together with what changes', async () => {
    const books = await openBooks()
    const { id } = await addInvoice(books, { items: [design] })
    await changeInvoice(books, id, { status })
    expect(await changeInvoice(books, id, { status: 'draft', tax_rate: 10 })).toMatchObject({
      status: 'draft',
      total: 164.99,
    })
    await books.ada.call(invoicesApi.addItem, { params: { id }, body: design })
  })
})

describe('overdue', () => {
  test('begins the day after the due date, in list and detail alike', async () => {
    const books = await openBooks()
    const { id } = await addInvoice(books, { due_date: TODAY, items: [design] })
    await changeInvoice(books, id, { status: 'sent' })
    const statuses = async () => [
      (await readInvoice(books, id)).status,
      ...(await books.ada.call(invoicesApi.list)).map(({ status }) => status),
    ]
    expect(await statuses()).toEqual(['sent', 'sent'])
    await setClock('2026-11-17T00:00:00Z')
    expect(await statuses()).toEqual(['overdue', 'overdue'])
    expect((await changeInvoice(books, id, { due_date: '2026-12-24' })).status).toBe('sent')
    expect((await changeInvoice(books, id, { status: 'overdue' })).status).toBe('overdue')
    expect(await statuses()).toEqual(['overdue', 'overdue'])
  })

  test('is never an invoice that asks for nothing: it is paid as soon as it is issued, anywhere', async () => {
    const books = await openBooks()
    const { ada } = books
    const { id } = await addInvoice(books, { due_date: TODAY, items: [{ ...design, rate: 0 }] })
    expect(await changeInvoice(books, id, { status: 'sent' })).toMatchObject({
      status: 'paid',
      paid_on: TODAY,
    })
    await setClock('2026-12-01T09:00:00Z')
    expect(await readInvoice(books, id)).toMatchObject({
      status: 'paid',
      paid_on: TODAY,
      has_payments: false,
    })
    expect(await changeInvoice(books, id, { status: 'overdue' })).toMatchObject({ status: 'paid' })
    const listed = async (status: InvoiceListStatus) =>
      (await ada.call(invoicesApi.list, { query: { status } })).length
    expect([await listed('overdue'), await listed('sent'), await listed('awaiting_approval')]).toEqual([
      0, 0, 0,
    ])
    expect(await ada.call(invoicesApi.summary)).toMatchObject({ overdue_count: 0, outstanding_count: 0 })
    expect(await ada.call(invoicesApi.late)).toEqual([])
    const money = await ada.call(moneyApi.money)
    expect([money.overdue.count, money.waiting.count]).toEqual([0, 0])
    expect(await ada.call(dashboardApi.stats)).toMatchObject({ overdueInvoicesCount: 0 })
    expect(await changeInvoice(books, id, { status: 'draft' })).toMatchObject({
      status: 'draft',
      paid_on: null,
    })
  })

  test('is decided by the account’s time zone, not by the server’s', async () => {
    const [auckland, losAngeles] = [
      await openBooks('Pacific/Auckland'),
      await openBooks('America/Los_Angeles'),
    ]
    const sentStatus = async (books: Books) => {
      const { id } = await addInvoice(books, { due_date: TODAY, items: [design] })
      return (await changeInvoice(books, id, { status: 'sent' })).status
    }
    await setClock('2026-11-16T11:30:00Z')
    expect([await sentStatus(auckland), await sentStatus(losAngeles)]).toEqual(['overdue', 'sent'])
    await setClock('2026-11-17T07:59:00Z')
    expect(await sentStatus(losAngeles)).toBe('sent')
    await setClock('2026-11-17T08:00:00Z')
    expect(await sentStatus(losAngeles)).toBe('overdue')
  })

  test.each(['draft', 'paid', 'cancelled'] as const)(
    'is never the status of a %s invoice',
    async (status) => {
      const books = await openBooks()
      const { id } = await addInvoice(books, { due_date: '2026-11-02' })
      await setClock('2026-12-10T00:00:00Z')
      expect((await changeInvoice(books, id, { status })).status).toBe(status)
    },
  )
})
