import { describe, expect, test } from 'vitest'
import { milestonesApi } from '#features/work/milestones/contract.ts'
import { timeEntriesApi } from '#features/work/time-entries/contract.ts'
import { signIn } from '#tests/app.ts'
import type { Person } from '#tests/people.ts'
import { type ProjectForm, projectsApi } from './contract.ts'

const create = (person: Person, body: Partial<ProjectForm>) =>
  person.call(projectsApi.create, { body: { name: 'Website', ...body } })

const update = (person: Person, id: number, body: Partial<ProjectForm>) =>
  person.try(projectsApi.update, { params: { id }, body: { name: 'Website', ...body } })

const log = (person: Person, project_id: number, hours: number, is_billable = true) =>
  person.call(timeEntriesApi.create, { body: { project_id, hours, date: '2026-11-15', is_billable } })

const NO_PRICE = { hourly_rate: null, daily_rate: null, fixed_fee: null }

describe('the billing of a project', () => {
  test.each([
    [{ hourly_rate: 85.5 }, { billing: 'hourly', ...NO_PRICE, hourly_rate: 85.5, rate: 85.5 }],
    [
      { billing: 'daily', daily_rate: 700, hourly_rate: 85 },
      { billing: 'daily', ...NO_PRICE, daily_rate: 700, rate: 700, rate_unit: 'day', rate_hours: 8 },
    ],
    [
      { billing: 'fixed', fixed_fee: 5000, hourly_rate: 85, budget_amount: 9 },
      { billing: 'fixed', ...NO_PRICE, fixed_fee: 5000, rate: null, budget_amount: 9 },
    ],
    [
      { billing: 'none', fixed_fee: 5000 },
      { billing: 'none', ...NO_PRICE, rate: null },
    ],
  ] as const)('of %j keeps the price that belongs to it', async (body, expected) => {
    const ada = await signIn('Ada')
    const project = await create(ada, body)
    expect(project).toMatchObject(expected)
    expect(await update(ada, project.id, body)).toMatchObject({ status: 200, body: expected })
  })

  test('stays as it is when a change leaves it out', async () => {
    const ada = await signIn('Ada')
    const terms = {
      billing: 'fixed',
      fixed_fee: 5000,
      budget_hours: 40,
      invoice_on_approval: 'sent',
    } as const
    const { id } = await create(ada, terms)
    expect(await update(ada, id, {})).toMatchObject({ status: 200, body: terms })
    expect(await update(ada, id, { budget_hours: null })).toMatchObject({ body: { budget_hours: null } })
  })

  test('changes without a loss of the budget in money', async () => {
    const ada = await signIn('Ada')
    const { id } = await create(ada, { hourly_rate: 80, budget_amount: 900 })
    for (const terms of [
      { billing: 'fixed', fixed_fee: 5000 },
      { billing: 'none' },
      { billing: 'daily', daily_rate: 700 },
    ] as const) {
      expect(await update(ada, id, terms)).toMatchObject({ status: 200, body: { budget_amount: 900 } })
    }
    expect(await update(ada, id, { budget_amount: null })).toMatchObject({ body: { budget_amount: null } })
  })

  test.each([
    [{ billing: 'daily' }, { daily_rate: 'Please enter the day rate' }],
    [{ billing: 'daily', daily_rate: null }, { daily_rate: 'Please enter the day rate' }],
    [{ billing: 'fixed' }, { fixed_fee: 'Please enter the fee' }],
    [{ billing: 'fixed', fixed_fee: 1.005 }, { fixed_fee: 'Must have at most two decimals' }],
    [{ budget_hours: -1 }, { budget_hours: 'Must be at least 0' }],
    [{ budget_amount: -1 }, { budget_amount: 'Must be at least 0' }],
  ] as const)('of %j is refused', async (body, fields) => {
    const ada = await signIn('Ada')
    const { id } = await create(ada, {})
    expect(await update(ada, id, body)).toMatchObject({ status: 400, body: { fields } })
    const created = await ada.try(projectsApi.create, { body: { name: 'Other', ...body } })
    expect(created).toMatchObject({ status: 400, body: { fields } })
  })
})

describe('the budget of a project', () => {
  test('counts all hours, and what the billable ones are worth', async () => {
    const ada = await signIn('Ada')
    const { id } = await create(ada, { hourly_rate: 100, budget_hours: 10, budget_amount: 1000 })
    await log(ada, id, 6)
    await log(ada, id, 2.5, false)
    const used = { budget_hours_used: 8.5, budget_amount_used: 600 }
    expect(await ada.call(projectsApi.list)).toMatchObject([used])
    expect(await ada.call(projectsApi.get, { params: { id } })).toMatchObject({ ...used, earned_total: 600 })
  })

  test('without one counts nothing', async () => {
    const ada = await signIn('Ada')
    const { id } = await create(ada, { hourly_rate: 100 })
    await log(ada, id, 6)
    expect(await ada.call(projectsApi.list)).toMatchObject([
      { budget_hours: null, budget_hours_used: null, budget_amount: null, budget_amount_used: null },
    ])
  })
})

describe('the currency of a project', () => {
  test('can change until time is logged', async () => {
    const ada = await signIn('Ada')
    const { id } = await create(ada, { hourly_rate: 80, budget_amount: 1000 })
    const changed = await update(ada, id, { currency: 'JPY', hourly_rate: 9000 })
    expect(changed).toMatchObject({
      status: 200,
      body: { currency: 'JPY', hourly_rate: 9000, budget_amount: 1000 },
    })
    await log(ada, id, 1)
    expect(await update(ada, id, { currency: 'EUR', hourly_rate: 70 })).toMatchObject({
      status: 409,
      body: { error: 'The currency of a project cannot be changed once time has been logged on it' },
    })
    expect(await update(ada, id, { currency: 'JPY', hourly_rate: 9500 })).toMatchObject({ status: 200 })
  })

  test('cannot change while a milestone or deliverable has a fee', async () => {
    const ada = await signIn('Ada')
    const { id } = await create(ada, { hourly_rate: 80 })
    const milestone = await ada.call(milestonesApi.create, {
      params: { id },
      body: { title: 'Sketch', fee: 500 },
    })
    expect(await update(ada, id, { currency: 'JPY', hourly_rate: 9000 })).toMatchObject({
      status: 409,
      body: {
        error: 'The currency of a project cannot be changed while its deliverables or milestones have fees',
      },
    })
    await ada.call(milestonesApi.remove, { params: { id, milestoneId: milestone.id } })
    expect(await update(ada, id, { currency: 'JPY', hourly_rate: 9000 })).toMatchObject({ status: 200 })
  })

  test('never differs from that of time logged at the same moment', async () => {
    const ada = await signIn('Ada')
    for (let round = 0; round < 5; round++) {
      const { id } = await create(ada, { hourly_rate: 80 })
      const [entry, changed] = await Promise.all([
        log(ada, id, 1),
        update(ada, id, { currency: 'JPY', hourly_rate: 9000 }),
      ])
      const { currency } = await ada.call(projectsApi.get, { params: { id } })
      expect(changed.status).toBe(entry.currency === 'JPY' ? 200 : 409)
      expect(entry).toMatchObject({ currency, rate: currency === 'JPY' ? 9000 : 80 })
    }
  })
})
