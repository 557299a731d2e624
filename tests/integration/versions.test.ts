import { describe, expect, test } from 'vitest'
import { signIn } from '#tests/app.ts'
import type { Answer, Person } from '#tests/people.ts'
import { created, tokenOf } from '#tests/portal.ts'
import { everyEndpoint } from '#tests/sound-request.ts'

/** A record that is there, and a change of it. */
interface Prepared {
  /** Where the record is read. */
  record: string
  change(headers?: Record<string, string>): Promise<Answer>
}

const client = (ada: Person) =>
  created(ada.post('/api/clients', { name: 'Studio North', email: 'n@example.com' }))
const project = (ada: Person) => created(ada.post('/api/projects', { name: 'Website' }))
const expense = { category: 'Travel', description: 'Train', amount: 12.5, date: '2026-11-16' }
const item = { description: 'Design', quantity: 1.5, rate: 99.99 }

async function timeEntry(ada: Person) {
  const { id: project_id } = await project(ada)
  const entry = { project_id, hours: 1, date: '2026-11-16' }
  return { entry, ...(await created(ada.post('/api/time-entries', entry))) }
}

async function invoice(ada: Person) {
  const { id: client_id } = await client(ada)
  return created(ada.post('/api/invoices', { client_id, issue_date: '2026-11-01', items: [item] }))
}

/** Every call that takes an If-Match, by method and path. */
const CHANGES: Record<string, (ada: Person) => Promise<Prepared>> = {
  'PUT /api/users/me': async (ada) => ({
    record: '/api/users/me',
    change: (headers) => ada.put('/api/users/me', { business_name: 'North', time_zone: 'UTC' }, headers),
  }),
  'PUT /api/clients/{id}': async (ada) => {
    const record = `/api/clients/${(await client(ada)).id}`
    return { record, change: (headers) => ada.put(record, { name: 'Studio South' }, headers) }
  },
  'DELETE /api/clients/{id}': async (ada) => {
    const record = `/api/clients/${(await client(ada)).id}`
    return { record, change: (headers) => ada.delete(record, headers) }
  },
  'PUT /api/projects/{id}': async (ada) => {
    const record = `/api/projects/${(await project(ada)).id}`
    return { record, change: (headers) => ada.put(record, { name: 'Shop' }, headers) }
  },
  'DELETE /api/projects/{id}': async (ada) => {
    const record = `/api/projects/${(await project(ada)).id}`
    return { record, change: (headers) => ada.delete(record, headers) }
  },
  'PUT /api/time-entries/{id}': async (ada) => {
    const { id, entry } = await timeEntry(ada)
    const record = `/api/time-entries/${id}`
    return { record, change: (headers) => ada.put(record, { ...entry, hours: 2 }, headers) }
  },
  'DELETE /api/time-entries/{id}': async (ada) => {
    const record = `/api/time-entries/${(await timeEntry(ada)).id}`
    return { record, change: (headers) => ada.delete(record, headers) }
  },
  'PUT /api/expenses/{id}': async (ada) => {
    const record = `/api/expenses/${(await created(ada.post('/api/expenses', expense))).id}`
    return { record, change: (headers) => ada.put(record, { ...expense, amount: 13 }, headers) }
  },
  'DELETE /api/expenses/{id}': async (ada) => {
    const record = `/api/expenses/${(await created(ada.post('/api/expenses', expense))).id}`
    return { record, change: (headers) => ada.delete(record, headers) }
  },
  'PUT /api/invoices/{id}': async (ada) => {
    const record = `/api/invoices/${(await invoice(ada)).id}`
    return { record, change: (headers) => ada.put(record, { notes: 'Thank you' }, headers) }
  },
  'POST /api/invoices/{id}/send': async (ada) => {
    const record = `/api/invoices/${(await invoice(ada)).id}`
    return { record, change: (headers) => ada.post(`${record}/send`, { mail: false }, headers) }
  },
  'POST /api/invoices/{id}/items': async (ada) => {
    const record = `/api/invoices/${(await invoice(ada)).id}`
    return { record, change: (headers) => ada.post(`${record}/items`, item, headers) }
  },
  'PUT /api/invoices/{id}/items/{itemId}': async (ada) => {
    const { id, items } = await invoice(ada)
    const record = `/api/invoices/${id}`
    const path = `${record}/items/${items[0].id}`
    return { record, change: (headers) => ada.put(path, { ...item, quantity: 2 }, headers) }
  },
  'DELETE /api/invoices/{id}/items/{itemId}': async (ada) => {
    const { id, items } = await invoice(ada)
    const record = `/api/invoices/${id}`
    return { record, change: (headers) => ada.delete(`${record}/items/${items[0].id}`, headers) }
  },
}

const tagOf = async (ada: Person, record: string) => (await ada.get(record)).headers.get('etag') ?? ''

test('every call that changes a versioned record is tried here', () => {
  const versioned = everyEndpoint.filter((endpoint) => endpoint.versioned === 'changed')
  expect(Object.keys(CHANGES).sort()).toEqual(versioned.map(({ method, path }) => `${method} ${path}`).sort())
})

describe.each(Object.entries(CHANGES))('%s', (name, prepare) => {
  test('is served without If-Match', async () => {
    const { change } = await prepare(await signIn('Ada'))
    expect((await change()).status).toBeOneOf([200, 201])
  })

  test('is served from the current version, and answers the next', async () => {
    const ada = await signIn('Ada')
    const { record, change } = await prepare(ada)
    const before = await ada.get(record)
    expect(before.headers.get('etag')).toBe(`"${before.body.version}"`)
    const answer = await change({ 'if-match': before.headers.get('etag') ?? '' })
    expect(answer.status).toBeOneOf([200, 201])
    const after = await ada.get(record)
    if (after.status === 404) return
    expect(after.body.version).toBeGreaterThan(before.body.version)
    expect(answer.headers.get('etag') ?? after.headers.get('etag')).toBe(after.headers.get('etag'))
  })

  test('is refused from another version, with the record as it is', async () => {
    const ada = await signIn('Ada')
    await expectRefused(ada, await prepare(ada), '"99"')
  })

  test('sent twenty times at once from one version succeeds once', async () => {
    const ada = await signIn('Ada')
    const { record, change } = await prepare(ada)
    const tag = await tagOf(ada, record)
    const answers = await Promise.all(Array.from({ length: 20 }, () => change({ 'if-match': tag })))
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1)
    const refused = name.startsWith('DELETE') ? [404, 409] : [409]
    for (const { status } of answers.filter(({ status }) => status >= 300)) expect(refused).toContain(status)
  })
})

async function expectRefused(ada: Person, { record, change }: Prepared, tag: string): Promise<void> {
  const { body: before } = await ada.get(record)
  const answer = await change({ 'if-match': tag })
  expect(answer).toMatchObject({
    status: 409,
    body: {
      error: expect.stringMatching(/^This .+ has changed since you opened it$/),
      code: 'version_conflict',
      current: { id: before.id, version: before.version },
    },
  })
  expect(before).toMatchObject(answer.body.current)
  expect((await ada.get(record)).body).toEqual(before)
}

/** One function reads the header for every call, so one call shows what it takes. */
describe('If-Match', () => {
  async function changeOfClient() {
    const ada = await signIn('Ada')
    const record = `/api/clients/${(await client(ada)).id}`
    const change: Prepared['change'] = (headers) => ada.put(record, { name: 'Studio South' }, headers)
    return { ada, record, change }
  }

  test('takes any version by an asterisk, and a tag that a proxy has weakened', async () => {
    const { ada, record, change } = await changeOfClient()
    expect((await change({ 'if-match': '*' })).status).toBe(200)
    expect((await change({ 'if-match': `W/${await tagOf(ada, record)}` })).status).toBe(200)
  })

  test.each(['"0"', '"99999999999999999999"', '"other"', '""'])('%s is another version', async (tag) => {
    const { ada, record, change } = await changeOfClient()
    await expectRefused(ada, { record, change }, tag)
  })

  test.each(['3', '"3', '"1", "2"', 'W/3', 'x', ''])('%j is not understood', async (tag) => {
    const { change } = await changeOfClient()
    expect(await change({ 'if-match': tag })).toMatchObject({
      status: 400,
      body: { code: 'invalid_request' },
    })
  })
})

describe('a version', () => {
  test('is in lists, so that what is edited from a row knows it', async () => {
    const ada = await signIn('Ada')
    await invoice(ada)
    await timeEntry(ada)
    await created(ada.post('/api/expenses', expense))
    for (const noun of ['clients', 'projects', 'time-entries', 'expenses', 'invoices']) {
      const { body } = await ada.get(`/api/${noun}`)
      expect(body, noun).toMatchObject([{ version: 1 }])
    }
  })

  test('of the account does not count invoices and sign-ins', async () => {
    const ada = await signIn('Ada')
    const before = await tagOf(ada, '/api/users/me')
    await invoice(ada)
    expect(await tagOf(ada, '/api/users/me')).toBe(before)
  })

  test('counts the decision of the client', async () => {
    const ada = await signIn('Ada')
    const { id } = await invoice(ada)
    const { body } = await ada.post(`/api/invoices/${id}/send`, { mail: false })
    const token = tokenOf(body.portal_url)
    const seen = `"${body.invoice.version}"`
    await ada.post(`/api/client-portal/${token}/invoices/${id}/approve`, { status: 'approved' })
    expect((await ada.put(`/api/invoices/${id}`, { tax_rate: 5 }, { 'if-match': seen })).status).toBe(409)
  })

  test('of an invoice is in the answer of a change that sets back its approval', async () => {
    const ada = await signIn('Ada')
    const { id } = await invoice(ada)
    const { body } = await ada.post(`/api/invoices/${id}/send`, { mail: false })
    const token = tokenOf(body.portal_url)
    await ada.post(`/api/client-portal/${token}/invoices/${id}/approve`, { status: 'approved' })
    const answer = await ada.post(`/api/invoices/${id}/items`, item)
    expect(answer.headers.get('etag')).toBe(await tagOf(ada, `/api/invoices/${id}`))
  })
})

describe('an Idempotency-Key', () => {
  test('answers an item again that was added from a version that is gone since', async () => {
    const ada = await signIn('Ada')
    const { id } = await invoice(ada)
    const headers = { 'idempotency-key': 'once', 'if-match': await tagOf(ada, `/api/invoices/${id}`) }
    const first = await ada.post(`/api/invoices/${id}/items`, item, headers)
    const again = await ada.post(`/api/invoices/${id}/items`, item, headers)
    expect(again).toMatchObject({ status: 201, body: first.body })
    expect(again.headers.get('etag')).toBe(first.headers.get('etag'))
  })
})
