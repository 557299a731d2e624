import { describe, expect, test } from 'vitest'
import { sendingApi } from '#features/billing/sending/contract/sending.ts'
import { type ClientForm, clientsApi } from '#features/engagement/clients/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { businessApi } from '#features/foundation/business/contract.ts'
import { sharedApp } from '#tests/app.ts'
import {
  addInvoice,
  type Books,
  changeInvoice,
  design,
  openBooks,
  readInvoice,
  TODAY,
} from '#tests/invoices.ts'
import { givePlan } from '#tests/plans.ts'
import { activityOf } from '#tests/portal.ts'
import { CONFLICT, invalidField, NOT_FOUND } from '#tests/refusals.ts'
import { invoicesApi } from './contract/api.ts'

const addClient = ({ ada }: Books, body: ClientForm) => ada.call(clientsApi.create, { body })
const remove = ({ ada }: Books, id: number) => ada.call(invoicesApi.remove, { params: { id } })
const tryToRemove = ({ ada }: Books, id: number) => ada.try(invoicesApi.remove, { params: { id } })
const duplicate = ({ ada }: Books, id: number) => ada.call(invoicesApi.duplicate, { params: { id } })
const tryToChange = ({ ada }: Books, id: number, body: object) =>
  ada.try(invoicesApi.update, { params: { id }, body })
const numbersIn = async ({ ada }: Books) =>
  (await ada.call(invoicesApi.list, { query: { limit: 500 } })).map(({ number }) => number).toReversed()

describe('a duplicate', () => {
  test('is a draft of today with the next number and the same content', async () => {
    const books = await openBooks()
    const project = await books.ada.call(projectsApi.create, {
      body: { name: 'Website', client_id: books.clientId },
    })
    const source = await addInvoice(books, {
      project_id: project.id,
      due_date: '2026-11-15',
      service_from: '2026-10-01',
      service_to: '2026-10-31',
      tax_rate: 19,
      discount_amount: 10,
      notes: 'Thank you',
      items: [design, { description: 'Workshop\nin Lisbon', quantity: 2, unit: 'days', rate: 800 }],
    })
    const [one, two] = source.items.map(({ id }) => id)
    await books.ada.call(invoicesApi.orderItems, {
      params: { id: source.id },
      body: { item_ids: [two ?? 0, one ?? 0] },
    })
    const sent = await changeInvoice(books, source.id, { status: 'paid' })
    const copy = await duplicate(books, source.id)
    const { client_id, project_id, tax_rate, discount_amount, subtotal, total, notes } = sent
    expect(copy).toMatchObject({
      ...{ client_id, project_id, tax_rate, discount_amount, subtotal, total, notes },
      invoice_number: 'INV-0002',
      status: 'draft',
      issue_date: TODAY,
      due_date: '2026-11-30',
      service_from: null,
      service_to: null,
      amount_paid: 0,
      paid_on: null,
      version: 1,
      items: sent.items.map(({ id, ...item }) => item),
    })
    expect(await readInvoice(books, source.id)).toEqual(sent)
    expect(await activityOf(books.ada)).toContain('Invoice created: INV-0002 for Studio North')
  })

  test('counts towards the plan, and is made once for an Idempotency-Key', async () => {
    const books = await openBooks()
    await givePlan(books.ada, 'free')
    const { id } = await addInvoice(books)
    const twice = { params: { id }, headers: { 'idempotency-key': 'copy' } }
    const first = await books.ada.call(invoicesApi.duplicate, twice)
    expect(await books.ada.call(invoicesApi.duplicate, twice)).toEqual(first)
    for (let count = 2; count < 5; count++) await duplicate(books, id)
    expect(await books.ada.try(invoicesApi.duplicate, { params: { id } })).toMatchObject({
      status: 403,
      body: { code: 'invoice_limit_reached' },
    })
  })

  test('of another account’s invoice, or for an archived client, is not found', async () => {
    const [books, other] = [await openBooks(), await openBooks()]
    const { id } = await addInvoice(books)
    expect(await other.ada.try(invoicesApi.duplicate, { params: { id } })).toMatchObject(NOT_FOUND)
    await books.ada.call(clientsApi.remove, { params: { id: books.clientId } })
    expect(await books.ada.try(invoicesApi.duplicate, { params: { id } })).toMatchObject(NOT_FOUND)
  })
})

describe('removing a draft', () => {
  test('with the newest number deletes it, and the number is free again', async () => {
    const books = await openBooks()
    await addInvoice(books)
    const { id } = await addInvoice(books, { items: [design] })
    expect(await remove(books, id)).toEqual({
      success: true,
      outcome: 'deleted',
      removal_id: expect.any(Number),
    })
    expect(await books.ada.try(invoicesApi.get, { params: { id } })).toMatchObject(NOT_FOUND)
    expect(await tryToRemove(books, id)).toMatchObject(NOT_FOUND)
    expect((await books.ada.call(businessApi.get)).next_invoice_number).toBe(2)
    expect((await addInvoice(books)).invoice_number).toBe('INV-0002')
    expect(await activityOf(books.ada)).toContain('Invoice deleted: INV-0002 for Studio North')
  })

  test('with an earlier number cancels it, also without an exchange rate', async () => {
    const books = await openBooks()
    const { id } = await addInvoice(books, { currency: 'EUR', items: [design] })
    await addInvoice(books)
    expect(await remove(books, id)).toEqual({
      success: true,
      outcome: 'cancelled',
      removal_id: expect.any(Number),
    })
    expect(await readInvoice(books, id)).toMatchObject({ status: 'cancelled', home_total: null })
    expect(await tryToRemove(books, id)).toMatchObject(CONFLICT)
    expect(await tryToChange(books, id, { status: 'sent' })).toMatchObject(invalidField('exchange_rate'))
    expect(await activityOf(books.ada)).toContain('Invoice marked as cancelled: INV-0001 for Studio North')
  })

  test('that the client has received cancels it, since its number was seen', async () => {
    const books = await openBooks()
    const { id } = await addInvoice(books, { items: [design] })
    await books.ada.call(sendingApi.send, { params: { id }, body: { mail: false } })
    expect(await tryToRemove(books, id)).toMatchObject(CONFLICT)
    await changeInvoice(books, id, { status: 'draft' })
    expect(await remove(books, id)).toMatchObject({ outcome: 'cancelled' })
    expect((await addInvoice(books)).invoice_number).toBe('INV-0002')
  })

  test.each(['sent', 'overdue', 'paid'] as const)(
    'that was marked as %s once cancels it, and its number is not used again',
    async (status) => {
      const books = await openBooks()
      const { id } = await addInvoice(books, { items: [design] })
      await changeInvoice(books, id, { status })
      expect(await changeInvoice(books, id, { status: 'draft' })).toMatchObject({ was_issued: true })
      expect(await remove(books, id)).toMatchObject({ outcome: 'cancelled' })
      expect((await addInvoice(books)).invoice_number).toBe('INV-0002')
    },
  )

  test.each(['sent', 'overdue', 'paid', 'cancelled'] as const)(
    'that is %s is refused, with the reason',
    async (status) => {
      const books = await openBooks()
      const { id } = await addInvoice(books, { items: [design] })
      await changeInvoice(books, id, { status })
      expect(await tryToRemove(books, id)).toMatchObject({
        status: 409,
        body: { error: expect.stringContaining(`INV-0001 is ${status}, so it stays in your books`) },
      })
      expect(await readInvoice(books, id)).toMatchObject({ status })
    },
  )

  test('by hand in the database is refused once it was issued, and so is another number', async () => {
    const books = await openBooks()
    const { id } = await addInvoice(books, { items: [design] })
    await changeInvoice(books, id, { status: 'sent' })
    const { database } = await sharedApp()
    const run = (statement: string) => database.pool.query(`${statement} where id = ${id}`)
    await expect(run('delete from invoices')).rejects.toThrow('was issued and cannot be deleted')
    await expect(run('update invoices set number = 7')).rejects.toThrow('keeps its number')
    await expect(run('update invoices set was_issued = false')).rejects.toThrow('keeps its number')
  })

  test('continues where the freelancer wants the numbers to start', async () => {
    const books = await openBooks()
    const early = await addInvoice(books)
    await books.ada.call(businessApi.update, { body: { next_invoice_number: 100 } })
    expect(await remove(books, early.id)).toMatchObject({ outcome: 'cancelled' })
    const { id } = await addInvoice(books)
    expect(await remove(books, id)).toMatchObject({ outcome: 'deleted' })
    expect((await addInvoice(books)).number).toBe(100)
  })

  test('of another account is not found', async () => {
    const [books, other] = [await openBooks(), await openBooks()]
    const { id } = await addInvoice(books)
    expect(await tryToRemove(other, id)).toMatchObject(NOT_FOUND)
  })

  test('twice at once removes it once', async () => {
    const books = await openBooks()
    const { id } = await addInvoice(books)
    const answers = await Promise.all(Array.from({ length: 5 }, () => tryToRemove(books, id)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404, 404])
    expect((await addInvoice(books)).number).toBe(1)
  })

  test('while it is being sent either deletes or sends it', async () => {
    const books = await openBooks()
    for (let round = 0; round < 5; round++) {
      const { id, number } = await addInvoice(books, { items: [design] })
      const [sent, removed] = await Promise.all([
        books.ada.try(sendingApi.send, { params: { id }, body: { mail: false } }),
        tryToRemove(books, id),
      ])
      expect([sent.status, removed.status].join()).toBeOneOf(['200,409', '404,200'])
      expect((await numbersIn(books)).includes(number)).toBe(sent.ok)
    }
  })
})

describe('a draft made out to another client', () => {
  test('changes name, search and details, and loses a project of the former client', async () => {
    const books = await openBooks()
    const theirs = await books.ada.call(projectsApi.create, {
      body: { name: 'Website', client_id: books.clientId },
    })
    const harbour = await addClient(books, { name: 'Harbour', company: 'Harbour Ltd', country: 'PT' })
    const { id } = await addInvoice(books, { project_id: theirs.id, items: [design] })
    const changed = await changeInvoice(books, id, { client_id: harbour.id })
    expect(changed).toMatchObject({
      client_id: harbour.id,
      client_name: 'Harbour',
      project_id: null,
      project_name: null,
      total: 149.99,
      details: { buyer: { name: 'Harbour', company: 'Harbour Ltd', country: 'PT' } },
    })
    const found = (q: string) => books.ada.call(invoicesApi.list, { query: { q } })
    expect([await found('north'), await found('harbour')].map((list) => list.length)).toEqual([0, 1])
    expect(await activityOf(books.ada)).toContain('Invoice updated: INV-0001 for Harbour')

    expect(await tryToChange(books, id, { project_id: theirs.id })).toMatchObject(invalidField('project_id'))
    const back = { client_id: books.clientId, project_id: theirs.id }
    expect(await changeInvoice(books, id, back)).toMatchObject({ ...back, project_name: 'Website' })
    expect(await changeInvoice(books, id, { project_id: null })).toMatchObject({ project_name: null })
  })

  test('keeps a project without a client', async () => {
    const books = await openBooks()
    const own = await books.ada.call(projectsApi.create, { body: { name: 'Own' } })
    const harbour = await addClient(books, { name: 'Harbour' })
    const { id } = await addInvoice(books, { project_id: own.id })
    const changed = await changeInvoice(books, id, { client_id: harbour.id })
    expect(changed).toMatchObject({ client_id: harbour.id, project_id: own.id })
  })

  test('follows the new terms unless the freelancer chose a due date', async () => {
    const books = await openBooks()
    await books.ada.call(businessApi.update, { body: { payment_terms_days: 14 } })
    const quick = await addClient(books, { name: 'Quick', payment_terms_days: 7 })
    const [followed, chosen] = [await addInvoice(books), await addInvoice(books, { due_date: '2026-11-20' })]
    expect(followed.due_date).toBe('2026-11-15')
    const change = { client_id: quick.id }
    expect((await changeInvoice(books, followed.id, change)).due_date).toBe('2026-11-08')
    expect((await changeInvoice(books, chosen.id, change)).due_date).toBe('2026-11-20')
    const both = { client_id: books.clientId, issue_date: '2026-11-10' }
    expect((await changeInvoice(books, followed.id, both)).due_date).toBe('2026-11-24')
    const given = { client_id: quick.id, due_date: '2026-12-24' }
    expect((await changeInvoice(books, followed.id, given)).due_date).toBe('2026-12-24')
  })

  test('takes over the currency while it has no items, and keeps the one they are priced in', async () => {
    const books = await openBooks()
    const berlin = await addClient(books, { name: 'Berlin', currency: 'EUR' })
    const [empty, priced] = [await addInvoice(books), await addInvoice(books, { items: [design] })]
    const change = { client_id: berlin.id }
    expect(await changeInvoice(books, empty.id, { ...change, exchange_rate: 1.1 })).toMatchObject({
      currency: 'EUR',
      exchange_rate: 1.1,
    })
    expect(await changeInvoice(books, priced.id, change)).toMatchObject({ currency: 'USD', total: 149.99 })
    const asked = await changeInvoice(books, priced.id, { currency: 'EUR' })
    expect(asked).toMatchObject({ currency: 'EUR', exchange_rate: 1.1, total: 149.99, home_total: 164.99 })
  })

  test('is refused once it was sent, and for a client who is not there', async () => {
    const [books, other] = [await openBooks(), await openBooks()]
    const harbour = await addClient(books, { name: 'Harbour' })
    const { id } = await addInvoice(books, { items: [design] })
    const change = { client_id: harbour.id }
    expect(await tryToChange(books, id, { client_id: other.clientId })).toMatchObject(NOT_FOUND)
    await books.ada.call(sendingApi.send, { params: { id }, body: { mail: false } })
    expect(await tryToChange(books, id, change)).toMatchObject({
      ...CONFLICT,
      body: { error: 'The client and project of an invoice cannot change once it left draft' },
    })
    await changeInvoice(books, id, { status: 'draft' })
    expect(await tryToChange(books, id, change)).toMatchObject({
      ...CONFLICT,
      body: { error: 'This invoice was already sent to Studio North' },
    })
    expect(await changeInvoice(books, id, { client_id: books.clientId })).toMatchObject({
      client_name: 'Studio North',
    })
  })
})

test('the name of a client who is removed leaves the events about drafts that are gone or for others', async () => {
  const books = await openBooks()
  const { ada, clientId } = books
  const harbour = await addClient(books, { name: 'Harbour' })
  const moved = await addInvoice(books)
  await changeInvoice(books, moved.id, { client_id: harbour.id })
  const gone = await addInvoice(books)
  await remove(books, gone.id)
  const removed = await ada.call(clientsApi.remove, { params: { id: clientId } })
  expect(removed).toMatchObject({ outcome: 'removed' })
  const { database } = await sharedApp()
  const { rows } = await database.pool.query(
    `select a.data::text as data from activities a join accounts on accounts.id = a.account_id where email = $1`,
    [ada.email],
  )
  expect(rows.filter(({ data }) => data?.includes('Studio North'))).toEqual([])
  expect(rows.filter(({ data }) => data?.includes('Harbour'))).not.toEqual([])
})
