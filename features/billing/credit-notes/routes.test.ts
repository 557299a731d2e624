import { describe, expect, test } from 'vitest'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { sendingApi } from '#features/billing/sending/contract/sending.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { businessApi } from '#features/foundation/business/contract.ts'
import { removalsApi } from '#features/foundation/removals/contract.ts'
import { clientPageApi } from '#features/pages/client-page/contract.ts'
import { portalApi } from '#features/pages/portal/contract/portal.ts'
import { timeEntriesApi } from '#features/work/time-entries/contract.ts'
import { sharedApp } from '#tests/app.ts'
import { addInvoice, type Books, changeInvoice, openBooks, readInvoice } from '#tests/invoices.ts'
import { runJobs } from '#tests/jobs.ts'
import { activityOf, addPortalLink } from '#tests/portal.ts'
import { creditNotesApi } from './contract.ts'

const LINES = [
  { description: 'Design', quantity: 2, rate: 50 },
  { description: 'Hosting', quantity: 3, rate: 33.33 },
]

/** An invoice of 199.99 minus 10 % plus 19 % that was sent. */
async function addSent(books: Books, more = {}) {
  const { id } = await addInvoice(books, { items: LINES, tax_rate: 19, discount_percent: 10, ...more })
  await books.ada.call(sendingApi.send, { params: { id }, body: { mail: false } })
  return readInvoice(books, id)
}

const credit = ({ ada }: Books, id: number, body: object = {}) =>
  ada.call(creditNotesApi.create, { params: { id }, body: { reason: 'Wrong hours', ...body } })
const tryToCredit = ({ ada }: Books, id: number, body: object = {}) =>
  ada.try(creditNotesApi.create, { params: { id }, body: { reason: 'Wrong hours', ...body } })
const send = ({ ada }: Books, id: number) =>
  ada.call(creditNotesApi.send, { params: { id }, body: { mail: false } })
const tryToSend = ({ ada }: Books, id: number) =>
  ada.try(creditNotesApi.send, { params: { id }, body: { mail: false } })
const correct = ({ ada }: Books, id: number) =>
  ada.call(creditNotesApi.correct, { params: { id }, body: { reason: 'Wrong address' } })
const pay = ({ ada }: Books, id: number, amount: number) =>
  ada.call(invoicesApi.recordPayment, {
    params: { id },
    body: { amount, paid_on: '2026-11-16', method: 'cash' },
  })

describe('a credit note', () => {
  test('takes back everything by default, once it is sent', async () => {
    const books = await openBooks()
    const invoice = await addSent(books)
    const draft = await credit(books, invoice.id)
    const { subtotal, discount_amount, tax_amount, total } = invoice
    expect(draft).toMatchObject({
      ...{ subtotal, discount_amount, tax_amount, total },
      credit_note_number: 'Draft',
      status: 'draft',
      issue_date: '2026-11-16',
      invoice_number: 'INV-0001',
      items: invoice.items.map(({ id: item_id, description, quantity, amount }) => ({
        ...{ item_id, description, quantity, amount },
      })),
    })
    expect(await readInvoice(books, invoice.id)).toMatchObject({
      credited: 0,
      balance: total,
      status: 'sent',
    })
    expect(await send(books, draft.id)).toMatchObject({
      credit_note_number: 'CN-0001',
      status: 'sent',
      home_total: total,
    })
    expect(await readInvoice(books, invoice.id)).toMatchObject({
      credited: total,
      balance: 0,
      overpaid: 0,
      status: 'cancelled',
    })
    expect(await activityOf(books.ada)).toContain('Credit note sent: INV-0001 for Studio North')
  })

  test('of single lines adds up to the invoice, to the cent', async () => {
    const books = await openBooks()
    const invoice = await addSent(books)
    const [design] = invoice.items
    const one = await credit(books, invoice.id, {
      items: [{ item_id: design?.id, description: 'Design', quantity: 1, rate: 50 }],
    })
    expect(await send(books, one.id)).toMatchObject({ subtotal: 50, discount_amount: 5, total: 53.55 })
    expect(await readInvoice(books, invoice.id)).toMatchObject({ credited: 53.55, status: 'sent' })
    const rest = await credit(books, invoice.id)
    expect(rest.items).toMatchObject([
      { description: 'Design', quantity: 1, rate: 50 },
      { description: 'Hosting', quantity: 3, rate: 33.33 },
    ])
    await send(books, rest.id)
    const after = await readInvoice(books, invoice.id)
    expect(after).toMatchObject({ credited: invoice.total, balance: 0, status: 'cancelled' })
    expect(await tryToCredit(books, invoice.id)).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('$0.00') },
    })
  })

  test('of an amount leaves one line for the rest', async () => {
    const books = await openBooks()
    const invoice = await addSent(books)
    const goodwill = { items: [{ description: 'Goodwill', quantity: 1, rate: 20 }] }
    await send(books, (await credit(books, invoice.id, goodwill)).id)
    const rest = await credit(books, invoice.id)
    expect(rest.items).toMatchObject([
      { description: 'Remaining amount of invoice INV-0001', amount: 179.99 },
    ])
    await send(books, rest.id)
    expect(await readInvoice(books, invoice.id)).toMatchObject({ credited: invoice.total })
  })

  test('cannot exceed the invoice, and the refusal names what is left', async () => {
    const books = await openBooks()
    const invoice = await addSent(books)
    const most = { items: [{ description: 'Most', quantity: 1, rate: 150 }] }
    const [one, other] = [await credit(books, invoice.id, most), await credit(books, invoice.id, most)]
    await send(books, one.id)
    const left = `$${(invoice.total - one.total).toFixed(2)}`
    expect(await tryToSend(books, other.id)).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining(left) },
    })
    expect(await tryToCredit(books, invoice.id, most)).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining(left) },
    })
    const [design] = invoice.items
    const twice = { items: [{ item_id: design?.id, description: 'Design', quantity: 3, rate: 50 }] }
    expect(await tryToCredit(books, invoice.id, twice)).toMatchObject({ status: 409 })
  })

  test('is changed and deleted as a draft only, and undo restores it', async () => {
    const books = await openBooks()
    const { ada } = books
    const invoice = await addSent(books)
    const { id } = await credit(books, invoice.id)
    const change = { reason: 'Another reason', items: [{ description: 'Part', quantity: 1, rate: 10 }] }
    expect(await ada.call(creditNotesApi.update, { params: { id }, body: change })).toMatchObject({
      reason: 'Another reason',
      subtotal: 10,
      total: 10.71,
    })
    const { removal_id } = await ada.call(creditNotesApi.remove, { params: { id } })
    expect(await ada.try(creditNotesApi.get, { params: { id } })).toMatchObject({ status: 404 })
    await ada.call(removalsApi.undo, { params: { id: removal_id } })
    expect(await ada.call(creditNotesApi.get, { params: { id } })).toMatchObject({ total: 10.71 })
    await send(books, id)
    const SEALED = { status: 409, body: { code: 'sealed' } }
    expect(await ada.try(creditNotesApi.update, { params: { id }, body: change })).toMatchObject(SEALED)
    expect(await ada.try(creditNotesApi.remove, { params: { id } })).toMatchObject(SEALED)
    expect(await tryToSend(books, id)).toMatchObject(SEALED)
    const { database } = await sharedApp()
    for (const statement of [
      `update credit_notes set total = 1, subtotal = 1, tax_amount = 0, discount_amount = 0 where id = ${id}`,
      `delete from credit_notes where id = ${id}`,
      `update credit_notes set status = 'draft' where id = ${id}`,
      `update credit_note_items set amount = 1 where credit_note_id = ${id}`,
      `delete from credit_note_items where credit_note_id = ${id}`,
      `update invoices set credited = total + 1 where id = ${invoice.id}`,
      `update invoices set due_date = '2030-01-01' where id = ${invoice.id}`,
    ])
      await expect(database.pool.query(statement), statement).rejects.toThrow()
  })

  test('of a draft, a proposal or another account is refused', async () => {
    const [books, other] = [await openBooks(), await openBooks()]
    const { id } = await addInvoice(books, { items: LINES })
    expect(await tryToCredit(books, id)).toMatchObject({ status: 409 })
    expect(await tryToCredit(other, id)).toMatchObject({ status: 404 })
    const sent = await addSent(books)
    const note = await credit(books, sent.id)
    for (const answer of [
      await other.ada.try(creditNotesApi.get, { params: { id: note.id } }),
      await other.ada.try(creditNotesApi.pdf, { params: { id: note.id } }),
      await tryToSend(other, note.id),
    ])
      expect(answer).toMatchObject({ status: 404 })
  })

  test('keeps payments as they were received, and says what is overpaid', async () => {
    const books = await openBooks()
    const invoice = await addSent(books)
    await pay(books, invoice.id, 100)
    const most = { items: [{ description: 'Most', quantity: 1, rate: 150 }] }
    const note = await credit(books, invoice.id, most)
    await send(books, note.id)
    const overpaid = Number((100 + note.total - invoice.total).toFixed(2))
    expect(await readInvoice(books, invoice.id)).toMatchObject({
      status: 'paid',
      amount_paid: 100,
      balance: 0,
      overpaid,
    })
    expect(
      await books.ada.try(invoicesApi.update, { params: { id: invoice.id }, body: { notes: 'x' } }),
    ).toMatchObject({ status: 409, body: { code: 'sealed', alternative: 'correct' } })
  })

  test('reduces what is left to pay, and the rest can be paid', async () => {
    const books = await openBooks()
    const invoice = await addSent(books, { tax_rate: 0, discount_percent: null })
    const part = { items: [{ description: 'Part', quantity: 1, rate: 99.99 }] }
    await send(books, (await credit(books, invoice.id, part)).id)
    expect(await readInvoice(books, invoice.id)).toMatchObject({ balance: 100, status: 'sent' })
    expect(
      await books.ada.try(invoicesApi.recordPayment, {
        params: { id: invoice.id },
        body: { amount: 100.01, paid_on: '2026-11-16', method: 'cash' },
      }),
    ).toMatchObject({ status: 400 })
    expect(await changeInvoice(books, invoice.id, { status: 'paid' })).toMatchObject({
      amount_paid: 100,
      balance: 0,
      overpaid: 0,
    })
    const summary = await books.ada.call(invoicesApi.summary)
    expect(summary).toMatchObject({ outstanding: 0, paid_this_year: 100 })
  })

  test('is in the portal, on the statement and in an email', async () => {
    const books = await openBooks()
    const { ada, clientId } = books
    await ada.call(clientsApi.update, {
      params: { id: clientId },
      body: { name: 'Studio North', email: 'north@example.com' },
    })
    const invoice = await addSent(books)
    const { id } = await credit(books, invoice.id)
    const { client } = await addPortalLink(ada, clientId)
    const params = { invoiceId: invoice.id }
    expect(await client.call(portalApi.invoice, { params })).toMatchObject({ credit_notes: [], credited: 0 })
    const note = await ada.call(creditNotesApi.send, { params: { id }, body: { mail: true } })
    await runJobs()
    expect(await client.call(portalApi.invoice, { params })).toMatchObject({
      credited: invoice.total,
      credit_notes: [{ credit_note_number: 'CN-0001', total: invoice.total }],
    })
    const address = `/api/client-portal/${client.token}/credit-notes/${id}/pdf`
    const shared = await client.fetch(address)
    expect(shared.status).toBe(200)
    const own = await ada.fetch(`/api/credit-notes/${id}/pdf`)
    expect(Buffer.from(await shared.arrayBuffer()).equals(Buffer.from(await own.arrayBuffer()))).toBe(true)
    const statement = await ada.call(clientPageApi.statement, { params: { id: clientId } })
    expect(statement.currencies).toMatchObject([
      {
        invoiced: 0,
        closing_balance: 0,
        lines: [
          { type: 'invoice', amount: invoice.total },
          { type: 'credit_note', reference: 'CN-0001', amount: -invoice.total },
        ],
      },
    ])
    const { mails } = await ada.call(sendingApi.mails, { params: { id: invoice.id } })
    expect(mails).toMatchObject([
      { kind: 'credit_note', subject: `Credit note ${note.credit_note_number} from Ada` },
    ])
  })
})

/** Books whose issued invoices are final. */
async function openFinalBooks(approval_required = false): Promise<Books> {
  const books = await openBooks()
  await books.ada.call(businessApi.update, { body: { issued_is_final: true } })
  await books.ada.call(clientsApi.update, {
    params: { id: books.clientId },
    body: { name: 'Studio North', approval_required },
  })
  return books
}

const notesOf = ({ ada }: Books, invoice_id: number) =>
  ada.call(creditNotesApi.list, { query: { invoice_id } })

describe('cancelling a final invoice', () => {
  test('credits all of it, and its work can be billed again', async () => {
    const books = await openFinalBooks()
    const { ada, clientId } = books
    const project = await ada.call(projectsApi.create, {
      body: { name: 'Website', client_id: clientId, hourly_rate: 80 },
    })
    const entry = await ada.call(timeEntriesApi.create, {
      body: { project_id: project.id, date: '2026-11-01', hours: 2 },
    })
    const { id, total } = await addSent(books, { items: [], bill: { time_entry_ids: [entry.id] } })
    expect(await changeInvoice(books, id, { status: 'cancelled' })).toMatchObject({
      ...{ status: 'cancelled', credited: total, balance: 0, overpaid: 0 },
    })
    expect(await notesOf(books, id)).toMatchObject([
      { credit_note_number: 'CN-0001', status: 'sent', total, reason: 'Cancels invoice INV-0001' },
    ])
    expect(await ada.call(timeEntriesApi.list)).toMatchObject([{ is_billed: false }])
    expect(await changeInvoice(books, id, { status: 'cancelled' })).toMatchObject({ status: 'cancelled' })
    expect(await notesOf(books, id)).toHaveLength(1)
    expect(await ada.try(invoicesApi.update, { params: { id }, body: { status: 'sent' } })).toMatchObject({
      status: 409,
      body: { code: 'sealed', alternative: 'duplicate' },
    })
  })

  test('credits the rest of it, and keeps what was paid as credit of the client', async () => {
    const books = await openFinalBooks()
    const { id, total } = await addSent(books)
    const part = { items: [{ description: 'Part', quantity: 1, rate: 99.99 }] }
    const first = await send(books, (await credit(books, id, part)).id)
    await pay(books, id, 50)
    expect(await changeInvoice(books, id, { status: 'cancelled' })).toMatchObject({
      ...{ status: 'paid', credited: total, amount_paid: 50, overpaid: 50, balance: 0 },
    })
    const [rest] = await notesOf(books, id)
    expect(rest?.total).toBe(Number((total - first.total).toFixed(2)))
  })

  test('is refused together with a change of its content, and credits nothing then', async () => {
    const books = await openFinalBooks()
    const { id } = await addSent(books)
    const body = { status: 'cancelled', notes: 'Other' } as const
    expect(await books.ada.try(invoicesApi.update, { params: { id }, body })).toMatchObject({
      status: 409,
      body: { code: 'sealed', alternative: 'correct' },
    })
    expect(await notesOf(books, id)).toEqual([])
    expect(await readInvoice(books, id)).toMatchObject({ status: 'sent', credited: 0 })
  })

  test('happens once, also twice at once', async () => {
    const books = await openFinalBooks()
    const { id, total } = await addSent(books)
    const cancel = () => books.ada.try(invoicesApi.update, { params: { id }, body: { status: 'cancelled' } })
    for (const answer of await Promise.all([cancel(), cancel(), cancel()]))
      expect(answer).toMatchObject({ status: 200, body: { status: 'cancelled', credited: total } })
    expect(await notesOf(books, id)).toHaveLength(1)
  })

  test('leaves an invoice of nothing as it is, and names the alternative', async () => {
    const books = await openFinalBooks()
    const { id } = await addSent(books, { items: [] })
    const cancel = { params: { id }, body: { status: 'cancelled' } } as const
    expect(await books.ada.try(invoicesApi.update, cancel)).toMatchObject({
      status: 409,
      body: { code: 'sealed', alternative: 'duplicate' },
    })
  })
})

test('a line that the client disputes on a final invoice is granted by a credit note', async () => {
  const books = await openFinalBooks(true)
  const { ada, clientId } = books
  const { id } = await addSent(books)
  await pay(books, id, 10)
  const [design, hosting] = (await readInvoice(books, id)).items
  const { client } = await addPortalLink(ada, clientId)
  await client.call(portalApi.decideInvoice, {
    params: { invoiceId: id },
    body: { status: 'rejected', lines: [{ item_id: hosting?.id ?? 0, note: 'We host it ourselves' }] },
  })
  const itemParams = { id, itemId: hosting?.id ?? 0 }
  expect(await ada.try(invoicesApi.removeItem, { params: itemParams })).toMatchObject({
    status: 409,
    body: { code: 'sealed', alternative: 'credit' },
  })
  const { description = '', quantity = 0, rate = 0 } = hosting ?? {}
  const note = await credit(books, id, { items: [{ item_id: hosting?.id, description, quantity, rate }] })
  await send(books, note.id)
  const after = await readInvoice(books, id)
  expect(after).toMatchObject({
    approval_status: 'pending',
    credited: note.total,
    items: [{ id: design?.id }, { id: hosting?.id }],
    line_requests: [{ item_id: hosting?.id, answer: 'credited' }],
  })
  await client.call(portalApi.decideInvoice, { params: { invoiceId: id }, body: { status: 'approved' } })
  expect(await client.call(portalApi.invoice, { params: { invoiceId: id } })).toMatchObject({
    payable: after.balance,
    credit_notes: [{ credit_note_number: 'CN-0001' }],
  })
})

describe('a correction', () => {
  test('credits the invoice in full and moves its work to a copy', async () => {
    const books = await openBooks()
    const { ada, clientId } = books
    const project = await ada.call(projectsApi.create, {
      body: { name: 'Website', client_id: clientId, hourly_rate: 80 },
    })
    const entry = await ada.call(timeEntriesApi.create, {
      body: { project_id: project.id, date: '2026-11-01', hours: 2 },
    })
    const invoice = await addSent(books, { items: [], bill: { time_entry_ids: [entry.id] } })
    const { credit_note, invoice: copy } = await correct(books, invoice.id)
    expect(credit_note).toMatchObject({
      credit_note_number: 'CN-0001',
      status: 'sent',
      total: invoice.total,
      correction_id: copy.id,
    })
    const { subtotal, total, tax_rate, discount_percent } = invoice
    expect(copy).toMatchObject({
      ...{ subtotal, total, tax_rate, discount_percent },
      status: 'draft',
      items: [{ work: { kind: 'time', count: 1 } }],
    })
    expect(await readInvoice(books, invoice.id)).toMatchObject({ status: 'cancelled', balance: 0 })
    const [billed] = await ada.call(timeEntriesApi.list)
    expect(billed).toMatchObject({ is_billed: true, invoice: { id: copy.id } })
    expect(
      await ada.try(creditNotesApi.correct, { params: { id: invoice.id }, body: { reason: 'x' } }),
    ).toMatchObject({
      status: 409,
    })
  })

  test('of a final invoice numbers the copy only when it is sent', async () => {
    const books = await openFinalBooks()
    const invoice = await addSent(books)
    const { invoice: copy } = await correct(books, invoice.id)
    expect(copy).toMatchObject({ number: null, sealed_at: null })
    await books.ada.call(sendingApi.send, { params: { id: copy.id }, body: { mail: false } })
    expect(await readInvoice(books, copy.id)).toMatchObject({ invoice_number: 'INV-0002' })
  })
})

test('fifty credits and corrections at once never exceed the invoice', async () => {
  const books = await openBooks()
  const invoice = await addSent(books)
  const part = { items: [{ description: 'Part', quantity: 1, rate: 9 }] }
  const drafts = await Promise.all(Array.from({ length: 40 }, () => credit(books, invoice.id, part)))
  await Promise.all([
    ...drafts.map(({ id }) => tryToSend(books, id)),
    ...Array.from({ length: 10 }, () =>
      books.ada.try(creditNotesApi.correct, { params: { id: invoice.id }, body: { reason: 'Wrong' } }),
    ),
  ])
  const { credited, total } = await readInvoice(books, invoice.id)
  expect(credited).toBe(total)
  const notes = await books.ada.call(creditNotesApi.list, {
    query: { invoice_id: invoice.id, status: 'sent' },
  })
  expect(notes.reduce((sum, note) => sum + Math.round(note.total * 100), 0)).toBe(Math.round(total * 100))
  const numbers = notes.map(({ number }) => number ?? 0).toSorted((one, other) => one - other)
  expect(numbers).toEqual(notes.map((_, index) => index + 1))
  expect(notes.filter(({ correction_id }) => correction_id !== null)).toHaveLength(1)
})
