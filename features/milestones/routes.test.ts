import { describe, expect, test } from 'vitest'
import { sharedApp, signIn } from '#tests/app.ts'
import { Visitor } from '#tests/people.ts'
import { activityOf, created, done, openStudio } from '#tests/portal.ts'
import { MAX_MILESTONES } from './contract.ts'

async function planned() {
  const studio = await openStudio()
  const path = `/api/projects/${studio.projectId}/milestones`
  const add = (input: object) => created(studio.ada.post(path, input))
  return { ...studio, path, add }
}

describe('milestones', () => {
  test('are added in their order, with what was left out filled in', async () => {
    const { ada, path, add } = await planned()
    const sketch = await add({ title: ' Sketch ' })
    expect(sketch).toEqual({
      id: expect.any(Number),
      title: 'Sketch',
      description: '',
      due_date: null,
      status: 'pending',
    })
    const build = await add({ title: 'Build', due_date: '2026-12-24', status: 'in_progress' })
    expect(await done(ada.get(path))).toEqual([sketch, build])
    expect(await activityOf(ada)).toContain('Milestone added: Build – Website')
  })

  test('are changed and deleted', async () => {
    const { ada, path, add } = await planned()
    const { id } = await add({ title: 'Sketch', due_date: '2026-12-24', status: 'delayed' })
    expect(await done(ada.put(`${path}/${id}`, { title: 'Sketches' }))).toMatchObject({
      title: 'Sketches',
      due_date: null,
      status: 'delayed',
    })
    await done(ada.put(`${path}/${id}`, { title: 'Sketches', status: 'completed' }))
    expect(await activityOf(ada)).toContain('Milestone completed: Sketches – Website')
    await done(ada.delete(`${path}/${id}`))
    expect(await done(ada.get(path))).toEqual([])
    expect((await ada.delete(`${path}/${id}`)).status).toBe(404)
  })

  test('are put into another order, all of them or not at all', async () => {
    const { ada, path, add } = await planned()
    const [a, b, c] = [await add({ title: 'A' }), await add({ title: 'B' }), await add({ title: 'C' })]
    const order = (ids: number[]) => ada.put(`${path}/order`, { ids })
    expect(await done(order([c.id, a.id, b.id]))).toMatchObject([
      { title: 'C' },
      { title: 'A' },
      { title: 'B' },
    ])
    for (const wrong of [[c.id, a.id], [c.id, a.id, a.id], [c.id, a.id, b.id, 999_999_999], []]) {
      expect((await order(wrong)).status).toBe(409)
    }
    expect(await done(ada.get(path))).toMatchObject([{ title: 'C' }, { title: 'A' }, { title: 'B' }])
    expect((await add({ title: 'D' })).title).toBe('D')
    expect((await done(ada.get(path))).at(-1).title).toBe('D')
  })

  test(`are at most ${MAX_MILESTONES}`, async () => {
    const { ada, path, projectId } = await planned()
    const { database } = await sharedApp()
    const { id } = (await ada.get('/api/users/me')).body
    await database.pool.query(
      `insert into milestones (account_id, project_id, title, description, status, position, created_at)
       select $1, $2, 'M', '', 'pending', n, now() from generate_series(1, $3) n`,
      [id, projectId, MAX_MILESTONES],
    )
    expect((await ada.post(path, { title: 'One more' })).status).toBe(409)
  })

  test.each([
    ['no title', {}, 'title'],
    ['a blank title', { title: ' ' }, 'title'],
    ['a title too long', { title: 'x'.repeat(201) }, 'title'],
    ['NUL', { title: 'a\0b' }, 'title'],
    ['a day that is none', { title: 'A', due_date: '2026-02-30' }, 'due_date'],
    ['an unknown status', { title: 'A', status: 'lost' }, 'status'],
    ['too long words', { title: 'A', description: 'x'.repeat(10_001) }, 'description'],
  ])('with %s are refused', async (_, input, field) => {
    const { ada, path } = await planned()
    expect(await ada.post(path, input)).toMatchObject({
      status: 400,
      body: { fields: { [field]: expect.any(String) } },
    })
    expect(await done(ada.get(path))).toEqual([])
  })

  test('are hidden from other accounts', async () => {
    const { ada, path, add, projectId } = await planned()
    const milestone = await add({ title: 'Sketch' })
    const [eve, own] = [await signIn('Eve'), await openStudio('Eve')]
    const answers = [
      await eve.get(path),
      await eve.post(path, { title: 'Mine' }),
      await eve.put(`${path}/order`, { ids: [milestone.id] }),
      await eve.put(`${path}/${milestone.id}`, { title: 'Mine' }),
      await eve.delete(`${path}/${milestone.id}`),
      await own.ada.put(`/api/projects/${own.projectId}/milestones/${milestone.id}`, { title: 'Mine' }),
      await own.ada.delete(`/api/projects/${own.projectId}/milestones/${milestone.id}`),
    ]
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
    expect((await new Visitor(ada.url).get(path)).status).toBe(401)
    expect(await done(ada.get(path))).toEqual([milestone])
    const second = await created(ada.post('/api/projects', { name: 'Other' }))
    expect((await ada.delete(`/api/projects/${second.id}/milestones/${milestone.id}`)).status).toBe(404)
    await done(ada.delete(`/api/projects/${projectId}`))
    expect((await ada.get(path)).status).toBe(404)
  })
})
