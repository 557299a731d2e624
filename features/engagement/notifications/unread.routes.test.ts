import { describe, expect, test } from 'vitest'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { previewKey } from '#features/engagement/portal-access/rules.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { removalsApi } from '#features/foundation/removals/contract.ts'
import { portalApi } from '#features/pages/portal/contract/portal.ts'
import { commentsApi } from '#features/work/comments/contract.ts'
import type { Person } from '#tests/people.ts'
import {
  addDeliverable,
  addPortalLink,
  addSentInvoice,
  openFurnishedStudio,
  openStudio,
  submit,
} from '#tests/portal.ts'
import type { PortalVisitor } from '#tests/portal-visitor.ts'
import { unreadApi } from './contract/unread.ts'

const toFreelancer = (ada: Person) => ada.call(unreadApi.list)
const toClient = async (client: PortalVisitor) => (await client.call(portalApi.overview)).unread
const idsOf = (items: { id: number }[]) => items.map(({ id }) => id)

const say = (ada: Person, projectId: number, content: string, is_internal = false) =>
  ada.call(commentsApi.create, { params: { id: projectId }, body: { content, is_internal } })

describe('what is unread by the freelancer', () => {
  test('is what the client says and decides, until it was shown', async () => {
    const { ada, client, clientId, ids } = await openFurnishedStudio()
    const { projectId, deliverableId, invoiceId } = ids
    expect(await toFreelancer(ada)).toEqual([])
    const deliverable = { id: deliverableId, version: 1 }
    const comment = await client.call(portalApi.comment, {
      body: { project_id: projectId, content: 'Larger?', deliverable },
    })
    await client.call(portalApi.rejectDeliverable, {
      params: { deliverableId },
      body: { feedback: 'Larger' },
    })
    await client.call(portalApi.decideInvoice, { params: { invoiceId }, body: { status: 'approved' } })
    await client.call(portalApi.givePaidNotice, { params: { invoiceId }, body: {} })
    const nothing = { project_id: null, deliverable_id: null, comment_id: null, invoice_id: null }
    const item = { id: expect.any(Number), client_id: clientId, ...nothing, created_at: expect.any(String) }
    const unread = await toFreelancer(ada)
    expect(unread).toEqual([
      { ...item, invoice_id: invoiceId },
      { ...item, invoice_id: invoiceId },
      { ...item, project_id: projectId, deliverable_id: deliverableId },
      { ...item, project_id: projectId, deliverable_id: deliverableId, comment_id: comment.id },
    ])

    await client.call(portalApi.comment, { body: { project_id: projectId, content: 'Meanwhile' } })
    await ada.call(unreadApi.markSeen, { body: { unread_ids: idsOf(unread) } })
    await ada.call(unreadApi.markSeen, { body: { unread_ids: idsOf(unread) } })
    expect(await toFreelancer(ada)).toMatchObject([{ project_id: projectId, deliverable_id: null }])
  })

  test('is marked by nobody else', async () => {
    const { ada, client, projectId } = await openStudio()
    await client.call(portalApi.comment, { body: { project_id: projectId, content: 'Hello' } })
    const body = { unread_ids: idsOf(await toFreelancer(ada)) }
    const eve = await openStudio('Eve')
    await eve.ada.call(unreadApi.markSeen, { body })
    await eve.client.call(portalApi.markSeen, { body })
    await client.call(portalApi.markSeen, { body })
    expect(await toFreelancer(ada)).toHaveLength(1)
  })

  test('goes with its project and comes back with it', async () => {
    const { ada, client, projectId } = await openStudio()
    await client.call(portalApi.comment, { body: { project_id: projectId, content: 'Hello' } })
    const before = await toFreelancer(ada)
    const { removal_id } = await ada.call(projectsApi.remove, { params: { id: projectId } })
    expect(await toFreelancer(ada)).toEqual([])
    await ada.call(removalsApi.undo, { params: { id: removal_id ?? 0 } })
    expect(await toFreelancer(ada)).toEqual(before)
  })
})

describe('what is unread by a client', () => {
  test('is what was submitted, answered and sent since the last look, for each link', async () => {
    const studio = await openStudio()
    const { ada, client, clientId, projectId } = studio
    const { client: colleague } = await addPortalLink(ada, clientId)
    const deliverableId = await addDeliverable(studio)
    await submit(studio, deliverableId)
    const comment = await say(ada, projectId, 'Have a look')
    await say(ada, projectId, 'A note to myself', true)
    const invoiceId = await addSentInvoice(studio)
    const unread = await toClient(client)
    expect(unread).toMatchObject([
      { invoice_id: invoiceId },
      { project_id: projectId, comment_id: comment.id },
      { project_id: projectId, deliverable_id: deliverableId, comment_id: null },
    ])
    expect(await toFreelancer(ada)).toEqual([])

    const preview = { params: { token: previewKey(clientId) } }
    const body = { unread_ids: idsOf(unread) }
    expect((await ada.call(portalApi.overview, preview)).unread).toHaveLength(3)
    expect((await ada.try(portalApi.markSeen, { ...preview, body })).status).toBe(403)
    await client.call(portalApi.markSeen, { body })
    expect(await toClient(client)).toEqual([])
    expect(await toClient(colleague)).toHaveLength(3)
    const { client: newcomer } = await addPortalLink(ada, clientId)
    expect(await toClient(newcomer)).toEqual([])
  })

  test('is not what the client does not see any more', async () => {
    const { ada, client, clientId, projectId } = await openStudio()
    const comment = await say(ada, projectId, 'Too early')
    const invoiceId = await addSentInvoice({ ada, clientId })
    expect(await toClient(client)).toHaveLength(2)
    await ada.call(commentsApi.update, {
      params: { id: projectId, commentId: comment.id },
      body: { content: 'Too early', is_internal: true },
    })
    await ada.call(invoicesApi.update, { params: { id: invoiceId }, body: { status: 'draft' } })
    expect(await toClient(client)).toEqual([])
  })
})
