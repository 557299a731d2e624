import { describe, expect, test } from 'vitest'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { contactsApi } from '#features/engagement/contacts/contract/contacts.ts'
import { portalAccessApi } from '#features/engagement/portal-access/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { businessApi } from '#features/foundation/business/contract.ts'
import { commentsApi } from '#features/work/comments/contract.ts'
import { deliverablesApi } from '#features/work/deliverables/contract.ts'
import { setClock } from '#tests/app.ts'
import { connectStripe } from '#tests/online-payments.ts'
import {
  addDeliverable,
  addPortalLink,
  addSentInvoice,
  openStudio,
  type Studio,
  submit,
  visitorWith,
} from '#tests/portal.ts'
import { type PortalVisitor, tokenOf } from '#tests/portal-visitor.ts'
import { portalApi } from './contract/portal.ts'

const NOTHING = { deliverables: [], invoices: [], comments: [], has_more: false }

const waitingOf = async ({ client }: Pick<Studio, 'client'>) =>
  (await client.call(portalApi.overview)).waiting

const sayTo = ({ ada, projectId }: Studio, content: string) =>
  ada.call(commentsApi.create, { params: { id: projectId }, body: { content } })

async function readAll(client: PortalVisitor): Promise<void> {
  const { unread } = await client.call(portalApi.overview)
  await client.call(portalApi.markSeen, { body: { unread_ids: unread.map(({ id }) => id) } })
}

describe('what waits for the client', () => {
  test('is a deliverable until they decide, in the version that they see', async () => {
    const studio = await openStudio()
    const deliverableId = await addDeliverable(studio, { title: 'Checkout flow', fee: 1200 })
    expect(await waitingOf(studio)).toEqual(NOTHING)
    await submit(studio, deliverableId)
    expect((await waitingOf(studio)).deliverables).toMatchObject([
      {
        id: deliverableId,
        project_id: studio.projectId,
        project_name: 'Website',
        title: 'Checkout flow',
        version: 1,
        fee: 1200,
        currency: 'USD',
      },
    ])
    await studio.client.call(portalApi.rejectDeliverable, {
      params: { deliverableId },
      body: { feedback: 'Bluer' },
    })
    expect(await waitingOf(studio)).toEqual(NOTHING)
  })

  test('is an invoice: first to approve, then to pay, and no longer once they said that they paid', async () => {
    const studio = await openStudio()
    const invoiceId = await addSentInvoice(studio, { due_date: '2026-11-05' })
    await addSentInvoice(studio, { due_date: '2099-01-01' })
    expect((await waitingOf(studio)).invoices).toMatchObject([
      {
        id: invoiceId,
        invoice_number: 'INV-0001',
        status: 'overdue',
        balance: 100,
        currency: 'USD',
        needs_approval: true,
        can_pay_online: false,
      },
      { invoice_number: 'INV-0002', status: 'sent' },
    ])
    const { client } = studio
    await client.call(portalApi.decideInvoice, { params: { invoiceId }, body: { status: 'approved' } })
    expect((await waitingOf(studio)).invoices[0]).toMatchObject({ id: invoiceId, needs_approval: false })
    await client.call(portalApi.givePaidNotice, { params: { invoiceId }, body: { paid_on: '2026-11-10' } })
    expect((await waitingOf(studio)).invoices).toMatchObject([{ invoice_number: 'INV-0002' }])
    await studio.ada.call(invoicesApi.recordPayment, {
      params: { id: invoiceId },
      body: { amount: 40, paid_on: '2026-11-12' },
    })
    expect((await waitingOf(studio)).invoices[0]).toMatchObject({ id: invoiceId, balance: 60 })
  })

  test('is no invoice that changes were requested on, that is a draft or that is paid', async () => {
    const studio = await openStudio()
    const { ada, client } = studio
    const requested = await addSentInvoice(studio)
    const revised = await addSentInvoice(studio)
    const paid = await addSentInvoice(studio)
    await client.call(portalApi.decideInvoice, {
      params: { invoiceId: requested },
      body: { status: 'rejected', client_notes: 'Too much' },
    })
    await ada.call(invoicesApi.update, { params: { id: revised }, body: { status: 'draft' } })
    await ada.call(invoicesApi.update, { params: { id: paid }, body: { status: 'paid' } })
    expect(await waitingOf(studio)).toEqual(NOTHING)
  })

  test('can be paid from there where the freelancer takes payments online', async () => {
    const studio = await openStudio()
    await connectStripe(studio.ada)
    await addSentInvoice(studio)
    expect((await waitingOf(studio)).invoices).toMatchObject([{ can_pay_online: true }])
  })

  test('is a comment that is new to this link, until it is answered or read', async () => {
    const studio = await openStudio()
    const { ada, client, clientId, projectId } = studio
    const { client: colleague } = await addPortalLink(ada, clientId)
    await sayTo(studio, 'The new page is at https://north.example/?page=2')
    await ada.call(commentsApi.create, {
      params: { id: projectId },
      body: { content: 'Do they like blue?', is_internal: true },
    })
    const expected = [
      { project_id: projectId, project_name: 'Website', deliverable_id: null, is_question: false },
    ]
    expect((await waitingOf(studio)).comments).toMatchObject(expected)
    await readAll(colleague)
    expect((await waitingOf({ client: colleague })).comments).toEqual([])
    expect((await waitingOf(studio)).comments).toMatchObject(expected)
    await colleague.call(portalApi.comment, { body: { project_id: projectId, content: 'Thank you.' } })
    expect((await waitingOf(studio)).comments).toEqual([])
    await sayTo(studio, 'A'.repeat(5000))
    expect((await waitingOf(studio)).comments).toMatchObject([{ content: 'A'.repeat(200) }])
    await client.call(portalApi.comment, { body: { project_id: projectId, content: 'Hm.' } })
    expect((await waitingOf(studio)).comments).toEqual([])
  })

  test('is a question on a project, read or not, until it is answered, or for thirty days', async () => {
    const studio = await openStudio()
    const { ada, client, clientId, projectId } = studio
    const { client: colleague } = await addPortalLink(ada, clientId)
    await setClock('2026-11-10T12:00:00Z')
    await sayTo(studio, 'Which green (“pine”?)\nBoth look good.')
    const question = [{ project_id: projectId, is_question: true }]
    expect((await waitingOf(studio)).comments).toMatchObject(question)
    await readAll(client)
    expect((await waitingOf(studio)).comments).toMatchObject(question)
    await setClock('2026-12-10T23:00:00Z')
    expect((await waitingOf(studio)).comments).toMatchObject(question)
    await setClock('2026-12-11T01:00:00Z')
    expect((await waitingOf(studio)).comments).toEqual([])
    await setClock('2026-11-11T12:00:00Z')
    await colleague.call(portalApi.comment, { body: { project_id: projectId, content: 'The dark one.' } })
    expect((await waitingOf(studio)).comments).toEqual([])
    await sayTo(studio, 'And the footer?')
    await readAll(client)
    expect((await waitingOf(studio)).comments).toMatchObject(question)
    await ada.call(projectsApi.update, {
      params: { id: projectId },
      body: { name: 'Website', client_id: clientId, status: 'completed' },
    })
    expect((await waitingOf(studio)).comments).toEqual([])
  })

  test('is the same by the link of a contact, and nothing of another client', async () => {
    const studio = await openStudio()
    const { ada, clientId } = studio
    const deliverableId = await addDeliverable(studio)
    await submit(studio, deliverableId)
    await addSentInvoice(studio)
    await sayTo(studio, 'Which green?')
    const contact = await ada.call(contactsApi.create, {
      params: { id: clientId },
      body: { name: 'Jonas Pine', email: 'jonas@home.example' },
    })
    const link = await ada.call(portalAccessApi.create, {
      params: { id: clientId },
      body: { contact_id: contact.id },
    })
    const jonas = await visitorWith(tokenOf(link.url))
    const { deliverables, invoices, comments } = await waitingOf({ client: jonas })
    expect([deliverables.length, invoices.length, comments.length]).toEqual([1, 1, 1])
    const other = await ada.call(clientsApi.create, { body: { name: 'Other', email: 'other@home.example' } })
    const { client: stranger } = await addPortalLink(ada, other.id)
    expect(await stranger.call(portalApi.overview)).toMatchObject({
      waiting: NOTHING,
      accounts: [],
      projects_count: 0,
      invoices_count: 0,
    })
  })

  test('names twenty of each kind, and says that there are more', async () => {
    const studio = await openStudio()
    for (let count = 0; count < 21; count++) {
      await submit(studio, await addDeliverable(studio, { title: `Page ${count}` }))
    }
    const { deliverables, has_more } = await waitingOf(studio)
    expect(deliverables.map(({ title }) => title)).toEqual(
      Array.from({ length: 20 }, (_, count) => `Page ${count}`),
    )
    expect(has_more).toBe(true)
    const [first] = deliverables
    await studio.ada.call(deliverablesApi.remove, {
      params: { id: studio.projectId, deliverableId: first?.id ?? 0 },
    })
    expect(await waitingOf(studio)).toMatchObject({ has_more: false })
  })
})

test('what is owed and was paid this year is added up for each currency', async () => {
  const studio = await openStudio()
  const { ada, client } = studio
  const items = (rate: number) => [{ description: 'Design', quantity: 1, rate }]
  await addSentInvoice(studio, { items: items(850), currency: 'EUR', exchange_rate: 1.1 })
  await addSentInvoice(studio, { items: items(4312.5) })
  const part = await addSentInvoice(studio, { items: items(100) })
  const paid = await addSentInvoice(studio, { items: items(30) })
  await ada.call(invoicesApi.recordPayment, {
    params: { id: part },
    body: { amount: 25, paid_on: '2026-11-02' },
  })
  await ada.call(invoicesApi.update, {
    params: { id: paid },
    body: { status: 'paid', paid_on: '2026-11-02' },
  })
  expect((await client.call(portalApi.overview)).accounts).toEqual([
    { currency: 'EUR', owed: 850, owed_count: 1, paid_this_year: 0, paid_count: 0 },
    { currency: 'USD', owed: 4387.5, owed_count: 2, paid_this_year: 30, paid_count: 1 },
  ])
})

test('projects are listed with the newest first, and completed ones last, page by page', async () => {
  const studio = await openStudio()
  const { ada, clientId, client, projectId } = studio
  const add = async (name: string, status: 'active' | 'completed') =>
    (await ada.call(projectsApi.create, { body: { name, client_id: clientId, status } })).id
  const second = await add('Second', 'completed')
  const third = await add('Third', 'active')
  const fourth = await add('Fourth', 'completed')
  const ids: number[] = []
  let path: string | undefined = `/api/client-portal/${client.token}/projects?limit=1`
  while (path) {
    const response = await client.fetch(path)
    const [project] = await response.json()
    ids.push(project.id)
    path = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  }
  expect(ids).toEqual([third, projectId, fourth, second])
})

test('the footer has the whole address of the business', async () => {
  const { ada, client } = await openStudio()
  await ada.call(businessApi.update, {
    body: {
      name: 'Ada Studio',
      address: 'Kastanienallee 12',
      postal_code: '10435',
      city: 'Berlin',
      country: 'DE',
    },
  })
  expect((await client.call(portalApi.overview)).business.address).toBe(
    'Kastanienallee 12\n10435 Berlin\nGermany',
  )
})
