import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { accountApi } from '#features/foundation/account/contract.ts'
import { expensesApi } from '#features/work/expenses/contract.ts'
import { timeEntriesApi } from '#features/work/time-entries/contract.ts'
import { timerApi } from '#features/work/timer/contract.ts'
import { startTestApp, type TestApp, uniqueEmail } from '#tests/app.ts'
import { draft } from '#tests/invoices.ts'
import { createOnServer } from '#tests/new-database.ts'
import { type Person, signInAs } from '#tests/people.ts'
import { type Relay, startRelay } from '#tests/relay.ts'

let relay: Relay
let app: TestApp
let ada: Person

beforeAll(async () => {
  relay = await startRelay(await createOnServer({ isMigrated: true }))
  app = await startTestApp({ DATABASE_URL: relay.url })
  ada = await signInAs(app.url, { name: 'Ada', email: uniqueEmail('Ada') })
})
afterAll(async () => {
  await app?.stop()
  relay?.close()
})

/** The least of several counts: the app also works in the background. */
async function countRoundTrips(call: () => Promise<unknown>): Promise<number> {
  const counts: number[] = []
  for (let times = 0; times < 5; times++) {
    const before = relay.roundTrips()
    await call()
    counts.push(relay.roundTrips() - before)
  }
  return Math.min(...counts)
}

const created = () => ({ headers: { 'idempotency-key': randomUUID() } })

test('calls wait for the database no more often than they must', async () => {
  const { id: client_id } = await ada.call(clientsApi.create, { body: { name: 'Studio North' } })
  const { id: project_id } = await ada.call(projectsApi.create, { body: { name: 'Website', client_id } })
  const time = { project_id, description: 'Wireframes', hours: 1, date: '2026-11-16' }
  const expense = { description: 'Icons', category: 'Other' as const, amount: 12, date: '2026-11-16' }
  const { id } = await ada.call(timeEntriesApi.create, { body: time })
  const { id: expenseId } = await ada.call(expensesApi.create, { body: expense })
  const { id: invoice } = await ada.call(invoicesApi.create, { body: draft(client_id) })
  const calls = {
    'check the session': () => ada.call(accountApi.me),
    'log time': () => ada.call(timeEntriesApi.create, { body: time, ...created() }),
    'change time': () => ada.call(timeEntriesApi.update, { params: { id }, body: time }),
    'start the timer': () => ada.call(timerApi.start, { body: { project_id }, ...created() }),
    'add an expense': () => ada.call(expensesApi.create, { body: expense, ...created() }),
    'change an expense': () => ada.call(expensesApi.update, { params: { id: expenseId }, body: expense }),
    'add a client': () => ada.call(clientsApi.create, { body: { name: 'South' }, ...created() }),
    'add an item': () =>
      ada.call(invoicesApi.addItem, {
        params: { id: invoice },
        body: { description: 'Design', quantity: 1, rate: 80 },
        ...created(),
      }),
  }
  const counts: Record<string, number> = {}
  for (const [name, call] of Object.entries(calls)) counts[name] = await countRoundTrips(call)
  expect(counts).toEqual({
    'check the session': 2,
    'log time': 4,
    'change time': 5,
    'change an expense': 5,
    'start the timer': 5,
    'add an expense': 5,
    'add a client': 4,
    'add an item': 6,
  })
})
