import { expect, test } from 'vitest'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { certificatesApi } from '#features/engagement/approvals/contract/certificates.ts'
import { contactsApi } from '#features/engagement/contacts/contract/contacts.ts'
import { unreadApi } from '#features/engagement/notifications/contract/unread.ts'
import { portalAccessApi } from '#features/engagement/portal-access/contract.ts'
import { portalApi } from '#features/pages/portal/contract/portal.ts'
import { sharedApp } from '#tests/app.ts'
import { firstOf } from '#tests/lists.ts'
import { Visitor } from '#tests/people.ts'
import { addSentInvoice, openStudio, visitorWith } from '#tests/portal.ts'
import { tokenOf } from '#tests/portal-visitor.ts'

test('a contact disputes a line, gets an answer and approves, with a certificate of each decision', async () => {
  const { ada, client, clientId } = await openStudio()
  const { id: contact_id } = await ada.call(contactsApi.create, {
    params: { id: clientId },
    body: { name: 'Jonas Pine' },
  })
  const { url } = await ada.call(portalAccessApi.create, { params: { id: clientId }, body: { contact_id } })
  const jonas = await visitorWith(tokenOf(url))
  const invoiceId = await addSentInvoice(
    { ada, clientId },
    { items: ['Design', 'Hosting'].map((description) => ({ description, quantity: 1, rate: 100 })) },
  )
  const unreadOf = async (visitor: typeof jonas) => (await visitor.call(portalApi.overview)).unread
  const seen = (await unreadOf(jonas)).map(({ id }) => id)
  await jonas.call(portalApi.markSeen, { body: { unread_ids: seen } })
  expect(await unreadOf(jonas)).toEqual([])
  expect(await unreadOf(client)).toMatchObject([{ invoice_id: invoiceId }])

  const { items } = await ada.call(invoicesApi.get, { params: { id: invoiceId } })
  const disputed = await jonas.call(portalApi.decideInvoice, {
    params: { invoiceId },
    body: { status: 'rejected', lines: [{ item_id: items[1]?.id ?? 0, note: 'We host it ourselves' }] },
  })
  expect(disputed).toMatchObject({ payable: 100, line_requests: [{ client_name: 'Jonas Pine' }] })
  const unread = await ada.call(unreadApi.list)
  expect(unread).toMatchObject([{ client_id: clientId, invoice_id: invoiceId }])
  await ada.call(unreadApi.markSeen, { body: { unread_ids: unread.map(({ id }) => id) } })
  expect(await ada.call(unreadApi.list)).toEqual([])

  const params = { id: invoiceId, requestId: firstOf(disputed.line_requests).id }
  await ada.call(invoicesApi.explainLine, { params, body: { answer_text: 'As agreed in May' } })
  const approved = await jonas.call(portalApi.decideInvoice, {
    params: { invoiceId },
    body: { status: 'approved' },
  })
  expect(approved).toMatchObject({ payable: 200, line_requests: [{ closed_at: expect.any(String) }] })
  const anyone = new Visitor((await sharedApp()).url)
  const certificates = await Promise.all(
    approved.decisions.map(({ certificate: code }) => anyone.call(certificatesApi.get, { params: { code } })),
  )
  expect(certificates).toMatchObject([
    { decision: 'approved', client_name: 'Jonas Pine', on_behalf_of: 'Studio North' },
    { decision: 'rejected', client_name: 'Jonas Pine', invoice: { total: 200 } },
  ])
})
