import { describe, expect, test } from 'vitest'
import { setClock, sharedApp, signIn } from '#tests/app.ts'
import { type Person, Visitor } from '#tests/people.ts'
import { activityOf } from '#tests/portal.ts'

const create = async (person: Person, body: object) => {
  const { status, body: project } = await person.post('/api/projects', { name: 'Website', ...body })
  expect(status).toBe(201)
  return project
}

const createClient = async (person: Person, name = 'Studio North') =>
  (await person.post('/api/clients', { name })).body

const logTime = (person: Person, project_id: number) =>
  person.post('/api/time-entries', { project_id, hours: 1, date: '2026-11-15' })

const names = async (person: Person, query = '') =>
  (await person.get(`/api/projects${query}`)).body.map(({ name }: { name: string }) => name)

const FULL = {
  name: 'Website',
  description: 'A new start page',
  hourly_rate: 85.5,
  estimated_hours: 40.25,
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
    expect(project).toEqual({ id: project.id, ...expected, version: 1 })
    expect((await ada.get(`/api/projects/${project.id}`)).body).toMatchObject(project)
    expect((await ada.get('/api/projects')).body).toEqual([project])
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

  test('is answered once for the same key', async () => {
    const ada = await signIn('Ada')
    const key = { 'idempotency-key': crypto.randomUUID() }
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => ada.post('/api/projects', { ...FULL }, key)),
    )
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(answers.every(({ status }) => status === 201)).toBe(true)
    expect(await names(ada)).toEqual(['Website'])
  })

  test('is told in the activity log', async () => {
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
    const { status, body } = await ada.post('/api/projects', { ...FULL, ...change })
    expect({ status, fields: body.fields }).toEqual({ status: 400, fields })
    const project = await create(ada, {})
    const changed = await ada.put(`/api/projects/${project.id}`, { ...FULL, ...change })
    expect({ status: changed.status, fields: changed.body.fields }).toEqual({ status: 400, fields })
    expect((await ada.get('/api/projects')).body).toEqual([project])
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
    expect(await names(ada, `?q=${encodeURIComponent(name)}`)).toEqual([name])
  })

  test.each(['archived', "another's"])('for a client who is %s is refused', async (kind) => {
    const [ada, grace] = [await signIn('Ada'), await signIn('Grace')]
    const owner = kind === 'archived' ? ada : grace
    const client = await createClient(owner)
    await create(owner, { client_id: client.id })
    if (kind === 'archived') await ada.delete(`/api/clients/${client.id}`)
    const { status, body } = await ada.post('/api/projects', { name: 'New', client_id: client.id })
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
    expect(await names(ada, '?q=eclair')).toEqual(['Beta', 'Éclair'])
    expect(await names(ada, '?q=ANGSTROM')).toEqual(['Éclair'])
    expect(await names(ada, '?q=nothing')).toEqual([])
  })

  test('comes page by page, each project once', async () => {
    const ada = await signIn('Ada')
    for (const name of ['e', 'a', 'd', 'b', 'b', 'c']) await create(ada, { name })
    const seen: string[] = []
    let path: string | undefined = '/api/projects?limit=2'
    while (path) {
      const { body, headers } = await ada.get(path)
      seen.push(...body.map(({ name }: { name: string }) => name))
      path = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
    }
    expect(seen).toEqual(['a', 'b', 'b', 'c', 'd', 'e'])
  })

  test('is narrowed by status and by client', async () => {
    const ada = await signIn('Ada')
    const client = await createClient(ada)
    await create(ada, { name: 'Going', client_id: client.id })
    await create(ada, { name: 'Gone', status: 'cancelled' })
    expect(await names(ada)).toEqual(['Going', 'Gone'])
    expect(await names(ada, '?status=not_cancelled')).toEqual(['Going'])
    expect(await names(ada, '?status=cancelled')).toEqual(['Gone'])
    expect(await names(ada, `?client_id=${client.id}`)).toEqual(['Going'])
    expect((await ada.get('/api/projects?status=lost')).status).toBe(400)
  })
})

describe('changing a project', () => {
  test('changes every field', async () => {
    const ada = await signIn('Ada')
    const client = await createClient(ada)
    const { id } = await create(ada, {})
    const { status, body } = await ada.put(`/api/projects/${id}`, { ...FULL, client_id: client.id })
    expect(status).toBe(200)
    expect(body).toMatchObject({ id, ...FULL, client_name: 'Studio North' })
    expect((await ada.get(`/api/projects/${id}`)).body).toMatchObject(body)
  })

  test('without a status leaves it as it is', async () => {
    const ada = await signIn('Ada')
    const { id } = await create(ada, { status: 'completed' })
    expect((await ada.put(`/api/projects/${id}`, { name: 'New' })).body.status).toBe('completed')
  })

  test('keeps a client who was archived since, and can let go of it', async () => {
    const ada = await signIn('Ada')
    const client = await createClient(ada)
    const { id } = await create(ada, { client_id: client.id })
    await ada.delete(`/api/clients/${client.id}`)
    const kept = await ada.put(`/api/projects/${id}`, { name: 'Kept', client_id: client.id })
    expect(kept).toMatchObject({ status: 200, body: { name: 'Kept', client_name: 'Studio North' } })
    expect((await ada.put(`/api/projects/${id}`, { name: 'Free' })).body.client_id).toBeNull()
    expect((await ada.put(`/api/projects/${id}`, { name: 'Back', client_id: client.id })).status).toBe(404)
  })
})

describe('deleting a project', () => {
  test('removes one without history', async () => {
    const ada = await signIn('Ada')
    const { id } = await create(ada, {})
    expect((await ada.delete(`/api/projects/${id}`)).body).toEqual({ success: true, outcome: 'removed' })
    expect((await ada.get(`/api/projects/${id}`)).status).toBe(404)
    expect((await ada.delete(`/api/projects/${id}`)).status).toBe(404)
  })

  test('cancels one with time entries, and keeps them', async () => {
    const ada = await signIn('Ada')
    const { id } = await create(ada, {})
    await logTime(ada, id)
    expect((await ada.get(`/api/projects/${id}`)).body.has_history).toBe(true)
    expect((await ada.delete(`/api/projects/${id}`)).body).toEqual({ success: true, outcome: 'cancelled' })
    expect((await ada.get(`/api/projects/${id}`)).body.status).toBe('cancelled')
    expect((await ada.get('/api/time-entries')).body).toHaveLength(1)
  })

  test('a second time changes nothing, and is not told again', async () => {
    const ada = await signIn('Ada')
    const { id } = await create(ada, {})
    await logTime(ada, id)
    const deletions = await Promise.all([1, 2, 3].map(() => ada.delete(`/api/projects/${id}`)))
    for (const { body } of deletions) expect(body).toEqual({ success: true, outcome: 'cancelled' })
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
    const reactivate = () => ada.put(`/api/projects/${id}`, { name: 'Sixth', status: 'active' })
    expect(await reactivate()).toMatchObject({ status: 403, body: { error: 'Project limit reached' } })
    expect((await ada.put(`/api/projects/${id}`, { name: 'Renamed' })).status).toBe(200)
    const [first] = (await ada.get('/api/projects?q=Project')).body
    await ada.delete(`/api/projects/${first.id}`)
    expect(await reactivate()).toMatchObject({ status: 200, body: { status: 'active' } })
  })
})

describe("another's project", () => {
  test('is not there, and nothing happens to it', async () => {
    const [ada, grace] = [await signIn('Ada'), await signIn('Grace')]
    const project = await create(ada, FULL)
    const path = `/api/projects/${project.id}`
    const answers = [await grace.get(path), await grace.put(path, FULL), await grace.delete(path)]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    expect(answers[0]?.body).toEqual({ error: 'Project not found', code: 'not_found' })
    expect((await grace.get('/api/projects')).body).toEqual([])
    expect((await ada.get(path)).body).toMatchObject(project)
  })

  test.each(['0', '-1', 'x', '1.5', '99999999999999999999'])('nor one with the id %s', async (id) => {
    const ada = await signIn('Ada')
    expect((await ada.get(`/api/projects/${id}`)).status).toBe(404)
  })

  test('is for nobody who is not signed in', async () => {
    const { url } = await sharedApp()
    const visitor = new Visitor(url)
    const answers = await Promise.all([
      visitor.get('/api/projects'),
      visitor.post('/api/projects', FULL),
      visitor.get('/api/projects/1'),
      visitor.put('/api/projects/1', FULL),
      visitor.delete('/api/projects/1'),
    ])
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401])
  })
})

describe('a project at a glance', () => {
  test('sums up its own time, expenses and invoices, and nothing of another', async () => {
    const ada = await signIn('Ada')
    const client_id = (await ada.post('/api/clients', { name: 'Studio North' })).body.id
    const [own, other] = [
      (await ada.post('/api/projects', { name: 'Website', client_id })).body.id,
      (await ada.post('/api/projects', { name: 'Logo', client_id })).body.id,
    ]
    const date = '2026-11-15'
    for (const project_id of [own, own, other]) {
      await ada.post('/api/time-entries', { project_id, hours: 1.25, date, is_billable: true })
      await ada.post('/api/expenses', {
        project_id,
        category: 'Travel',
        description: 'Train',
        amount: 9.99,
        date,
      })
    }
    await ada.post('/api/time-entries', { project_id: own, hours: 0.5, date, is_billable: false })
    for (const [project_id, status] of [
      [own, 'draft'],
      [own, 'sent'],
      [own, 'paid'],
      [own, 'cancelled'],
      [other, 'paid'],
    ]) {
      const items = [{ description: 'Design', quantity: 1, rate: 100 }]
      const { body } = await ada.post('/api/invoices', { client_id, project_id, issue_date: date, items })
      await ada.put(`/api/invoices/${body.id}`, { status })
    }
    expect((await ada.get(`/api/projects/${own}`)).body).toMatchObject({
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
    const idsIn = async (path: string) =>
      new Set((await ada.get(path)).body.map(({ project_id }: { project_id: number }) => project_id))
    for (const list of ['time-entries', 'expenses', 'invoices']) {
      expect(await idsIn(`/api/${list}?project_id=${own}`), list).toEqual(new Set([own]))
      expect((await ada.get(`/api/${list}?project_id=999999999`)).body, list).toEqual([])
      expect((await ada.get(`/api/${list}?project_id=x`)).status, list).toBe(400)
    }
  })
})
