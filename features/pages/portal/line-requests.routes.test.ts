import { describe, expect, test } from 'vitest'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import type { InvoiceForm } from '#features/billing/invoices/contract/input.ts'
import { sendingApi } from '#features/billing/sending/contract/sending.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { removalsApi } from '#features/foundation/removals/contract.ts'
import { uniqueEmail } from '#tests/app.ts'
import { mailsTo } from '#tests/mails.ts'
import { activityOf, addSentInvoice, openStudio, type Studio } from '#tests/portal.ts'
import { CONFLICT, invalidField, NOT_FOUND } from '#tests/refusals.ts'
import { portalApi } from './contract/portal.ts'

const ITEMS: InvoiceForm['items'] = [
  { description: 'Design', quantity: 10, unit: 'hours', rate: 80 },
  { description: 'Hosting', quantity: 1, rate: 200 },
]

type InvoicedStudio = Studio & { id: number; itemIds: number[] }

/** Design for $800, hosting for $200, 10% off, 20% tax: $1,080. */
async function openInvoicedStudio(input: Partial<InvoiceForm> = {}): Promise<InvoicedStudio> {
  const studio = await openStudio()
  const id = await addSentInvoice(studio, { items: ITEMS, tax_rate: 20, discount_percent: 10, ...input })
  const { items } = await studio.ada.call(invoicesApi.get, { params: { id } })
  return { ...studio, id, itemIds: items.map((item) => item.id) }
}

const read = ({ ada, id }: InvoicedStudio) => ada.call(invoicesApi.get, { params: { id } })
const shown = ({ client, id }: InvoicedStudio) =>
  client.call(portalApi.invoice, { params: { invoiceId: id } })

const request = ({ client, id, itemIds }: InvoicedStudio, notes: (string | null)[], client_notes = '') =>
  client.try(portalApi.decideInvoice, {
    params: { invoiceId: id },
    body: {
      status: 'rejected',
      client_notes,
      lines: notes.flatMap((note, index) => (note === null ? [] : [{ item_id: itemIds[index] ?? 0, note }])),
    },
  })

const approve = ({ client, id }: InvoicedStudio) =>
  client.call(portalApi.decideInvoice, { params: { invoiceId: id }, body: { status: 'approved' } })

async function explain(studio: InvoicedStudio, index: number, answer_text: string) {
  const { line_requests } = await read(studio)
  const requestId = line_requests[index]?.id ?? 0
  return studio.ada.try(invoicesApi.explainLine, {
    params: { id: studio.id, requestId },
    body: { answer_text },
  })
}

const changeLine = ({ ada, id, itemIds }: InvoicedStudio, index: number, rate: number) =>
  ada.call(invoicesApi.updateItem, {
    params: { id, itemId: itemIds[index] ?? 0 },
    body: { ...(ITEMS?.[index] ?? { description: '', quantity: 1 }), rate },
  })

describe('requesting changes on single lines', () => {
  test('leaves the rest payable, and tells the freelancer which lines and why', async () => {
    const studio = await openInvoicedStudio()
    expect(await shown(studio)).toMatchObject({ total: 1080, payable: 1080, line_requests: [] })
    const requested = await request(studio, [null, 'We host it ourselves'])
    expect(requested.body).toMatchObject({
      approval_status: 'rejected',
      balance: 1080,
      payable: 864,
      line_requests: [
        {
          item_id: studio.itemIds[1],
          line: { description: 'Hosting', quantity: 1, unit: '', rate: 200, amount: 200 },
          note: 'We host it ourselves',
          client_name: 'Studio North',
          answer: null,
          answered_at: null,
          closed_at: null,
        },
      ],
    })
    expect(await read(studio)).toMatchObject({ payable: 864, line_requests: [{ answer: null }] })
    const [mail] = await mailsTo(studio.ada.email)
    expect(mail).toMatchObject({ subject: 'Studio North requested changes to invoice INV-0001' })
    expect(mail?.text).toContain('Hosting: 1 × $200.00 = $200.00')
    expect(mail?.text).toContain('“We host it ourselves”')
  })

  test('counts what was paid before toward the rest', async () => {
    const studio = await openInvoicedStudio()
    const pay = (amount: number) =>
      studio.ada.call(invoicesApi.recordPayment, {
        params: { id: studio.id },
        body: { amount, paid_on: '2026-11-10' },
      })
    await pay(500)
    await request(studio, [null, 'Why?'])
    expect(await read(studio)).toMatchObject({ balance: 580, payable: 364 })
    await pay(400)
    expect(await read(studio)).toMatchObject({ balance: 180, payable: 0 })
  })

  test('names lines of this invoice, each once, with a note, and only where changes are requested', async () => {
    const studio = await openInvoicedStudio()
    const [item_id = 0] = studio.itemIds
    const decide = (status: 'approved' | 'rejected', lines: { item_id: number; note: string }[]) =>
      studio.client.try(portalApi.decideInvoice, {
        params: { invoiceId: studio.id },
        body: { status, lines },
      })
    const line = { item_id, note: 'Why?' }
    expect(await decide('rejected', [{ item_id: 999_999, note: 'Why?' }])).toMatchObject(
      invalidField('lines', 'This line is not on the invoice'),
    )
    expect(await decide('rejected', [line, line])).toMatchObject({ status: 400 })
    expect(await decide('rejected', [{ item_id, note: ' ' }])).toMatchObject({ status: 400 })
    expect(await decide('approved', [line])).toMatchObject(
      invalidField('lines', 'Only with requested changes'),
    )
    expect(await decide('rejected', [])).toMatchObject({ status: 400 })
    expect(await read(studio)).toMatchObject({ approval_status: 'pending', line_requests: [] })
  })

  test('is decided once', async () => {
    const studio = await openInvoicedStudio()
    const answers = await Promise.all([request(studio, ['One']), request(studio, [null, 'Two'])])
    expect(answers).toContainEqual(expect.objectContaining({ status: 409 }))
    expect((await read(studio)).line_requests).toHaveLength(1)
  })

  test('of a whole invoice leaves nothing payable', async () => {
    const studio = await openInvoicedStudio()
    const requested = await request(studio, [], 'Not what we ordered')
    expect(requested.body).toMatchObject({ payable: 0, line_requests: [] })
  })
})

describe('answering', () => {
  test('asks the client once all requests are answered: one changed, one removed', async () => {
    const studio = await openInvoicedStudio()
    const email = uniqueEmail('North')
    await studio.ada.call(clientsApi.update, {
      params: { id: studio.clientId },
      body: { name: 'Studio North', email },
    })
    await request(studio, ['Ten hours?', 'We host it ourselves'])
    await changeLine(studio, 0, 60)
    expect(await read(studio)).toMatchObject({
      approval_status: 'rejected',
      line_requests: [{ answer: 'changed' }, { answer: null }],
    })
    expect(await mailsTo(email)).toEqual([])
    await studio.ada.call(invoicesApi.removeItem, {
      params: { id: studio.id, itemId: studio.itemIds[1] ?? 0 },
    })
    expect(await read(studio)).toMatchObject({
      approval_status: 'pending',
      payable: 0,
      changes_since_sent: [],
      changes_since_decision: [{ what: 'Total', before: '$1,080.00', after: '$648.00' }],
      line_requests: [{ answer: 'changed' }, { answer: 'removed' }],
    })
    const [mail] = await mailsTo(email)
    expect(mail).toMatchObject({ subject: 'Your requests about invoice INV-0001' })
    expect(mail?.text).toContain('Before: Design: 10 hours × $80.00 = $800.00')
    expect(mail?.text).toContain('Now: Design: 10 hours × $60.00 = $600.00')
    expect(mail?.text).toContain('Removed: Hosting: 1 × $200.00 = $200.00')
    expect(mail?.text).toContain('Review the lines')
    const { mails } = await studio.ada.call(sendingApi.mails, { params: { id: studio.id } })
    expect(mails).toMatchObject([{ kind: 'answers' }])
    expect(await activityOf(studio.ada)).toContainEqual(
      expect.stringContaining('Client asked about answered lines'),
    )
    expect(await approve(studio)).toMatchObject({ approval_status: 'approved', balance: 648, payable: 648 })
    expect((await read(studio)).line_requests.map(({ closed_at }) => typeof closed_at)).toEqual([
      'string',
      'string',
    ])
  })

  test('with words keeps the line, and the rest payable until the client agrees', async () => {
    const studio = await openInvoicedStudio()
    await request(studio, [null, 'Why?'])
    const explained = await explain(studio, 0, 'You asked for it in May.')
    expect(explained.body).toMatchObject({
      approval_status: 'pending',
      payable: 864,
      line_requests: [{ answer: 'explained', answer_text: 'You asked for it in May.' }],
    })
    expect(await approve(studio)).toMatchObject({ payable: 1080 })
    expect(await explain(studio, 0, 'Again')).toMatchObject(CONFLICT)
  })

  test('can be followed by another request, which agrees to all other lines', async () => {
    const studio = await openInvoicedStudio()
    await request(studio, ['Ten hours?', 'Why?'])
    await explain(studio, 0, 'As agreed')
    await explain(studio, 1, 'As agreed')
    const requested = await request(studio, [null, 'No'])
    expect(requested.body).toMatchObject({ approval_status: 'rejected', payable: 864 })
    const { line_requests } = await read(studio)
    expect(line_requests.filter(({ closed_at }) => closed_at === null)).toMatchObject([{ note: 'No' }])
  })

  test('is open again once a removed line is restored', async () => {
    const studio = await openInvoicedStudio()
    await request(studio, [null, 'Why?'], 'Only one thing')
    const { removal_id } = await studio.ada.call(invoicesApi.removeItem, {
      params: { id: studio.id, itemId: studio.itemIds[1] ?? 0 },
    })
    expect(await read(studio)).toMatchObject({ approval_status: 'pending' })
    await studio.ada.call(removalsApi.undo, { params: { id: removal_id } })
    expect(await read(studio)).toMatchObject({
      approval_status: 'rejected',
      client_notes: 'Only one thing',
      payable: 864,
      line_requests: [{ answer: null }],
    })
  })

  test('needs no mail: without an address the portal shows the answers', async () => {
    const studio = await openInvoicedStudio()
    await studio.ada.call(clientsApi.update, {
      params: { id: studio.clientId },
      body: { name: 'Studio North', email: '' },
    })
    await request(studio, [null, 'Why?'])
    await changeLine(studio, 1, 150)
    expect(await shown(studio)).toMatchObject({
      approval_status: 'pending',
      line_requests: [{ answer: 'changed' }],
    })
    expect((await read(studio)).changes_since_sent.length).toBeGreaterThan(0)
  })

  test('agrees by itself where no approval is asked anymore', async () => {
    const studio = await openInvoicedStudio()
    await request(studio, [null, 'Why?'])
    await studio.ada.call(clientsApi.update, {
      params: { id: studio.clientId },
      body: { name: 'Studio North', email: 'north@example.com', approval_required: false },
    })
    const explained = await explain(studio, 0, 'As agreed')
    expect(explained.body).toMatchObject({ approval_status: null, payable: 1080 })
  })

  test('is refused for a paid or cancelled invoice, and for a request that is not there', async () => {
    const studio = await openInvoicedStudio()
    await request(studio, [null, 'Why?'])
    const mark = (status: 'paid' | 'cancelled' | 'sent') =>
      studio.ada.call(invoicesApi.update, { params: { id: studio.id }, body: { status } })
    expect(await mark('paid')).toMatchObject({ balance: 0, payable: 0 })
    expect(await explain(studio, 0, 'As agreed')).toMatchObject(CONFLICT)
    expect(await request(studio, ['More'])).toMatchObject({ status: 409 })
    expect(await mark('sent')).toMatchObject({ balance: 1080, payable: 864 })
    await mark('cancelled')
    expect(await explain(studio, 0, 'As agreed')).toMatchObject(CONFLICT)
    expect(await explain(studio, 7, 'As agreed')).toMatchObject(NOT_FOUND)
  })
})

test('a draft again asks nobody; sent again, open requests stay open and answered ones are asked about', async () => {
  const studio = await openInvoicedStudio()
  const params = { id: studio.id }
  const send = () => studio.ada.call(sendingApi.send, { params, body: { mail: false } })
  await request(studio, ['Ten hours?', 'Why?'])
  await studio.ada.call(invoicesApi.update, { params, body: { status: 'draft' } })
  await changeLine(studio, 0, 60)
  expect((await send()).invoice).toMatchObject({
    approval_status: 'rejected',
    line_requests: [{ answer: 'changed' }, { answer: null }],
  })
  await studio.ada.call(invoicesApi.update, { params, body: { status: 'draft' } })
  await changeLine(studio, 1, 150)
  expect(await read(studio)).toMatchObject({ status: 'draft', approval_status: 'rejected' })
  expect((await send()).invoice).toMatchObject({ approval_status: 'pending' })
})
