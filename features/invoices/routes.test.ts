import { describe, expect, test } from 'vitest'
import { setClock, sharedApp, signIn } from '#tests/app.ts'
import { type Person, Visitor } from '#tests/people.ts'
import { activityOf } from '#tests/portal.ts'
import { InvoiceStatus } from './contract.ts'

const TODAY = '2026-11-16'
const NOON = `${TODAY}T12:00:00Z`

interface Book {
  ada: Person
  clientId: number
}

/** A book with one client in it, opened at a set time. */
async function openBook(timeZone = 'UTC'): Promise<Book> {
  await setClock(NOON)
  const ada = await signIn('Ada', timeZone)
  const { body } = await ada.post('/api/clients', { name: 'Studio North' })
  return { ada, clientId: body.id }
}

const draft = (clientId: number, more: object = {}) => ({
  client_id: clientId,
  issue_date: '2026-11-01',
  ...more,
})

async function invoice({ ada, clientId }: Book, more: object = {}) {
  const { status, body } = await ada.post('/api/invoices', draft(clientId, more))
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}

const design = { description: 'Design', quantity: 1.5, rate: 99.99 }

const activity = async (person: Person) => (await activityOf(person)).toReversed()

const accountOf = async (person: Person): Promise<number> => (await person.get('/api/users/me')).body.id

async function onFreePlan(person: Person): Promise<void> {
  const { database } = await sharedApp()
  await database.pool.query(
    "update subscriptions set plan_id = 'free', status = 'active', trial_ends_at = null where account_id = $1",
    [await accountOf(person)],
  )
}

describe('writing an invoice', () => {
  test('gives it a number, the names of the day, and nothing owed yet', async () => {
    const book = await openBook()
    const created = await invoice(book, { due_date: '2026-12-01', tax_rate: 8.25, notes: 'Thank you' })
    expect(created).toEqual({
      id: expect.any(Number),
      invoice_number: 'INV-0001',
      client_id: book.clientId,
      client_name: 'Studio North',
      project_id: null,
      project_name: null,
      issue_date: '2026-11-01',
      due_date: '2026-12-01',
      tax_rate: 8.25,
      subtotal: 0,
      tax_amount: 0,
      total: 0,
      notes: 'Thank you',
      status: 'draft',
      paid_on: null,
      items: [],
      approval_status: null,
      client_notes: '',
      approved_at: null,
      rejected_at: null,
      sent_at: null,
      decisions: [],
      changes_since_decision: [],
      version: 1,
    })
    expect((await book.ada.get(`/api/invoices/${created.id}`)).body).toEqual(created)
    expect(await activity(book.ada)).toContain('Invoice created: INV-0001 for Studio North')
  })

  test('needs no more than a client and a date', async () => {
    const book = await openBook()
    expect(await invoice(book)).toMatchObject({ due_date: null, tax_rate: 0, notes: '', project_id: null })
    expect(await invoice(book, { due_date: '', notes: null })).toMatchObject({ due_date: null, notes: '' })
  })

  test('takes its items along, in their order', async () => {
    const book = await openBook()
    const created = await invoice(book, {
      tax_rate: 8.25,
      items: [
        design,
        { description: 'Half a cent', quantity: 0.1, rate: 0.05 },
        { description: 'Build', quantity: 3, rate: 123.45 },
      ],
    })
    expect(created.items.map(({ amount }: { amount: number }) => amount)).toEqual([149.99, 0.01, 370.35])
    expect(created.items.map(({ description }: { description: string }) => description)).toEqual([
      'Design',
      'Half a cent',
      'Build',
    ])
    expect(created).toMatchObject({ subtotal: 520.35, tax_amount: 42.93, total: 563.28 })
  })

  test('for a project keeps its name too', async () => {
    const book = await openBook()
    const project = await book.ada.post('/api/projects', { name: 'Website', client_id: book.clientId })
    const created = await invoice(book, { project_id: project.body.id })
    expect(created).toMatchObject({ project_id: project.body.id, project_name: 'Website' })
  })

  test('for a project of nobody in particular is fine, for one of another client is not', async () => {
    const book = await openBook()
    const other = await book.ada.post('/api/clients', { name: 'Harbour' })
    const own = await book.ada.post('/api/projects', { name: 'Own' })
    const theirs = await book.ada.post('/api/projects', { name: 'Theirs', client_id: other.body.id })
    expect(await invoice(book, { project_id: own.body.id })).toMatchObject({ project_name: 'Own' })
    const refused = await book.ada.post('/api/invoices', draft(book.clientId, { project_id: theirs.body.id }))
    expect(refused).toMatchObject({
      status: 400,
      body: { fields: { project_id: 'This project belongs to another client' } },
    })
    expect(await invoice(book)).toMatchObject({ invoice_number: 'INV-0002' })
  })

  test('twice with the same Idempotency-Key writes it once', async () => {
    const book = await openBook()
    const key = { 'idempotency-key': 'the-same' }
    const body = draft(book.clientId, { notes: 'once' })
    const [first, second] = await Promise.all([
      book.ada.post('/api/invoices', body, key),
      book.ada.post('/api/invoices', body, key),
    ])
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body).toEqual(first.body)
    expect((await book.ada.get('/api/invoices')).body).toHaveLength(1)
    expect(await invoice(book)).toMatchObject({ invoice_number: 'INV-0002' })
  })

  test.each([
    ['no client', { client_id: undefined }, 'client_id'],
    ['a client that is no number', { client_id: 'Studio' }, 'client_id'],
    ['half a client', { client_id: 1.5 }, 'client_id'],
    ['no issue date', { issue_date: undefined }, 'issue_date'],
    ['an empty issue date', { issue_date: '' }, 'issue_date'],
    ['a day that is not in the calendar', { issue_date: '2026-02-30' }, 'issue_date'],
    ['a due date that is none', { due_date: 'soon' }, 'due_date'],
    ['a due date before the issue date', { due_date: '2026-10-31' }, 'due_date'],
    ['a negative tax', { tax_rate: -1 }, 'tax_rate'],
    ['a tax above 100', { tax_rate: 100.01 }, 'tax_rate'],
    ['a tax with three decimals', { tax_rate: 8.255 }, 'tax_rate'],
    ['a tax in words', { tax_rate: '8' }, 'tax_rate'],
    ['notes that are no text', { notes: { $ne: '' } }, 'notes'],
    ['notes with a NUL', { notes: 'a\0b' }, 'notes'],
    ['notes of 10,001 characters', { notes: 'x'.repeat(10_001) }, 'notes'],
    ['an item without a description', { items: [{ ...design, description: ' ' }] }, 'items.0.description'],
    ['an item of less than 0.1', { items: [{ ...design, quantity: 0.09 }] }, 'items.0.quantity'],
    ['more than an invoice can hold', { items: [{ ...design, rate: 999_999_999.99 }] }, 'items'],
    [
      'a sum of items that is too large',
      { items: Array(11).fill({ ...design, quantity: 1, rate: 99_999_999.99 }) },
      'items',
    ],
  ])('with %s is refused', async (_, fault, field) => {
    const { ada, clientId } = await openBook()
    const { status, body } = await ada.post('/api/invoices', draft(clientId, fault))
    expect(status).toBe(400)
    expect(Object.keys(body.fields)).toEqual([field])
    expect((await ada.get('/api/invoices')).body).toEqual([])
  })

  test.each([
    ['emoji and right-to-left text', 'Ærø 🦓 مرحبا'],
    ['HTML', '<script>alert(1)</script>'],
    ['quotes', `"quoted" 'twice' \\ ;--`],
    ['a formula', '=cmd()'],
    ['10,000 characters', 'x'.repeat(10_000)],
  ])('keeps %s as text', async (_, notes) => {
    const book = await openBook()
    const description = notes.slice(0, 1000)
    const created = await invoice(book, { notes, items: [{ ...design, description }] })
    expect(created.notes).toBe(notes)
    expect(created.items[0].description).toBe(description)
  })
})

describe('invoices on a plan of five a month', () => {
  test('count by the month of creation, whatever date is written on them', async () => {
    const book = await openBook()
    await onFreePlan(book.ada)
    await setClock('2026-11-30T23:00:00Z')
    for (let count = 0; count < 5; count++) await invoice(book, { issue_date: '2025-01-01' })
    expect((await book.ada.post('/api/invoices', draft(book.clientId))).status).toBe(403)
    await setClock('2026-12-01T00:00:00Z')
    expect(await invoice(book)).toMatchObject({ invoice_number: 'INV-0006' })
  })

  test('number every account from 1', async () => {
    const [one, two] = [await openBook(), await openBook()]
    expect(await invoice(one)).toMatchObject({ invoice_number: 'INV-0001' })
    expect(await invoice(two)).toMatchObject({ invoice_number: 'INV-0001' })
  })
})

describe('items', () => {
  test('are added, changed and deleted, and the totals follow', async () => {
    const book = await openBook()
    const { id } = await invoice(book, { tax_rate: 8.25 })
    const path = `/api/invoices/${id}`
    const added = await book.ada.post(`${path}/items`, design)
    expect(added).toMatchObject({ status: 201, body: { ...design, amount: 149.99 } })
    const { invoice_version, ...item } = added.body
    expect((await book.ada.get(path)).body).toMatchObject({
      subtotal: 149.99,
      tax_amount: 12.37,
      total: 162.36,
      items: [item],
      version: invoice_version,
    })

    const changed = await book.ada.put(`${path}/items/${added.body.id}`, { ...design, quantity: 2.25 })
    expect(changed).toMatchObject({
      status: 200,
      body: { id: added.body.id, quantity: 2.25, amount: 224.98 },
    })
    expect((await book.ada.get(path)).body).toMatchObject({ subtotal: 224.98, total: 243.54 })

    const deleted = await book.ada.delete(`${path}/items/${added.body.id}`)
    expect(deleted).toMatchObject({ status: 200, body: { success: true } })
    expect((await book.ada.get(path)).body).toMatchObject({ subtotal: 0, tax_amount: 0, total: 0, items: [] })
    expect((await book.ada.delete(`${path}/items/${added.body.id}`)).status).toBe(404)

    const told = (await activity(book.ada)).filter((line) => line.includes('item'))
    expect(told).toEqual([
      'Invoice item added: INV-0001 for Studio North',
      'Invoice item updated: INV-0001 for Studio North',
      'Invoice item deleted: INV-0001 for Studio North',
    ])
  })

  test('added twice with the same Idempotency-Key are added once', async () => {
    const book = await openBook()
    const { id } = await invoice(book)
    const key = { 'idempotency-key': 'item' }
    const first = await book.ada.post(`/api/invoices/${id}/items`, design, key)
    const second = await book.ada.post(`/api/invoices/${id}/items`, design, key)
    expect(second).toMatchObject({ status: 201, body: first.body })
    expect((await book.ada.get(`/api/invoices/${id}`)).body).toMatchObject({ total: 149.99 })
  })

  test('reach the largest amount and not a cent more', async () => {
    const book = await openBook()
    const { id } = await invoice(book)
    const path = `/api/invoices/${id}`
    const largest = { description: 'All of it', quantity: 1, rate: 999_999_999.99 }
    expect(await book.ada.post(`${path}/items`, largest)).toMatchObject({
      status: 201,
      body: { amount: 999_999_999.99 },
    })
    expect((await book.ada.get(path)).body.total).toBe(999_999_999.99)
    const beyond = await book.ada.post(`${path}/items`, { ...design, quantity: 1, rate: 0.01 })
    expect(beyond).toMatchObject({
      status: 400,
      body: { fields: { rate: expect.stringContaining('999,999,999.99') } },
    })
    const taxed = await book.ada.put(path, { tax_rate: 0.01 })
    expect(taxed).toMatchObject({ status: 400, body: { fields: { tax_rate: expect.any(String) } } })
    expect((await book.ada.get(path)).body).toMatchObject({ total: 999_999_999.99, tax_rate: 0 })
  })

  test.each([
    ['no description', { description: undefined }, 'description'],
    ['an empty description', { description: '  ' }, 'description'],
    ['a description of 1,001 characters', { description: 'x'.repeat(1001) }, 'description'],
    ['a description with a NUL', { description: 'a\0' }, 'description'],
    ['no quantity', { quantity: undefined }, 'quantity'],
    ['a quantity of nothing', { quantity: 0 }, 'quantity'],
    ['a quantity below 0.1', { quantity: 0.09 }, 'quantity'],
    ['a quantity with three decimals', { quantity: 1.001 }, 'quantity'],
    ['no rate', { rate: null }, 'rate'],
    ['a negative rate', { rate: -0.01 }, 'rate'],
    ['a rate with three decimals', { rate: 0.001 }, 'rate'],
    ['a rate beyond all', { rate: 1e300 }, 'rate'],
    ['a rate in words', { rate: '5' }, 'rate'],
    ['an amount that is too large', { quantity: 2, rate: 999_999_999.99 }, 'rate'],
  ])('with %s are refused', async (_, fault, field) => {
    const book = await openBook()
    const { id, items } = await invoice(book, { items: [design] })
    const path = `/api/invoices/${id}/items`
    const before = (await book.ada.get(`/api/invoices/${id}`)).body
    for (const answer of [
      await book.ada.post(path, { ...design, ...fault }),
      await book.ada.put(`${path}/${items[0].id}`, { ...design, ...fault }),
    ]) {
      expect(answer.status).toBe(400)
      expect(Object.keys(answer.body.fields)).toEqual([field])
    }
    expect((await book.ada.get(`/api/invoices/${id}`)).body).toEqual(before)
  })

  test('of another invoice are not there', async () => {
    const book = await openBook()
    const [one, two] = [await invoice(book, { items: [design] }), await invoice(book)]
    const path = `/api/invoices/${two.id}/items/${one.items[0].id}`
    expect((await book.ada.put(path, { ...design, rate: 1 })).status).toBe(404)
    expect((await book.ada.delete(path)).status).toBe(404)
    expect((await book.ada.get(`/api/invoices/${one.id}`)).body).toEqual(one)
  })

  test('are at most 500', async () => {
    const book = await openBook()
    const small = { description: 'Small', quantity: 1, rate: 0.01 }
    const { id } = await invoice(book, { items: Array(500).fill(small) })
    const answer = await book.ada.post(`/api/invoices/${id}/items`, small)
    expect(answer).toMatchObject({ status: 409, body: { error: 'An invoice has at most 500 items' } })
    expect((await book.ada.get(`/api/invoices/${id}`)).body).toMatchObject({ total: 5 })
    const whole = await book.ada.post(
      '/api/invoices',
      draft(book.clientId, { items: Array(501).fill(small) }),
    )
    expect(whole).toMatchObject({ status: 400, body: { fields: { items: expect.any(String) } } })
  })
})

describe('changing an invoice', () => {
  test('changes what is given and leaves the rest', async () => {
    const book = await openBook()
    const { id } = await invoice(book, { due_date: '2026-12-01', notes: 'Thank you', items: [design] })
    const path = `/api/invoices/${id}`
    expect((await book.ada.put(path, { tax_rate: 8.25 })).body).toMatchObject({
      tax_rate: 8.25,
      subtotal: 149.99,
      tax_amount: 12.37,
      total: 162.36,
      due_date: '2026-12-01',
      notes: 'Thank you',
      status: 'draft',
    })
    expect((await book.ada.put(path, { due_date: null })).body).toMatchObject({
      due_date: null,
      tax_rate: 8.25,
    })
    expect((await book.ada.put(path, { notes: '' })).body).toMatchObject({ notes: '' })
    expect((await book.ada.put(path, { issue_date: '2026-11-02' })).body.issue_date).toBe('2026-11-02')
    const { version: _, ...before } = (await book.ada.get(path)).body
    const told = await activity(book.ada)
    expect(await book.ada.put(path, {})).toMatchObject({ status: 200, body: before })
    expect(await activity(book.ada)).toEqual(told)
    expect(told.filter((line) => line.startsWith('Invoice updated'))).toHaveLength(4)
  })

  test.each([
    ['a status that is none', { status: 'pending' }, 'status'],
    ['a due date before the issue date', { due_date: '2026-10-31' }, 'due_date'],
    ['an issue date behind the due date', { issue_date: '2026-12-02' }, 'due_date'],
    ['no issue date', { issue_date: '' }, 'issue_date'],
    ['a tax above 100', { tax_rate: 101 }, 'tax_rate'],
    ['a tax that is nothing', { tax_rate: null }, 'tax_rate'],
    ['notes of 10,001 characters', { notes: 'x'.repeat(10_001) }, 'notes'],
  ])('to %s is refused', async (_, fault, field) => {
    const book = await openBook()
    const before = await invoice(book, { due_date: '2026-12-01' })
    const { status, body } = await book.ada.put(`/api/invoices/${before.id}`, fault)
    expect(status).toBe(400)
    expect(Object.keys(body.fields)).toEqual([field])
    expect((await book.ada.get(`/api/invoices/${before.id}`)).body).toEqual(before)
  })

  test('goes from any status to any other, and says so', async () => {
    const book = await openBook()
    const { id } = await invoice(book)
    for (const status of ['sent', 'paid', 'cancelled', 'overdue', 'draft', 'paid', 'sent']) {
      expect(await book.ada.put(`/api/invoices/${id}`, { status })).toMatchObject({
        status: 200,
        body: { status },
      })
    }
    const told = (await activity(book.ada)).filter((line) => line.includes('marked'))
    expect(told[0]).toBe('Invoice marked as sent: INV-0001 for Studio North')
    expect(told).toHaveLength(7)
  })

  test('to paid records the day in the account’s time zone, once', async () => {
    const book = await openBook('Asia/Tokyo')
    const { id } = await invoice(book)
    const path = `/api/invoices/${id}`
    await setClock('2026-11-16T15:30:00Z')
    expect((await book.ada.put(path, { status: 'paid' })).body.paid_on).toBe('2026-11-17')
    await setClock('2026-11-20T12:00:00Z')
    expect((await book.ada.put(path, { status: 'paid' })).body.paid_on).toBe('2026-11-17')
    expect((await book.ada.put(path, { notes: 'Paid by card' })).body.paid_on).toBe('2026-11-17')
    expect((await book.ada.put(path, { status: 'sent' })).body.paid_on).toBeNull()
    expect((await book.ada.put(path, { status: 'paid' })).body.paid_on).toBe('2026-11-20')
  })
})

describe('the day of payment', () => {
  test('can be chosen, and changed while the invoice is paid', async () => {
    const book = await openBook()
    await setClock('2026-11-17T12:00:00Z')
    const { id } = await invoice(book)
    const path = `/api/invoices/${id}`
    const paid = await book.ada.put(path, { status: 'paid', paid_on: '2026-11-12' })
    expect(paid).toMatchObject({ status: 200, body: { status: 'paid', paid_on: '2026-11-12' } })
    expect((await book.ada.put(path, { status: 'paid' })).body.paid_on).toBe('2026-11-12')
    expect((await book.ada.put(path, { paid_on: '2026-11-10' })).body.paid_on).toBe('2026-11-10')
    expect((await book.ada.put(path, { status: 'sent' })).body.paid_on).toBeNull()
    expect((await activity(book.ada)).filter((line) => line.startsWith('Invoice updated'))).toHaveLength(1)
  })

  test.each([
    ['in the future', { status: 'paid', paid_on: '2026-11-18' }, 'Must not be in the future'],
    ['of an unpaid invoice', { paid_on: '2026-11-12' }, 'Only a paid invoice has a payment date'],
    ['of no calendar', { status: 'paid', paid_on: '2026-02-30' }, expect.any(String)],
  ])('%s is refused', async (_, change, fault) => {
    const book = await openBook()
    await setClock('2026-11-17T12:00:00Z')
    const { id } = await invoice(book)
    const refused = await book.ada.put(`/api/invoices/${id}`, change)
    expect(refused).toMatchObject({ status: 400, body: { fields: { paid_on: fault } } })
    expect((await book.ada.get(`/api/invoices/${id}`)).body).toMatchObject({ status: 'draft', paid_on: null })
  })
})

describe.each(['paid', 'cancelled'])('a %s invoice', (status) => {
  test('keeps its items, tax and dates, and names the way out', async () => {
    const book = await openBook()
    const { id, items } = await invoice(book, { items: [design], due_date: '2026-12-01' })
    const path = `/api/invoices/${id}`
    const locked = (await book.ada.put(path, { status })).body
    for (const answer of [
      await book.ada.post(`${path}/items`, design),
      await book.ada.put(`${path}/items/${items[0].id}`, { ...design, rate: 1 }),
      await book.ada.delete(`${path}/items/${items[0].id}`),
      await book.ada.put(path, { tax_rate: 5 }),
      await book.ada.put(path, { due_date: null }),
      await book.ada.put(path, { issue_date: '2026-11-02' }),
      await book.ada.put(path, { status, tax_rate: 5 }),
    ]) {
      expect(answer.status).toBe(409)
      expect(answer.body.error).toMatch(new RegExp(`${status}.*set its status back`))
    }
    expect((await book.ada.get(path)).body).toEqual(locked)
  })

  test('lets notes change, and all that is the same', async () => {
    const book = await openBook()
    const { id } = await invoice(book, { due_date: '2026-12-01', tax_rate: 5 })
    await book.ada.put(`/api/invoices/${id}`, { status })
    const same = { due_date: '2026-12-01', tax_rate: 5, issue_date: '2026-11-01', notes: 'Filed' }
    expect(await book.ada.put(`/api/invoices/${id}`, same)).toMatchObject({
      status: 200,
      body: { ...same, status },
    })
  })

  test('is unlocked by its status, together with what changes', async () => {
    const book = await openBook()
    const { id } = await invoice(book, { items: [design] })
    const path = `/api/invoices/${id}`
    await book.ada.put(path, { status })
    expect(await book.ada.put(path, { status: 'draft', tax_rate: 10 })).toMatchObject({
      status: 200,
      body: { status: 'draft', total: 164.99 },
    })
    expect((await book.ada.post(`${path}/items`, design)).status).toBe(201)
  })
})

describe('overdue', () => {
  test('comes with the day after the due date, in list and detail alike', async () => {
    const book = await openBook()
    const { id } = await invoice(book, { due_date: TODAY })
    const path = `/api/invoices/${id}`
    await book.ada.put(path, { status: 'sent' })
    const read = async () => [
      (await book.ada.get(path)).body.status,
      (await book.ada.get('/api/invoices')).body[0].status,
    ]
    expect(await read()).toEqual(['sent', 'sent'])
    await setClock('2026-11-17T00:00:00Z')
    expect(await read()).toEqual(['overdue', 'overdue'])
    expect((await book.ada.put(path, { due_date: '2026-12-24' })).body.status).toBe('sent')
    expect((await book.ada.put(path, { status: 'overdue' })).body.status).toBe('overdue')
    expect(await read()).toEqual(['overdue', 'overdue'])
  })

  test('is decided by the account’s time zone, not by the server’s', async () => {
    const books = [await openBook('Pacific/Auckland'), await openBook('America/Los_Angeles')] as const
    const read = async (book: Book) => {
      const { id } = await invoice(book, { due_date: TODAY })
      return (await book.ada.put(`/api/invoices/${id}`, { status: 'sent' })).body.status
    }
    await setClock('2026-11-16T11:30:00Z')
    expect([await read(books[0]), await read(books[1])]).toEqual(['overdue', 'sent'])
    await setClock('2026-11-17T07:59:00Z')
    expect(await read(books[1])).toBe('sent')
    await setClock('2026-11-17T08:00:00Z')
    expect(await read(books[1])).toBe('overdue')
  })

  test.each(['draft', 'paid', 'cancelled'])('is never what a %s invoice becomes', async (status) => {
    const book = await openBook()
    const { id } = await invoice(book, { due_date: '2026-11-02' })
    await setClock('2026-12-10T00:00:00Z')
    expect((await book.ada.put(`/api/invoices/${id}`, { status })).body.status).toBe(status)
  })
})

describe('history', () => {
  test('an invoice says what it said, whatever client and project are called later', async () => {
    const book = await openBook()
    const project = await book.ada.post('/api/projects', { name: 'Website', client_id: book.clientId })
    const before = await invoice(book, { project_id: project.body.id, items: [design] })
    await book.ada.put(`/api/clients/${book.clientId}`, { name: 'Studio South' })
    await book.ada.put(`/api/projects/${project.body.id}`, {
      name: 'Shop',
      client_id: book.clientId,
      hourly_rate: 5,
    })
    expect((await book.ada.get(`/api/invoices/${before.id}`)).body).toEqual(before)
    expect((await book.ada.get('/api/invoices?q=studio north')).body).toHaveLength(1)
    await book.ada.delete(`/api/projects/${project.body.id}`)
    expect((await book.ada.delete(`/api/clients/${book.clientId}`)).body).toMatchObject({
      outcome: 'archived',
    })
    expect((await book.ada.get(`/api/invoices/${before.id}`)).body).toEqual(before)
    expect((await book.ada.post('/api/invoices', draft(book.clientId))).status).toBe(404)
  })

  test('there is no way to delete an invoice', async () => {
    const book = await openBook()
    const { id } = await invoice(book)
    expect((await book.ada.delete(`/api/invoices/${id}`)).status).toBe(404)
    expect((await book.ada.get(`/api/invoices/${id}`)).status).toBe(200)
  })
})

describe('the list', () => {
  test('has the newest first, without their items, page by page', async () => {
    const book = await openBook()
    for (let count = 0; count < 5; count++) await invoice(book, { items: [design] })
    const seen: string[] = []
    let path: string | undefined = '/api/invoices?limit=2'
    while (path) {
      const { body, headers } = await book.ada.get(path)
      expect(body.length).toBeLessThanOrEqual(2)
      for (const one of body) expect(one).not.toHaveProperty('items')
      seen.push(...body.map((one: { invoice_number: string }) => one.invoice_number))
      path = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
    }
    expect(seen).toEqual(['INV-0005', 'INV-0004', 'INV-0003', 'INV-0002', 'INV-0001'])
  })

  test('finds by number and by client, without case and accents', async () => {
    const book = await openBook()
    const other = await book.ada.post('/api/clients', { name: 'Äther & Co' })
    await invoice(book)
    await invoice({ ...book, clientId: other.body.id })
    const found = async (q: string) =>
      (await book.ada.get(`/api/invoices?q=${encodeURIComponent(q)}`)).body.map(
        (one: { invoice_number: string }) => one.invoice_number,
      )
    expect(await found('inv-0002')).toEqual(['INV-0002'])
    expect(await found('ather')).toEqual(['INV-0002'])
    expect(await found('STUDIO')).toEqual(['INV-0001'])
    expect(await found('%')).toEqual([])
    expect(await found('0')).toEqual(['INV-0002', 'INV-0001'])
  })

  test('shows those of a status, as they read today', async () => {
    const book = await openBook()
    for (const status of InvoiceStatus.options) {
      for (const due_date of [null, '2026-11-15', TODAY, '2026-11-17']) {
        const { id } = await invoice(book, { due_date })
        await book.ada.put(`/api/invoices/${id}`, { status })
      }
    }
    const { body: all } = await book.ada.get('/api/invoices')
    expect(all).toHaveLength(20)
    for (const status of InvoiceStatus.options) {
      const { body: some } = await book.ada.get(`/api/invoices?status=${status}`)
      expect(some).toEqual(all.filter((one: { status: string }) => one.status === status))
      expect(some.length).toBeGreaterThan(2)
    }
    const { body: unpaid } = await book.ada.get('/api/invoices?status=unpaid')
    expect(unpaid).toEqual(all.filter((one: { status: string }) => /sent|overdue/.test(one.status)))
    const { pendingInvoicesTotal } = (await book.ada.get('/api/dashboard/stats')).body
    const sum = unpaid.reduce((total: number, one: { total: number }) => total + one.total, 0)
    expect(sum).toBe(pendingInvoicesTotal)
    expect((await book.ada.get('/api/invoices?status=late')).status).toBe(400)
  })

  test.each(['nonsense', 'WyJ4Il0', 'WzEsMl0', ''])('with the cursor %j is refused', async (cursor) => {
    const { ada } = await openBook()
    expect((await ada.get(`/api/invoices?cursor=${cursor}`)).status).toBe(400)
  })
})

describe('somebody else', () => {
  test('finds nothing and changes nothing', async () => {
    const book = await openBook()
    const eve = await openBook()
    const project = await book.ada.post('/api/projects', { name: 'Website' })
    const before = await invoice(book, { items: [design] })
    const path = `/api/invoices/${before.id}`
    const item = `${path}/items/${before.items[0].id}`
    for (const answer of [
      await eve.ada.get(path),
      await eve.ada.put(path, { status: 'paid' }),
      await eve.ada.post(`${path}/items`, design),
      await eve.ada.put(item, { ...design, rate: 0 }),
      await eve.ada.delete(item),
      await eve.ada.post('/api/invoices', draft(book.clientId)),
      await eve.ada.post('/api/invoices', draft(eve.clientId, { project_id: project.body.id })),
    ]) {
      expect(answer.status).toBe(404)
    }
    expect((await eve.ada.get('/api/invoices')).body).toEqual([])
    expect((await book.ada.get(path)).body).toEqual(before)
    expect(await invoice(eve)).toMatchObject({ invoice_number: 'INV-0001' })
  })

  test('who is not signed in is asked to', async () => {
    const { url } = await sharedApp()
    const visitor = new Visitor(url)
    for (const answer of [
      await visitor.get('/api/invoices'),
      await visitor.get('/api/invoices/1'),
      await visitor.post('/api/invoices', draft(1)),
      await visitor.put('/api/invoices/1', { status: 'paid' }),
      await visitor.post('/api/invoices/1/items', design),
      await visitor.put('/api/invoices/1/items/1', design),
      await visitor.delete('/api/invoices/1/items/1'),
    ]) {
      expect(answer.status).toBe(401)
    }
  })

  test.each(['0', '-1', 'x', '1.5', '99999999999999999999', "1'--"])(
    'an invoice %s is not there',
    async (id) => {
      const { ada } = await openBook()
      expect((await ada.get(`/api/invoices/${id}`)).status).toBe(404)
      expect((await ada.put(`/api/invoices/${id}`, { status: 'paid' })).status).toBe(404)
      expect((await ada.post(`/api/invoices/${id}/items`, design)).status).toBe(404)
    },
  )
})
