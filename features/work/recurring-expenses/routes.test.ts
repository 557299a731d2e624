import { sql } from 'kysely'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { addDays } from '#core/calendar.ts'
import { datesBetween } from '#core/recurrence.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { accountApi } from '#features/foundation/account/contract.ts'
import { businessApi } from '#features/foundation/business/contract.ts'
import { dashboardApi } from '#features/pages/dashboard/contract.ts'
import { expensesApi } from '#features/work/expenses/contract.ts'
import { inTransaction } from '#server/context.ts'
import { replaceSharedApp, setClock, sharedApp, signIn } from '#tests/app.ts'
import { runScheduledJobs, systemContext } from '#tests/jobs.ts'
import { type Person, signInAs } from '#tests/people.ts'
import { invalidField, invalidFields, NOT_FOUND } from '#tests/refusals.ts'
import { addDueExpenses } from './actions.ts'
import { type RecurringExpenseForm, recurringExpensesApi } from './contract.ts'

beforeAll(replaceSharedApp)

const rent: RecurringExpenseForm = {
  description: 'Studio rent',
  category: 'Other',
  amount: 500,
  frequency: 'month',
  start_date: '2026-12-31',
}

const add = (person: Person, change: Partial<RecurringExpenseForm> = {}) =>
  person.call(recurringExpensesApi.create, { body: { ...rent, ...change } })

const read = (person: Person, id: number) => person.call(recurringExpensesApi.get, { params: { id } })

const expensesOf = async (person: Person) =>
  (await person.call(expensesApi.list, { query: { limit: 500 } })).toReversed()
const datesOf = async (person: Person) => (await expensesOf(person)).map(({ date }) => date)

/** Ada, who works in New York at noon of this day. */
async function adaOn(day: string): Promise<Person> {
  await setClock(`${day}T17:00:00Z`)
  const ada = await signIn('Ada')
  await ada.call(accountApi.update, { body: { time_zone: 'America/New_York' } })
  return ada
}

/** Ada signs in again, since sessions end. */
async function later(ada: Person, instant: string): Promise<Person> {
  await setClock(instant)
  await runScheduledJobs()
  return signInAs(ada.url, ada)
}

/** Any error that the product does not expect, until the test ends. */
async function refuseExpensesNamed(description: string): Promise<void> {
  const { db } = (await sharedApp()).database
  await sql`alter table expenses add constraint refused check (description <> ${sql.lit(description)})`.execute(
    db,
  )
  onTestFinished(async () => {
    await sql`alter table expenses drop constraint refused`.execute(db)
  })
}

describe('a recurring expense', () => {
  test('of a client without a project adds billable expenses of that client', async () => {
    const ada = await adaOn('2026-11-16')
    const { id: client_id } = await ada.call(clientsApi.create, { body: { name: 'Studio North' } })
    const hosting = { start_date: '2026-11-01', is_billable: true }
    expect(await ada.try(recurringExpensesApi.create, { body: { ...rent, ...hosting } })).toMatchObject(
      invalidField('project_id', 'Choose the project or the client that you bill it to'),
    )
    expect(await add(ada, { ...hosting, client_id })).toMatchObject({
      client_id,
      client_name: 'Studio North',
    })
    expect(await expensesOf(ada)).toMatchObject([{ client_id, project_id: null, is_billable: true }])
  })

  test('is created, and adds an expense with all of its fields when its date has come', async () => {
    let ada = await adaOn('2026-11-16')
    const { id: project_id } = await ada.call(projectsApi.create, { body: { name: 'Webshop' } })
    const hosting = await add(ada, {
      description: 'Hosting',
      category: 'Software & Tools',
      amount: 20,
      start_date: '2026-12-01',
      project_id,
      is_billable: true,
      markup_percent: 15,
      share_receipts: false,
    })
    expect(hosting).toEqual({
      id: hosting.id,
      project_id,
      project_name: 'Webshop',
      client_id: null,
      client_name: null,
      category: 'Software & Tools',
      description: 'Hosting',
      amount: 20,
      currency: 'USD',
      is_billable: true,
      markup_percent: 15,
      share_receipts: false,
      frequency: 'month',
      start_date: '2026-12-01',
      end_date: null,
      is_paused: false,
      next_date: '2026-12-01',
      version: 1,
    })
    expect(await ada.call(recurringExpensesApi.list)).toEqual([hosting])
    expect(await expensesOf(ada)).toEqual([])

    ada = await later(ada, '2026-12-01T04:59:00Z')
    expect(await expensesOf(ada)).toEqual([])
    ada = await later(ada, '2026-12-01T05:01:00Z')
    expect(await expensesOf(ada)).toMatchObject([
      {
        description: 'Hosting',
        category: 'Software & Tools',
        date: '2026-12-01',
        amount: 20,
        billable_amount: 23,
        project_id,
        is_billable: true,
        share_receipts: false,
        recurring_expense_id: hosting.id,
      },
    ])
    expect(await read(ada, hosting.id)).toEqual({ ...hosting, next_date: '2027-01-01' })
    expect((await ada.call(dashboardApi.recentActivity)).map(({ title }) => title)).toContain('Expense added')
  })

  test('adds each date of two years once, however often and at once the job runs', async () => {
    let ada = await adaOn('2026-11-16')
    const fonts = { frequency: 'week', start_date: '2026-11-20', end_date: '2027-03-01' } as const
    const recurring = [
      await add(ada),
      await add(ada, { description: 'Fonts', ...fonts }),
      await add(ada, { description: 'Insurance', frequency: 'quarter', start_date: '2026-11-30' }),
      await add(ada, { description: 'Domain', frequency: 'year', start_date: '2028-02-29' }),
    ]
    const today = '2028-11-30'
    const runAtOnce = async () => {
      const ctx = await systemContext(ada.email)
      const run = ({ id }: { id: number }) => inTransaction(ctx, (tx) => addDueExpenses(tx, { id }))
      await Promise.all([...recurring, ...recurring, ...recurring].map(run))
    }
    // Longer and longer without the job, as if the server had been down.
    const days = ['2026-11-21', '2026-12-31', '2027-01-30', '2027-03-31', '2027-08-15', '2028-02-29', today]
    for (const day of days) {
      await setClock(`${day}T17:00:00Z`)
      await runAtOnce()
      ada = await later(ada, `${day}T18:00:00Z`)
      await runAtOnce()
    }
    const all = await expensesOf(ada)
    const dates = (description: string) =>
      all.filter((expense) => expense.description === description).map(({ date }) => date)
    const months = dates('Studio rent')
    expect(months.slice(0, 4)).toEqual(['2026-12-31', '2027-01-31', '2027-02-28', '2027-03-31'])
    expect(months).toEqual(
      datesBetween({ frequency: 'month', start_date: '2026-12-31', end_date: null }, null, today),
    )
    expect(dates('Fonts')).toHaveLength(15)
    expect(dates('Insurance').slice(0, 3)).toEqual(['2026-11-30', '2027-02-28', '2027-05-31'])
    expect(dates('Domain')).toEqual(['2028-02-29'])
  })

  test('that cannot be added keeps no other from being added', async () => {
    let ada = await adaOn('2026-11-16')
    const broken = await add(ada, { description: 'Broken' })
    await add(ada)
    await refuseExpensesNamed('Broken')
    ada = await later(ada, '2026-12-31T18:00:00Z')
    expect((await expensesOf(ada)).map(({ description }) => description)).toEqual(['Studio rent'])
    expect(await read(ada, broken.id)).toMatchObject({ next_date: '2026-12-31' })
  })

  test('that starts in the past adds what is due at once, but not a lifetime', async () => {
    const ada = await adaOn('2026-11-16')
    const { next_date } = await add(ada, { start_date: '2026-09-16' })
    expect(await datesOf(ada)).toEqual(['2026-09-16', '2026-10-16', '2026-11-16'])
    expect(next_date).toBe('2026-12-16')
    const body = { ...rent, frequency: 'week', start_date: '1990-01-01' } as const
    expect(invalidFields(await ada.try(recurringExpensesApi.create, { body }))).toEqual(['start_date'])
    expect(await ada.call(recurringExpensesApi.list)).toHaveLength(1)
    expect(await datesOf(ada)).toHaveLength(3)
  })

  test('is changed for the dates to come; an expense that was moved or deleted does not come back', async () => {
    let ada = await adaOn('2026-11-16')
    const { id } = await add(ada, { start_date: '2026-10-01' })
    const [october, november] = await expensesOf(ada)
    await ada.call(expensesApi.remove, { params: { id: october?.id ?? 0 } })
    await ada.call(expensesApi.update, {
      params: { id: november?.id ?? 0 },
      body: { ...rent, amount: 480, date: '2026-12-01' },
    })
    const changed = await ada.call(recurringExpensesApi.update, {
      params: { id },
      body: { ...rent, amount: 550, start_date: '2026-10-01' },
    })
    expect(changed).toMatchObject({ amount: 550, next_date: '2026-12-01', version: 2 })
    ada = await later(ada, '2026-12-02T12:00:00Z')
    expect((await expensesOf(ada)).map(({ date, amount }) => [date, amount])).toEqual([
      ['2026-12-01', 480],
      ['2026-12-01', 550],
    ])
    await ada.call(recurringExpensesApi.update, {
      params: { id },
      body: { ...rent, start_date: '2026-01-01' },
    })
    expect(await datesOf(ada)).toHaveLength(2)
    expect(await read(ada, id)).toMatchObject({ next_date: '2027-01-01' })
  })

  test('is paused and resumed; what falls into the pause is left out', async () => {
    let ada = await adaOn('2026-11-16')
    const { id } = await add(ada, { start_date: '2026-11-01' })
    const params = { id }
    expect(await ada.call(recurringExpensesApi.pause, { params })).toMatchObject({
      is_paused: true,
      next_date: null,
      version: 2,
    })
    expect(await ada.call(recurringExpensesApi.pause, { params })).toMatchObject({ version: 2 })
    ada = await later(ada, '2027-02-10T12:00:00Z')
    expect(await ada.call(recurringExpensesApi.resume, { params })).toMatchObject({
      is_paused: false,
      next_date: '2027-03-01',
    })
    await ada.call(recurringExpensesApi.update, { params, body: { ...rent, start_date: '2026-11-01' } })
    ada = await later(ada, '2027-03-01T12:00:00Z')
    expect(await datesOf(ada)).toEqual(['2026-11-01', '2027-03-01'])
  })

  test('ends on its last day, and is removed without what it added', async () => {
    let ada = await adaOn('2026-11-16')
    const { id } = await add(ada, { start_date: '2026-11-01', end_date: '2026-12-31' })
    ada = await later(ada, '2027-06-01T12:00:00Z')
    expect(await read(ada, id)).toMatchObject({ next_date: null, is_paused: false })
    await ada.call(recurringExpensesApi.remove, { params: { id } })
    expect(await ada.try(recurringExpensesApi.remove, { params: { id } })).toMatchObject(NOT_FOUND)
    expect(await expensesOf(ada)).toMatchObject([
      { date: '2026-11-01', recurring_expense_id: null },
      { date: '2026-12-01', recurring_expense_id: null },
    ])
  })

  test('in another currency uses the rate that was used last, and waits for one if there is none', async () => {
    let ada = await adaOn('2026-11-16')
    const euros = { currency: 'EUR', amount: 100, start_date: '2026-12-01' }
    expect(
      invalidFields(await ada.try(recurringExpensesApi.create, { body: { ...rent, ...euros } })),
    ).toEqual(['exchange_rate'])
    const { id } = await add(ada, { ...euros, exchange_rate: 1.1 })
    ada = await later(ada, '2026-12-01T12:00:00Z')
    await ada.call(expensesApi.create, {
      body: { ...rent, date: '2026-12-15', amount: 1, currency: 'EUR', exchange_rate: 1.2 },
    })
    ada = await later(ada, '2027-01-01T12:00:00Z')
    const home = async () => (await expensesOf(ada)).map(({ home_amount }) => home_amount)
    expect(await home()).toEqual([110, 1.2, 120])

    await ada.call(businessApi.update, { body: { currency: 'GBP' } })
    ada = await later(ada, '2027-02-01T12:00:00Z')
    expect(await home()).toHaveLength(3)
    expect(await read(ada, id)).toMatchObject({ next_date: '2027-02-01', currency: 'EUR' })
    await ada.call(recurringExpensesApi.update, {
      params: { id },
      body: { ...rent, ...euros, exchange_rate: 0.85 },
    })
    expect((await home()).at(-1)).toBe(85)
  })

  test('keeps its project from being removed', async () => {
    const ada = await adaOn('2026-11-16')
    const { id } = await ada.call(projectsApi.create, { body: { name: 'Webshop' } })
    await add(ada, { project_id: id })
    await ada.call(projectsApi.remove, { params: { id } })
    expect(await ada.call(projectsApi.get, { params: { id } })).toMatchObject({ status: 'cancelled' })
  })

  test('belongs to one account', async () => {
    const ada = await adaOn('2026-11-16')
    const { id } = await add(ada)
    const eve = await signIn('Eve')
    const params = { id }
    expect(await eve.try(recurringExpensesApi.get, { params })).toMatchObject(NOT_FOUND)
    expect(await eve.try(recurringExpensesApi.update, { params, body: rent })).toMatchObject(NOT_FOUND)
    expect(await eve.try(recurringExpensesApi.pause, { params })).toMatchObject(NOT_FOUND)
    expect(await eve.try(recurringExpensesApi.resume, { params })).toMatchObject(NOT_FOUND)
    expect(await eve.try(recurringExpensesApi.remove, { params })).toMatchObject(NOT_FOUND)
    expect(await eve.call(recurringExpensesApi.list)).toEqual([])
    expect(await read(ada, id)).toMatchObject({ version: 1 })
  })

  test.each<[string, Partial<Record<keyof RecurringExpenseForm, unknown>>]>([
    ['frequency', { frequency: 'day' }],
    ['start_date', { start_date: '2027-02-30' }],
    ['end_date', { end_date: addDays('2026-12-31', -1) }],
    ['amount', { amount: 1.005 }],
  ])('needs a right %s', async (field, change) => {
    const ada = await signIn('Ada')
    const answer = await ada.request('POST', recurringExpensesApi.create.path, { ...rent, ...change })
    expect(invalidFields(answer)).toEqual([field])
    const { database } = await sharedApp()
    const { id } = await ada.call(accountApi.me)
    const { rows } = await database.pool.query('select from recurring_expenses where account_id = $1', [id])
    expect(rows).toEqual([])
  })
})
