import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { documentsApi } from '#features/billing/documents/contract.ts'
import { sendingApi } from '#features/billing/sending/contract/sending.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { businessApi } from '#features/foundation/business/contract.ts'
import { removalsApi } from '#features/foundation/removals/contract.ts'
import { clientPageApi } from '#features/pages/client-page/contract.ts'
import { dashboardApi } from '#features/pages/dashboard/contract.ts'
import { listFiguresApi } from '#features/pages/list-figures/contract.ts'
import { moneyApi } from '#features/pages/money/contract.ts'
import { portalApi } from '#features/pages/portal/contract/portal.ts'
import { sharedApp, uniqueEmail } from '#tests/app.ts'
import {
  addInvoice,
  type Books,
  changeInvoice,
  design,
  openBooks as openOrdinaryBooks,
  readInvoice,
} from '#tests/invoices.ts'
import { runJobs } from '#tests/jobs.ts'
import { mailsTo } from '#tests/mails.ts'
import { activityOf, addPortalLink } from '#tests/portal.ts'
import { invoicesApi } from './contract/api.ts'

/** Books whose issued invoices are final, and whose client is not asked for approval. */
async function openBooks(approval_required = false): Promise<Books> {
  const books = await openOrdinaryBooks()
  await books.ada.call(businessApi.update, { body: { issued_is_final: true } })
  await books.ada.call(clientsApi.update, {
    params: { id: books.clientId },
    body: { name: 'Studio North', approval_required },
  })
  return books
}

const addFinal = (books: Books, more = {}) => addInvoice(books, { items: [design], ...more })
const send = ({ ada }: Books, id: number) =>
  ada.call(sendingApi.send, { params: { id }, body: { mail: false } })
const SEALED = { status: 409, body: { code: 'sealed' } }

describe('a final invoice', () => {
  test('gets its number when it is sent, in the order of the dates', async () => {
    const books = await openBooks()
    const [first, second] = [await addFinal(books), await addFinal(books)]
    expect(first).toMatchObject({ invoice_number: 'Draft', number: null, sealed_at: null })
    await send(books, second.id)
    expect(await readInvoice(books, second.id)).toMatchObject({
      invoice_number: 'INV-0001',
      sealed_at: expect.any(String),
    })
    expect(await changeInvoice(books, first.id, { status: 'paid' })).toMatchObject({
      invoice_number: 'INV-0002',
      status: 'paid',
    })
    const early = await addFinal(books, { issue_date: '2026-10-31' })
    expect(
      await books.ada.try(sendingApi.send, { params: { id: early.id }, body: { mail: false } }),
    ).toMatchObject({ status: 409, body: { error: expect.stringContaining('Nov 1, 2026') } })
    expect(await readInvoice(books, early.id)).toMatchObject({ status: 'draft', number: null })
  })

  test('is a proposal without a number until the client approves it', async () => {
    const books = await openBooks(true)
    const { id } = await addFinal(books)
    await send(books, id)
    expect(await readInvoice(books, id)).toMatchObject({ status: 'sent', number: null, sealed_at: null })
    const statement = () => books.ada.call(clientPageApi.statement, { params: { id: books.clientId } })
    expect((await statement()).currencies).toEqual([])
    const { client } = await addPortalLink(books.ada, books.clientId)
    expect(await client.call(portalApi.invoice, { params: { invoiceId: id } })).toMatchObject({
      number: null,
    })
    expect(await books.ada.try(documentsApi.eInvoice, { params: { id }, query: {} })).toMatchObject({
      status: 409,
    })
    await changeInvoice(books, id, { notes: 'Thank you' })
    await client.call(portalApi.decideInvoice, { params: { invoiceId: id }, body: { status: 'approved' } })
    expect(await readInvoice(books, id)).toMatchObject({
      invoice_number: 'INV-0001',
      notes: 'Thank you',
      approval_status: 'approved',
      sealed_at: expect.any(String),
      changes_since_decision: [],
    })
    expect((await statement()).currencies).toHaveLength(1)
  })

  test('is neither overdue nor owed until the client approves it', async () => {
    const books = await openBooks(true)
    const { ada } = books
    const { id, total } = await addFinal(books, { due_date: '2026-11-10' })
    await send(books, id)
    const { client } = await addPortalLink(ada, books.clientId)
    const read = async () => {
      const [money, stats, figures, portal] = await Promise.all([
        ada.call(moneyApi.money, { query: {} }),
        ada.call(dashboardApi.stats),
        ada.call(listFiguresApi.clients),
        client.call(portalApi.overview),
      ])
      return {
        invoice: (await readInvoice(books, id)).status,
        overdue: money.overdue.count,
        waiting: money.waiting.count,
        stats: stats.overdueInvoicesCount,
        owed: figures.flatMap(({ owed }) => owed.map(({ amount }) => amount)),
        late: (await ada.call(invoicesApi.late, { query: {} })).length,
        listed: (await ada.call(invoicesApi.list, { query: { status: 'awaiting_approval' } })).length,
        asked: portal.waiting.invoices.map(({ status }) => status),
        accounts: portal.accounts.length,
      }
    }
    expect(await read()).toEqual({
      invoice: 'sent',
      overdue: 0,
      waiting: 1,
      stats: 0,
      owed: [],
      late: 0,
      listed: 1,
      asked: ['sent'],
      accounts: 0,
    })
    await client.call(portalApi.decideInvoice, { params: { invoiceId: id }, body: { status: 'approved' } })
    expect(await read()).toEqual({
      invoice: 'overdue',
      overdue: 1,
      waiting: 0,
      stats: 1,
      owed: [total],
      late: 1,
      listed: 0,
      asked: ['overdue'],
      accounts: 1,
    })
  })

  test('is called a proposal in mails and activity until it has a number', async () => {
    const books = await openBooks(true)
    const { ada, clientId } = books
    const email = uniqueEmail('north')
    await ada.call(clientsApi.update, { params: { id: clientId }, body: { name: 'Studio North', email } })
    const { id, items } = await addFinal(books)
    await ada.call(sendingApi.send, { params: { id }, body: {} })
    const { client } = await addPortalLink(ada, clientId)
    const params = { invoiceId: id }
    await client.call(portalApi.decideInvoice, {
      params,
      body: { status: 'rejected', lines: [{ item_id: items[0]?.id ?? 0, note: 'Too much' }] },
    })
    const { line_requests } = await readInvoice(books, id)
    await ada.call(invoicesApi.explainLine, {
      params: { id, requestId: line_requests[0]?.id ?? 0 },
      body: { answer_text: 'As agreed' },
    })
    await client.call(portalApi.givePaidNotice, { params, body: {} })
    const written = [...(await mailsTo(email)), ...(await mailsTo(ada.email))]
    expect(written.map(({ subject }) => subject)).toEqual(
      expect.arrayContaining([
        'Invoice proposal from Ada',
        'Your requests about the invoice proposal',
        'Studio North requested changes to the invoice proposal',
        'Studio North says that the invoice proposal is paid',
      ]),
    )
    for (const { subject, text } of written) expect(`${subject} ${text}`).not.toMatch(/\bDraft\b/)
    const activity = await activityOf(ada)
    expect(activity).toContain('Invoice sent: Proposal for Studio North')
    expect(activity.filter((entry) => entry.includes('Draft'))).toEqual([
      'Invoice created: Draft for Studio North',
    ])
    await client.call(portalApi.decideInvoice, { params, body: { status: 'approved' } })
    expect((await mailsTo(ada.email)).map(({ subject }) => subject)).toContain(
      'Studio North approved invoice INV-0001',
    )
  })

  test('refuses every change of its content, and names the alternative', async () => {
    const books = await openBooks()
    const { ada } = books
    const { id, items } = await addFinal(books)
    await send(books, id)
    const before = await readInvoice(books, id)
    const [item] = items
    const itemParams = { id, itemId: item?.id ?? 0 }
    const change = (body: object) => ada.try(invoicesApi.update, { params: { id }, body })
    const refused = [
      [await change({ status: 'draft' }), 'correct'],
      [await change({ notes: 'Other' }), 'correct'],
      [await change({ tax_rate: 19 }), 'correct'],
      [await change({ issue_date: '2026-11-02' }), 'correct'],
      [await change({ due_date: '2027-01-01' }), 'correct'],
      [await change({ discount_percent: 10 }), 'correct'],
      [await change({ currency: 'EUR' }), 'correct'],
      [await ada.try(invoicesApi.addItem, { params: { id }, body: design }), 'correct'],
      [
        await ada.try(invoicesApi.updateItem, { params: itemParams, body: { ...design, rate: 1 } }),
        'correct',
      ],
      [await ada.try(invoicesApi.removeItem, { params: itemParams }), 'correct'],
      [
        await ada.try(invoicesApi.orderItems, { params: { id }, body: { item_ids: [item?.id ?? 0] } }),
        'correct',
      ],
      [await ada.try(invoicesApi.remove, { params: { id } }), 'credit'],
    ] as const
    for (const [answer, alternative] of refused) {
      expect(answer).toMatchObject(SEALED)
      expect(answer.body).toMatchObject({ alternative, details: expect.any(String) })
    }
    expect(await readInvoice(books, id)).toEqual(before)
    expect(await change({ status: 'overdue', reminders_enabled: false })).toMatchObject({ status: 200 })
    expect(await change({ status: 'paid' })).toMatchObject({ status: 200 })
    expect(await change({ status: 'sent' })).toMatchObject({ status: 200 })
  })

  test('does not change by hand in the database either', async () => {
    const books = await openBooks()
    const { id } = await addFinal(books)
    await send(books, id)
    await runJobs()
    const { database } = await sharedApp()
    const attempts = [
      `update invoices set total = 1 where id = ${id}`,
      `update invoices set due_date = '2030-01-01' where id = ${id}`,
      `update invoices set notes = 'x' where id = ${id}`,
      `update invoices set frozen_details = '{}' where id = ${id}`,
      `update invoices set sealed_at = null where id = ${id}`,
      `update invoices set status = 'draft' where id = ${id}`,
      `delete from invoices where id = ${id}`,
      `update invoice_items set amount = 1 where invoice_id = ${id}`,
      `delete from invoice_items where invoice_id = ${id}`,
      `insert into invoice_items (account_id, invoice_id, description, quantity, rate, amount)
       select account_id, id, 'x', 1, 1, 1 from invoices where id = ${id}`,
      `update document_files set file_sha256 = 'x' where invoice_id = ${id}`,
      `delete from document_files where invoice_id = ${id}`,
    ]
    for (const statement of attempts)
      await expect(database.pool.query(statement), statement).rejects.toThrow(/sealed|issued/)
  })

  test('has one PDF and one XML for good, whatever is paid later', async () => {
    const books = await openBooks()
    const { ada, clientId } = books
    await ada.call(businessApi.update, {
      body: {
        country: 'DE',
        tax_id: 'DE123456789',
        email: 'ada@example.com',
        iban: 'DE02120300000000202051',
      },
    })
    await ada.call(clientsApi.update, {
      params: { id: clientId },
      body: { name: 'Studio North', email: 'n@example.com', country: 'DE', approval_required: false },
    })
    const { id } = await addFinal(books, { tax_rate: 19, due_date: '2026-12-01' })
    await send(books, id)
    const hashesOf = async () => {
      const files = [
        await ada.fetch(`/api/invoices/${id}/pdf`),
        await ada.fetch(`/api/invoices/${id}/e-invoice.xml`),
        await ada.fetch(`/api/invoices/${id}/e-invoice.xml?syntax=ubl`),
      ]
      const contents = await Promise.all(files.map(async (file) => Buffer.from(await file.arrayBuffer())))
      return contents.map((content) => createHash('sha256').update(content).digest('hex'))
    }
    const [one, other] = await Promise.all([hashesOf(), hashesOf()])
    expect(other).toEqual(one)
    await runJobs()
    for (let paid = 0; paid < 10; paid++)
      await ada.call(invoicesApi.recordPayment, {
        params: { id },
        body: { amount: 1, paid_on: '2026-11-16', method: 'cash' },
      })
    await ada.call(businessApi.update, { body: { name: 'Another name', locale: 'de-DE' } })
    expect(await hashesOf()).toEqual(one)
    const { client } = await addPortalLink(ada, clientId)
    const shared = await client.fetch(`/api/client-portal/${client.token}/invoices/${id}/pdf`)
    expect(
      createHash('sha256')
        .update(Buffer.from(await shared.arrayBuffer()))
        .digest('hex'),
    ).toBe(one[0])
    const { database } = await sharedApp()
    const { rows } = await database.pool.query(
      `select format, file_sha256 from document_files where invoice_id = ${id} order by format`,
    )
    expect(rows).toEqual([
      { format: 'cii', file_sha256: one[1] },
      { format: 'pdf', file_sha256: one[0] },
      { format: 'ubl', file_sha256: one[2] },
    ])
  })
})

describe('turning final invoices on and off', () => {
  test('takes the numbers of drafts back, and gives them again', async () => {
    const books = await openOrdinaryBooks()
    const [sent, between, last] = [await addFinal(books), await addFinal(books), await addFinal(books)]
    await changeInvoice(books, sent.id, { status: 'sent' })
    const setFinal = (issued_is_final: boolean) =>
      books.ada.call(businessApi.update, { body: { issued_is_final } })
    expect(await setFinal(true)).toMatchObject({ next_invoice_number: 2, finality_locked: false })
    for (const { id } of [between, last]) expect(await readInvoice(books, id)).toMatchObject({ number: null })
    expect(await books.ada.call(invoicesApi.list, { query: { q: 'inv-0002' } })).toHaveLength(0)
    expect(await setFinal(false)).toMatchObject({ next_invoice_number: 4 })
    expect(await readInvoice(books, last.id)).toMatchObject({ invoice_number: 'INV-0003' })
    expect(await books.ada.call(invoicesApi.list, { query: { q: 'inv-0002' } })).toHaveLength(1)
  })

  test('is refused once an invoice is sealed', async () => {
    const books = await openBooks()
    const { id } = await addFinal(books)
    await send(books, id)
    expect(await books.ada.call(businessApi.get)).toMatchObject({ finality_locked: true })
    expect(await books.ada.try(businessApi.update, { body: { issued_is_final: false } })).toMatchObject(
      SEALED,
    )
  })

  test('leaves drafts without a number deletable, and undo restores them', async () => {
    const books = await openBooks()
    const { id } = await addFinal(books)
    const { outcome, removal_id } = await books.ada.call(invoicesApi.remove, { params: { id } })
    expect(outcome).toBe('deleted')
    await send(books, (await addFinal(books)).id)
    await books.ada.call(removalsApi.undo, { params: { id: removal_id } })
    await send(books, id)
    expect(await readInvoice(books, id)).toMatchObject({ invoice_number: 'INV-0002' })
  })
})
