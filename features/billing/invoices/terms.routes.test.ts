import { describe, expect, test } from 'vitest'
import { businessApi } from '#features/foundation/business/contract.ts'
import { portalApi } from '#features/pages/portal/contract/portal.ts'
import { reportsApi } from '#features/pages/reports/contract.ts'
import {
  addInvoice,
  type Books,
  changeInvoice,
  design,
  draft,
  openBooks,
  readInvoice,
} from '#tests/invoices.ts'
import { addSentInvoice, openStudio } from '#tests/portal.ts'
import { CONFLICT, invalidField } from '#tests/refusals.ts'
import { invoicesApi } from './contract/api.ts'

const HUNDRED = { description: 'Workshop', quantity: 2, unit: 'days', rate: 50 } as const

const tryToAdd = ({ ada, clientId }: Books, more: object) =>
  ada.try(invoicesApi.create, { body: draft(clientId, more) })

const tryToChange = ({ ada }: Books, id: number, body: object) =>
  ada.try(invoicesApi.update, { params: { id }, body })

describe('a line', () => {
  test('has a unit, and text in several lines', async () => {
    const books = await openBooks()
    const description = 'Workshop\nwith the team'
    const { id, items } = await addInvoice(books, { items: [{ ...HUNDRED, description }, design] })
    expect(items).toMatchObject([
      { description, unit: 'days', amount: 100 },
      { unit: '', amount: 149.99 },
    ])
    const params = { id, itemId: items[0]?.id ?? 0 }
    const { unit: _, ...withoutUnit } = HUNDRED
    const kept = await books.ada.call(invoicesApi.updateItem, { params, body: withoutUnit })
    expect(kept).toMatchObject({ description: 'Workshop', unit: 'days' })
    const cleared = await books.ada.call(invoicesApi.updateItem, { params, body: { ...HUNDRED, unit: '' } })
    expect(cleared.unit).toBe('')
    expect(await tryToAdd(books, { items: [{ ...HUNDRED, unit: 'weeks' }] })).toMatchObject(
      invalidField('items.0.unit'),
    )
  })
})

describe('the order of lines', () => {
  const named = (...names: string[]) => names.map((description) => ({ ...HUNDRED, description }))
  const orderOf = ({ items }: { items: { description: string }[] }) =>
    items.map(({ description }) => description).join('')

  test('changes as a whole, and a new line is the last', async () => {
    const books = await openBooks()
    const { ada } = books
    const { id, items, version } = await addInvoice(books, { items: named('A', 'B', 'C') })
    const params = { id }
    const item_ids = items.map((item) => item.id).toReversed()
    const ordered = await ada.call(invoicesApi.orderItems, { params, body: { item_ids } })
    expect([orderOf(ordered), ordered.version]).toEqual(['CBA', version + 1])
    await ada.call(invoicesApi.addItem, { params, body: { ...HUNDRED, description: 'D' } })
    expect(orderOf(await readInvoice(books, id))).toBe('CBAD')
  })

  test('is refused unless it names exactly the lines that there are', async () => {
    const books = await openBooks()
    const { ada } = books
    const { id, items } = await addInvoice(books, { items: named('A', 'B') })
    const other = await addInvoice(books, { items: named('X') })
    const [one = 0, two = 0] = items.map((item) => item.id)
    for (const item_ids of [[two], [two, one, one], [two, other.items[0]?.id ?? 0], []]) {
      expect(await ada.try(invoicesApi.orderItems, { params: { id }, body: { item_ids } })).toMatchObject(
        CONFLICT,
      )
    }
    expect(orderOf(await readInvoice(books, id))).toBe('AB')
    await changeInvoice(books, id, { status: 'paid' })
    const late = await ada.try(invoicesApi.orderItems, { params: { id }, body: { item_ids: [two, one] } })
    expect(late).toMatchObject(CONFLICT)
  })

  test('with lines that are added at the same time is right or refused', async () => {
    const books = await openBooks()
    const { ada } = books
    const { id, items } = await addInvoice(books, { items: named('A', 'B') })
    const params = { id }
    const item_ids = items.map((item) => item.id).toReversed()
    const [ordered] = await Promise.all([
      ada.try(invoicesApi.orderItems, { params, body: { item_ids } }),
      ada.call(invoicesApi.addItem, { params, body: { ...HUNDRED, description: 'C' } }),
    ])
    expect(orderOf(await readInvoice(books, id))).toBe(ordered.ok ? 'BAC' : 'ABC')
  })

  test('is no reason to ask a client again', async () => {
    const studio = await openStudio()
    const id = await addSentInvoice(studio, { items: named('A', 'B') })
    await studio.client.call(portalApi.decideInvoice, {
      params: { invoiceId: id },
      body: { status: 'approved' },
    })
    const { items } = await studio.ada.call(invoicesApi.get, { params: { id } })
    const item_ids = items.map((item) => item.id).toReversed()
    const ordered = await studio.ada.call(invoicesApi.orderItems, { params: { id }, body: { item_ids } })
    expect(ordered.approval_status).toBe('approved')
    expect(orderOf(ordered)).toBe('BA')
  })
})

describe('a discount', () => {
  test('in percent follows the lines, and stands before tax', async () => {
    const books = await openBooks()
    const created = await addInvoice(books, { items: [HUNDRED], tax_rate: 19, discount_percent: 10 })
    expect(created).toMatchObject({
      subtotal: 100,
      discount_percent: 10,
      discount_amount: 10,
      tax_amount: 17.1,
      total: 107.1,
      home_total: 107.1,
    })
    await books.ada.call(invoicesApi.addItem, { params: { id: created.id }, body: HUNDRED })
    expect(await readInvoice(books, created.id)).toMatchObject({
      subtotal: 200,
      discount_amount: 20,
      tax_amount: 34.2,
      total: 214.2,
    })
  })

  test('is an amount, a percentage or nothing, as it was entered last', async () => {
    const books = await openBooks()
    const { id } = await addInvoice(books, { items: [HUNDRED], discount_amount: 12.34 })
    const at = (discount_percent: number | null, discount_amount: number) => ({
      discount_percent,
      discount_amount,
      total: 100 - discount_amount,
    })
    expect(await readInvoice(books, id)).toMatchObject(at(null, 12.34))
    expect(await changeInvoice(books, id, { notes: 'Thanks' })).toMatchObject(at(null, 12.34))
    expect(await changeInvoice(books, id, { discount_percent: 25 })).toMatchObject(at(25, 25))
    const readBack = { discount_percent: 25, discount_amount: 25 }
    expect(await changeInvoice(books, id, readBack)).toMatchObject(at(25, 25))
    expect(await changeInvoice(books, id, { discount_amount: 5 })).toMatchObject(at(null, 5))
    expect(await changeInvoice(books, id, { discount_percent: null })).toMatchObject(at(null, 5))
    expect(await changeInvoice(books, id, { discount_percent: 100 })).toMatchObject(at(100, 100))
    expect(await changeInvoice(books, id, { discount_percent: null })).toMatchObject(at(null, 0))
    expect(await changeInvoice(books, id, { discount_amount: 5 })).toMatchObject(at(null, 5))
    expect(await changeInvoice(books, id, { discount_amount: null })).toMatchObject(at(null, 0))
  })

  test('is at most what the lines come to', async () => {
    const books = await openBooks()
    const tooMuch = invalidField('discount_amount', 'Must be at most $100.00, which the items come to')
    expect(await tryToAdd(books, { items: [HUNDRED], discount_amount: 100.01 })).toMatchObject(tooMuch)
    const { id, items } = await addInvoice(books, { items: [HUNDRED], discount_amount: 100 })
    expect(await tryToChange(books, id, { discount_amount: 100.01 })).toMatchObject(tooMuch)
    expect(await tryToChange(books, id, { discount_percent: 100.01 })).toMatchObject(
      invalidField('discount_percent'),
    )
    const params = { id, itemId: items[0]?.id ?? 0 }
    const lowered = await books.ada.try(invoicesApi.updateItem, { params, body: { ...HUNDRED, rate: 49 } })
    const removed = await books.ada.try(invoicesApi.removeItem, { params })
    for (const refused of [lowered, removed]) {
      expect(refused).toMatchObject({
        ...CONFLICT,
        body: { error: 'The discount of $100.00 is more than the items would then come to' },
      })
    }
    expect(await readInvoice(books, id)).toMatchObject({ subtotal: 100, discount_amount: 100, total: 0 })
  })

  test('is locked with the invoice, and counts as revenue in no report', async () => {
    const books = await openBooks()
    const { id } = await addInvoice(books, { items: [HUNDRED], tax_rate: 20, discount_percent: 10 })
    await changeInvoice(books, id, { status: 'paid' })
    expect(await tryToChange(books, id, { discount_percent: 20 })).toMatchObject(CONFLICT)
    expect((await changeInvoice(books, id, { discount_percent: 10 })).total).toBe(108)
    const report = await books.ada.call(reportsApi.get, { query: { from: '2026-11-01', to: '2026-11-30' } })
    expect(report).toMatchObject({ totalRevenue: 90, totalTax: 18 })
  })

  test('keeps its figure in another currency', async () => {
    const books = await openBooks()
    const { id } = await addInvoice(books, { items: [HUNDRED], discount_amount: 5 })
    const inYen = await changeInvoice(books, id, { currency: 'JPY', exchange_rate: 0.007 })
    expect(inYen).toMatchObject({ subtotal: 100, discount_amount: 5, total: 95 })
    await books.ada.call(businessApi.update, { body: { currency: 'KWD' } })
    const { id: percent } = await addInvoice(books, {
      items: [HUNDRED],
      discount_percent: 12.5,
      tax_rate: 10,
      currency: 'KWD',
    })
    await books.ada.call(businessApi.update, { body: { currency: 'JPY' } })
    expect(await readInvoice(books, percent)).toMatchObject({
      currency: 'JPY',
      subtotal: 100,
      discount_amount: 13,
      tax_amount: 9,
      total: 96,
      home_total: 96,
    })
  })
})

describe('a tax category', () => {
  test('other than the standard charges no tax', async () => {
    const books = await openBooks()
    await books.ada.call(businessApi.update, { body: { tax_rate: 19 } })
    const created = await addInvoice(books, { items: [HUNDRED], tax_category: 'reverse_charge' })
    expect(created).toMatchObject({ tax_category: 'reverse_charge', tax_rate: 0, total: 100 })
    expect(await tryToAdd(books, { tax_category: 'exempt', tax_rate: 19 })).toMatchObject(
      invalidField('tax_rate', 'Must be 0, because only the standard tax category has a rate'),
    )
    expect(await tryToChange(books, created.id, { tax_rate: 19 })).toMatchObject(invalidField('tax_rate'))
    const standard = await changeInvoice(books, created.id, { tax_category: 'standard', tax_rate: 19 })
    expect(standard).toMatchObject({ tax_category: 'standard', tax_rate: 19, total: 119 })
    expect(await changeInvoice(books, created.id, { tax_category: 'zero' })).toMatchObject({
      tax_category: 'zero',
      tax_rate: 0,
      total: 100,
    })
    expect(await tryToChange(books, created.id, { tax_category: 'luxury' })).toMatchObject(
      invalidField('tax_category'),
    )
  })
})

describe('a service period', () => {
  test('is kept and changed, and ends no earlier than it begins', async () => {
    const books = await openBooks()
    const november = { service_from: '2026-11-01', service_to: '2026-11-30' }
    const { id } = await addInvoice(books, november)
    expect(await readInvoice(books, id)).toMatchObject(november)
    const early = invalidField('service_to', 'Must not be before the first day')
    expect(await tryToAdd(books, { ...november, service_to: '2026-10-31' })).toMatchObject(early)
    expect(await tryToChange(books, id, { service_to: '2026-10-31' })).toMatchObject(early)
    expect(await tryToChange(books, id, { service_from: '2026-12-01' })).toMatchObject(early)
    expect(await changeInvoice(books, id, { service_from: '' })).toMatchObject({
      service_from: null,
      service_to: '2026-11-30',
    })
  })
})

test('what a client approved includes unit, discount, tax category and service period', async () => {
  const studio = await openStudio()
  const { ada, client } = studio
  const id = await addSentInvoice(studio, { items: [HUNDRED], tax_rate: 19 })
  const approve = () =>
    client.call(portalApi.decideInvoice, { params: { invoiceId: id }, body: { status: 'approved' } })
  const [item] = (await ada.call(invoicesApi.get, { params: { id } })).items
  const changes = [
    () =>
      ada.call(invoicesApi.updateItem, {
        params: { id, itemId: item?.id ?? 0 },
        body: { ...HUNDRED, unit: 'hours' },
      }),
    () => ada.call(invoicesApi.update, { params: { id }, body: { discount_percent: 10 } }),
    () => ada.call(invoicesApi.update, { params: { id }, body: { tax_category: 'exempt' } }),
    () => ada.call(invoicesApi.update, { params: { id }, body: { service_from: '2026-11-01' } }),
  ]
  const words: unknown[] = []
  for (const change of changes) {
    expect((await approve()).approval_status).toBe('approved')
    await change()
    const shown = await client.call(portalApi.invoice, { params: { invoiceId: id } })
    expect(shown.approval_status).toBe('pending')
    words.push(shown.changes_since_decision)
  }
  expect(words).toMatchObject([
    [
      {
        what: 'Item',
        before: 'Workshop: 2 days × $50.00 = $100.00',
        after: 'Workshop: 2 hours × $50.00 = $100.00',
      },
    ],
    [
      { what: 'Discount', before: null, after: '10%' },
      { what: 'Total', before: '$119.00', after: '$107.10' },
    ],
    [
      { what: 'Tax category', before: 'Standard', after: 'Exempt' },
      { what: 'Tax rate', before: '19%', after: '0%' },
      { what: 'Total', before: '$107.10', after: '$90.00' },
    ],
    [{ what: 'Service period', before: null, after: 'From Nov 1, 2026' }],
  ])
})
