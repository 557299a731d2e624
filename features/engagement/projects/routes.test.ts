import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { expensesApi } from '#features/work/expenses/contract.ts'
import { timeEntriesApi } from '#features/work/time-entries/contract.ts'
import { setClock, sharedApp, signIn } from '#tests/app.ts'
import { firstOf, pagesOf } from '#tests/lists.ts'
import { type Person, Visitor } from '#tests/people.ts'
import { activityOf } from '#tests/portal.ts'
import { invalidFields } from '#tests/refusals.ts'
import { type ProjectFilter, type ProjectForm, projectsApi } from './contract.ts'

const create = (person: Person, body: Partial<ProjectForm>) =>
  person.call(projectsApi.create, { body: { name: 'Website', ...body } })

const createClient = (person: Person, name = 'Studio North') =>
  person.call(clientsApi.create, { body: { name } })

const logTime = (person: Person, project_id: number) =>
  person.call(timeEntriesApi.create, { body: { project_id, hours: 1, date: '2026-11-15' } })

const names = async (person: Person, query: z.input<typeof ProjectFilter> & { q?: string } = {}) =>
  (await person.call(projectsApi.list, { query })).map(({ name }) => name)

const FULL: ProjectForm = {
  name: 'Website',
  description: 'A new start page',
  hourly_rate: 85.5,
  estimated_hours: 40.25,
  budget_hours: 50,
  budget_amount: 4000.5,
  invoice_on_approval: 'draft',
  status: 'on_hold',
  start_date: '2026-11-01',
  end_date: '2026-12-24',
}

/** Fifteen days after signing up the trial is over and the plan is Free: five projects. */
const endTrial = () => setClock(new Date(Date.now() + 15 * 86_400_000).toISOString())

describe('creating a project', () => {
  test('keeps every field and joins the client', async () => {
    const ada = await signIn('Ada')
    const client = await createClient(ada)
    const project = await create(ada, { ...FULL, client_id: client.id })
    const expected = { ...FULL, client_id: client.id, client_name: 'Studio North', has_history: false }
    const billed = { billing: 'hourly', daily_rate: null, fixed_fee: null }
    const rated = { rate: FULL.hourly_rate, rate_unit: 'hour', rate_hours: 1 }
    const unused = { budget_hours_used: 0, budget_amount_used: 0 }
    expect(project).toEqual({
      id: project.id,
      ...expected,
      ...billed,
      ...rated,
      ...unused,
      currency: 'USD',
      version: 1,
    })
    expect(await ada.call(projectsApi.get, { params: { id: project.id } })).toMatchObject(project)
    expect(await ada.call(projectsApi.list)).toEqual([project])
  })

  test('needs no more than a name', async () => {
    const ada = await signIn('Ada')
    expect(await create(ada, {})).toMatchObject({
      client_id: null,
      client_name: null,
      description: '',
      hourly_rate: null,
      estimated_hours: null,
      status: 'active',
      start_date: null,
      end_date: null,
    })
  })

  test('takes an empty date for none, as forms send it', async () => {
    const project = await create(await signIn('Ada'), { start_date: '', end_date: '' })
    expect(project).toMatchObject({ start_date: null, end_date: null })
  })

  test('is executed once for the same key', async () => {
    const ada = await signIn('Ada')
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const created = await Promise.all(
      Array.from({ length: 5 }, () => ada.call(projectsApi.create, { body: FULL, headers })),
    )
    expect(new Set(created.map(({ id }) => id)).size).toBe(1)
    expect(await names(ada)).toEqual(['Website'])
  })

  test('is recorded in the activity log', async () => {
    const ada = await signIn('Ada')
    await create(ada, { name: 'Told' })
    const { database } = await sharedApp()
    const { rows } = await database.pool.query(
      `select type, actor, data->'project'->>'name' as name from activities where account_id =
       (select id from accounts where email = $1)`,
      [ada.email],
    )
    expect(rows).toEqual([{ type: 'project.created', actor: 'user', name: 'Told' }])
  })

  test.each([
    ['no name', { name: undefined }, { name: 'Project name is required' }],
    ['a blank name', { name: '  ' }, { name: 'Project name is required' }],
    ['an overlong name', { name: 'x'.repeat(201) }, { name: 'Must have at most 200 characters' }],
    ['a NUL', { description: 'a\0b' }, { description: 'Contains a character that cannot be stored' }],
    ['an overlong description', { description: 'x'.repeat(10_001) }, { description: expect.any(String) }],
    ['a negative rate', { hourly_rate: -1 }, { hourly_rate: 'Must be at least 0' }],
    ['a rate in mills', { hourly_rate: 1.005 }, { hourly_rate: 'Must have at most two decimals' }],
    ['a rate in words', { hourly_rate: 'much' }, { hourly_rate: 'Must be a number' }],
    ['negative hours', { estimated_hours: -0.1 }, { estimated_hours: 'Must be at least 0' }],
    ['an unknown status', { status: 'paused' }, { status: expect.any(String) }],
    ['no such day', { start_date: '2026-02-30' }, { start_date: 'Must be a date' }],
    ['a client in words', { client_id: 'me' }, { client_id: expect.any(String) }],
    [
      'an end before its start',
      { start_date: '2026-11-02', end_date: '2026-11-01' },
      { end_date: 'The end date must not be before the start date' },
    ],
  ])('is refused with %s', async (_, change, fields) => {
    const ada = await signIn('Ada')
    const body = { ...FULL, ...change }
    const created = await ada.request('POST', '/api/projects', body)
    const project = await create(ada, {})
    const changed = await ada.request('PUT', `/api/projects/${project.id}`, body)
    for (const answer of [created, changed]) {
      expect(answer).toMatchObject({ status: 400, body: { fields } })
      expect(invalidFields(answer)).toEqual(Object.keys(fields))
    }
    expect(await ada.call(projectsApi.list)).toEqual([project])
  })

  test.each([
    'Größe 🚀 =cmd()',
    '<script>alert(1)</script>',
    `Robert'); drop table projects;--`,
    'مشروع جديد',
    '"quoted" \\ %_',
  ])('keeps %j as it is, and finds it', async (name) => {
    const ada = await signIn('Ada')
    const project = await create(ada, { name, description: name })
    expect(project).toMatchObject({ name, description: name })
    await create(ada, { name: 'Other' })
    expect(await names(ada, { q: name })).toEqual([name])
  })

  test.each(['archived', "another's"])('for a client who is %s is refused', async (kind) => {
    const [ada, grace] = [await signIn('Ada'), await signIn('Grace')]
    const owner = kind === 'archived' ? ada : grace
    const client = await createClient(owner)
    await create(owner, { client_id: client.id })
    if (kind === 'archived') await ada.call(clientsApi.remove, { params: { id: client.id } })
    const { status, body } = await ada.try(projectsApi.create, {
      body: { name: 'New', client_id: client.id },
    })
    expect({ status, body }).toEqual({ status: 404, body: { error: 'Client not found', code: 'not_found' } })
    expect(await names(ada)).not.toContain('New')
  })
})

describe('the list of projects', () => {
  test('is ordered by name and searched by name, client and description, without case and accents', async () => {
    const ada = await signIn('Ada')
    const client = await createClient(ada, 'Ängström Ltd')
    await create(ada, { name: 'zebra' })
    await create(ada, { name: 'Éclair', client_id: client.id })
    await create(ada, { name: 'Beta', description: 'Round two of the EClair' })
    expect(await names(ada)).toEqual(['Beta', 'Éclair', 'zebra'])
    expect(await names(ada, { q: 'eclair' })).toEqual(['Beta', 'Éclair'])
    expect(await names(ada, { q: 'ANGSTROM' })).toEqual(['Éclair'])
    expect(await names(ada, { q: 'nothing' })).toEqual([])
  })

  test('comes page by page, each project once, active ones first, and 2 before 10', async () => {
    const ada = await signIn('Ada')
    await create(ada, { name: 'a1', status: 'completed' })
    for (const name of ['Sprint 10', 'e', 'a', 'Sprint 2', 'd', 'b', 'b', 'c', 'Sprint 02 b'])
      await create(ada, { name })
    const seen: string[] = []
    for await (const page of pagesOf(ada, projectsApi.list, { limit: '2' }))
      seen.push(...page.map(({ name }) => name))
    expect(seen).toEqual(['a', 'b', 'b', 'c', 'd', 'e', 'Sprint 2', 'Sprint 02 b', 'Sprint 10', 'a1'])
  })

  test('is narrowed by status and by client', async () => {
    const ada = await signIn('Ada')
    const client = await createClient(ada)
    await create(ada, { name: 'Going', client_id: client.id })
    await create(ada, { name: 'Gone', status: 'cancelled' })
    expect(await names(ada)).toEqual(['Going', 'Gone'])
    expect(await names(ada, { status: 'not_cancelled' })).toEqual(['Going'])
    expect(await names(ada, { status: 'cancelled' })).toEqual(['Gone'])
    expect(await names(ada, { client_id: client.id })).toEqual(['Going'])
    expect((await ada.request('GET', '/api/projects?status=lost')).status).toBe(400)
  })
})

describe('changing a project', () => {
  test('changes every field', async () => {
    const ada = await signIn('Ada')
    const client = await createClient(ada)
    const { id } = await create(ada, {})
    const changed = await ada.call(projectsApi.update, {
      params: { id },
      body: { ...FULL, client_id: client.id },
    })
    expect(changed).toMatchObject({ id, ...FULL, client_name: 'Studio North' })
    expect(await ada.call(projectsApi.get, { params: { id } })).toMatchObject(changed)
  })

  test('without a status leaves it as it is', async () => {
    const ada = await signIn('Ada')
    const { id } = await create(ada, { status: 'completed' })
    const changed = await ada.call(projectsApi.update, { params: { id }, body: { name: 'New' } })
    expect(changed.status).toBe('completed')
  })

  test('keeps a client who was archived since, and can let go of it', async () => {
    const ada = await signIn('Ada')
    const client = await createClient(ada)
    const { id } = await create(ada, { client_id: client.id })
    await ada.call(clientsApi.remove, { params: { id: client.id } })
    const update = (body: ProjectForm) => ada.try(projectsApi.update, { params: { id }, body })
    expect(await update({ name: 'Kept', client_id: client.id })).toMatchObject({
      status: 200,
      body: { name: 'Kept', client_name: 'Studio North' },
    })
    expect(await update({ name: 'Free' })).toMatchObject({ status: 200, body: { client_id: null } })
    expect((await update({ name: 'Back', client_id: client.id })).status).toBe(404)
  })
})

describe('deleting a project', () => {
  test('removes one without history', async () => {
    const ada = await signIn('Ada')
    const { id } = await create(ada, {})
    expect(await ada.call(projectsApi.remove, { params: { id } })).toEqual({
      success: true,
      outcome: 'removed',
      removal_id: expect.any(Number),
    })
    expect((await ada.try(projectsApi.get, { params: { id } })).status).toBe(404)
    expect((await ada.try(projectsApi.remove, { params: { id } })).status).toBe(404)
  })

  test('cancels one with time entries, and keeps them', async () => {
    const ada = await signIn('Ada')
    const { id } = await create(ada, {})
    await logTime(ada, id)
    expect((await ada.call(projectsApi.get, { params: { id } })).has_history).toBe(true)
    expect(await ada.call(projectsApi.remove, { params: { id } })).toEqual({
      success: true,
      outcome: 'cancelled',
      removal_id: expect.any(Number),
    })
    expect((await ada.call(projectsApi.get, { params: { id } })).status).toBe('cancelled')
    expect(await ada.call(timeEntriesApi.list)).toHaveLength(1)
  })

  test('a second time changes nothing and records nothing', async () => {
    const ada = await signIn('Ada')
    const { id } = await create(ada, {})
    await logTime(ada, id)
    const deletions = await Promise.all([1, 2, 3].map(() => ada.call(projectsApi.remove, { params: { id } })))
    for (const deletion of deletions) {
      const removal_id = expect.toBeOneOf([expect.any(Number), null])
      expect(deletion).toEqual({ success: true, outcome: 'cancelled', removal_id })
    }
    expect(deletions.filter(({ removal_id }) => removal_id !== null)).toHaveLength(1)
    const told = (await activityOf(ada)).filter((line) => line.startsWith('Project cancelled'))
    expect(told).toHaveLength(1)
  })
})

describe('the plan', () => {
  test('decides also on reactivating a cancelled project', async () => {
    const ada = await signIn('Ada')
    const { id } = await create(ada, { name: 'Sixth', status: 'cancelled' })
    for (let n = 1; n <= 5; n++) await create(ada, { name: `Project ${n}` })
    await endTrial()
    const reactivate = () =>
      ada.try(projectsApi.update, { params: { id }, body: { name: 'Sixth', status: 'active' } })
    expect(await reactivate()).toMatchObject({ status: 403, body: { error: 'Project limit reached' } })
    await ada.call(projectsApi.update, { params: { id }, body: { name: 'Renamed' } })
    const first = firstOf(await ada.call(projectsApi.list, { query: { q: 'Project' } }))
    await ada.call(projectsApi.remove, { params: { id: first.id } })
    expect(await reactivate()).toMatchObject({ status: 200, body: { status: 'active' } })
  })
})

describe("another's project", () => {
  test('is not found and stays unchanged', async () => {
    const [ada, grace] = [await signIn('Ada'), await signIn('Grace')]
    const project = await create(ada, FULL)
    const params = { id: project.id }
    const answers = [
      await grace.try(projectsApi.get, { params }),
      await grace.try(projectsApi.update, { params, body: FULL }),
      await grace.try(projectsApi.remove, { params }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    expect(answers[0]?.body).toEqual({ error: 'Project not found', code: 'not_found' })
    expect(await grace.call(projectsApi.list)).toEqual([])
    expect(await ada.call(projectsApi.get, { params })).toMatchObject(project)
  })

  test.each(['0', '-1', 'x', '1.5', '99999999999999999999'])('nor one with the id %s', async (id) => {
    const ada = await signIn('Ada')
    expect((await ada.try(projectsApi.get, { params: { id } })).status).toBe(404)
  })

  test('requires a session', async () => {
    const { url } = await sharedApp()
    const visitor = new Visitor(url)
    const answers = await Promise.all([
      visitor.try(projectsApi.list),
      visitor.try(projectsApi.create, { body: FULL }),
      visitor.try(projectsApi.get, { params: { id: 1 } }),
      visitor.try(projectsApi.update, { params: { id: 1 }, body: FULL }),
      visitor.try(projectsApi.remove, { params: { id: 1 } }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401])
  })
})

describe('a project at a glance', () => {
  test('sums up its own time, expenses and invoices, and nothing of another', async () => {
    const ada = await signIn('Ada')
    const client_id = (await createClient(ada)).id
    const [own, other] = [
      (await create(ada, { client_id })).id,
      (await create(ada, { name: 'Logo', client_id })).id,
    ]
    const date = '2026-11-15'
    for (const project_id of [own, own, other]) {
      await ada.call(timeEntriesApi.create, { body: { project_id, hours: 1.25, date, is_billable: true } })
      await ada.call(expensesApi.create, {
        body: { project_id, category: 'Travel', description: 'Train', amount: 9.99, date },
      })
    }
    await ada.call(timeEntriesApi.create, { body: { project_id: own, hours: 0.5, date, is_billable: false } })
    for (const [project_id, status] of [
      [own, 'draft'],
      [own, 'sent'],
      [own, 'paid'],
      [own, 'cancelled'],
      [other, 'paid'],
    ] as const) {
      const items = [{ description: 'Design', quantity: 1, rate: 100 }]
      const { id } = await ada.call(invoicesApi.create, {
        body: { client_id, project_id, issue_date: date, items },
      })
      await ada.call(invoicesApi.update, { params: { id }, body: { status } })
    }
    expect(await ada.call(projectsApi.get, { params: { id: own } })).toMatchObject({
      name: 'Website',
      hours_total: 3,
      hours_billable: 2.5,
      time_entries_count: 3,
      expenses_total: 19.98,
      expenses_billable: 0,
      expenses_count: 2,
      invoiced_total: 200,
      paid_total: 100,
      draft_total: 100,
      invoices_count: 4,
    })
    for (const list of [timeEntriesApi.list, expensesApi.list, invoicesApi.list]) {
      const listed = await ada.call(list, { query: { project_id: own } })
      expect(new Set(listed.map(({ project_id }) => project_id)), list.path).toEqual(new Set([own]))
      expect(await ada.call(list, { query: { project_id: 999_999_999 } }), list.path).toEqual([])
      expect((await ada.try(list, { query: { project_id: 'x' } })).status, list.path).toBe(400)
    }
  })
})
