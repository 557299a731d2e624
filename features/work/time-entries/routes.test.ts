import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { type ProjectForm, type ProjectStatus, projectsApi } from '#features/engagement/projects/contract.ts'
import { businessApi } from '#features/foundation/business/contract.ts'
import { setClock, sharedApp, signIn } from '#tests/app.ts'
import { pagesOf } from '#tests/lists.ts'
import { type Person, Visitor } from '#tests/people.ts'
import { activityOf } from '#tests/portal.ts'
import { invalidFields } from '#tests/refusals.ts'
import { type TimeEntryFilter, type TimeEntryInput, timeEntriesApi } from './contract.ts'

const createProject = (person: Person, body: Partial<ProjectForm> = {}) =>
  person.call(projectsApi.create, { body: { name: 'Website', ...body } })

const log = (person: Person, project_id: number, body: Partial<z.input<typeof TimeEntryInput>> = {}) =>
  person.call(timeEntriesApi.create, { body: { project_id, hours: 1, date: '2026-11-15', ...body } })

const NOT_MEASURED = { started_at: null, ended_at: null }

const NO_RATE = { currency: 'USD', rate: null, rate_unit: 'hour', rate_hours: 1 }

const FULL = { description: 'Start page', hours: 1.25, date: '2026-11-15', is_billable: false }

describe('logging time', () => {
  test('keeps every field and joins project and client', async () => {
    const ada = await signIn('Ada')
    const client = await ada.call(clientsApi.create, { body: { name: 'Studio North' } })
    const project = await createProject(ada, { client_id: client.id })
    const entry = await log(ada, project.id, FULL)
    expect(entry).toEqual({
      id: entry.id,
      project_id: project.id,
      project_name: 'Website',
      client_id: client.id,
      client_name: 'Studio North',
      ...FULL,
      ...NOT_MEASURED,
      ...NO_RATE,
      amount: null,
      is_billed: false,
      invoice: null,
      version: 1,
    })
    expect(await ada.call(timeEntriesApi.get, { params: { id: entry.id } })).toEqual(entry)
    expect(await ada.call(timeEntriesApi.list)).toEqual([{ ...entry, day_hours: 1.25 }])
  })

  test('is billable unless said otherwise', async () => {
    const ada = await signIn('Ada')
    const project = await createProject(ada)
    expect(await log(ada, project.id)).toMatchObject({
      is_billable: true,
      description: '',
      client_name: null,
    })
  })

  test('is recorded in the activity log', async () => {
    const ada = await signIn('Ada')
    const project = await createProject(ada)
    const { id } = await log(ada, project.id, { hours: 1.5 })
    await ada.call(timeEntriesApi.update, { params: { id }, body: { project_id: project.id, ...FULL } })
    await ada.call(timeEntriesApi.remove, { params: { id } })
    expect((await activityOf(ada)).slice(0, 3)).toEqual([
      'Time entry deleted: 1.25 h on Website',
      'Time entry updated: 1.25 h on Website',
      'Time logged: 1.5 h on Website',
    ])
  })

  test('is executed once for the same key', async () => {
    const ada = await signIn('Ada')
    const project = await createProject(ada)
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const body = { project_id: project.id, ...FULL }
    const logged = await Promise.all(
      Array.from({ length: 5 }, () => ada.call(timeEntriesApi.create, { body, headers })),
    )
    expect(new Set(logged.map(({ id }) => id)).size).toBe(1)
    expect(await ada.call(timeEntriesApi.list)).toHaveLength(1)
  })

  test.each([
    ['no project', { project_id: null }, { project_id: 'Please choose a project' }],
    ['too little', { hours: 0.09 }, { hours: 'Must be at least 0.1' }],
    ['nothing', { hours: 0 }, { hours: 'Must be at least 0.1' }],
    ['less than nothing', { hours: -1 }, { hours: 'Must be at least 0.1' }],
    ['far too much', { hours: 1000.01 }, { hours: 'Must be at most 1,000' }],
    ['less than a second', { hours: 1.33333 }, { hours: 'Must have at most four decimals' }],
    ['hours in words', { hours: '1:30' }, { hours: 'Must be a number' }],
    ['no date', { date: undefined }, { date: expect.any(String) }],
    ['no such day', { date: '2026-02-29' }, { date: 'Must be a date' }],
    ['a moment for a day', { date: '2026-11-15T10:00:00Z' }, { date: 'Must be a date' }],
    ['maybe billable', { is_billable: 'yes' }, { is_billable: expect.any(String) }],
    ['a NUL', { description: 'a\0b' }, { description: 'Contains a character that cannot be stored' }],
    ['an overlong text', { description: 'x'.repeat(10_001) }, { description: expect.any(String) }],
  ])('is refused with %s', async (_, change, fields) => {
    const ada = await signIn('Ada')
    const project = await createProject(ada)
    const entry = await log(ada, project.id)
    const faulty = { project_id: project.id, ...FULL, ...change }
    const [created, changed] = [
      await ada.request('POST', '/api/time-entries', faulty),
      await ada.request('PUT', `/api/time-entries/${entry.id}`, faulty),
    ]
    for (const answer of [created, changed]) {
      expect(answer).toMatchObject({ status: 400, body: { fields } })
      expect(invalidFields(answer)).toEqual(Object.keys(fields))
    }
    expect(await ada.call(timeEntriesApi.list)).toEqual([{ ...entry, day_hours: 1 }])
  })

  test.each([
    ['emoji and a formula', 'Größe 🚀 =cmd()'],
    ['HTML', '<img src=x onerror=alert(1)>'],
    ['SQL', `'); drop table time_entries;--`],
    ['right-to-left text', 'وقت العمل'],
    ['10,000 characters', 'x'.repeat(10_000)],
  ])('keeps %s as it is', async (_, description) => {
    const ada = await signIn('Ada')
    const project = await createProject(ada)
    expect(await log(ada, project.id, { description })).toMatchObject({ description })
    const q = description.slice(0, 20)
    expect(await ada.call(timeEntriesApi.list, { query: { q } })).toHaveLength(1)
  })

  test.each([0.1, 0.29, 1.15, 4.35, 1000])('keeps %s hours exactly', async (hours) => {
    const ada = await signIn('Ada')
    const project = await createProject(ada)
    expect((await log(ada, project.id, { hours })).hours).toBe(hours)
  })

  test("on another's project is refused", async () => {
    const [ada, grace] = [await signIn('Ada'), await signIn('Grace')]
    const [hers, project] = [await createProject(grace), await createProject(ada)]
    const entry = await log(ada, project.id)
    const foreign = { project_id: hers.id, ...FULL }
    expect(await ada.try(timeEntriesApi.create, { body: foreign })).toMatchObject({
      status: 404,
      body: { error: 'Project not found' },
    })
    const params = { id: entry.id }
    expect((await ada.try(timeEntriesApi.update, { params, body: foreign })).status).toBe(404)
    expect(await ada.call(timeEntriesApi.get, { params })).toEqual(entry)
    expect(await grace.call(timeEntriesApi.list)).toEqual([])
  })

  test('on a cancelled project is refused, while existing entries can be corrected', async () => {
    const ada = await signIn('Ada')
    const [project, other] = [await createProject(ada), await createProject(ada, { name: 'Other' })]
    const [entry, moving] = [await log(ada, project.id), await log(ada, other.id)]
    await ada.call(projectsApi.update, {
      params: { id: project.id },
      body: { name: 'Website', status: 'cancelled' },
    })
    const body = { project_id: project.id, ...FULL }
    expect(await ada.try(timeEntriesApi.create, { body })).toMatchObject({
      status: 409,
      body: {
        error: 'The project “Website” is cancelled',
        details: 'Reactivate the project before you log time on it.',
      },
    })
    expect((await ada.try(timeEntriesApi.update, { params: { id: moving.id }, body })).status).toBe(409)
    expect(await ada.call(timeEntriesApi.update, { params: { id: entry.id }, body })).toMatchObject(body)
    expect(await ada.call(timeEntriesApi.list)).toHaveLength(2)
  })
})

describe('changing and deleting', () => {
  test('changes every field, the project too', async () => {
    const ada = await signIn('Ada')
    const [project, other] = [await createProject(ada), await createProject(ada, { name: 'Other' })]
    const { id } = await log(ada, project.id)
    const changed = await ada.call(timeEntriesApi.update, {
      params: { id },
      body: { project_id: other.id, ...FULL },
    })
    expect(changed).toEqual({
      id,
      project_id: other.id,
      project_name: 'Other',
      client_id: null,
      client_name: null,
      ...FULL,
      ...NOT_MEASURED,
      ...NO_RATE,
      amount: null,
      is_billed: false,
      invoice: null,
      version: 2,
    })
    expect(await ada.call(timeEntriesApi.get, { params: { id } })).toEqual(changed)
  })

  test('accepts hours that the timer measured, but none that are typed anew below 0.1', async () => {
    const ada = await signIn('Ada')
    const { id, project_id, date } = await log(ada, (await createProject(ada)).id)
    const { database } = await sharedApp()
    await database.pool.query('update time_entries set hours = 108 where id = $1', [id])
    const TOO_SHORT = { status: 400, body: { fields: { hours: 'Must be at least 0.1' } } }
    const save = (hours: number) =>
      ada.try(timeEntriesApi.update, {
        params: { id },
        body: { project_id, date, hours, description: 'A short call' },
      })
    expect(await save(0.03)).toMatchObject({
      status: 200,
      body: { hours: 0.03, description: 'A short call' },
    })
    expect(await save(0.05)).toMatchObject(TOO_SHORT)
    expect(await save(0.1)).toMatchObject({ status: 200, body: { hours: 0.1 } })
    expect(await save(0.03)).toMatchObject(TOO_SHORT)
  })

  test('deletes, once', async () => {
    const ada = await signIn('Ada')
    const { id } = await log(ada, (await createProject(ada)).id)
    const answers = await Promise.all([
      ada.try(timeEntriesApi.remove, { params: { id } }),
      ada.try(timeEntriesApi.remove, { params: { id } }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
    expect(await ada.call(timeEntriesApi.list)).toEqual([])
  })
})

describe('the list of time entries', () => {
  test('is sorted by day, then by creation, newest first', async () => {
    const ada = await signIn('Ada')
    const { id } = await createProject(ada)
    await log(ada, id, { date: '2026-11-14', description: 'older' })
    await log(ada, id, { date: '2026-11-15', description: 'first' })
    await log(ada, id, { date: '2026-11-15', description: 'second' })
    await log(ada, id, { date: '2025-01-01', description: 'oldest' })
    const list = await ada.call(timeEntriesApi.list)
    expect(list.map(({ description }) => description)).toEqual(['second', 'first', 'older', 'oldest'])
  })

  test("gives each day's total, also where a page ends within the day", async () => {
    const ada = await signIn('Ada')
    const { id } = await createProject(ada)
    const dates = ['2026-11-13', '2026-11-14', '2026-11-15']
    for (const date of dates)
      for (const hours of [0.1, 0.2, 0.45]) {
        await log(ada, id, { date, hours })
      }
    const list = (await Array.fromAsync(pagesOf(ada, timeEntriesApi.list, { limit: '2' }))).flat()
    expect(list).toHaveLength(9)
    expect(list.map(({ day_hours }) => day_hours)).toEqual(Array(9).fill(0.75))
  })

  test("has a day's total in its newest entry", async () => {
    const ada = await signIn('Ada')
    const { id } = await createProject(ada)
    for (const date of ['2026-11-12', '2026-11-13', '2026-11-13', '2026-11-14'])
      await log(ada, id, { date, hours: 8 })
    const day = await ada.call(timeEntriesApi.list, {
      query: { from: '2026-11-13', to: '2026-11-13', limit: 1 },
    })
    expect(day).toMatchObject([{ date: '2026-11-13', day_hours: 16 }])
  })

  test('is searched by description, project and client, and so are its totals', async () => {
    const ada = await signIn('Ada')
    const client = await ada.call(clientsApi.create, { body: { name: 'Ängström' } })
    const website = await createProject(ada, { client_id: client.id })
    const shop = await createProject(ada, { name: 'Web shop' })
    await log(ada, website.id, { description: 'Layout', hours: 1 })
    await log(ada, website.id, { description: 'Texts', hours: 2 })
    await log(ada, shop.id, { description: 'LAYOUT of the cart', hours: 4 })
    const found = (q: string) => ada.call(timeEntriesApi.list, { query: { q } })
    expect((await found('layout')).map(({ hours, day_hours }) => [hours, day_hours])).toEqual([
      [4, 5],
      [1, 5],
    ])
    expect(await found('angstrom')).toHaveLength(2)
    expect(await found('web shop')).toHaveLength(1)
    expect(await found('web')).toHaveLength(3)
    expect(await found('nothing')).toEqual([])
  })

  test.each(['x', '{}', '[]', '["someday",1]', '["2026-11-15","x"]', '["2026-11-15"]'])(
    'refuses the cursor %j',
    async (position) => {
      const ada = await signIn('Ada')
      const cursor = Buffer.from(position).toString('base64url')
      expect((await ada.try(timeEntriesApi.list, { query: { cursor } })).status).toBe(400)
    },
  )
})

describe('the sums above it', () => {
  test("are of today and of the week from Monday to Sunday, in the account's time zone", async () => {
    const ada = await signIn('Ada', 'Pacific/Auckland')
    const { id } = await createProject(ada)
    // In Auckland it is already Monday the 16th.
    await setClock('2026-11-15T20:00:00Z')
    const hours = { '2026-11-15': 1, '2026-11-16': 2, '2026-11-17': 4, '2026-11-22': 8, '2026-11-23': 16 }
    for (const [date, logged] of Object.entries(hours)) await log(ada, id, { date, hours: logged })
    expect(await ada.call(timeEntriesApi.summary)).toMatchObject({ today: 2, week: 14 })
  })

  test('are of the week as the profile says when it starts', async () => {
    const ada = await signIn('Ada')
    const { id } = await createProject(ada)
    await setClock('2026-11-15T12:00:00Z')
    for (const date of ['2026-11-13', '2026-11-14', '2026-11-15']) await log(ada, id, { date, hours: 1 })
    const weeks = { monday: 3, saturday: 2, sunday: 1 } as const
    for (const week_starts_on of ['monday', 'saturday', 'sunday'] as const) {
      await ada.call(businessApi.update, { body: { week_starts_on } })
      const week = weeks[week_starts_on]
      expect(await ada.call(timeEntriesApi.summary)).toMatchObject({ today: 1, week, week_starts_on })
    }
  })

  test('are zero without entries', async () => {
    const ada = await signIn('Ada')
    expect(await ada.call(timeEntriesApi.summary)).toMatchObject({ today: 0, week: 0 })
  })
})

describe("another's time", () => {
  test('is not found and stays unchanged', async () => {
    const [ada, grace] = [await signIn('Ada'), await signIn('Grace')]
    const entry = await log(ada, (await createProject(ada)).id)
    const hers = await createProject(grace)
    const params = { id: entry.id }
    const answers = [
      await grace.try(timeEntriesApi.get, { params }),
      await grace.try(timeEntriesApi.update, { params, body: { project_id: hers.id, ...FULL } }),
      await grace.try(timeEntriesApi.remove, { params }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    expect(answers[0]?.body).toEqual({ error: 'Time entry not found', code: 'not_found' })
    expect(await grace.call(timeEntriesApi.list)).toEqual([])
    expect(await grace.call(timeEntriesApi.summary)).toEqual({
      today: 0,
      week: 0,
      week_starts_on: 'monday',
      last_project: { id: hers.id, name: hers.name, client_name: null, ...NO_RATE },
    })
    expect(await ada.call(timeEntriesApi.get, { params })).toEqual(entry)
  })

  test('names the project that was used last, whatever its date', async () => {
    const ada = await signIn('Ada')
    const last = async () => (await ada.call(timeEntriesApi.summary)).last_project
    expect(await last()).toBeNull()
    const [first, second] = [await createProject(ada), await createProject(ada)]
    await log(ada, first.id, { date: '2026-11-15' })
    await log(ada, second.id, { date: '2020-01-01' })
    expect(await last()).toEqual({ id: second.id, name: second.name, client_name: null, ...NO_RATE })
  })

  test('names the only active project if none was used, or the last one is cancelled', async () => {
    const [ada, grace] = [await signIn('Ada'), await signIn('Grace')]
    const last = async () => (await ada.call(timeEntriesApi.summary)).last_project
    await createProject(grace)
    const first = await createProject(ada)
    expect(await last()).toEqual({ id: first.id, name: first.name, client_name: null, ...NO_RATE })
    const second = await createProject(ada)
    expect(await last()).toBeNull()
    await log(ada, second.id)
    const setStatus = (project: typeof first, status: ProjectStatus) =>
      ada.call(projectsApi.update, { params: { id: project.id }, body: { name: project.name, status } })
    await setStatus(second, 'cancelled')
    expect(await last()).toMatchObject({ id: first.id })
    await setStatus(first, 'completed')
    expect(await last()).toBeNull()
  })

  test('is filtered by days, first and last included', async () => {
    const ada = await signIn('Ada')
    const { id } = await createProject(ada)
    for (const date of ['2026-10-31', '2026-11-01', '2026-11-30', '2026-12-01']) await log(ada, id, { date })
    const dates = async (query: z.input<typeof TimeEntryFilter> & { limit?: number }) =>
      (await ada.call(timeEntriesApi.list, { query })).map(({ date }) => date)
    const november = { from: '2026-11-01', to: '2026-11-30' }
    expect(await dates(november)).toEqual(['2026-11-30', '2026-11-01'])
    expect(await dates({ ...november, limit: 1 })).toEqual(['2026-11-30'])
    expect(await dates({ from: '2026-12-01' })).toEqual(['2026-12-01'])
    expect(await dates({ to: '2026-10-31' })).toEqual(['2026-10-31'])
    expect(await dates({ from: '2026-12-01', to: '2026-11-01' })).toEqual([])
    const oldestFirst = await Array.fromAsync(pagesOf(ada, timeEntriesApi.list, { limit: '3', sort: 'date' }))
    expect(oldestFirst.map((page) => page.map(({ date }) => date))).toEqual([
      ['2026-10-31', '2026-11-01', '2026-11-30'],
      ['2026-12-01'],
    ])
    expect((await ada.try(timeEntriesApi.list, { query: { from: 'yesterday' } })).status).toBe(400)
  })

  test('is summed up with the same filters', async () => {
    const ada = await signIn('Ada')
    const { id: client_id } = await ada.call(clientsApi.create, { body: { name: 'Studio North' } })
    const website = await createProject(ada, { client_id })
    const poster = await createProject(ada, { name: 'Poster' })
    await log(ada, website.id, { hours: 1.5, date: '2026-11-01' })
    await log(ada, website.id, { hours: 2, date: '2026-11-30', is_billable: false })
    await log(ada, poster.id, { hours: 4, date: '2026-12-01', description: 'Sketches' })

    const shown = async (query: z.input<typeof TimeEntryFilter> & { q?: string }) => ({
      hours: (await ada.call(timeEntriesApi.list, { query })).map(({ hours }) => hours),
      totals: await ada.call(timeEntriesApi.totals, { query }),
    })
    const totals = (count: number, hours: number, billable_hours: number) => ({
      count,
      hours,
      billable_hours,
      amounts: [],
    })
    expect(await shown({})).toEqual({ hours: [4, 2, 1.5], totals: totals(3, 7.5, 5.5) })
    expect(await shown({ client_id })).toEqual({ hours: [2, 1.5], totals: totals(2, 3.5, 1.5) })
    expect(await shown({ project_id: poster.id })).toEqual({ hours: [4], totals: totals(1, 4, 4) })
    expect(await shown({ billable: 'false' })).toEqual({ hours: [2], totals: totals(1, 2, 0) })
    expect(await shown({ billable: 'true', to: '2026-11-30' })).toEqual({
      hours: [1.5],
      totals: totals(1, 1.5, 1.5),
    })
    expect(await shown({ q: 'sketch' })).toEqual({ hours: [4], totals: totals(1, 4, 4) })
    expect(await shown({ client_id, project_id: poster.id })).toEqual({ hours: [], totals: totals(0, 0, 0) })
  })

  test('is worth what its rates say, in each currency', async () => {
    const ada = await signIn('Ada')
    const dollars = await createProject(ada, { hourly_rate: 80 })
    const yen = await createProject(ada, { name: 'Catalogue', currency: 'JPY', hourly_rate: 12_000 })
    const dinars = await createProject(ada, { name: 'Webshop', currency: 'KWD', hourly_rate: 25.125 })
    await log(ada, dollars.id, { hours: 4 })
    await log(ada, dollars.id, { hours: 1, is_billable: false })
    await log(ada, yen.id, { hours: 3.33 })
    await log(ada, dinars.id, { hours: 2.25 })
    expect(await ada.call(timeEntriesApi.totals)).toEqual({
      count: 4,
      hours: 10.58,
      billable_hours: 9.58,
      amounts: [
        { currency: 'USD', amount: 320 },
        { currency: 'JPY', amount: 39_960 },
        { currency: 'KWD', amount: 56.531 },
      ],
    })
  })

  test('requires a session', async () => {
    const { url } = await sharedApp()
    const visitor = new Visitor(url)
    const answers = await Promise.all([
      visitor.try(timeEntriesApi.list),
      visitor.try(timeEntriesApi.totals),
      visitor.try(timeEntriesApi.summary),
      visitor.try(timeEntriesApi.create, { body: { project_id: 1, ...FULL } }),
      visitor.try(timeEntriesApi.get, { params: { id: 1 } }),
      visitor.try(timeEntriesApi.update, { params: { id: 1 }, body: { project_id: 1, ...FULL } }),
      visitor.try(timeEntriesApi.remove, { params: { id: 1 } }),
    ])
    expect(answers.map(({ status }) => status)).toEqual(Array(7).fill(401))
  })
})

describe('a week', () => {
  const week = (person: Person, date?: string) => person.call(timeEntriesApi.week, { query: { date } })

  test('has its time, its projects by name, and the open projects of the week before', async () => {
    const ada = await signIn('Ada')
    const client = await ada.call(clientsApi.create, { body: { name: 'Studio North' } })
    const [website, poster, old] = [
      await createProject(ada, { client_id: client.id }),
      await createProject(ada, { name: 'Poster' }),
      await createProject(ada, { name: 'Old' }),
    ]
    const logged = [
      await log(ada, website.id, { date: '2026-11-09' }),
      await log(ada, poster.id, { date: '2026-11-15' }),
    ]
    for (const date of ['2026-11-08', '2026-11-16']) await log(ada, website.id, { date })
    for (const date of ['2026-11-02', '2026-11-08']) await log(ada, old.id, { date })
    const [inWebsite, inPoster, inOld] = [
      { id: website.id, name: 'Website', client_name: 'Studio North', status: 'active' },
      { id: poster.id, name: 'Poster', client_name: null, status: 'active' },
      { id: old.id, name: 'Old', client_name: null, status: 'active' },
    ]
    const shown = {
      from: '2026-11-09',
      to: '2026-11-15',
      projects: [inPoster, inWebsite],
      entries: [logged[1], logged[0]],
      last_week: [inOld, inWebsite],
    }
    for (const date of ['2026-11-09', '2026-11-12', '2026-11-15'])
      expect(await week(ada, date), date).toEqual(shown)

    await ada.call(projectsApi.update, { params: { id: old.id }, body: { name: 'Old', status: 'cancelled' } })
    expect((await week(ada, '2026-11-15')).last_week).toEqual([inWebsite])
    expect((await week(ada, '2026-11-08')).projects).toEqual([{ ...inOld, status: 'cancelled' }, inWebsite])
    expect(await week(await signIn('Grace'), '2026-11-09')).toMatchObject({ projects: [], entries: [] })
  })

  test('is the current one of the account, by the first day of its weeks', async () => {
    const ada = await signIn('Ada')
    await setClock('2026-11-18T12:00:00Z')
    expect(await week(ada)).toMatchObject({ from: '2026-11-16', to: '2026-11-22' })
    await ada.call(businessApi.update, { body: { week_starts_on: 'sunday' } })
    expect(await week(ada)).toMatchObject({ from: '2026-11-15', to: '2026-11-21' })
  })

  test('can be the first or the last of all', async () => {
    const ada = await signIn('Ada')
    expect(await week(ada, '0001-01-02')).toMatchObject({ from: '0001-01-01', entries: [] })
    expect(await week(ada, '9999-12-31')).toMatchObject({ to: '9999-12-31', entries: [] })
    expect((await ada.request('GET', '/api/time-entries/week?date=today')).status).toBe(400)
  })
})
