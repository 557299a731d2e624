import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { Endpoint } from '#core/endpoint.ts'
import { ALL_ROUTES } from '#server/app.ts'
import { sharedApp, signIn } from '#tests/app.ts'
import { type Person, Visitor } from '#tests/people.ts'

const endpoints: Endpoint[] = ALL_ROUTES.map(({ endpoint }) => endpoint)
const ofAccount = endpoints.filter(({ access }) => access === 'account')
const named = (all: Endpoint[]) =>
  all.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const)

/** Fills `/api/clients/{id}/…` with the number that somebody's client has; 1 for what she has none of. */
const pathTo = ({ path }: Endpoint, ids: Record<string, number>) =>
  path.replace(/([\w-]+)\/\{(\w+)\}/g, (_, noun: string) => `${noun}/${ids[noun] ?? 1}`)

async function withOneOfEach(person: Person): Promise<Record<string, number>> {
  const client = (await person.post('/api/clients', { name: 'Studio North' })).body.id
  const project = (await person.post('/api/projects', { name: 'Website', client_id: client })).body.id
  const date = '2026-11-15'
  const entry = await person.post('/api/time-entries', { project_id: project, hours: 1.5, date })
  const expense = await person.post('/api/expenses', {
    category: 'Travel',
    description: 'Train',
    amount: 9.5,
    date,
  })
  const invoice = (await person.post('/api/invoices', { client_id: client, issue_date: date })).body.id
  const item = await person.post(`/api/invoices/${invoice}/items`, {
    description: 'Design',
    quantity: 1,
    rate: 90,
  })
  return {
    clients: client,
    projects: project,
    invoices: invoice,
    'time-entries': entry.body.id,
    expenses: expense.body.id,
    items: item.body.id,
  }
}

/** Every row of every table that belongs to an account. */
async function everythingOf(person: Person): Promise<string> {
  const { database } = await sharedApp()
  const { body } = await person.get('/api/users/me')
  const { rows: tables } = await database.pool.query<{ table_name: string }>(
    `select table_name from information_schema.columns
     where table_schema = 'public' and column_name = 'account_id' order by table_name`,
  )
  const dumps = await Promise.all(
    tables.map(async ({ table_name }) => {
      const { rows } = await database.pool.query(
        `select row_to_json(t)::text as row from ${table_name} t where account_id = $1 order by 1`,
        [body.id],
      )
      return rows.map(({ row }) => `${table_name} ${row}`)
    }),
  )
  return dumps.flat().join('\n')
}

describe('nobody', () => {
  test.each(named(ofAccount))('gets 401 from %s', async (_, endpoint) => {
    const stranger = new Visitor((await sharedApp()).url)
    const response = await stranger.fetch(pathTo(endpoint, {}), { method: endpoint.method })
    expect(response.status).toBe(401)
  })
})

describe('another account', () => {
  test('finds nothing of hers, and changes nothing, by any call', async () => {
    const [ada, eve] = [await signIn('Ada'), await signIn('Eve')]
    const ids = await withOneOfEach(ada)
    const before = await everythingOf(ada)
    expect(before).toContain('Studio North')
    for (const endpoint of ofAccount.filter(({ path }) => path.includes('{'))) {
      const response = await eve.fetch(pathTo(endpoint, ids), {
        method: endpoint.method,
        ...(endpoint.body && {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(SOUND),
        }),
      })
      const what = `${endpoint.method} ${endpoint.path}`
      expect([400, 404], what).toContain(response.status)
      expect(await response.text(), what).not.toContain('Studio North')
    }
    for (const endpoint of ofAccount.filter(({ path, method }) => method === 'GET' && !path.includes('{'))) {
      const text = await (await eve.fetch(endpoint.path)).text()
      expect(text, endpoint.path).not.toContain('Studio North')
    }
    expect(await everythingOf(ada)).toBe(before)
  })
})

/** Fields that make most bodies right, so that a call gets as far as looking for what is not hers. */
const SOUND = {
  name: 'Taken',
  description: 'Taken',
  title: 'Taken',
  content: 'Taken',
  quantity: 1,
  rate: 1,
  hours: 1,
  amount: 1,
  date: '2026-11-15',
  issue_date: '2026-11-15',
  category: 'Travel',
  status: 'active',
  client_id: 1,
  project_id: 1,
}

const hostile = fc.oneof(
  { weight: 3, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  fc.constantFrom<unknown>(
    '',
    '\0',
    '=cmd()',
    "'; drop table clients; --",
    '2026-02-30',
    '0000-00-00',
    'NaN',
    '\uD800',
  ),
  fc.constantFrom<unknown>(-1, 0, 0.001, 1e308, 2 ** 53, -0.01, 999_999_999.99, 1_000_000_000),
  fc.constantFrom<unknown>(null, true, [], {}, [[[[[[]]]]]], 'x'.repeat(20_000)),
)

function bodiesFor(endpoint: Endpoint): fc.Arbitrary<unknown> {
  const shape = (endpoint.body as z.ZodObject | undefined)?.shape ?? {}
  const record = fc.record(
    Object.fromEntries(
      Object.keys(shape).map((name) => [
        name,
        fc.oneof(hostile, fc.constant((SOUND as Record<string, unknown>)[name])),
      ]),
    ),
    { requiredKeys: [] },
  )
  return fc.oneof({ weight: 6, arbitrary: record }, hostile)
}

describe('whatever is sent', () => {
  const writing = endpoints.filter(({ body, raw }) => body && !raw)

  test.each(named(writing))('%s never answers with a fault of ours', async (_, endpoint) => {
    const ada = await signIn('Ada')
    const ids = await withOneOfEach(ada)
    await fc.assert(
      fc.asyncProperty(bodiesFor(endpoint), async (body) => {
        const { status, body: answer } = await ada.request(
          endpoint.method,
          pathTo(endpoint, ids),
          body ?? null,
        )
        expect(status === 503 || status < 500, `${status} ${JSON.stringify(answer)}`).toBe(true)
        if (status >= 400) expect(answer.error).toMatch(/\S/)
      }),
      { numRuns: 40 },
    )
  })

  test.each(named(endpoints.filter(({ method }) => method === 'GET')))(
    '%s takes any address',
    async (_, endpoint) => {
      const ada = await signIn('Ada')
      await fc.assert(
        fc.asyncProperty(
          fc.string({ unit: 'binary', minLength: 1 }),
          fc.webQueryParameters(),
          async (id, query) => {
            const path = endpoint.path.replace(/\{\w+\}/g, encodeURIComponent(id.toWellFormed()) || 'x')
            if (endpoint.changesState) return
            const response = await ada.fetch(`${path}?${query}`)
            await response.body?.cancel()
            expect(
              response.status === 503 || response.status < 500,
              `${path}?${query} ${response.status}`,
            ).toBe(true)
          },
        ),
        { numRuns: 15 },
      )
    },
  )
})
