import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import type { InvoiceChangeForm } from '#features/billing/invoices/contract/input.ts'
import type { InvoiceItemForm } from '#features/billing/invoices/contract/items.ts'
import { sendingApi } from '#features/billing/sending/contract/sending.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { businessApi } from '#features/foundation/business/contract.ts'
import { expensesApi } from '#features/work/expenses/contract.ts'
import { setClock, sharedApp } from '#tests/app.ts'
import { png } from '#tests/images.ts'
import { design } from '#tests/invoices.ts'
import { mailsTo } from '#tests/mails.ts'
import type { Person } from '#tests/people.ts'
import { activityOf, addPortalLink, openFurnishedStudio, openStudio } from '#tests/portal.ts'
import type { PortalVisitor } from '#tests/portal-visitor.ts'
import { invalidField, NOT_FOUND } from '#tests/refusals.ts'
import { uploadReceipt } from '#tests/uploads.ts'
import type { InvoiceDecision } from './contract/decisions.ts'
import { portalApi } from './contract/portal.ts'

type Decision = z.input<typeof InvoiceDecision>

interface OfInvoice {
  ids: { invoiceId: number }
}

const read = ({ ada, ids }: OfInvoice & { ada: Person }) =>
  ada.call(invoicesApi.get, { params: { id: ids.invoiceId } })

const change = ({ ada, ids }: OfInvoice & { ada: Person }, body: InvoiceChangeForm) =>
  ada.call(invoicesApi.update, { params: { id: ids.invoiceId }, body })

const addItem = ({ ada, ids }: OfInvoice & { ada: Person }, body: InvoiceItemForm) =>
  ada.call(invoicesApi.addItem, { params: { id: ids.invoiceId }, body })

const send = ({ ada, ids }: OfInvoice & { ada: Person }) =>
  ada.call(sendingApi.send, { params: { id: ids.invoiceId }, body: { mail: false } })

/** As the client sees it. */
const shownTo = ({ client, ids }: OfInvoice & { client: PortalVisitor }) =>
  client.call(portalApi.invoice, { params: ids })

const tryShow = (client: PortalVisitor, invoiceId: number) =>
  client.try(portalApi.invoice, { params: { invoiceId } })

const decide = ({ client, ids }: OfInvoice & { client: PortalVisitor }, body: Decision) =>
  client.call(portalApi.decideInvoice, { params: ids, body })

const tryDecide = ({ client, ids }: OfInvoice & { client: PortalVisitor }, body: Decision) =>
  client.try(portalApi.decideInvoice, { params: ids, body })

describe('deciding on an invoice', () => {
  test('approves it with its total and items, and notifies the freelancer', async () => {
    const studio = await openFurnishedStudio()
    const shown = await shownTo(studio)
    expect(shown).toMatchObject({
      invoice_number: 'INV-0001',
      approval_status: 'pending',
      items: [{ description: 'Design', quantity: 2, rate: 50, amount: 100 }],
      decisions: [],
      changes_since_decision: [],
    })
    const approved = await decide(studio, {
      status: 'approved',
      client_notes: 'Thank you',
      revision: shown.revision,
    })
    expect(approved).toMatchObject({
      approval_status: 'approved',
      client_notes: 'Thank you',
      rejected_at: null,
      decisions: [{ decision: 'approved', feedback: 'Thank you', client_name: 'Studio North' }],
    })
    expect(await read(studio)).toMatchObject({
      approval_status: 'approved',
      client_notes: 'Thank you',
      approved_at: approved.approved_at,
    })
    expect(await activityOf(studio.ada)).toContain('Invoice approved: INV-0001 for Studio North')
    const { database } = await sharedApp()
    const { rows } = await database.pool.query(
      `select * from decisions where subject_type = 'invoice' and subject_id = $1`,
      [studio.ids.invoiceId],
    )
    expect(rows[0]).toMatchObject({
      portal_access_id: studio.accessId,
      content: { total: 10000, items: [{ description: 'Design', amount: 10000 }] },
    })
  })

  test('is told in the locale of the freelancer, in the portal and in mails', async () => {
    const studio = await openFurnishedStudio()
    await studio.ada.call(businessApi.update, { body: { locale: 'de-DE' } })
    for (const shown of [
      await studio.client.call(portalApi.overview),
      await studio.client.call(portalApi.project, { params: { projectId: studio.projectId } }),
      await shownTo(studio),
    ])
      expect(shown.locale).toBe('de-DE')
    await decide(studio, { status: 'approved' })
    const [mail] = await mailsTo(studio.ada.email)
    expect(mail?.text).toContain('Studio North approved invoice INV-0001 for 100,00\u00a0$.')
    await addItem(studio, { description: 'Fonts', quantity: 1.5, rate: 1000 })
    expect((await shownTo(studio)).changes_since_decision).toEqual([
      { what: 'Item', before: null, after: 'Fonts: 1,5 × 1.000,00\u00a0$ = 1.500,00\u00a0$' },
      { what: 'Total', before: '100,00\u00a0$', after: '1.600,00\u00a0$' },
    ])
  })

  test('requires feedback to request changes', async () => {
    const studio = await openFurnishedStudio()
    for (const client_notes of [undefined, '', '   \n']) {
      const body = { status: 'rejected', ...(client_notes !== undefined && { client_notes }) } as const
      expect(await tryDecide(studio, body)).toMatchObject(invalidField('client_notes'))
    }
    const path = `/api/client-portal/${studio.token}/invoices/${studio.ids.invoiceId}/approve`
    const paid = await studio.client.request('POST', path, { status: 'paid' })
    expect(paid).toMatchObject(invalidField('status'))
    expect(await decide(studio, { status: 'rejected', client_notes: ' Half of it, please ' })).toMatchObject({
      approval_status: 'rejected',
      client_notes: 'Half of it, please',
      rejected_at: expect.any(String),
    })
  })

  test('is done once, also at the same moment', async () => {
    const studio = await openFurnishedStudio()
    const answers = await Promise.all([
      tryDecide(studio, { status: 'approved' }),
      tryDecide(studio, { status: 'rejected', client_notes: 'No' }),
    ])
    const won = answers.find((answer) => answer.ok)
    const lost = answers.find((answer) => !answer.ok)
    expect(won).toMatchObject({ status: 200 })
    expect(lost).toMatchObject({ status: 409, body: { code: 'already_decided' } })
    expect(lost?.body.decision).toEqual({
      status: won?.body.approval_status,
      decided_at: won?.body.approved_at ?? won?.body.rejected_at,
    })
  })

  test('starts again when items, tax or dates change, and shows what did', async () => {
    const studio = await openFurnishedStudio()
    await decide(studio, { status: 'approved', client_notes: 'Fine' })
    await addItem(studio, { description: 'Extra', quantity: 1, rate: 10 })
    await change(studio, { tax_rate: 10, due_date: '2099-01-31' })
    const changed = {
      approval_status: 'pending',
      client_notes: '',
      approved_at: null,
      decisions: [{ decision: 'approved', feedback: 'Fine' }],
      changes_since_decision: [
        { what: 'Item', before: null, after: 'Extra: 1 × $10.00 = $10.00' },
        { what: 'Due date', before: null, after: 'Jan 31, 2099' },
        { what: 'Tax rate', before: '0%', after: '10%' },
        { what: 'Total', before: '$100.00', after: '$121.00' },
      ],
    }
    expect(await shownTo(studio)).toMatchObject(changed)
    expect(await read(studio)).toMatchObject(changed)
    expect(await decide(studio, { status: 'approved' })).toMatchObject({
      approval_status: 'approved',
      decisions: [{ decision: 'approved' }, { decision: 'approved' }],
      changes_since_decision: [],
    })
  })

  test('starts again when the notes change, which may say where to pay', async () => {
    const studio = await openFurnishedStudio()
    await change(studio, { notes: 'Pay to DE1' })
    await decide(studio, { status: 'approved' })
    await change(studio, { notes: 'Pay to DE1' })
    expect((await shownTo(studio)).approval_status).toBe('approved')

    await change(studio, { notes: 'Pay to XX9' })
    const changed = {
      approval_status: 'pending',
      changes_since_decision: [{ what: 'Notes', before: 'Pay to DE1', after: 'Pay to XX9' }],
    }
    expect(await shownTo(studio)).toMatchObject(changed)
    expect(await read(studio)).toMatchObject(changed)
    await change(studio, { notes: '' })
    expect((await shownTo(studio)).changes_since_decision).toEqual([
      { what: 'Notes', before: 'Pay to DE1', after: null },
    ])
  })

  test('starts again when it is sent with other payment details', async () => {
    const studio = await openFurnishedStudio()
    await studio.ada.call(businessApi.update, { body: { payment_details: 'By bank transfer' } })
    await change(studio, { status: 'draft' })
    await send(studio)
    await decide(studio, { status: 'approved' })
    await change(studio, { status: 'draft' })
    await send(studio)
    expect((await shownTo(studio)).approval_status).toBe('approved')

    await studio.ada.call(businessApi.update, { body: { iban: 'PT50000201231234567890154' } })
    await send(studio)
    expect((await shownTo(studio)).approval_status).toBe('approved')
    const changed = {
      approval_status: 'pending',
      changes_since_decision: [
        {
          what: 'Payment details',
          before: 'By bank transfer',
          after: 'By bank transfer\nIBAN: PT50 0002 0123 1234 5678 9015 4',
        },
      ],
    }
    const { revision } = await shownTo(studio)
    await change(studio, { status: 'draft' })
    await send(studio)
    expect(await shownTo(studio)).toMatchObject(changed)
    expect(await read(studio)).toMatchObject(changed)
    expect(await tryDecide(studio, { status: 'approved', revision })).toMatchObject({ status: 409 })
    await decide(studio, { status: 'approved' })
    await change(studio, { status: 'draft' })
    await studio.ada.call(businessApi.update, { body: { iban: '' } })
    await change(studio, { status: 'sent' })
    expect((await shownTo(studio)).approval_status).toBe('pending')
  })

  test.each([{ tax_rate: 20 }, { notes: 'Pay elsewhere' }])(
    'is refused for what has changed since it was read: %o',
    async (changes) => {
      const studio = await openFurnishedStudio()
      const { revision } = await shownTo(studio)
      await change(studio, changes)
      expect(await tryDecide(studio, { status: 'approved', revision })).toMatchObject({
        status: 409,
        body: {
          error: expect.stringContaining('changed while you were reading'),
          code: 'version_conflict',
        },
      })
    },
  )

  test('is asked for again when a rejected one is sent again', async () => {
    const studio = await openFurnishedStudio()
    await decide(studio, { status: 'rejected', client_notes: 'Too much' })
    await send(studio)
    expect(await shownTo(studio)).toMatchObject({
      approval_status: 'pending',
      client_notes: '',
      decisions: [{ decision: 'rejected', feedback: 'Too much' }],
    })
  })

  test.each(['paid', 'cancelled'] as const)('is refused for a %s one', async (status) => {
    const studio = await openFurnishedStudio()
    await change(studio, { status })
    const verdicts: Decision[] = [{ status: 'approved' }, { status: 'rejected', client_notes: 'No' }]
    for (const verdict of verdicts) {
      expect(await tryDecide(studio, verdict)).toMatchObject({
        status: 409,
        body: {
          error: `This invoice is ${status}, so there is nothing left to decide.`,
          code: 'decision_closed',
        },
      })
    }
    expect(await shownTo(studio)).toMatchObject({ status, decisions: [] })
    await change(studio, { status: 'sent' })
    await decide(studio, { status: 'approved' })
  })

  test('is possible for an overdue one', async () => {
    const studio = await openFurnishedStudio()
    await change(studio, { due_date: '2026-11-02' })
    await setClock('2026-11-20T12:00:00Z')
    expect(await decide(studio, { status: 'approved' })).toMatchObject({ status: 'overdue' })
  })
})

describe('an invoice that is set back to draft', () => {
  const REVISING = {
    status: 409,
    body: {
      error: 'Ada is revising invoice INV-0001. It will be back here once it is sent again.',
      code: 'invoice_being_revised',
    },
  }

  test('says that it is being revised, and reveals nothing of its content', async () => {
    const studio = await openFurnishedStudio()
    const { client, ids } = studio
    await change(studio, { status: 'draft', notes: 'KEEP-OUT' })
    await addItem(studio, { description: 'KEEP-OUT', quantity: 1, rate: 77.31 })

    const answers = [
      await tryShow(client, ids.invoiceId),
      await tryDecide(studio, { status: 'approved' }),
      await tryDecide(studio, { status: 'rejected', client_notes: 'No' }),
    ]
    for (const answer of answers) {
      expect(answer).toMatchObject(REVISING)
      expect(Object.keys(answer.body).toSorted()).toEqual(['code', 'error'])
    }
    const overview = await client.call(portalApi.overview)
    expect(overview).toMatchObject({
      invoices_count: 0,
      invoices_being_revised: [{ id: ids.invoiceId, invoice_number: 'INV-0001' }],
    })
    const list = await client.call(portalApi.invoices)
    expect(list).toEqual([])
    expect(JSON.stringify([overview, list])).not.toMatch(/KEEP-OUT|77\.31/)

    await send(studio)
    expect(await shownTo(studio)).toMatchObject({ status: 'sent', total: 177.31 })
    expect((await client.call(portalApi.overview)).invoices_being_revised).toEqual([])
  })

  test('also if it was marked as sent by hand, or changes were requested; cancelled it is cancelled', async () => {
    const studio = await openStudio()
    const { ada, client, clientId } = studio
    const { id: invoiceId } = await ada.call(invoicesApi.create, {
      body: { client_id: clientId, issue_date: '2026-11-01', items: [design] },
    })
    const byHand = { ada, client, ids: { invoiceId } }
    await change(byHand, { status: 'sent' })
    await decide(byHand, { status: 'rejected', client_notes: 'Empty?' })
    await change(byHand, { status: 'draft' })
    expect(await tryShow(client, invoiceId)).toMatchObject(REVISING)
    await change(byHand, { status: 'cancelled' })
    expect(await shownTo(byHand)).toMatchObject({ status: 'cancelled' })
  })

  test('is not found for another client, and one that was never sent is not found at all', async () => {
    const studio = await openFurnishedStudio()
    const { ada, ids, clientId, client } = studio
    const { invoiceId } = ids
    await change(studio, { status: 'draft' })
    const { id: rivalId } = await ada.call(clientsApi.create, { body: { name: 'Rival' } })
    const { client: rival } = await addPortalLink(ada, rivalId)
    const NOT_THERE = { status: 404, body: { error: 'Invoice not found', code: 'not_found' } }
    expect(await tryShow(rival, invoiceId)).toMatchObject(NOT_THERE)
    expect((await rival.call(portalApi.overview)).invoices_being_revised).toEqual([])
    expect(await tryDecide({ client: rival, ids }, { status: 'approved' })).toMatchObject(NOT_THERE)
    const draft = await ada.call(invoicesApi.create, {
      body: { client_id: clientId, issue_date: '2026-11-01' },
    })
    expect(await tryShow(client, draft.id)).toMatchObject(NOT_THERE)
    const ofDraft = { client, ids: { invoiceId: draft.id } }
    expect(await tryDecide(ofDraft, { status: 'approved' })).toMatchObject(NOT_THERE)
    expect((await client.call(portalApi.overview)).invoices_being_revised).toHaveLength(1)
  })
})

describe('an invoice for a client who need not approve', () => {
  test('is mailed to all who get a copy, asks for nothing, and cannot be decided on', async () => {
    const { ada, clientId, client } = await openStudio()
    const copy = `books-${clientId}@north.example`
    const address = `mara-${clientId}@north.example`
    await ada.call(clientsApi.update, {
      params: { id: clientId },
      body: { name: 'Studio North', email: address, cc_emails: [copy], approval_required: false },
    })
    const { id } = await ada.call(invoicesApi.create, {
      body: { client_id: clientId, issue_date: '2026-11-01', items: [design] },
    })
    const { invoice } = await ada.call(sendingApi.send, { params: { id } })
    expect(invoice).toMatchObject({ status: 'sent', approval_status: null })

    for (const recipient of [address, copy]) {
      const [mail] = await mailsTo(recipient)
      expect(mail?.subject).toContain('Invoice INV-0001')
      expect(mail?.text).not.toContain('approve')
    }
    const studio = { client, ids: { invoiceId: id } }
    expect(await shownTo(studio)).toMatchObject({ approval_required: false, approval_status: null })
    expect(await tryDecide(studio, { status: 'approved' })).toMatchObject({
      status: 409,
      body: { error: 'This invoice needs no approval.', code: 'decision_closed' },
    })
  })
})

describe('receipts of what an invoice bills', () => {
  test('are listed and downloaded, unless they are not shared or the invoice is not for the client', async () => {
    const studio = await openStudio()
    const { ada, client, clientId, projectId } = studio
    const spend = async (share_receipts: boolean) => {
      const { id } = await ada.call(expensesApi.create, {
        body: {
          project_id: projectId,
          description: 'Fonts',
          category: 'Other',
          amount: 30,
          date: '2026-11-02',
          is_billable: true,
          share_receipts,
        },
      })
      const answer = await uploadReceipt(ada, id, png(share_receipts ? 2 : 3), 'fonts.png')
      return { id, receiptId: (await answer.json()).id as number }
    }
    const [shared, kept] = [await spend(true), await spend(false)]
    const { id } = await ada.call(invoicesApi.create, {
      body: {
        client_id: clientId,
        issue_date: '2026-11-10',
        due_date: '2099-12-31',
        bill: { expense_ids: [shared.id, kept.id] },
      },
    })
    const params = { invoiceId: id, receiptId: shared.receiptId }
    expect(await client.try(portalApi.expenseReceipt, { params })).toMatchObject(NOT_FOUND)
    await ada.call(sendingApi.send, { params: { id }, body: { mail: false } })
    const { expense_receipts } = await client.call(portalApi.invoice, { params: { invoiceId: id } })
    expect(expense_receipts).toEqual([
      { id: shared.receiptId, expense: 'Fonts', name: 'fonts.png', size: png(2).length },
    ])
    const file = await client.fetch(
      `/api/client-portal/${client.token}/invoices/${id}/expense-receipts/${shared.receiptId}`,
    )
    expect(Buffer.from(await file.arrayBuffer())).toEqual(png(2))
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="fonts\.png"/)
    const other = { invoiceId: id, receiptId: kept.receiptId }
    expect(await client.try(portalApi.expenseReceipt, { params: other })).toMatchObject(NOT_FOUND)
    const stranger = await openStudio('Grace')
    expect(await stranger.client.try(portalApi.expenseReceipt, { params })).toMatchObject(NOT_FOUND)
  })
})
