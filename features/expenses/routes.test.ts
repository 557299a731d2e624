import { describe, expect, test } from 'vitest'
import { setClock, sharedApp, signIn } from '#tests/app.ts'
import { type Person, Visitor } from '#tests/people.ts'

const train = {
  category: 'Travel',
  description: 'Train to Leeds',
  amount: 42.5,
  date: '2026-11-03',
}

const add = async (person: Person, expense: object = {}) => {
  const { status, body } = await person.post('/api/expenses', { ...train, ...expense })
  expect(status).toBe(201)
  return body
}

const addProject = async (person: Person, name: string) =>
  (await person.post('/api/projects', { name })).body.id as number

const list = async (person: Person, query = '') => (await person.get(`/api/expenses${query}`)).body
const descriptions = async (person: Person, query = '') =>
  (await list(person, query)).map(({ description }: { description: string }) => description)

const newestActivity = async (person: Person) => (await person.get('/api/dashboard/recent-activity')).body[0]

describe('an expense', () => {
  test('is added with its defaults', async () => {
    const ada = await signIn('Ada')
    const expense = await add(ada)
    expect(expense).toEqual({
      id: expect.any(Number),
      ...train,
      project_id: null,
      project_name: null,
      is_billable: false,
      version: 1,
    })
    expect((await ada.get(`/api/expenses/${expense.id}`)).body).toEqual(expense)
    expect(await list(ada)).toEqual([expense])
    expect(await newestActivity(ada)).toMatchObject({
      type: 'expense',
      title: 'Expense added',
      description: 'Train to Leeds, $42.50',
    })
  })

  test('bears the name of its project, also after that changed', async () => {
    const ada = await signIn('Ada')
    const project_id = await addProject(ada, 'Webshop')
    const expense = await add(ada, { project_id, is_billable: true })
    expect(expense).toMatchObject({ project_id, project_name: 'Webshop', is_billable: true })
    await ada.put(`/api/projects/${project_id}`, { name: 'Shop' })
    expect(await list(ada)).toMatchObject([{ project_name: 'Shop' }])
    expect(await descriptions(ada, '?q=shop')).toEqual(['Train to Leeds'])
    expect(await descriptions(ada, '?q=webshop')).toEqual([])
  })

  test('is changed', async () => {
    const ada = await signIn('Ada')
    const project_id = await addProject(ada, 'Webshop')
    const { id } = await add(ada, { project_id })
    const change = { ...train, category: 'Other', description: 'Taxi', amount: 0, is_billable: true }
    const answer = await ada.put(`/api/expenses/${id}`, change)
    expect(answer).toMatchObject({
      status: 200,
      body: { id, ...change, project_id: null, project_name: null },
    })
    expect(await list(ada)).toEqual([answer.body])
    expect(await newestActivity(ada)).toMatchObject({ title: 'Expense updated', description: 'Taxi, $0.00' })
  })

  test('stays with a project that was cancelled since', async () => {
    const ada = await signIn('Ada')
    const project_id = await addProject(ada, 'Webshop')
    const { id } = await add(ada, { project_id })
    expect((await ada.delete(`/api/projects/${project_id}`)).body.outcome).toBe('cancelled')
    const answer = await ada.put(`/api/expenses/${id}`, { ...train, project_id, amount: 50 })
    expect(answer).toMatchObject({ status: 200, body: { project_name: 'Webshop', amount: 50 } })
  })

  test('is deleted once, however often it is asked for', async () => {
    const ada = await signIn('Ada')
    const { id } = await add(ada)
    const answers = await Promise.all(Array.from({ length: 5 }, () => ada.delete(`/api/expenses/${id}`)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404])
    expect(await list(ada)).toEqual([])
    expect((await ada.get(`/api/expenses/${id}`)).status).toBe(404)
    const { body: log } = await ada.get('/api/dashboard/recent-activity')
    expect(log.filter(({ title }: { title: string }) => title === 'Expense deleted')).toHaveLength(1)
  })

  test('is created once for one Idempotency-Key', async () => {
    const ada = await signIn('Ada')
    const key = { 'idempotency-key': 'train' }
    const answers = await Promise.all(Array.from({ length: 5 }, () => ada.post('/api/expenses', train, key)))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(answers[0]?.body.amount).toBe(42.5)
    expect(await list(ada)).toHaveLength(1)
    expect((await ada.post('/api/expenses', { ...train, amount: 1 }, key)).status).toBe(409)
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
  test('has the newest date first, the last added first within a day', async () => {
    const ada = await signIn('Ada')
    for (const [description, date] of [
      ['b', '2026-11-03'],
      ['a', '2025-01-31'],
      ['d', '2026-12-01'],
      ['c', '2026-11-03'],
    ]) {
      await add(ada, { description, date })
    }
    expect(await descriptions(ada)).toEqual(['d', 'c', 'b', 'a'])
  })

  test('goes on page by page, with none lost or shown twice', async () => {
    const ada = await signIn('Ada')
    for (let day = 1; day <= 7; day += 1) {
      await add(ada, { description: `e${day}`, date: `2026-11-0${Math.ceil(day / 2)}` })
    }
    const seen: string[] = []
    let next: string | undefined = '/api/expenses?limit=3&q=e'
    while (next) {
      const page = await ada.get(next)
      seen.push(...page.body.map(({ description }: { description: string }) => description))
      next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1]
    }
    expect(seen).toEqual(['e7', 'e6', 'e5', 'e4', 'e3', 'e2', 'e1'])
  })

  test.each(['?limit=0', '?limit=501', '?cursor=nonsense', `?cursor=${btoa('["x",1]')}`, '?cursor=W10'])(
    'refuses %s',
    async (query) => {
      const ada = await signIn('Ada')
      expect((await ada.get(`/api/expenses${query}`)).status).toBe(400)
    },
  )

  test('is searched by description, category and project, without regard to case and accents', async () => {
    const ada = await signIn('Ada')
    const project_id = await addProject(ada, 'Café Rénové')
    await add(ada, { description: 'Paint', category: 'Office Supplies' })
    await add(ada, { description: 'Lunch', project_id })
    await add(ada, { description: '100% WOOL_' })
    expect(await descriptions(ada, '?q=paint')).toEqual(['Paint'])
    expect(await descriptions(ada, '?q=office+supp')).toEqual(['Paint'])
    expect(await descriptions(ada, '?q=CAFE')).toEqual(['Lunch'])
    expect(await descriptions(ada, '?q=100%25+wool_')).toEqual(['100% WOOL_'])
    expect(await descriptions(ada, '?q=%25')).toEqual(['100% WOOL_'])
    expect(await descriptions(ada, '?q=nothing')).toEqual([])
  })
})

describe('the month', () => {
  test('adds up what is dated in it, and what of that is billable', async () => {
    await setClock('2026-11-15T12:00:00Z')
    const ada = await signIn('Ada')
    const thisMonth = async () => (await ada.get('/api/expenses/this-month')).body
    expect(await thisMonth()).toEqual({ month: '2026-11', total: 0, billable: 0 })
    await add(ada, { date: '2026-10-31', amount: 1000 })
    await add(ada, { date: '2026-11-01', amount: 0.1 })
    await add(ada, { date: '2026-11-30', amount: 0.2, is_billable: true })
    await add(ada, { date: '2026-12-01', amount: 1000 })
    expect(await thisMonth()).toEqual({ month: '2026-11', total: 0.3, billable: 0.2 })
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
    expect((await tokyo.get('/api/expenses/this-month')).body).toMatchObject({ month: '2026-12', total: 12 })
    expect((await honolulu.get('/api/expenses/this-month')).body).toMatchObject({
      month: '2026-11',
      total: 11,
    })
  })

  test('holds the largest amounts', async () => {
    await setClock('2026-11-15T12:00:00Z')
    const ada = await signIn('Ada')
    for (let count = 0; count < 3; count += 1) await add(ada, { amount: 999_999_999.99 })
    expect((await ada.get('/api/expenses/this-month')).body.total).toBe(2_999_999_999.97)
  })
})

describe('another account', () => {
  test('neither sees, changes nor deletes it', async () => {
    const [ada, eve] = await Promise.all([signIn('Ada'), signIn('Eve')])
    const expense = await add(ada)
    const path = `/api/expenses/${expense.id}`
    expect((await eve.get(path)).status).toBe(404)
    expect((await eve.put(path, { ...train, amount: 1 })).status).toBe(404)
    expect((await eve.delete(path)).status).toBe(404)
    expect(await list(eve)).toEqual([])
    expect(await list(ada)).toEqual([expense])
    expect((await eve.get('/api/dashboard/recent-activity')).body).toEqual([])
  })

  test("'s project cannot be charged", async () => {
    const [ada, eve] = await Promise.all([signIn('Ada'), signIn('Eve')])
    const project_id = await addProject(ada, 'Webshop')
    expect((await eve.post('/api/expenses', { ...train, project_id })).status).toBe(404)
    const own = await add(eve)
    expect((await eve.put(`/api/expenses/${own.id}`, { ...train, project_id })).status).toBe(404)
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
    const value = given === LONG ? 'x'.repeat(10_001) : given
    const ada = await signIn('Ada')
    const answer = await ada.post('/api/expenses', { ...train, [field]: value })
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body.fields)).toEqual([field])
    if (message) expect(answer.body.fields[field]).toBe(message)
    expect(await list(ada)).toEqual([])

    const before = await add(ada)
    expect((await ada.put(`/api/expenses/${before.id}`, { ...train, [field]: value })).status).toBe(400)
    expect(await list(ada)).toEqual([before])
  })

  test.each(['0', 'x', '-1', '1e99', '9007199254740993'])('/%s is not there', async (id) => {
    const ada = await signIn('Ada')
    expect((await ada.get(`/api/expenses/${id}`)).status).toBe(404)
    expect((await ada.delete(`/api/expenses/${id}`)).status).toBe(404)
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
    expect(await list(ada, `?q=${encodeURIComponent(description)}`)).toEqual([expense])
  })
})

test('nobody who is not signed in gets anywhere', async () => {
  const visitor = new Visitor((await sharedApp()).url)
  const answers = await Promise.all([
    visitor.get('/api/expenses'),
    visitor.get('/api/expenses/this-month'),
    visitor.get('/api/expenses/1'),
    visitor.post('/api/expenses', train),
    visitor.put('/api/expenses/1', train),
    visitor.delete('/api/expenses/1'),
  ])
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 401])
})
