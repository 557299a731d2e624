import { describe, expect, test } from 'vitest'
import { accountApi } from '#features/account/contract.ts'
import { portalApi } from '#features/portal/contract.ts'
import { forgetRemovals } from '#tests/jobs.ts'
import { Visitor } from '#tests/people.ts'
import { activityOf, openStudio } from '#tests/portal.ts'
import { CONFLICT, invalidField, NOT_FOUND, UNAUTHORIZED } from '#tests/refusals.ts'
import { rowsOf } from '#tests/rows.ts'
import { type CommentForm, commentsApi } from './contract.ts'

async function talking() {
  const studio = await openStudio()
  const { ada, client, projectId } = studio
  const ofProject = { params: { id: projectId } }
  return {
    ...studio,
    ofProject,
    paramsOf: (commentId: number) => ({ id: projectId, commentId }),
    list: () => ada.call(commentsApi.list, ofProject),
    say: (body: CommentForm) => ada.call(commentsApi.create, { ...ofProject, body }),
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
