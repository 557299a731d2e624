import { describe, expect, test } from 'vitest'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { type ProjectForm, projectsApi } from '#features/engagement/projects/contract.ts'
import { removalsApi } from '#features/foundation/removals/contract.ts'
import { signIn } from '#tests/app.ts'
import { firstOf } from '#tests/lists.ts'
import type { Person } from '#tests/people.ts'
import { activityOf } from '#tests/portal.ts'
import { timeEntriesApi } from './contract.ts'

const addProject = (person: Person, body: Partial<ProjectForm> = {}) =>
  person.call(projectsApi.create, { body: { name: 'Website', hourly_rate: 80, ...body } })

const log = (person: Person, project_id: number, hours = 1, rate?: number) =>
  person.call(timeEntriesApi.create, {
    body: { project_id, hours, date: '2026-11-15', ...(rate !== undefined && { rate }) },
  })

const get = (person: Person, { id }: { id: number }) => person.call(timeEntriesApi.get, { params: { id } })

const idsOf = (entries: { id: number }[]) => entries.map(({ id }) => id)

/** Puts an entry on the line of an invoice. */
async function bill(person: Person, client_id: number, { id }: { id: number }): Promise<string> {
  const bill = { time_entry_ids: [id] }
  const body = { client_id, issue_date: '2026-11-15', items: [], bill }
  return (await person.call(invoicesApi.create, { body })).invoice_number
}

describe('changing several time entries', () => {
  test('moves them, and those that come from elsewhere get the rate of their new project', async () => {
    const ada = await signIn('Ada')
    const [website, poster] = [
      await addProject(ada),
      await addProject(ada, { name: 'Poster', billing: 'daily', daily_rate: 500 }),
    ]
    const moved = await log(ada, website.id)
    const stays = await log(ada, poster.id, 2, 999)
    const untouched = await log(ada, website.id)
    const ids = idsOf([moved, stays, moved])
    await ada.call(timeEntriesApi.changeMany, { body: { ids, change: { project_id: poster.id } } })
    expect(await get(ada, moved)).toMatchObject({
      project_name: 'Poster',
      rate: 500,
      rate_unit: 'day',
      amount: 62.5,
      version: 2,
    })
    expect(await get(ada, stays)).toMatchObject({ project_name: 'Poster', rate: 999, version: 2 })
    expect(await get(ada, untouched)).toEqual(untouched)
    expect(firstOf(await activityOf(ada))).toBe('Time entries updated: 2 time entries, 3 h')
  })

  test('changes only what is given', async () => {
    const ada = await signIn('Ada')
    const project = await addProject(ada)
    const entry = await log(ada, project.id, 1.5, 90)
    const change = (change: object) =>
      ada.call(timeEntriesApi.changeMany, { body: { ids: [entry.id], change } })
    await change({ is_billable: false })
    expect(await get(ada, entry)).toEqual({ ...entry, is_billable: false, amount: null, version: 2 })
    await change({ is_billable: true, is_billed: true })
    expect(await get(ada, entry)).toEqual({ ...entry, is_billed: true, version: 3 })
    const listed = (billed: 'true' | 'false') => ada.call(timeEntriesApi.list, { query: { billed } })
    expect([await listed('true'), await listed('false')].map(({ length }) => length)).toEqual([1, 0])
    await change({ is_billed: false })
    expect(await get(ada, entry)).toEqual({ ...entry, version: 4 })
  })

  test.each([
    ['nothing chosen', { ids: [], change: { is_billable: true } }, 'ids'],
    [
      'too many',
      { ids: Array.from({ length: 1001 }, (_, id) => id + 1), change: { is_billed: true } },
      'ids',
    ],
    ['nothing to change', { ids: [1], change: {} }, 'change'],
    ['what is no number', { ids: ['1'], change: { is_billable: true } }, 'ids.0'],
  ])('is refused with %s', async (_, body, field) => {
    const ada = await signIn('Ada')
    const answer = await ada.request('POST', '/api/time-entries/bulk', body)
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
    expect(Object.keys((answer.body as { fields: object }).fields)).toEqual([field])
  })

  test('changes none if one is on an invoice, is gone, or belongs to another', async () => {
    const [ada, grace] = [await signIn('Ada'), await signIn('Grace')]
    const client = await ada.call(clientsApi.create, { body: { name: 'Studio North' } })
    const project = await addProject(ada, { client_id: client.id })
    const entries = [await log(ada, project.id), await log(ada, project.id), await log(ada, project.id)]
    const hers = await log(grace, (await addProject(grace)).id)
    const change = { is_billable: false }
    const attempts = async (ids: number[]) => [
      await ada.try(timeEntriesApi.changeMany, { body: { ids, change } }),
      await ada.try(timeEntriesApi.removeMany, { body: { ids } }),
    ]

    for (const answer of await attempts([...idsOf(entries), hers.id]))
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })

    const number = await bill(ada, client.id, firstOf(entries))
    for (const answer of await attempts(idsOf(entries)))
      expect(answer).toMatchObject({
        status: 409,
        body: {
          code: 'billed',
          error: `1 of these 3 time entries is billed on ${number}. Remove it from the invoice first, or choose fewer.`,
        },
      })
    expect((await ada.call(timeEntriesApi.list)).map(({ is_billable }) => is_billable)).toEqual([
      true,
      true,
      true,
    ])
    expect(await get(grace, hers)).toEqual(hers)
  })

  test('goes neither to a cancelled project nor to another’s', async () => {
    const [ada, grace] = [await signIn('Ada'), await signIn('Grace')]
    const entry = await log(ada, (await addProject(ada)).id)
    const moveTo = ({ id: project_id }: { id: number }) =>
      ada.try(timeEntriesApi.changeMany, { body: { ids: [entry.id], change: { project_id } } })
    expect(await moveTo(await addProject(ada, { status: 'cancelled' }))).toMatchObject({
      status: 409,
      body: { code: 'project_cancelled' },
    })
    expect(await moveTo(await addProject(grace))).toMatchObject({ status: 404 })
    expect(await get(ada, entry)).toEqual(entry)
  })

  test('does each of many changes at once', async () => {
    const ada = await signIn('Ada')
    const [website, poster] = [await addProject(ada), await addProject(ada, { name: 'Poster' })]
    const entries = await Promise.all(Array.from({ length: 10 }, () => log(ada, website.id)))
    const ids = idsOf(entries)
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, turn) =>
        ada.try(timeEntriesApi.changeMany, {
          body: {
            ids: turn % 2 ? ids : ids.toReversed(),
            change: { project_id: turn % 2 ? website.id : poster.id },
          },
        }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    const after = await ada.call(timeEntriesApi.list)
    expect(new Set(after.map(({ project_id }) => project_id)).size).toBe(1)
    expect(new Set(after.map(({ version }) => version))).toEqual(new Set([11]))
  })
})

describe('deleting several time entries', () => {
  test('removes all of them, once, and can be undone', async () => {
    const ada = await signIn('Ada')
    const project = await addProject(ada)
    const entries = [await log(ada, project.id), await log(ada, project.id, 2.5)]
    const kept = await log(ada, project.id)
    const remove = () => ada.try(timeEntriesApi.removeMany, { body: { ids: idsOf(entries) } })
    const answers = await Promise.all([remove(), remove()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
    expect(idsOf(await ada.call(timeEntriesApi.list))).toEqual([kept.id])
    expect(firstOf(await activityOf(ada))).toBe('Time entries deleted: 2 time entries, 3.5 h')

    const id = answers.flatMap((answer) => (answer.ok ? answer.body.removal_id : []))[0] ?? 0
    await ada.call(removalsApi.undo, { params: { id } })
    for (const entry of entries) expect(await get(ada, entry)).toEqual({ ...entry, version: 2 })
    expect(firstOf(await activityOf(ada))).toBe('Time entries restored: 2 time entries, 3.5 h')
  })
})
