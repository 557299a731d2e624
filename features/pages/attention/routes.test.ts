import { expect, test } from 'vitest'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { portalApi } from '#features/pages/portal/contract/portal.ts'
import { deliverablesApi } from '#features/work/deliverables/contract.ts'
import { milestonesApi } from '#features/work/milestones/contract.ts'
import { setClock, signIn } from '#tests/app.ts'
import { addProject, log, spend } from '#tests/billable-work.ts'
import { openBooks } from '#tests/invoices.ts'
import type { Person } from '#tests/people.ts'
import { addDeliverable, addSentInvoice, openStudio, submit } from '#tests/portal.ts'
import { attentionApi } from './contract.ts'

const attentionOf = (person: Person) => person.call(attentionApi.get)

const NOTHING = {
  late: [],
  said_paid: [],
  changes: [],
  comments: [],
  problems: [],
  unbilled: [],
  waiting: [],
  drafts: [],
}

test('a new account has nothing to attend to, and nobody sees what others have', async () => {
  await setClock('2026-11-16T12:00:00Z')
  const studio = await openStudio()
  await addSentInvoice(studio, { due_date: '2026-11-10' })
  expect(await attentionOf(await signIn('Eve'))).toEqual(NOTHING)
  expect((await attentionOf(studio.ada)).late).toEqual(await studio.ada.call(invoicesApi.late))
})

test('the client’s requests wait for an answer, with the words about them', async () => {
  await setClock('2026-11-16T12:00:00Z')
  const studio = await openStudio()
  const { ada, client, projectId } = studio
  const invoiceId = await addSentInvoice(studio)
  const { items } = await ada.call(invoicesApi.get, { params: { id: invoiceId } })
  const item_id = items[0]?.id ?? 0
  await client.call(portalApi.decideInvoice, {
    params: { invoiceId },
    body: { status: 'rejected', client_notes: 'See below', lines: [{ item_id, note: '<b>Too much</b>' }] },
  })
  const deliverableId = await addDeliverable(studio, { title: 'Logo', fee: 300 })
  await submit(studio, deliverableId)
  await client.call(portalApi.rejectDeliverable, {
    params: { deliverableId },
    body: { feedback: 'Larger, please' },
  })
  for (const content of ['Hello', 'Is there news?'])
    await client.call(portalApi.comment, { body: { project_id: projectId, content } })
  const found = await attentionOf(ada)
  expect(found.changes).toMatchObject([
    {
      kind: 'deliverable',
      id: deliverableId,
      name: 'Logo',
      version: 1,
      project_id: projectId,
      client_name: 'Studio North',
      amount: 300,
      note: 'Larger, please',
    },
    { kind: 'invoice', id: invoiceId, name: 'INV-0001', amount: 100, note: '<b>Too much</b>', lines: 1 },
  ])
  expect(found.comments).toEqual([
    {
      project_id: projectId,
      project_name: 'Website',
      author_name: 'Studio North',
      content: 'Is there news?',
      on_deliverable: false,
      count: 2,
    },
  ])
  await submit(studio, deliverableId)
  await ada.call(projectsApi.update, {
    params: { id: projectId },
    body: { ...(await ada.call(projectsApi.get, { params: { id: projectId } })), status: 'completed' },
  })
  expect((await attentionOf(ada)).changes.map(({ kind }) => kind)).toEqual(['invoice'])
})

test('an invoice is said to be paid until the payment is recorded', async () => {
  await setClock('2026-11-16T12:00:00Z')
  const studio = await openStudio()
  const invoiceId = await addSentInvoice(studio, { due_date: '2026-12-01' })
  await studio.client.call(portalApi.givePaidNotice, {
    params: { invoiceId },
    body: { paid_on: '2026-11-15' },
  })
  expect(await attentionOf(studio.ada)).toMatchObject({
    late: [],
    said_paid: [{ id: invoiceId, said_paid_on: '2026-11-15', balance: 100 }],
  })
  await setClock('2026-11-17T12:00:00Z')
  await studio.ada.call(invoicesApi.update, { params: { id: invoiceId }, body: { status: 'paid' } })
  expect((await attentionOf(studio.ada)).said_paid).toEqual([])
})

test('approvals are listed once they have been awaited for five days', async () => {
  await setClock('2026-11-10T12:00:00Z')
  const studio = await openStudio()
  const invoiceId = await addSentInvoice(studio, { due_date: '2026-11-30' })
  const deliverableId = await addDeliverable(studio)
  await submit(studio, deliverableId)
  await setClock('2026-11-15T11:59:00Z')
  expect((await attentionOf(studio.ada)).waiting).toEqual([])
  await setClock('2026-11-15T12:00:00Z')
  expect((await attentionOf(studio.ada)).waiting).toMatchObject([
    { kind: 'deliverable', id: deliverableId, version: 1, amount: null },
    { kind: 'invoice', id: invoiceId, name: 'INV-0001', client_has_email: true, seen_at: null },
  ])
  await setClock('2026-12-01T12:00:00Z')
  expect((await attentionOf(studio.ada)).waiting.map(({ kind }) => kind)).toEqual(['deliverable'])
})

test('past months that are not billed are listed by client, without fixed fees and this month', async () => {
  const books = await openBooks()
  const project = await addProject(books)
  await log(books, project.id, { date: '2026-10-31', hours: 2 })
  await log(books, project.id, { date: '2026-10-02', hours: 1 })
  await log(books, project.id, { date: '2026-11-01', hours: 8 })
  await log(books, project.id, { date: '2026-10-03', is_billable: false })
  await spend(books, project.id, { date: '2026-10-05', amount: 40 })
  await addProject(books, { name: 'Shop', billing: 'fixed', fixed_fee: 9000 })
  await setClock('2026-10-20T12:00:00Z')
  await books.ada.call(milestonesApi.create, {
    params: { id: project.id },
    body: { title: 'Launch', status: 'completed', fee: 500 },
  })
  await setClock('2026-11-16T12:00:00Z')
  expect((await attentionOf(books.ada)).unbilled).toEqual([
    {
      client_id: books.clientId,
      client_name: 'Studio North',
      oldest: '2026-10-02',
      time_count: 2,
      expenses_count: 1,
      fees_count: 1,
      sums: [{ currency: 'USD', amount: 840 }],
    },
  ])
})

test('a draft without an exchange rate is listed until it has one', async () => {
  const { ada, clientId } = await openBooks()
  const { id } = await ada.call(invoicesApi.create, {
    body: {
      client_id: clientId,
      issue_date: '2026-11-16',
      currency: 'KWD',
      items: [{ description: 'Design', quantity: 1, rate: 5 }],
    },
  })
  expect((await attentionOf(ada)).drafts).toMatchObject([
    { id, client_name: 'Studio North', currency: 'KWD', total: 5, has_rate: false },
  ])
  await ada.call(invoicesApi.update, { params: { id }, body: { exchange_rate: 3.25 } })
  expect((await attentionOf(ada)).drafts).toEqual([])
})

test('a deleted deliverable asks for nothing', async () => {
  await setClock('2026-11-01T12:00:00Z')
  const studio = await openStudio()
  const deliverableId = await addDeliverable(studio)
  await submit(studio, deliverableId)
  await setClock('2026-11-16T12:00:00Z')
  expect((await attentionOf(studio.ada)).waiting).toHaveLength(1)
  await studio.ada.call(deliverablesApi.remove, { params: { id: studio.projectId, deliverableId } })
  expect((await attentionOf(studio.ada)).waiting).toEqual([])
})
