import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { dashboardApi } from '#features/pages/dashboard/contract.ts'
import { setClock, sharedApp, signIn } from '#tests/app.ts'
import { pagesOf } from '#tests/lists.ts'
import { type Person, Visitor } from '#tests/people.ts'
import { invalidField, invalidFields } from '#tests/refusals.ts'
import { type ExpenseFilter, type ExpenseForm, expensesApi } from './contract.ts'

const train: ExpenseForm = {
  category: 'Travel',
  description: 'Train to Leeds',
  amount: 42.5,
  date: '2026-11-03',
}

const add = (person: Person, expense: Partial<ExpenseForm> = {}) =>
  person.call(expensesApi.create, { body: { ...train, ...expense } })

const addProject = async (person: Person, name: string) =>
  (await person.call(projectsApi.create, { body: { name } })).id

const addClient = async (person: Person, name: string) =>
  (await person.call(clientsApi.create, { body: { name } })).id

const list = (person: Person, q?: string) => person.call(expensesApi.list, { query: { q } })
const descriptions = async (person: Person, q?: string) =>
  (await list(person, q)).map(({ description }) => description)

const newestActivity = async (person: Person) => (await person.call(dashboardApi.recentActivity))[0]

describe('an expense', () => {
  test('is created with defaults', async () => {
    const ada = await signIn('Ada')
    const expense = await add(ada)
    expect(expense).toEqual({
      id: expect.any(Number),
      ...train,
      currency: 'USD',
      exchange_rate: null,
      home_amount: 42.5,
      home_currency: 'USD',
      project_id: null,
      project_name: null,
      client_id: null,
      client_name: null,
      is_billable: false,
      markup_percent: 0,
      billable_amount: 42.5,
      share_receipts: true,
      is_billed: false,
      invoice: null,
      receipt_count: 0,
      recurring_expense_id: null,
      version: 1,
    })
    expect(await ada.call(expensesApi.get, { params: { id: expense.id } })).toEqual(expense)
    expect(await list(ada)).toEqual([expense])
    expect(await newestActivity(ada)).toMatchObject({
      type: 'expense',
      title: 'Expense added',
      description: 'Train to Leeds, $42.50',
    })
  })

  test('is billed with a markup, rounded to the minor unit of its currency', async () => {
    const ada = await signIn('Ada')
    const billed = await add(ada, {
      project_id: await addProject(ada, 'Webshop'),
      amount: 100,
      is_billable: true,
      markup_percent: 15,
      share_receipts: false,
    })
    expect(billed).toMatchObject({ markup_percent: 15, billable_amount: 115, share_receipts: false })
    expect(await add(ada, { amount: 0.3, markup_percent: 5 })).toMatchObject({ billable_amount: 0.32 })
    const yen = { currency: 'JPY', exchange_rate: 0.0065 }
    expect(await add(ada, { ...yen, amount: 999, markup_percent: 12.5 })).toMatchObject({
      amount: 999,
      billable_amount: 1124,
    })
    const { id } = billed
    expect(
      await ada.call(expensesApi.update, { params: { id }, body: { ...train, markup_percent: null } }),
    ).toMatchObject({ markup_percent: 0, billable_amount: 42.5, share_receipts: true })
    for (const markup_percent of [-1, 1000.01, 1.005])
      expect(
        invalidFields(await ada.try(expensesApi.create, { body: { ...train, markup_percent } })),
      ).toEqual(['markup_percent'])
    const large = { ...train, amount: 999_999_999, markup_percent: 1000 }
    expect(invalidFields(await ada.try(expensesApi.create, { body: large }))).toEqual(['markup_percent'])
  })

  test('bears the name of its project, also after that changed', async () => {
    const ada = await signIn('Ada')
    const project_id = await addProject(ada, 'Webshop')
    const expense = await add(ada, { project_id, is_billable: true })
    expect(expense).toMatchObject({ project_id, project_name: 'Webshop', is_billable: true })
    await ada.call(projectsApi.update, { params: { id: project_id }, body: { name: 'Shop' } })
    expect(await list(ada)).toMatchObject([{ project_name: 'Shop' }])
    expect(await descriptions(ada, 'shop')).toEqual(['Train to Leeds'])
    expect(await descriptions(ada, 'webshop')).toEqual([])
  })

  test('is changed', async () => {
    const ada = await signIn('Ada')
    const project_id = await addProject(ada, 'Webshop')
    const { id } = await add(ada, { project_id })
    const change: ExpenseForm = {
      ...train,
      category: 'Other',
      description: 'Taxi',
      amount: 0,
    }
    const changed = await ada.call(expensesApi.update, { params: { id }, body: change })
    expect(changed).toMatchObject({ id, ...change, project_id: null, project_name: null })
    expect(await list(ada)).toEqual([changed])
    expect(await newestActivity(ada)).toMatchObject({ title: 'Expense updated', description: 'Taxi, $0.00' })
  })

  test('is billable only with a project or a client to bill it to', async () => {
    const ada = await signIn('Ada')
    const refusal = invalidField('project_id', 'Choose the project or the client that you bill it to')
    const billable = { ...train, is_billable: true }
    expect(await ada.try(expensesApi.create, { body: billable })).toMatchObject(refusal)
    const { id } = await add(ada)
    expect(await ada.try(expensesApi.update, { params: { id }, body: billable })).toMatchObject(refusal)
    const client_id = await addClient(ada, 'Studio North')
    const north = { client_id, client_name: 'Studio North' }
    expect(await add(ada, { ...billable, client_id })).toMatchObject({ project_id: null, ...north })
    const { id: project_id } = await ada.call(projectsApi.create, { body: { name: 'Website', client_id } })
    expect(await add(ada, { ...billable, project_id })).toMatchObject({ project_name: 'Website', ...north })
    expect(await add(ada, { ...billable, project_id, client_id })).toMatchObject({ project_id, ...north })
    const other = await addClient(ada, 'Studio South')
    expect(
      await ada.try(expensesApi.create, { body: { ...billable, project_id, client_id: other } }),
    ).toMatchObject(invalidField('client_id', 'The project is not for this client'))
    const ofClient = await ada.call(expensesApi.list, { query: { client_id } })
    expect(ofClient.map((expense) => expense.client_id)).toEqual([client_id, client_id, client_id])
    const eve = await signIn('Eve')
    expect((await eve.try(expensesApi.create, { body: { ...billable, client_id } })).status).toBe(404)
  })

  test('keeps its client, who is archived instead of removed', async () => {
    const ada = await signIn('Ada')
    const client_id = await addClient(ada, 'Studio North')
    const { id } = await add(ada, { client_id, is_billable: true })
    expect(await ada.call(clientsApi.remove, { params: { id: client_id } })).toMatchObject({
      outcome: 'archived',
    })
    const body = { ...train, client_id, is_billable: true, amount: 50 }
    expect(await ada.call(expensesApi.update, { params: { id }, body })).toMatchObject({
      amount: 50,
      client_id,
    })
    expect((await ada.try(expensesApi.create, { body })).status).toBe(404)
  })

  test('stays with a project that was cancelled since', async () => {
    const ada = await signIn('Ada')
    const project_id = await addProject(ada, 'Webshop')
    const { id } = await add(ada, { project_id })
    expect((await ada.call(projectsApi.remove, { params: { id: project_id } })).outcome).toBe('cancelled')
    const changed = await ada.call(expensesApi.update, {
      params: { id },
      body: { ...train, project_id, amount: 50 },
    })
    expect(changed).toMatchObject({ project_name: 'Webshop', amount: 50 })
  })

  test('in another currency counts in the home currency, at its own rate', async () => {
    const ada = await signIn('Ada')
    const euros = await add(ada, { currency: 'EUR', exchange_rate: 1.1 })
    expect(euros).toMatchObject({ amount: 42.5, currency: 'EUR', exchange_rate: 1.1, home_amount: 46.75 })
    const yen = await add(ada, { currency: 'JPY', amount: 1250, exchange_rate: 0.0067 })
    expect(yen).toMatchObject({ amount: 1250, home_amount: 8.38, home_currency: 'USD' })
    expect(await add(ada, { currency: 'KWD', amount: 0.125, exchange_rate: 3.25 })).toMatchObject({
      amount: 0.125,
      home_amount: 0.41,
    })
    expect(await add(ada, { currency: 'EUR' })).toMatchObject({ exchange_rate: 1.1 })
    expect(await newestActivity(ada)).toMatchObject({ description: 'Train to Leeds, €42.50' })
  })

  test('keeps its currency and rate, whatever was used since', async () => {
    const ada = await signIn('Ada')
    const { id } = await add(ada, { currency: 'EUR', exchange_rate: 1.1 })
    await add(ada, { currency: 'EUR', exchange_rate: 1.2 })
    const change = (body: Partial<ExpenseForm>) =>
      ada.call(expensesApi.update, { params: { id }, body: { ...train, ...body } })
    expect(await change({ amount: 100 })).toMatchObject({ exchange_rate: 1.1, home_amount: 110 })
    expect(await change({ exchange_rate: 1.3 })).toMatchObject({ exchange_rate: 1.3, home_amount: 55.25 })
    expect(await change({ currency: 'USD' })).toMatchObject({ exchange_rate: null, home_amount: 42.5 })
  })

  test('has the currency of its project unless it names another', async () => {
    const ada = await signIn('Ada')
    const { id: project_id } = await ada.call(projectsApi.create, {
      body: { name: 'Webshop', currency: 'EUR' },
    })
    expect(await add(ada, { project_id, exchange_rate: 1.1 })).toMatchObject({ currency: 'EUR' })
    expect(await add(ada, { project_id, currency: 'USD' })).toMatchObject({ currency: 'USD' })
  })

  test.each<[what: string, Partial<ExpenseForm>, field: string, message: string]>([
    [
      'without a rate that is known',
      { currency: 'EUR' },
      'exchange_rate',
      'Please enter the exchange rate: how many USD is one EUR worth?',
    ],
    ['finer than the currency', { currency: 'JPY', exchange_rate: 1 }, 'amount', 'Must have no decimals'],
    [
      'too large in the home currency',
      { currency: 'EUR', exchange_rate: 1_000_000_000, amount: 999_999 },
      'exchange_rate',
      'Makes the amount too large',
    ],
    ['in no currency', { currency: 'EURO' }, 'currency', 'Must be a currency code such as USD'],
  ])('%s is refused', async (_, expense, field, message) => {
    const ada = await signIn('Ada')
    const refused = await ada.try(expensesApi.create, { body: { ...train, ...expense } })
    expect(refused).toMatchObject(invalidField(field, message))
  })

  test('is deleted once, however often it is requested', async () => {
    const ada = await signIn('Ada')
    const { id } = await add(ada)
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => ada.try(expensesApi.remove, { params: { id } })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404])
    expect(await list(ada)).toEqual([])
    expect((await ada.try(expensesApi.get, { params: { id } })).status).toBe(404)
    const log = await ada.call(dashboardApi.recentActivity)
    expect(log.filter(({ title }) => title === 'Expense deleted')).toHaveLength(1)
  })

  test('is created once for one Idempotency-Key', async () => {
    const ada = await signIn('Ada')
    const headers = { 'idempotency-key': 'train' }
    const added = await Promise.all(
      Array.from({ length: 5 }, () => ada.call(expensesApi.create, { body: train, headers })),
    )
    expect(new Set(added.map(({ id }) => id)).size).toBe(1)
    expect(added[0]?.amount).toBe(42.5)
    expect(await list(ada)).toHaveLength(1)
    const changed = { ...train, amount: 1 }
    expect((await ada.try(expensesApi.create, { body: changed, headers })).status).toBe(409)
  })

  test.each([0, 0.01, 0.1 + 0.2 - 0.000_000_000_000_000_04, 1.15, 999_999_999.99])(
    'carries %d to the cent',
    async (amount) => {
      const ada = await signIn('Ada')
      expect((await add(ada, { amount })).amount).toBe(amount)
    },
  )
})

describe('the list', () => {
  test('is sorted by date, then by creation, newest first', async () => {
    const ada = await signIn('Ada')
    for (const [description, date] of [
      ['b', '2026-11-03'],
      ['a', '2025-01-31'],
      ['d', '2026-12-01'],
      ['c', '2026-11-03'],
    ] as const) {
      await add(ada, { description, date })
    }
    expect(await descriptions(ada)).toEqual(['d', 'c', 'b', 'a'])
  })

  test('is paged without gaps or duplicates', async () => {
    const ada = await signIn('Ada')
    for (let day = 1; day <= 7; day += 1) {
      await add(ada, { description: `e${day}`, date: `2026-11-0${Math.ceil(day / 2)}` })
    }
    const seen: string[] = []
    for await (const page of pagesOf(ada, expensesApi.list, { limit: '3', q: 'e' }))
      seen.push(...page.map(({ description }) => description))
    expect(seen).toEqual(['e7', 'e6', 'e5', 'e4', 'e3', 'e2', 'e1'])
  })

  test.each(['?limit=0', '?limit=501', '?cursor=nonsense', `?cursor=${btoa('["x",1]')}`, '?cursor=W10'])(
    'refuses %s',
    async (query) => {
      const ada = await signIn('Ada')
      expect((await ada.request('GET', `/api/expenses${query}`)).status).toBe(400)
    },
  )

  test('is searched by description, category and project, without regard to case and accents', async () => {
    const ada = await signIn('Ada')
    const project_id = await addProject(ada, 'Café Rénové')
    await add(ada, { description: 'Paint', category: 'Office Supplies' })
    await add(ada, { description: 'Lunch', project_id })
    await add(ada, { description: '100% WOOL_' })
    expect(await descriptions(ada, 'paint')).toEqual(['Paint'])
    expect(await descriptions(ada, 'office supp')).toEqual(['Paint'])
    expect(await descriptions(ada, 'CAFE')).toEqual(['Lunch'])
    expect(await descriptions(ada, '100% wool_')).toEqual(['100% WOOL_'])
    expect(await descriptions(ada, '%')).toEqual(['100% WOOL_'])
    expect(await descriptions(ada, 'nothing')).toEqual([])
  })
})

describe('the month', () => {
  test('adds up what is dated in it, and what of that is billable', async () => {
    await setClock('2026-11-15T12:00:00Z')
    const ada = await signIn('Ada')
    const thisMonth = () => ada.call(expensesApi.thisMonth)
    expect(await thisMonth()).toEqual({ month: '2026-11', currency: 'USD', total: 0, billable: 0 })
    await add(ada, { date: '2026-10-31', amount: 1000 })
    await add(ada, { date: '2026-11-01', amount: 0.1 })
    const project_id = await addProject(ada, 'Webshop')
    await add(ada, { date: '2026-11-30', amount: 0.2, project_id, is_billable: true })
    await add(ada, { date: '2026-12-01', amount: 1000 })
    expect(await thisMonth()).toEqual({ month: '2026-11', currency: 'USD', total: 0.3, billable: 0.2 })
  })

  test('is the one of the account, not of the server', async () => {
    await setClock('2026-11-30T20:00:00Z')
    const [tokyo, honolulu] = [
      await signIn('Yuki', 'Asia/Tokyo'),
      await signIn('Leilani', 'Pacific/Honolulu'),
    ]
    for (const person of [tokyo, honolulu]) {
      await add(person, { date: '2026-11-30', amount: 11 })
      await add(person, { date: '2026-12-01', amount: 12 })
    }
    expect(await tokyo.call(expensesApi.thisMonth)).toMatchObject({ month: '2026-12', total: 12 })
    expect(await honolulu.call(expensesApi.thisMonth)).toMatchObject({ month: '2026-11', total: 11 })
  })

  test('holds the largest amounts', async () => {
    await setClock('2026-11-15T12:00:00Z')
    const ada = await signIn('Ada')
    for (let count = 0; count < 3; count += 1) await add(ada, { amount: 999_999_999.99 })
    expect((await ada.call(expensesApi.thisMonth)).total).toBe(2_999_999_999.97)
  })
})

describe('filters', () => {
  const ALL: ExpenseForm[] = [
    { ...train, description: 'Train', is_billable: true },
    { ...train, description: 'Fonts', category: 'Software & Tools', amount: 30, date: '2026-10-31' },
    { ...train, description: 'Lunch', category: 'Meals & Entertainment', amount: 20, date: '2026-12-01' },
  ]

  test('apply to the list and to its totals alike', async () => {
    const ada = await signIn('Ada')
    const { id: client_id } = await ada.call(clientsApi.create, { body: { name: 'Studio North' } })
    const project = await ada.call(projectsApi.create, { body: { name: 'Website', client_id } })
    const other = await addProject(ada, 'Poster')
    for (const [index, expense] of ALL.entries())
      await add(ada, { ...expense, project_id: [project.id, other, null][index] ?? null })

    const shown = async (query: z.input<typeof ExpenseFilter> & { q?: string }) => ({
      names: (await ada.call(expensesApi.list, { query })).map(({ description }) => description),
      totals: await ada.call(expensesApi.totals, { query }),
    })
    const totals = (count: number, total: number, billable = 0) => ({
      count,
      total,
      billable,
      currency: 'USD',
    })
    expect(await shown({})).toEqual({ names: ['Lunch', 'Train', 'Fonts'], totals: totals(3, 92.5, 42.5) })
    expect(await shown({ client_id })).toEqual({ names: ['Train'], totals: totals(1, 42.5, 42.5) })
    expect(await shown({ project_id: other })).toEqual({ names: ['Fonts'], totals: totals(1, 30) })
    expect(await shown({ client_id, project_id: other })).toEqual({ names: [], totals: totals(0, 0) })
    expect(await shown({ from: '2026-11-01', to: '2026-11-30' })).toMatchObject({ names: ['Train'] })
    expect(await shown({ billable: 'false' })).toEqual({ names: ['Lunch', 'Fonts'], totals: totals(2, 50) })
    expect(await shown({ category: 'Travel', billable: 'true' })).toMatchObject({ names: ['Train'] })
    expect(await shown({ q: 'poster' })).toEqual({ names: ['Fonts'], totals: totals(1, 30) })
  })

  test('are sorted by each column, page by page', async () => {
    const ada = await signIn('Ada')
    const poster = await addProject(ada, 'Poster')
    for (const expense of ALL) await add(ada, { ...expense, project_id: expense.is_billable ? poster : null })
    const sorted = async (sort: string) =>
      (await Array.fromAsync(pagesOf(ada, expensesApi.list, { limit: '1', sort })))
        .flat()
        .map(({ description }) => description)
    expect(await sorted('description')).toEqual(['Fonts', 'Lunch', 'Train'])
    expect(await sorted('-amount')).toEqual(['Train', 'Fonts', 'Lunch'])
    expect(await sorted('date')).toEqual(['Fonts', 'Train', 'Lunch'])
    expect((await sorted('project')).at(-1)).toBe('Train')
    expect(await sorted('category')).toHaveLength(3)
  })

  test('sum up in the home currency, each expense at its own rate', async () => {
    const ada = await signIn('Ada')
    await add(ada, { amount: 100, currency: 'EUR', exchange_rate: 1.1 })
    const client_id = await addClient(ada, 'Studio North')
    await add(ada, { amount: 100, currency: 'EUR', exchange_rate: 1.2, client_id, is_billable: true })
    await add(ada, { amount: 10_000, currency: 'JPY', exchange_rate: 0.0065 })
    expect(await ada.call(expensesApi.totals)).toEqual({
      count: 3,
      currency: 'USD',
      total: 295,
      billable: 120,
    })
  })

  test.each([{ category: 'Yachts' }, { billable: 'maybe' }, { client_id: 'x' }, { from: 'yesterday' }])(
    '%j is refused',
    async (query) => {
      const ada = await signIn('Ada')
      const address = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, value]))
      for (const path of ['/api/expenses', '/api/expenses/totals'])
        expect((await ada.request('GET', `${path}?${address}`)).status).toBe(400)
    },
  )
})

describe('another account', () => {
  test('can neither see, change nor delete it', async () => {
    const [ada, eve] = await Promise.all([signIn('Ada'), signIn('Eve')])
    const expense = await add(ada)
    const params = { id: expense.id }
    expect((await eve.try(expensesApi.get, { params })).status).toBe(404)
    expect((await eve.try(expensesApi.update, { params, body: { ...train, amount: 1 } })).status).toBe(404)
    expect((await eve.try(expensesApi.remove, { params })).status).toBe(404)
    expect(await list(eve)).toEqual([])
    expect(await list(ada)).toEqual([expense])
    expect(await eve.call(dashboardApi.recentActivity)).toEqual([])
  })

  test("'s project cannot be charged", async () => {
    const [ada, eve] = await Promise.all([signIn('Ada'), signIn('Eve')])
    const project_id = await addProject(ada, 'Webshop')
    const body = { ...train, project_id }
    expect((await eve.try(expensesApi.create, { body })).status).toBe(404)
    const own = await add(eve)
    expect((await eve.try(expensesApi.update, { params: { id: own.id }, body })).status).toBe(404)
    expect(await list(eve)).toEqual([own])
  })
})

const LONG = '10,001 characters'

describe('input that is not right', () => {
  test.each([
    ['category', undefined, 'Please choose a category'],
    ['category', 'Yachts', 'Please choose a category'],
    ['description', undefined, 'Description is required'],
    ['description', ' \n ', 'Description is required'],
    ['description', LONG, 'Must have at most 500 characters'],
    ['description', 'a\0b', 'Contains a character that cannot be stored'],
    ['amount', undefined, 'Amount is required'],
    ['amount', '12', 'Must be a number'],
    ['amount', -0.01, 'Must be at least 0'],
    ['amount', 1.005, 'Must have at most two decimals'],
    ['amount', 1_000_000_000, 'Must be at most 999,999,999.99'],
    ['date', undefined, 'Date is required'],
    ['date', '', 'Date is required'],
    ['date', '2026-02-30', 'Must be a date'],
    ['date', '03.11.2026', 'Must be a date'],
    ['project_id', 'x', undefined],
    ['project_id', 1.5, undefined],
    ['is_billable', 'yes', undefined],
  ])('%s %j is refused, and nothing is stored', async (field, given, message) => {
    const body = { ...train, [field]: given === LONG ? 'x'.repeat(10_001) : given }
    const ada = await signIn('Ada')
    const answer = await ada.request('POST', '/api/expenses', body)
    expect(answer).toMatchObject(invalidField(field, message))
    expect(invalidFields(answer)).toEqual([field])
    expect(await list(ada)).toEqual([])

    const before = await add(ada)
    expect((await ada.request('PUT', `/api/expenses/${before.id}`, body)).status).toBe(400)
    expect(await list(ada)).toEqual([before])
  })

  test.each(['0', 'x', '-1', '1e99', '9007199254740993'])('/%s is not found', async (id) => {
    const ada = await signIn('Ada')
    expect((await ada.try(expensesApi.get, { params: { id } })).status).toBe(404)
    expect((await ada.try(expensesApi.remove, { params: { id } })).status).toBe(404)
  })

  test.each([
    '🦓 Zebra',
    'قطار إلى ليدز',
    '<img src=x onerror=alert(1)>',
    `"'; drop table expenses; --`,
    '=cmd()',
  ])('%s is kept as text', async (description) => {
    const ada = await signIn('Ada')
    const expense = await add(ada, { description })
    expect(expense.description).toBe(description)
    expect(await list(ada, description)).toEqual([expense])
  })
})

test('every call requires a session', async () => {
  const visitor = new Visitor((await sharedApp()).url)
  const answers = await Promise.all([
    visitor.try(expensesApi.list),
    visitor.try(expensesApi.totals),
    visitor.try(expensesApi.thisMonth),
    visitor.try(expensesApi.get, { params: { id: 1 } }),
    visitor.try(expensesApi.create, { body: train }),
    visitor.try(expensesApi.update, { params: { id: 1 }, body: train }),
    visitor.try(expensesApi.remove, { params: { id: 1 } }),
  ])
  expect(answers.map(({ status }) => status)).toEqual(Array(7).fill(401))
})
