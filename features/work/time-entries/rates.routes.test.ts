import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { type ProjectForm, projectsApi } from '#features/engagement/projects/contract.ts'
import { businessApi } from '#features/foundation/business/contract.ts'
import { sharedApp, signIn } from '#tests/app.ts'
import type { Person } from '#tests/people.ts'
import { type TimeEntryInput, timeEntriesApi } from './contract.ts'
import { amountAt } from './rules.ts'

const createProject = (person: Person, body: Partial<ProjectForm> = {}) =>
  person.call(projectsApi.create, { body: { name: 'Website', ...body } })

const changeProject = (person: Person, id: number, body: Partial<ProjectForm>) =>
  person.call(projectsApi.update, { params: { id }, body: { name: 'Website', ...body } })

type Body = Partial<z.input<typeof TimeEntryInput>>

const log = (person: Person, project_id: number, body: Body = {}) =>
  person.call(timeEntriesApi.create, { body: { project_id, hours: 1.5, date: '2026-11-15', ...body } })

const change = (person: Person, { id, project_id }: { id: number; project_id: number }, body: Body = {}) =>
  person.call(timeEntriesApi.update, {
    params: { id },
    body: { project_id, hours: 1.5, date: '2026-11-15', ...body },
  })

const read = (person: Person, id: number) => person.call(timeEntriesApi.get, { params: { id } })

describe('the rate of a time entry', () => {
  test("is the project's, unless it is given", async () => {
    const ada = await signIn('Ada')
    const { id } = await createProject(ada, { hourly_rate: 85.5 })
    const worth = { rate: 85.5, rate_unit: 'hour', rate_hours: 1, amount: 128.25, currency: 'USD' }
    const entry = await log(ada, id)
    expect(entry).toMatchObject(worth)
    expect(await read(ada, entry.id)).toEqual(entry)
    expect(await ada.call(timeEntriesApi.list)).toMatchObject([worth])
    expect(await log(ada, id, { rate: 100 })).toMatchObject({ rate: 100, amount: 150 })
    expect(await log(ada, id, { rate: null })).toMatchObject({ rate: null, amount: null })
  })

  test('is none where no rate is known, and time that is not billable has no amount', async () => {
    const ada = await signIn('Ada')
    expect(await log(ada, (await createProject(ada)).id)).toMatchObject({ rate: null, amount: null })
    const { id } = await createProject(ada, { hourly_rate: 80 })
    expect(await log(ada, id, { is_billable: false })).toMatchObject({ rate: 80, amount: null })
  })

  test("is the client's where the project has none, in the same currency", async () => {
    const ada = await signIn('Ada')
    const { id: client_id } = await ada.call(clientsApi.create, { body: { name: 'North', hourly_rate: 70 } })
    const project = await createProject(ada, { client_id })
    expect(project).toMatchObject({ hourly_rate: null, rate: 70 })
    expect(await log(ada, project.id)).toMatchObject({ rate: 70, amount: 105 })
    const elsewhere = await createProject(ada, { client_id, currency: 'EUR' })
    expect(await log(ada, elsewhere.id)).toMatchObject({ rate: null, currency: 'EUR' })
    const own = await createProject(ada, { client_id, hourly_rate: 80 })
    expect(await log(ada, own.id)).toMatchObject({ rate: 80 })
  })

  test("is the account's where neither project nor client has one, in the home currency", async () => {
    const ada = await signIn('Ada')
    await ada.call(businessApi.update, { body: { hourly_rate: 60 } })
    const { id: client_id } = await ada.call(clientsApi.create, { body: { name: 'North', hourly_rate: 70 } })
    expect(await log(ada, (await createProject(ada)).id)).toMatchObject({ rate: 60, amount: 90 })
    expect(await log(ada, (await createProject(ada, { client_id })).id)).toMatchObject({ rate: 70 })
    const elsewhere = await createProject(ada, { currency: 'EUR' })
    expect(await log(ada, elsewhere.id)).toMatchObject({ rate: null, currency: 'EUR' })
    const fixed = await createProject(ada, { billing: 'fixed', fixed_fee: 900 })
    expect(await log(ada, fixed.id)).toMatchObject({ rate: null })
  })

  test('pays for a day as long as the profile says, and keeps its length', async () => {
    const ada = await signIn('Ada')
    await ada.call(businessApi.update, { body: { hours_per_day: 7.5 } })
    const { id } = await createProject(ada, { billing: 'daily', daily_rate: 600 })
    const entry = await log(ada, id)
    expect(entry).toMatchObject({ rate: 600, rate_hours: 7.5, amount: 120 })
    await ada.call(businessApi.update, { body: { hours_per_day: 6 } })
    expect(await change(ada, entry, { rate: 750, rate_unit: 'day' })).toMatchObject({ amount: 150 })
    expect(await log(ada, id)).toMatchObject({ rate_hours: 6, amount: 150 })
  })

  test('pays for a day of eight hours on a project that is billed by the day', async () => {
    const ada = await signIn('Ada')
    const { id } = await createProject(ada, { billing: 'daily', daily_rate: 700 })
    const entry = await log(ada, id)
    expect(entry).toMatchObject({ rate: 700, rate_unit: 'day', rate_hours: 8, amount: 131.25 })
    expect(await log(ada, id, { rate: 90, rate_unit: 'hour' })).toMatchObject({ amount: 135 })
    expect(await change(ada, entry, { rate: 640 })).toMatchObject({ rate_unit: 'day', amount: 120 })
  })

  test.each([[{ billing: 'fixed', fixed_fee: 5000 }], [{ billing: 'none' }]] as const)(
    'is none on a project with %j, unless it is given',
    async (terms) => {
      const ada = await signIn('Ada')
      const { id } = await createProject(ada, { ...terms, hourly_rate: 85 })
      expect(await log(ada, id)).toMatchObject({ rate: null, amount: null })
      expect(await log(ada, id, { rate: 60 })).toMatchObject({ rate: 60, amount: 90 })
    },
  )

  test("stays when the project's changes, and when the entry changes", async () => {
    const ada = await signIn('Ada')
    const { id } = await createProject(ada, { hourly_rate: 80 })
    const entry = await log(ada, id)
    await changeProject(ada, id, { hourly_rate: 120 })
    expect(await read(ada, entry.id)).toEqual(entry)
    expect(await change(ada, entry, { hours: 2 })).toMatchObject({ rate: 80, amount: 160 })
    expect(await log(ada, id)).toMatchObject({ rate: 120 })
  })

  test("becomes the other project's when the entry moves there", async () => {
    const ada = await signIn('Ada')
    const [first, second] = [
      await createProject(ada, { hourly_rate: 80 }),
      await createProject(ada, { hourly_rate: 9000, currency: 'JPY' }),
    ]
    const entry = await log(ada, first.id)
    const moved = await change(ada, { ...entry, project_id: second.id })
    expect(moved).toMatchObject({ rate: 9000, amount: 13_500, currency: 'JPY' })
  })

  test('has the decimals of its currency', async () => {
    const ada = await signIn('Ada')
    const yen = await createProject(ada, { hourly_rate: 9001, currency: 'JPY' })
    const dinar = await createProject(ada, { hourly_rate: 25.125, currency: 'KWD' })
    expect(await log(ada, yen.id)).toMatchObject({ amount: 13_502 })
    expect(await log(ada, dinar.id)).toMatchObject({ amount: 37.688 })
    const refused = await ada.try(timeEntriesApi.create, {
      body: { project_id: yen.id, hours: 1, date: '2026-11-15', rate: 0.5 },
    })
    expect(refused).toMatchObject({ status: 400, body: { fields: { rate: 'Must have no decimals' } } })
  })

  test('fills the form for the project that was used last', async () => {
    const ada = await signIn('Ada')
    const { id } = await createProject(ada, { billing: 'daily', daily_rate: 700 })
    await log(ada, id)
    const { last_project } = await ada.call(timeEntriesApi.summary)
    expect(last_project).toMatchObject({ id, rate: 700, rate_unit: 'day', rate_hours: 8, currency: 'USD' })
  })

  test('makes the same amount in the database and in the browser', async () => {
    const ada = await signIn('Ada')
    const { id } = await createProject(ada)
    const entry = await log(ada, id)
    const { database } = await sharedApp()
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 10, max: 100_000 }),
        fc.integer({ min: 0, max: 99_999_999_999 }),
        fc.constantFrom(100, 750, 800, 2400),
        async (hours, rate, rate_hours) => {
          const { rows } = await database.pool.query(
            'update time_entries set hours = $2, rate = $3, rate_hours = $4 where id = $1 returning amount',
            [entry.id, hours, rate, rate_hours],
          )
          expect(rows).toEqual([{ amount: amountAt(hours, { rate, rate_hours }) }])
        },
      ),
      { numRuns: 50 },
    )
  })
})

describe("a project's new rate", () => {
  test('applies to unbilled time if asked, and to no other project', async () => {
    const ada = await signIn('Ada')
    const [own, other] = [
      await createProject(ada, { hourly_rate: 80 }),
      await createProject(ada, { hourly_rate: 80 }),
    ]
    const [billable, given, internal, elsewhere] = [
      await log(ada, own.id),
      await log(ada, own.id, { rate: 95 }),
      await log(ada, own.id, { is_billable: false }),
      await log(ada, other.id),
    ]
    const { unbilled_entries_count } = await ada.call(projectsApi.get, { params: { id: own.id } })
    expect(unbilled_entries_count).toBe(2)
    await changeProject(ada, own.id, { hourly_rate: 100, budget_amount: 1000, apply_rate: 'unbilled' })
    for (const { id } of [billable, given]) {
      expect(await read(ada, id)).toMatchObject({ rate: 100, amount: 150, version: 2 })
    }
    for (const entry of [internal, elsewhere]) expect(await read(ada, entry.id)).toEqual(entry)
    expect(await ada.call(projectsApi.list)).toMatchObject([{ budget_amount_used: 300 }, {}])
  })

  test('leaves billed time as it is', async () => {
    const ada = await signIn('Ada')
    const { id: client_id } = await ada.call(clientsApi.create, { body: { name: 'Studio North' } })
    const { id } = await createProject(ada, { hourly_rate: 80, client_id })
    const [{ id: billedId }, since] = [await log(ada, id), await log(ada, id)]
    await ada.call(invoicesApi.create, {
      body: { client_id, issue_date: '2026-11-16', bill: { time_entry_ids: [billedId] } },
    })
    const billed = await read(ada, billedId)
    const { unbilled_entries_count } = await ada.call(projectsApi.get, { params: { id } })
    expect(unbilled_entries_count).toBe(1)
    await changeProject(ada, id, { hourly_rate: 100, client_id, apply_rate: 'unbilled' })
    expect(await read(ada, billed.id)).toEqual(billed)
    expect(await read(ada, since.id)).toMatchObject({ rate: 100 })
  })

  test('applies also when a project becomes one for a fixed fee', async () => {
    const ada = await signIn('Ada')
    const { id } = await createProject(ada, { hourly_rate: 80 })
    const entry = await log(ada, id)
    await changeProject(ada, id, { billing: 'fixed', fixed_fee: 3000, apply_rate: 'unbilled' })
    expect(await read(ada, entry.id)).toMatchObject({ rate: null, amount: null })
  })
})
