import { describe, expect, test } from 'vitest'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { accountApi } from '#features/foundation/account/contract.ts'
import { Removed, removalsApi } from '#features/foundation/removals/contract.ts'
import { portalApi } from '#features/pages/portal/contract/portal.ts'
import { deliverablesApi } from '#features/work/deliverables/contract.ts'
import { setClock, uniqueEmail } from '#tests/app.ts'
import { forgetRemovals } from '#tests/jobs.ts'
import { mailsTo } from '#tests/mails.ts'
import { Visitor } from '#tests/people.ts'
import {
  activityOf,
  addDeliverable,
  addPortalLink,
  openFurnishedStudio,
  openStudio,
  submit,
} from '#tests/portal.ts'
import { CONFLICT, invalidField, NOT_FOUND, UNAUTHORIZED } from '#tests/refusals.ts'
import { rowsOf } from '#tests/rows.ts'
import { commentsApi, type NewCommentForm } from './contract.ts'

async function talking() {
  const studio = await openStudio()
  const { ada, client, projectId } = studio
  const ofProject = { params: { id: projectId } }
  return {
    ...studio,
    ofProject,
    paramsOf: (commentId: number) => ({ id: projectId, commentId }),
    list: () => ada.call(commentsApi.list, ofProject),
    say: (body: NewCommentForm) => ada.call(commentsApi.create, { ...ofProject, body }),
    sayAsClient: (content: string) =>
      client.call(portalApi.comment, { body: { project_id: projectId, content } }),
    seenByClient: async () => (await client.call(portalApi.project, { params: { projectId } })).comments,
  }
}

const contentsOf = (comments: { content: string }[]) => comments.map(({ content }) => content)

describe('comments', () => {
  test('are for the client, or internal', async () => {
    const { say, list, seenByClient } = await talking()
    const shared = await say({ content: 'Ready for you' })
    const internal = await say({ content: 'Ask for more', is_internal: true })
    expect(shared).toEqual({
      id: expect.any(Number),
      author_type: 'freelancer',
      author_name: 'Ada',
      content: 'Ready for you',
      is_internal: false,
      deliverable: null,
      created_at: expect.any(String),
      edited_at: null,
    })
    expect(await list()).toEqual([internal, shared])
    expect(await seenByClient()).toMatchObject([{ id: shared.id }])
  })

  test('of the freelancer are edited, made internal and deleted', async () => {
    const { ada, say, list, paramsOf, seenByClient } = await talking()
    const params = paramsOf((await say({ content: 'Redy' })).id)
    const body = { content: 'Ready', is_internal: true }
    expect(await ada.call(commentsApi.update, { params, body })).toMatchObject({
      content: 'Ready',
      is_internal: true,
      edited_at: expect.any(String),
    })
    expect(await seenByClient()).toEqual([])
    await ada.call(commentsApi.remove, { params })
    expect(await list()).toEqual([])
  })

  test('read in the activity as they are now, and not at all once deleted', async () => {
    const { ada, say, sayAsClient, paramsOf } = await talking()
    await sayAsClient('Looks good')
    const params = paramsOf((await say({ content: 'A secret\nslip' })).id)
    const newest = async () => (await activityOf(ada)).slice(0, 2)
    expect(await newest()).toEqual([
      'Comment added: Website: A secret slip',
      'Client commented: Studio North on Website: Looks good',
    ])
    await ada.call(commentsApi.update, { params, body: { content: 'Thank you' } })
    expect((await newest())[0]).toBe('Comment added: Website: Thank you')
    await ada.call(commentsApi.remove, { params })
    expect((await newest())[0]).toBe('Comment added: Website')
    await forgetRemovals()
    const { id } = await ada.call(accountApi.me)
    expect((await rowsOf(id)).filter((line) => /secret|Thank you/.test(line))).toEqual([])
  })

  test('are searched by content, ignoring case and accents, on both sides', async () => {
    const { ada, client, projectId, ofProject, paramsOf, say } = await talking()
    await say({ content: 'The café is lovely' })
    await say({ content: 'Only CAFÉ prices are missing', is_internal: true })
    const changed = await say({ content: 'A café at last' })
    await ada.call(commentsApi.update, {
      params: paramsOf(changed.id),
      body: { content: 'Nothing of the sort' },
    })
    const found = async (q: string) =>
      contentsOf(await ada.call(commentsApi.list, { ...ofProject, query: { q } }))
    expect(await found('CAFE')).toEqual(['Only CAFÉ prices are missing', 'The café is lovely'])
    expect(await found('nowhere')).toEqual([])
    const byClient = await client.call(portalApi.comments, { params: { projectId }, query: { q: 'Cafe' } })
    expect(contentsOf(byClient)).toEqual(['The café is lovely'])
  })

  test('of the client stay as they were written', async () => {
    const { ada, list, paramsOf, sayAsClient } = await talking()
    const params = paramsOf((await sayAsClient('No!')).id)
    expect(await ada.try(commentsApi.update, { params, body: { content: 'Yes!' } })).toMatchObject(CONFLICT)
    expect(await ada.try(commentsApi.remove, { params })).toMatchObject(CONFLICT)
    expect(await list()).toMatchObject([{ content: 'No!', author_name: 'Studio North' }])
  })

  test.each([
    ['nothing', {}],
    ['blanks', { content: '  ' }],
    ['too much', { content: 'x'.repeat(10_001) }],
  ])('of %s are refused', async (_, input) => {
    const { ada, projectId } = await talking()
    const refused = await ada.request('POST', `/api/projects/${projectId}/comments`, input)
    expect(refused).toMatchObject(invalidField('content'))
  })

  test('are hidden from other accounts', async () => {
    const { ada, ofProject, paramsOf, list, say } = await talking()
    const comment = await say({ content: 'Mine' })
    const other = await openStudio('Eve')
    const params = paramsOf(comment.id)
    for (const refused of [
      await other.ada.try(commentsApi.list, ofProject),
      await other.ada.try(commentsApi.create, { ...ofProject, body: { content: 'Me too' } }),
      await other.ada.try(commentsApi.update, { params, body: { content: 'Yours' } }),
      await other.ada.try(commentsApi.remove, { params }),
      await other.ada.try(commentsApi.remove, { params: { ...params, id: other.projectId } }),
    ]) {
      expect(refused).toMatchObject(NOT_FOUND)
    }
    expect(await new Visitor(ada.url).try(commentsApi.list, ofProject)).toMatchObject(UNAUTHORIZED)
    expect(await list()).toEqual([comment])
  })
})

describe('comments on a version', () => {
  async function discussing() {
    const studio = await talking()
    const id = await addDeliverable(studio, { title: 'Homepage' })
    await submit(studio, id)
    const deliverable = { id, version: 1 }
    const ofVersion = (version: number) => ({ deliverable_id: id, version })
    return { ...studio, id, deliverable, ofVersion }
  }

  test('stand under it on both sides, and among those of the project', async () => {
    const { ada, client, projectId, id, deliverable, ofVersion, ofProject, say, list } = await discussing()
    const asked = await client.call(portalApi.comment, {
      body: { project_id: projectId, content: 'Larger?', deliverable },
    })
    const answered = await say({ content: 'Larger.', deliverable })
    const noted = await say({ content: 'Again…', deliverable, is_internal: true })
    const general = await say({ content: 'On Friday' })
    expect(answered.deliverable).toEqual({ id, title: 'Homepage', version: 1 })

    expect(contentsOf(await list())).toEqual(['On Friday', 'Again…', 'Larger.', 'Larger?'])
    expect(await ada.call(commentsApi.list, { ...ofProject, query: ofVersion(1) })).toEqual([
      noted,
      answered,
      expect.objectContaining({ id: asked.id }),
    ])
    expect(await ada.call(commentsApi.list, { ...ofProject, query: ofVersion(2) })).toEqual([])
    expect(await ada.call(commentsApi.countByVersion, ofProject)).toEqual([{ ...ofVersion(1), count: 3 }])

    const params = { projectId }
    const shown = await client.call(portalApi.project, { params })
    expect(shown.comments_total).toBe(3)
    expect(shown.deliverables[0]?.versions).toMatchObject([{ version: 1, comments_count: 2 }])
    expect(contentsOf(await client.call(portalApi.comments, { params, query: ofVersion(1) }))).toEqual([
      'Larger.',
      'Larger?',
    ])
    expect(shown.comments[0]).toMatchObject({ id: general.id, deliverable: null })
  })

  test('name it in mails to both', async () => {
    await setClock('2026-11-16T12:00:00Z')
    const { ada, client, clientId, projectId, deliverable, say } = await discussing()
    const email = uniqueEmail('North')
    await ada.call(clientsApi.update, { params: { id: clientId }, body: { name: 'Studio North', email } })
    await client.call(portalApi.project, { params: { projectId } })
    await client.call(portalApi.comment, { body: { project_id: projectId, content: 'Larger?', deliverable } })
    await say({ content: 'Larger.', deliverable })
    await setClock('2026-11-16T12:10:00Z')
    const [toClient] = await mailsTo(email)
    expect(toClient?.text).toContain('Ada wrote about “Homepage”, version 1:')
    const [toAda] = await mailsTo(ada.email)
    expect(toAda?.subject).toBe('Studio North commented on Homepage, version 1')
    expect(toAda?.text).toContain(`/projects/${projectId}?tab=deliverables`)
  })

  test('need a version of this project, and for a client one that was submitted to them', async () => {
    const { ada, client, clientId, projectId, ofProject, id, deliverable, sayAsClient } = await discussing()
    const refused = { ...NOT_FOUND, body: { error: 'Deliverable not found', code: 'not_found' } }
    const draft = await addDeliverable({ ada, projectId }, { title: 'Draft' })
    const other = await openFurnishedStudio()
    for (const wrong of [
      { id, version: 2 },
      { id, version: 0 },
      { id: draft, version: 1 },
      { id: other.ids.deliverableId, version: 1 },
    ]) {
      const body = { content: 'Hello', deliverable: wrong }
      expect(await ada.try(commentsApi.create, { ...ofProject, body })).toMatchObject(refused)
      const asked = { project_id: projectId, ...body }
      expect(await client.try(portalApi.comment, { body: asked })).toMatchObject(refused)
    }
    const rival = await ada.call(clientsApi.create, { body: { name: 'Rival' } })
    await ada.call(projectsApi.update, {
      params: { id: projectId },
      body: { name: 'Website', client_id: rival.id },
    })
    await ada.call(commentsApi.create, { ...ofProject, body: { content: 'For North', deliverable } })
    const { client: rivals } = await addPortalLink(ada, rival.id)
    expect((await rivals.call(portalApi.project, { params: { projectId } })).comments).toEqual([])
    await ada.call(projectsApi.update, {
      params: { id: projectId },
      body: { name: 'Website', client_id: clientId },
    })
    await sayAsClient('Back again')
    expect(contentsOf((await client.call(portalApi.project, { params: { projectId } })).comments)).toEqual([
      'Back again',
      'For North',
    ])
  })

  test('go with the deliverable and with the project, and come back with them', async () => {
    const { ada, projectId, id, deliverable, ofProject, say, list } = await discussing()
    await say({ content: 'Larger.', deliverable })
    await say({ content: 'On Friday' })
    const before = await list()
    const removed = await ada.call(deliverablesApi.remove, { params: { id: projectId, deliverableId: id } })
    expect(contentsOf(await list())).toEqual(['On Friday'])
    await ada.call(removalsApi.undo, { params: { id: removed.removal_id } })
    expect(await list()).toEqual(before)
    const { removal_id } = await ada.call(projectsApi.remove, ofProject)
    await ada.call(removalsApi.undo, { params: { id: removal_id ?? 0 } })
    expect(await list()).toEqual(before)
    expect(await ada.call(commentsApi.countByVersion, ofProject)).toHaveLength(1)
  })

  test('and the removal of the deliverable at the same time leave neither alone', async () => {
    const { ada, projectId, id, deliverable, ofProject, list } = await discussing()
    const body = { content: 'Larger.', deliverable }
    for (let round = 0; round < 10; round++) {
      const [removed, ...said] = await Promise.all([
        ada.try(deliverablesApi.remove, { params: { id: projectId, deliverableId: id } }),
        ada.try(commentsApi.create, { ...ofProject, body }),
        ada.try(commentsApi.create, { ...ofProject, body }),
        ada.try(commentsApi.create, { ...ofProject, body }),
      ])
      expect(removed.status).toBe(200)
      for (const { status } of said) expect([201, 404]).toContain(status)
      const left = (await list()).filter(({ deliverable: about }) => about !== null)
      expect(left).toEqual([])
      await ada.call(removalsApi.undo, { params: { id: Removed.parse(removed.body).removal_id } })
    }
  })
})
