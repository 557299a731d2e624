import { describe, expect, test } from 'vitest'
import { type Answer, Visitor } from '#tests/people.ts'
import { activityOf, created, done, openStudio } from '#tests/portal.ts'
import { rowsOf } from '#tests/rows.ts'

async function talking() {
  const studio = await openStudio()
  const path = `/api/projects/${studio.projectId}/comments`
  return { ...studio, path, say: (input: object) => created(studio.ada.post(path, input)) }
}

describe('comments', () => {
  test('are for the client, or internal', async () => {
    const { ada, client, projectId, path, say } = await talking()
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
    expect(await done(ada.get(path))).toEqual([internal, shared])
    expect((await done(client.open(`/projects/${projectId}`))).comments).toMatchObject([{ id: shared.id }])
  })

  test('of the freelancer are edited, made internal and deleted', async () => {
    const { ada, client, projectId, path, say } = await talking()
    const { id } = await say({ content: 'Redy' })
    expect(await done(ada.put(`${path}/${id}`, { content: 'Ready', is_internal: true }))).toMatchObject({
      content: 'Ready',
      is_internal: true,
      edited_at: expect.any(String),
    })
    expect((await done(client.open(`/projects/${projectId}`))).comments).toEqual([])
    await done(ada.delete(`${path}/${id}`))
    expect(await done(ada.get(path))).toEqual([])
  })

  test('read in the activity as they are now, and not at all once deleted', async () => {
    const { ada, client, projectId, path, say } = await talking()
    await created(client.send('/comments', { project_id: projectId, content: 'Looks good' }))
    const { id } = await say({ content: 'A secret\nslip' })
    const newest = async () => (await activityOf(ada)).slice(0, 2)
    expect(await newest()).toEqual([
      'Comment added: Website: A secret slip',
      'Client commented: Studio North on Website: Looks good',
    ])
    await done(ada.put(`${path}/${id}`, { content: 'Thank you' }))
    expect((await newest())[0]).toBe('Comment added: Website: Thank you')
    await done(ada.delete(`${path}/${id}`))
    expect((await newest())[0]).toBe('Comment added: Website')
    const account = (await ada.get('/api/users/me')).body.id
    expect((await rowsOf(account)).filter((line) => /secret|Thank you/.test(line))).toEqual([])
  })

  test('are searched by what was said, without case and accents, by both sides', async () => {
    const { ada, path, say, client, projectId } = await talking()
    await say({ content: 'The café is lovely' })
    await say({ content: 'Only CAFÉ prices are missing', is_internal: true })
    const changed = await say({ content: 'A café at last' })
    await ada.put(`${path}/${changed.id}`, { content: 'Nothing of the sort' })
    const said = async (answer: Promise<Answer>) =>
      (await done(answer)).map(({ content }: { content: string }) => content)
    expect(await said(ada.get(`${path}?q=CAFE`))).toEqual([
      'Only CAFÉ prices are missing',
      'The café is lovely',
    ])
    expect(await said(client.open(`/projects/${projectId}/comments?q=Cafe`))).toEqual(['The café is lovely'])
    expect(await said(ada.get(`${path}?q=nowhere`))).toEqual([])
  })

  test('of the client stay as they were written', async () => {
    const { ada, client, projectId, path } = await talking()
    const { id } = await created(client.send('/comments', { project_id: projectId, content: 'No!' }))
    expect((await ada.put(`${path}/${id}`, { content: 'Yes!' })).status).toBe(409)
    expect((await ada.delete(`${path}/${id}`)).status).toBe(409)
    expect(await done(ada.get(path))).toMatchObject([{ content: 'No!', author_name: 'Studio North' }])
  })

  test.each([
    ['nothing', {}],
    ['blanks', { content: '  ' }],
    ['too much', { content: 'x'.repeat(10_001) }],
  ])('of %s are refused', async (_, input) => {
    const { ada, path } = await talking()
    expect(await ada.post(path, input)).toMatchObject({
      status: 400,
      body: { fields: { content: expect.any(String) } },
    })
  })

  test('are hidden from other accounts', async () => {
    const { ada, path, say } = await talking()
    const comment = await say({ content: 'Mine' })
    const other = await openStudio('Eve')
    const answers = [
      await other.ada.get(path),
      await other.ada.post(path, { content: 'Me too' }),
      await other.ada.put(`${path}/${comment.id}`, { content: 'Yours' }),
      await other.ada.delete(`${path}/${comment.id}`),
      await other.ada.delete(`/api/projects/${other.projectId}/comments/${comment.id}`),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
    expect((await new Visitor(ada.url).get(path)).status).toBe(401)
    expect(await done(ada.get(path))).toEqual([comment])
  })
})
