import { describe, expect, test } from 'vitest'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { accountApi } from '#features/foundation/account/contract.ts'
import { sharedApp, signIn } from '#tests/app.ts'
import { Visitor } from '#tests/people.ts'
import { activityOf, openStudio } from '#tests/portal.ts'
import { CONFLICT, invalidFields, NOT_FOUND, UNAUTHORIZED } from '#tests/refusals.ts'
import { MAX_MILESTONES, type MilestoneForm, milestonesApi } from './contract.ts'

async function planned() {
  const studio = await openStudio()
  const { ada, projectId } = studio
  const ofProject = { params: { id: projectId } }
  const list = () => ada.call(milestonesApi.list, ofProject)
  const add = (body: MilestoneForm) => ada.call(milestonesApi.create, { ...ofProject, body })
  const paramsOf = (milestoneId: number) => ({ id: projectId, milestoneId })
  return { ...studio, ofProject, paramsOf, list, add }
}

describe('milestones', () => {
  test('are added in their order, with what was left out filled in', async () => {
    const { ada, list, add } = await planned()
    const sketch = await add({ title: ' Sketch ' })
    expect(sketch).toEqual({
      id: expect.any(Number),
      title: 'Sketch',
      description: '',
      due_date: null,
      status: 'pending',
      completed_on: null,
      currency: 'USD',
      fee: null,
      is_billed: false,
      invoice: null,
    })
    const build = await add({ title: 'Build', due_date: '2026-12-24', status: 'in_progress' })
    expect(await list()).toEqual([sketch, build])
    expect(await activityOf(ada)).toContain('Milestone added: Build – Website')
  })

  test('are changed and deleted', async () => {
    const { ada, list, add, paramsOf } = await planned()
    const { id } = await add({ title: 'Sketch', due_date: '2026-12-24', status: 'delayed' })
    const change = (body: MilestoneForm) => ada.call(milestonesApi.update, { params: paramsOf(id), body })
    expect(await change({ title: 'Sketches' })).toMatchObject({
      title: 'Sketches',
      due_date: null,
      status: 'delayed',
    })
    await change({ title: 'Sketches', status: 'completed' })
    expect(await activityOf(ada)).toContain('Milestone completed: Sketches – Website')
    await ada.call(milestonesApi.remove, { params: paramsOf(id) })
    expect(await list()).toEqual([])
    expect(await ada.try(milestonesApi.remove, { params: paramsOf(id) })).toMatchObject(NOT_FOUND)
  })

  test('are put into another order, all of them or not at all', async () => {
    const { ada, list, add, ofProject } = await planned()
    const [a, b, c] = [await add({ title: 'A' }), await add({ title: 'B' }), await add({ title: 'C' })]
    const order = (ids: number[]) => ada.try(milestonesApi.reorder, { ...ofProject, body: { ids } })
    const reordered = [{ title: 'C' }, { title: 'A' }, { title: 'B' }]
    expect(await order([c.id, a.id, b.id])).toMatchObject({ status: 200, body: reordered })
    for (const wrong of [[c.id, a.id], [c.id, a.id, a.id], [c.id, a.id, b.id, 999_999_999], []]) {
      expect(await order(wrong)).toMatchObject(CONFLICT)
    }
    expect(await list()).toMatchObject(reordered)
    expect((await add({ title: 'D' })).title).toBe('D')
    expect((await list()).at(-1)?.title).toBe('D')
  })

  test(`are at most ${MAX_MILESTONES}`, async () => {
    const { ada, ofProject, projectId } = await planned()
    const { database } = await sharedApp()
    const { id } = await ada.call(accountApi.me)
    await database.pool.query(
      `insert into milestones (account_id, project_id, title, description, status, position, created_at)
       select $1, $2, 'M', '', 'pending', n, now() from generate_series(1, $3) n`,
      [id, projectId, MAX_MILESTONES],
    )
    const refused = await ada.try(milestonesApi.create, { ...ofProject, body: { title: 'One more' } })
    expect(refused).toMatchObject(CONFLICT)
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
    const { ada, projectId, list } = await planned()
    const refused = await ada.request('POST', `/api/projects/${projectId}/milestones`, input)
    expect(invalidFields(refused)).toEqual([field])
    expect(await list()).toEqual([])
  })

  test('are hidden from other accounts', async () => {
    const { ada, list, add, ofProject, paramsOf, projectId } = await planned()
    const milestone = await add({ title: 'Sketch' })
    const [eve, own] = [await signIn('Eve'), await openStudio('Eve')]
    const params = paramsOf(milestone.id)
    const inOwnProject = { id: own.projectId, milestoneId: milestone.id }
    const body = { title: 'Mine' }
    for (const refused of [
      await eve.try(milestonesApi.list, ofProject),
      await eve.try(milestonesApi.create, { ...ofProject, body }),
      await eve.try(milestonesApi.reorder, { ...ofProject, body: { ids: [milestone.id] } }),
      await eve.try(milestonesApi.update, { params, body }),
      await eve.try(milestonesApi.remove, { params }),
      await own.ada.try(milestonesApi.update, { params: inOwnProject, body }),
      await own.ada.try(milestonesApi.remove, { params: inOwnProject }),
    ]) {
      expect(refused).toMatchObject(NOT_FOUND)
    }
    expect(await new Visitor(ada.url).try(milestonesApi.list, ofProject)).toMatchObject(UNAUTHORIZED)
    expect(await list()).toEqual([milestone])
    const second = await ada.call(projectsApi.create, { body: { name: 'Other' } })
    const inSecond = { id: second.id, milestoneId: milestone.id }
    expect(await ada.try(milestonesApi.remove, { params: inSecond })).toMatchObject(NOT_FOUND)
    await ada.call(projectsApi.remove, { params: { id: projectId } })
    expect(await ada.try(milestonesApi.list, ofProject)).toMatchObject(NOT_FOUND)
  })
})
