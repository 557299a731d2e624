import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { sendingApi } from '#features/billing/sending/contract/sending.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { expensesApi } from '#features/work/expenses/contract.ts'
import { timeEntriesApi } from '#features/work/time-entries/contract.ts'
import { setClock, sharedApp } from '#tests/app.ts'
import { keepMarkedBooks, type MarkedBooks } from '#tests/marked-books.ts'
import { everyAnswer, pathTo } from '#tests/sound-request.ts'

const MORE = 20
const TODAY = '2026-11-16'

test('no call asks the database more often where there is more to answer', async () => {
  await setClock(`${TODAY}T12:00:00Z`)
  const books = await keepMarkedBooks('Ada')
  const before = await countTwice(books)
  for (let count = 0; count < MORE; count++) await addOneOfEach(books)
  const after = await countTwice(books)

  expect(after).toEqual(before)
  expect(before['GET /api/invoices']).toBeGreaterThan(0)
  expect(Object.keys(before).length).toBeGreaterThan(30)
})

/** The lower of two counts: the app also works in the background, for the calls before. */
async function countTwice(books: MarkedBooks): Promise<Record<string, number>> {
  const [first, second] = [await countQueries(books), await countQueries(books)]
  return Object.fromEntries(
    Object.entries(first).map(([call, count]) => [call, Math.min(count, second[call] ?? count)]),
  )
}

/** Counts the statements of every call that reads. */
async function countQueries({ owner, keys }: MarkedBooks): Promise<Record<string, number>> {
  const { url } = await sharedApp()
  const counts: Record<string, number> = {}
  for (const endpoint of everyAnswer) {
    if (endpoint.method !== 'GET' || !['account', 'link'].includes(endpoint.access)) continue
    const path = pathTo(endpoint, { ...keys, origin: url })
    const query = vi.spyOn(pg.Client.prototype, 'query')
    const response = await owner.fetch(path)
    await response.arrayBuffer()
    counts[`GET ${endpoint.path}`] = query.mock.calls.length
    query.mockRestore()
    expect(response.status, path).toBe(200)
  }
  return counts
}

/** A project with time, expenses and a partly paid invoice, and another payment on the invoice of the books. */
async function addOneOfEach({ owner, keys }: MarkedBooks): Promise<void> {
  const client_id = Number(keys.clients)
  const { id: project_id } = await owner.call(projectsApi.create, {
    body: { name: 'Shop', client_id, hourly_rate: 80, billing: 'hourly', budget_hours: 10 },
  })
  await owner.call(timeEntriesApi.create, {
    body: { project_id, description: 'Cart', hours: 1, date: TODAY },
  })
  await owner.call(expensesApi.create, {
    body: {
      project_id,
      description: 'Icons',
      category: 'Other',
      amount: 12,
      currency: 'EUR',
      exchange_rate: 1.1,
      date: TODAY,
    },
  })
  const { id } = await owner.call(invoicesApi.create, {
    body: {
      client_id,
      project_id,
      issue_date: TODAY,
      currency: 'EUR',
      exchange_rate: 1.1,
      items: [{ description: 'Cart', quantity: 1, rate: 80 }],
    },
  })
  await owner.call(sendingApi.send, { params: { id }, body: { mail: false } })
  for (const invoice of [id, Number(keys.invoices)])
    await owner.call(invoicesApi.recordPayment, {
      params: { id: invoice },
      body: { amount: 1, paid_on: TODAY },
    })
}
