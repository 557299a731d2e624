import { describe, expect, test } from 'vitest'
import { accountApi } from '#features/foundation/account/contract.ts'
import { commentsApi } from '#features/work/comments/contract.ts'
import { sharedApp } from '#tests/app.ts'
import { activityOf, openStudio } from '#tests/portal.ts'
import { invalidField } from '#tests/refusals.ts'
import { portalApi } from './contract/portal.ts'

describe('commenting', () => {
  test('reaches the freelancer under the client’s name, never as internal', async () => {
    const { ada, client, projectId } = await openStudio()
    const comment = await client.call(portalApi.comment, {
      body: { project_id: projectId, content: '  Looks good  ', is_internal: true },
    })
    expect(comment).toEqual({
      id: expect.any(Number),
      author_type: 'client',
      author_name: 'Studio North',
      content: 'Looks good',
      deliverable: null,
      created_at: expect.any(String),
    })
    expect(await ada.call(commentsApi.list, { params: { id: projectId } })).toMatchObject([
      { id: comment.id, is_internal: false, author_type: 'client' },
    ])
    expect(await client.call(portalApi.project, { params: { projectId } })).toMatchObject({
      comments: [comment],
      comments_total: 1,
    })
    expect(await activityOf(ada)).toContain('Client commented: Studio North on Website: Looks good')
  })

  test.each([
    ['nothing', ''],
    ['blanks', ' \n\t '],
    ['too much', 'x'.repeat(10_001)],
    ['NUL', 'a\0b'],
    ['no text', { $gt: '' }],
  ])('with %s is refused', async (_, content) => {
    const { client, projectId } = await openStudio()
    const body = { project_id: projectId, content }
    const refused = await client.request('POST', `/api/client-portal/${client.token}/comments`, body)
    expect(refused).toMatchObject(invalidField('content'))
  })

  test.each([
    '<img src=x onerror=alert(1)>',
    '=cmd()',
    '‮txt.exe',
    '👩‍👩‍👧‍👦',
    `"'; drop table comments; --`,
    'x'.repeat(10_000),
  ])('keeps %.20s as text', async (content) => {
    const { client, projectId } = await openStudio()
    const comment = await client.call(portalApi.comment, { body: { project_id: projectId, content } })
    expect(comment.content).toBe(content)
  })

  test('pages beyond the newest hundred', async () => {
    const { client, projectId, ada } = await openStudio()
    const { database } = await sharedApp()
    const { id: account } = await ada.call(accountApi.me)
    await database.pool.query(
      `insert into comments (account_id, project_id, author_type, author_name, content, search, is_internal, created_at)
       select $1, $2, 'freelancer', 'Ada', 'Comment ' || n, 'comment ' || n, false, now() from generate_series(1, 120) n`,
      [account, projectId],
    )
    const project = await client.call(portalApi.project, { params: { projectId } })
    expect(project.comments).toHaveLength(100)
    expect(project.comments[0]?.content).toBe('Comment 120')
    expect(project.comments_total).toBe(120)
    const page = await client.try(portalApi.comments, { params: { projectId }, query: { limit: 100 } })
    const next = /<([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1] ?? ''
    const rest = portalApi.comments.response.parse((await client.request('GET', next)).body)
    expect(rest).toHaveLength(20)
    expect(rest.at(-1)?.content).toBe('Comment 1')
  })
})
