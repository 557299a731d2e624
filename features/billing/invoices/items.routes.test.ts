import { describe, expect, test } from 'vitest'
import { addInvoice, addInvoiceWithItem, design, draft, openBooks, readInvoice } from '#tests/invoices.ts'
import { activityOf } from '#tests/portal.ts'
import { invalidField, invalidFields, NOT_FOUND } from '#tests/refusals.ts'
import { invoicesApi } from './contract/api.ts'

describe('items', () => {
  test('are added, changed and deleted, and the totals are updated', async () => {
    const books = await openBooks()
    const { ada } = books
    const { id } = await addInvoice(books, { tax_rate: 8.25 })
    const added = await ada.call(invoicesApi.addItem, { params: { id }, body: design })
    expect(added).toMatchObject({ ...design, amount: 149.99 })
    const { invoice_version, currency: _, ...item } = added
    expect(await readInvoice(books, id)).toMatchObject({
      subtotal: 149.99,
      tax_amount: 12.37,
      total: 162.36,
      items: [item],
      version: invoice_version,
    })

    const params = { id, itemId: item.id }
    const changed = await ada.call(invoicesApi.updateItem, { params, body: { ...design, quantity: 2.25 } })
    expect(changed).toMatchObject({ id: item.id, quantity: 2.25, amount: 224.98 })
    expect(await readInvoice(books, id)).toMatchObject({ subtotal: 224.98, total: 243.54 })

    expect(await ada.call(invoicesApi.removeItem, { params })).toMatchObject({ success: true })
    expect(await readInvoice(books, id)).toMatchObject({ subtotal: 0, tax_amount: 0, total: 0, items: [] })
    expect(await ada.try(invoicesApi.removeItem, { params })).toMatchObject(NOT_FOUND)

    const told = (await activityOf(ada)).toReversed().filter((line) => line.includes('item'))
    expect(told).toEqual([
      'Invoice item added: INV-0001 for Studio North',
      'Invoice item updated: INV-0001 for Studio North',
      'Invoice item deleted: INV-0001 for Studio North',
    ])
  })

  test('added twice with the same Idempotency-Key are added once', async () => {
    const books = await openBooks()
    const { id } = await addInvoice(books)
    const add = () =>
      books.ada.call(invoicesApi.addItem, {
        params: { id },
        body: design,
        headers: { 'idempotency-key': 'item' },
      })
    const first = await add()
    expect(await add()).toEqual(first)
    expect(await readInvoice(books, id)).toMatchObject({ total: 149.99 })
  })

  test('reach the largest amount and not a cent more', async () => {
    const books = await openBooks()
    const { ada } = books
    const params = { id: (await addInvoice(books)).id }
    const largest = { description: 'All of it', quantity: 1, rate: 999_999_999.99 }
    const added = await ada.call(invoicesApi.addItem, { params, body: largest })
    expect(added).toMatchObject({ amount: 999_999_999.99 })
    expect((await readInvoice(books, params.id)).total).toBe(999_999_999.99)
    const cent = { ...design, quantity: 1, rate: 0.01 }
    expect(await ada.try(invoicesApi.addItem, { params, body: cent })).toMatchObject(
      invalidField('rate', expect.stringContaining('999,999,999.99')),
    )
    const taxed = await ada.try(invoicesApi.update, { params, body: { tax_rate: 0.01 } })
    expect(taxed).toMatchObject(invalidField('tax_rate'))
    expect(await readInvoice(books, params.id)).toMatchObject({ total: 999_999_999.99, tax_rate: 0 })
  })

  test.each([
    ['no description', { description: undefined }, 'description'],
    ['an empty description', { description: '  ' }, 'description'],
    ['a description of 1,001 characters', { description: 'x'.repeat(1001) }, 'description'],
    ['a description with a NUL', { description: 'a\0' }, 'description'],
    ['no quantity', { quantity: undefined }, 'quantity'],
    ['a quantity of nothing', { quantity: 0 }, 'quantity'],
    ['a quantity below 0.1', { quantity: 0.09 }, 'quantity'],
    ['a quantity with five decimals', { quantity: 1.00001 }, 'quantity'],
    ['no rate', { rate: null }, 'rate'],
    ['a negative rate', { rate: -0.01 }, 'rate'],
    ['a rate with three decimals', { rate: 0.001 }, 'rate'],
    ['a rate beyond all', { rate: 1e300 }, 'rate'],
    ['a rate in words', { rate: '5' }, 'rate'],
    ['an amount that is too large', { quantity: 2, rate: 999_999_999.99 }, 'rate'],
  ])('with %s are refused', async (_, fault, field) => {
    const books = await openBooks()
    const { id, item } = await addInvoiceWithItem(books)
    const path = `/api/invoices/${id}/items`
    const before = await readInvoice(books, id)
    for (const refused of [
      await books.ada.request('POST', path, { ...design, ...fault }),
      await books.ada.request('PUT', `${path}/${item.id}`, { ...design, ...fault }),
    ]) {
      expect(invalidFields(refused)).toEqual([field])
    }
    expect(await readInvoice(books, id)).toEqual(before)
  })

  test('of another invoice are not found', async () => {
    const books = await openBooks()
    const { item, ...one } = await addInvoiceWithItem(books)
    const params = { id: (await addInvoice(books)).id, itemId: item.id }
    const body = { ...design, rate: 1 }
    expect(await books.ada.try(invoicesApi.updateItem, { params, body })).toMatchObject(NOT_FOUND)
    expect(await books.ada.try(invoicesApi.removeItem, { params })).toMatchObject(NOT_FOUND)
    expect(await readInvoice(books, one.id)).toEqual(one)
  })

  test('are at most 500', async () => {
    const books = await openBooks()
    const small = { description: 'Small', quantity: 1, rate: 0.01 }
    const { id } = await addInvoice(books, { items: Array(500).fill(small) })
    expect(await books.ada.try(invoicesApi.addItem, { params: { id }, body: small })).toMatchObject({
      status: 409,
      body: { error: 'An invoice has at most 500 items', code: 'conflict' },
    })
    expect(await readInvoice(books, id)).toMatchObject({ total: 5 })
    const whole = await books.ada.try(invoicesApi.create, {
      body: draft(books.clientId, { items: Array(501).fill(small) }),
    })
    expect(whole).toMatchObject(invalidField('items'))
  })
})
