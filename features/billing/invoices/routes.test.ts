import { describe, expect, test } from 'vitest'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { dashboardApi } from '#features/pages/dashboard/contract.ts'
import { setClock, sharedApp } from '#tests/app.ts'
import {
  addInvoice,
  addInvoiceWithItem,
  type Books,
  changeInvoice,
  design,
  draft,
  openBooks,
  readInvoice,
  TODAY,
} from '#tests/invoices.ts'
import { pagesOf } from '#tests/lists.ts'
import { type Person, Visitor } from '#tests/people.ts'
import { givePlan } from '#tests/plans.ts'
import { activityOf } from '#tests/portal.ts'
import { CONFLICT, invalidField, invalidFields, NOT_FOUND, UNAUTHORIZED } from '#tests/refusals.ts'
import { invoicesApi } from './contract/api.ts'
import { InvoiceStatus } from './contract/invoice.ts'

const activity = async (person: Person) => (await activityOf(person)).toReversed()

const addClient = async ({ ada }: Books, name: string) =>
  (await ada.call(clientsApi.create, { body: { name } })).id

const addProject = async ({ ada }: Books, name: string, clientId: number | null = null) =>
  (await ada.call(projectsApi.create, { body: { name, client_id: clientId } })).id

const nowhere = { address: '', postal_code: '', city: '', country: '', tax_id: '' }

describe('writing an invoice', () => {
  test('assigns a number, copies the current names, and starts at zero', async () => {
    const books = await openBooks()
    const created = await addInvoice(books, { due_date: '2026-12-01', tax_rate: 8.25, notes: 'Thank you' })
    expect(created).toEqual({
      id: expect.any(Number),
      invoice_number: 'INV-0001',
      number: 1,
      number_year: 0,
      sealed_at: null,
      created_at: `${TODAY}T12:00:00.000Z`,
      credited: 0,
      client_id: books.clientId,
      client_name: 'Studio North',
      project_id: null,
      project_name: null,
      issue_date: '2026-11-01',
      reminders_enabled: true,
      recurring_invoice_id: null,
      scheduled_for: null,
      scheduled_mail: null,
      schedule_problem: '',
      due_date: '2026-12-01',
      service_from: null,
      service_to: null,
      tax_category: 'standard',
      tax_rate: 8.25,
      currency: 'USD',
      exchange_rate: null,
      subtotal: 0,
      discount_percent: null,
      discount_amount: 0,
      tax_amount: 0,
      total: 0,
      home_total: 0,
      home_currency: 'USD',
      amount_paid: 0,
      written_off: 0,
      balance: 0,
      client_credit: 0,
      payable: 0,
      overpaid: 0,
      has_payments: false,
      was_issued: false,
      payment_processing: false,
      paid_notice: null,
      notes: 'Thank you',
      status: 'draft',
      paid_on: null,
      items: [],
      details: {
        seller: { ...nowhere, name: 'Ada', email: '', phone: '', website: '', logo_id: null },
        buyer: { ...nowhere, name: 'Studio North', company: '', email: '' },
        tax_name: '',
        payment: { details: '', account_holder: '', iban: '', bic: '' },
        footer: '',
      },
      approval_status: null,
      client_notes: '',
      approved_at: null,
      rejected_at: null,
      sent_at: null,
      decisions: [],
      line_requests: [],
      approved_files: [],
      changes_since_decision: [],
      changes_since_sent: [],
      version: 1,
    })
    expect(await readInvoice(books, created.id)).toEqual(created)
    expect(await activity(books.ada)).toContain('Invoice created: INV-0001 for Studio North')
  })

  test('needs no more than a client and a date', async () => {
    const books = await openBooks()
    expect(await addInvoice(books)).toMatchObject({
      due_date: null,
      tax_rate: 0,
      notes: '',
      project_id: null,
    })
    expect(await addInvoice(books, { due_date: '', notes: null })).toMatchObject({
      due_date: null,
      notes: '',
    })
  })

  test('creates its items in order', async () => {
    const books = await openBooks()
    const created = await addInvoice(books, {
      tax_rate: 8.25,
      items: [
        design,
        { description: 'Half a cent', quantity: 0.1, rate: 0.05 },
        { description: 'Build', quantity: 3, rate: 123.45 },
      ],
    })
    expect(created.items.map(({ amount }) => amount)).toEqual([149.99, 0.01, 370.35])
    expect(created.items.map(({ description }) => description)).toEqual(['Design', 'Half a cent', 'Build'])
    expect(created).toMatchObject({ subtotal: 520.35, tax_amount: 42.93, total: 563.28 })
  })

  test('for a project keeps its name too', async () => {
    const books = await openBooks()
    const project_id = await addProject(books, 'Website', books.clientId)
    const created = await addInvoice(books, { project_id })
    expect(created).toMatchObject({ project_id, project_name: 'Website' })
  })

  test('accepts a project without a client, but not one of another client', async () => {
    const books = await openBooks()
    const own = await addProject(books, 'Own')
    const theirs = await addProject(books, 'Theirs', await addClient(books, 'Harbour'))
    expect(await addInvoice(books, { project_id: own })).toMatchObject({ project_name: 'Own' })
    const refused = await books.ada.try(invoicesApi.create, {
      body: draft(books.clientId, { project_id: theirs }),
    })
    expect(refused).toMatchObject(invalidField('project_id', 'This project belongs to another client'))
    expect(await addInvoice(books)).toMatchObject({ invoice_number: 'INV-0002' })
  })

  test('twice with the same Idempotency-Key writes it once', async () => {
    const books = await openBooks()
    const add = () =>
      books.ada.call(invoicesApi.create, {
        body: draft(books.clientId, { notes: 'once' }),
        headers: { 'idempotency-key': 'the-same' },
      })
    const [first, second] = await Promise.all([add(), add()])
    expect(second).toEqual(first)
    expect(await books.ada.call(invoicesApi.list)).toHaveLength(1)
    expect(await addInvoice(books)).toMatchObject({ invoice_number: 'INV-0002' })
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
    ['a tax with four decimals', { tax_rate: 8.8755 }, 'tax_rate'],
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
    const { ada, clientId } = await openBooks()
    const refused = await ada.request('POST', '/api/invoices', draft(clientId, fault))
    expect(invalidFields(refused)).toEqual([field])
    expect(await ada.call(invoicesApi.list)).toEqual([])
  })

  test.each([
    ['emoji and right-to-left text', 'Ærø 🦓 مرحبا'],
    ['HTML', '<script>alert(1)</script>'],
    ['quotes', `"quoted" 'twice' \\ ;--`],
    ['a formula', '=cmd()'],
    ['10,000 characters', 'x'.repeat(10_000)],
  ])('keeps %s as text', async (_, notes) => {
    const books = await openBooks()
    const description = notes.slice(0, 1000)
    const created = await addInvoice(books, { notes, items: [{ ...design, description }] })
    expect(created.notes).toBe(notes)
    expect(created.items[0]?.description).toBe(description)
  })
})

describe('invoices on a plan of five a month', () => {
  test('count by the month of creation, whatever date is written on them', async () => {
    const books = await openBooks()
    await givePlan(books.ada, 'free')
    await setClock('2026-11-30T23:00:00Z')
    for (let count = 0; count < 5; count++) await addInvoice(books, { issue_date: '2025-01-01' })
    expect(await books.ada.try(invoicesApi.create, { body: draft(books.clientId) })).toMatchObject({
      status: 403,
      body: { code: 'invoice_limit_reached' },
    })
    await setClock('2026-12-01T00:00:00Z')
    expect(await addInvoice(books)).toMatchObject({ invoice_number: 'INV-0006' })
  })

  test('number every account from 1', async () => {
    const [one, two] = [await openBooks(), await openBooks()]
    expect(await addInvoice(one)).toMatchObject({ invoice_number: 'INV-0001' })
    expect(await addInvoice(two)).toMatchObject({ invoice_number: 'INV-0001' })
  })
})

describe('changing an invoice', () => {
  test('changes what is given and leaves the rest', async () => {
    const books = await openBooks()
    const { id } = await addInvoice(books, { due_date: '2026-12-01', notes: 'Thank you', items: [design] })
    expect(await changeInvoice(books, id, { tax_rate: 8.25 })).toMatchObject({
      tax_rate: 8.25,
      subtotal: 149.99,
      tax_amount: 12.37,
      total: 162.36,
      due_date: '2026-12-01',
      notes: 'Thank you',
      status: 'draft',
    })
    expect(await changeInvoice(books, id, { due_date: null })).toMatchObject({
      due_date: null,
      tax_rate: 8.25,
    })
    expect(await changeInvoice(books, id, { notes: '' })).toMatchObject({ notes: '' })
    expect((await changeInvoice(books, id, { issue_date: '2026-11-02' })).issue_date).toBe('2026-11-02')
    const { version: _, ...before } = await readInvoice(books, id)
    const told = await activity(books.ada)
    expect(await changeInvoice(books, id, {})).toMatchObject(before)
    expect(await activity(books.ada)).toEqual(told)
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
    const books = await openBooks()
    const before = await addInvoice(books, { due_date: '2026-12-01' })
    const refused = await books.ada.request('PUT', `/api/invoices/${before.id}`, fault)
    expect(invalidFields(refused)).toEqual([field])
    expect(await readInvoice(books, before.id)).toEqual(before)
  })
})

describe('history', () => {
  test('an issued invoice keeps its names when client and project are renamed', async () => {
    const books = await openBooks()
    const { ada, clientId } = books
    const projectId = await addProject(books, 'Website', clientId)
    const { id } = await addInvoice(books, { project_id: projectId, items: [design] })
    const before = await changeInvoice(books, id, { status: 'sent' })
    await ada.call(clientsApi.update, { params: { id: clientId }, body: { name: 'Studio South' } })
    await ada.call(projectsApi.update, {
      params: { id: projectId },
      body: { name: 'Shop', client_id: clientId, hourly_rate: 5 },
    })
    expect(await readInvoice(books, before.id)).toEqual(before)
    expect(await ada.call(invoicesApi.list, { query: { q: 'studio north' } })).toHaveLength(1)
    await ada.call(projectsApi.remove, { params: { id: projectId } })
    const removed = await ada.call(clientsApi.remove, { params: { id: clientId } })
    expect(removed).toMatchObject({ outcome: 'archived' })
    expect(await readInvoice(books, before.id)).toEqual(before)
    expect(await ada.try(invoicesApi.create, { body: draft(clientId) })).toMatchObject(NOT_FOUND)
  })

  test('a draft follows the name of its client, and an invoice that becomes one again', async () => {
    const books = await openBooks()
    const { ada, clientId } = books
    const rename = (name: string) => ada.call(clientsApi.update, { params: { id: clientId }, body: { name } })
    const [draft, sent] = [await addInvoice(books), await addInvoice(books)]
    await changeInvoice(books, sent.id, { status: 'sent' })
    await rename('Studio Süd')
    const named = (client_name: string) => ({ client_name, details: { buyer: { name: client_name } } })
    expect(await readInvoice(books, draft.id)).toMatchObject(named('Studio Süd'))
    expect(await readInvoice(books, sent.id)).toMatchObject(named('Studio North'))
    const found = async (q: string) =>
      (await ada.call(invoicesApi.list, { query: { q } })).map(({ id }) => id)
    expect(await found('studio SÜD')).toEqual([draft.id])
    expect(await found(draft.invoice_number)).toEqual([draft.id])

    expect(await changeInvoice(books, sent.id, { status: 'draft' })).toMatchObject(named('Studio Süd'))
    expect(await found('studio SÜD')).toEqual([sent.id, draft.id])
    await changeInvoice(books, draft.id, { status: 'sent' })
    await rename('Studio West')
    expect(await readInvoice(books, draft.id)).toMatchObject(named('Studio Süd'))
    expect(await readInvoice(books, sent.id)).toMatchObject(named('Studio West'))
  })

  test('there is no way to delete an invoice that was issued', async () => {
    const books = await openBooks()
    const { id } = await addInvoice(books)
    const before = await changeInvoice(books, id, { status: 'sent' })
    expect(await books.ada.try(invoicesApi.remove, { params: { id } })).toMatchObject(CONFLICT)
    expect(await readInvoice(books, id)).toEqual(before)
  })
})

describe('the list', () => {
  test('is paged, newest first, without items', async () => {
    const books = await openBooks()
    for (let count = 0; count < 5; count++) await addInvoice(books, { items: [design] })
    const seen: string[] = []
    for await (const page of pagesOf(books.ada, invoicesApi.list, { limit: '2' })) {
      expect(page.length).toBeLessThanOrEqual(2)
      for (const one of page) expect(one).not.toHaveProperty('items')
      seen.push(...page.map(({ invoice_number }) => invoice_number))
    }
    expect(seen).toEqual(['INV-0005', 'INV-0004', 'INV-0003', 'INV-0002', 'INV-0001'])
  })

  test('is sorted by each column, in both directions, page by page', async () => {
    const books = await openBooks()
    const other = { ...books, clientId: await addClient(books, 'atelier') }
    for (const [owner, rate, issue_date, due_date, status] of [
      [books, 30, '2026-10-05', '2026-10-20', 'sent'],
      [other, 10, '2026-10-01', '', 'sent'],
      [books, 20, '2026-10-03', '2026-12-01', 'draft'],
      [other, 20, '2026-10-02', '2026-11-30', 'paid'],
    ] as const) {
      const { id } = await addInvoice(owner, { issue_date, due_date, items: [{ ...design, rate }] })
      if (status !== 'draft') await changeInvoice(books, id, { status })
    }
    const sorted = async (sort: string) => {
      const seen: number[] = []
      for await (const page of pagesOf(books.ada, invoicesApi.list, { limit: '1', sort }))
        seen.push(...page.map(({ number }) => number ?? 0))
      return seen
    }
    const expected = {
      number: [1, 2, 3, 4],
      client: [2, 4, 1, 3],
      status: [3, 1, 2, 4],
      issued: [2, 4, 3, 1],
      due: [1, 4, 3, 2],
      total: [2, 3, 4, 1],
      balance: [3, 4, 2, 1],
    }
    for (const [column, numbers] of Object.entries(expected)) {
      expect([column, await sorted(column)]).toEqual([column, numbers])
      expect([column, await sorted(`-${column}`)]).toEqual([column, numbers.toReversed()])
    }
    const { headers } = await books.ada.request('GET', '/api/invoices?limit=1&sort=client')
    const next = /<([^>]+)>/.exec(headers.get('link') ?? '')?.[1]?.replace('sort=client', 'sort=due') ?? ''
    expect((await books.ada.request('GET', next)).status).toBe(400)
    expect((await books.ada.request('GET', '/api/invoices?sort=notes')).status).toBe(400)
  })

  test('is searched by number and client, ignoring case and accents', async () => {
    const books = await openBooks()
    await addInvoice(books)
    await addInvoice({ ...books, clientId: await addClient(books, 'Äther & Co') })
    const found = async (q: string) =>
      (await books.ada.call(invoicesApi.list, { query: { q } })).map(({ invoice_number }) => invoice_number)
    expect(await found('inv-0002')).toEqual(['INV-0002'])
    expect(await found('ather')).toEqual(['INV-0002'])
    expect(await found('STUDIO')).toEqual(['INV-0001'])
    expect(await found('%')).toEqual([])
    expect(await found('0')).toEqual(['INV-0002', 'INV-0001'])
  })

  test('is filtered by status as of today', async () => {
    const books = await openBooks()
    for (const status of InvoiceStatus.options) {
      for (const due_date of [null, '2026-11-15', TODAY, '2026-11-17']) {
        const { id } = await addInvoice(books, { due_date, items: [design] })
        await changeInvoice(books, id, { status })
      }
    }
    const all = await books.ada.call(invoicesApi.list)
    expect(all).toHaveLength(20)
    for (const status of InvoiceStatus.options) {
      const some = await books.ada.call(invoicesApi.list, { query: { status } })
      expect(some).toEqual(all.filter((one) => one.status === status))
      expect(some.length).toBeGreaterThan(2)
    }
    const unpaid = await books.ada.call(invoicesApi.list, { query: { status: 'unpaid' } })
    expect(unpaid).toEqual(all.filter(({ status }) => /sent|overdue/.test(status)))
    const { pendingInvoicesTotal } = await books.ada.call(dashboardApi.stats)
    expect(unpaid.reduce((sum, { total }) => sum + total, 0)).toBe(pendingInvoicesTotal)
    const refused = await books.ada.request('GET', '/api/invoices?status=late')
    expect(refused).toMatchObject(invalidField('status'))
  })

  test.each(['nonsense', 'WyJ4Il0', 'WzEsMl0', ''])('with the cursor %j is refused', async (cursor) => {
    const { ada } = await openBooks()
    expect(await ada.try(invoicesApi.list, { query: { cursor } })).toMatchObject({
      status: 400,
      body: { code: 'invalid_request' },
    })
  })
})

describe('another account', () => {
  test('can neither read nor change anything', async () => {
    const books = await openBooks()
    const eve = await openBooks()
    const projectId = await addProject(books, 'Website')
    const { item, ...before } = await addInvoiceWithItem(books)
    const params = { id: before.id, itemId: item.id }
    const ownClient = draft(eve.clientId, { project_id: projectId })
    for (const refused of [
      await eve.ada.try(invoicesApi.get, { params }),
      await eve.ada.try(invoicesApi.update, { params, body: { status: 'paid' } }),
      await eve.ada.try(invoicesApi.addItem, { params, body: design }),
      await eve.ada.try(invoicesApi.updateItem, { params, body: { ...design, rate: 0 } }),
      await eve.ada.try(invoicesApi.removeItem, { params }),
      await eve.ada.try(invoicesApi.create, { body: draft(books.clientId) }),
      await eve.ada.try(invoicesApi.create, { body: ownClient }),
    ]) {
      expect(refused).toMatchObject(NOT_FOUND)
    }
    expect(await eve.ada.call(invoicesApi.list)).toEqual([])
    expect(await readInvoice(books, before.id)).toEqual(before)
    expect(await addInvoice(eve)).toMatchObject({ invoice_number: 'INV-0001' })
  })

  test('every call requires a session', async () => {
    const { url } = await sharedApp()
    const visitor = new Visitor(url)
    const params = { id: 1, itemId: 1 }
    for (const refused of [
      await visitor.try(invoicesApi.list),
      await visitor.try(invoicesApi.get, { params }),
      await visitor.try(invoicesApi.create, { body: draft(1) }),
      await visitor.try(invoicesApi.update, { params, body: { status: 'paid' } }),
      await visitor.try(invoicesApi.addItem, { params, body: design }),
      await visitor.try(invoicesApi.updateItem, { params, body: design }),
      await visitor.try(invoicesApi.removeItem, { params }),
    ]) {
      expect(refused).toMatchObject(UNAUTHORIZED)
    }
  })

  test.each(['0', '-1', 'x', '1.5', '99999999999999999999', "1'--"])(
    'an invoice %s is not there',
    async (id) => {
      const { ada } = await openBooks()
      for (const refused of [
        await ada.try(invoicesApi.get, { params: { id } }),
        await ada.try(invoicesApi.update, { params: { id }, body: { status: 'paid' } }),
        await ada.try(invoicesApi.addItem, { params: { id }, body: design }),
      ]) {
        expect(refused).toMatchObject(NOT_FOUND)
      }
    },
  )
})
