import { beforeAll, expect, test } from 'vitest'
import type { Db } from '#server/database/database.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import { sharedApp, signIn } from '#tests/app.ts'
import { accountOf, addAccounts, costOf, fillTime } from '#tests/explain.ts'
import * as store from './store.ts'

let ada: AccountId

beforeAll(async () => {
  ada = await accountOf(await signIn('Ada'))
  await fillTime([ada], { clients: 20, projectsPerClient: 25, entriesPerProject: 100 })
  await fillTime(await addAccounts(200), { clients: 5, projectsPerClient: 4, entriesPerProject: 10 })
})

test('50,000 entries among 200 other accounts cost a page as much as a few', async () => {
  const { database } = await sharedApp()
  const { items, next } = await store.listTimeEntries(database.db, ada, { limit: 100 })
  expect(items).toHaveLength(100)
  const { id, project_id } = items[50] ?? { id: 0, project_id: 0 }
  const { client_id } = await database.db
    .selectFrom('projects')
    .select('client_id')
    .where('id', '=', project_id)
    .executeTakeFirstOrThrow()
  const week = { from: '2021-03-01', to: '2021-03-07' }
  const calls: Record<string, (db: Db) => Promise<unknown>> = {
    'first page': (db) => store.listTimeEntries(db, ada, { limit: 100 }),
    'next page': (db) => store.listTimeEntries(db, ada, { limit: 100, cursor: next ?? '' }),
    search: (db) => store.listTimeEntries(db, ada, { limit: 100, q: 'work 77' }),
    sums: (db) => store.sumHours(db, ada, '2021-03-03', week),
    'totals of days': (db) => store.sumTimeEntries(db, ada, week),
    'totals of a project': (db) => store.sumTimeEntries(db, ada, { project_id }),
    'totals of a client': (db) => store.sumTimeEntries(db, ada, { client_id: client_id ?? 0 }),
    'one entry': (db) => store.findTimeEntry(db, ada, id),
    'one to change': (db) => store.lockTimeEntry(db, ada, id),
  }

  // 50,000 entries on 2,000 days are 25 a day: a page spans four days, and its ends may lie within a day. One entry more than shown is read.
  const mostEntries = {
    'first page': 303,
    'next page': 303,
    sums: 250,
    'totals of days': 250,
    'totals of a project': 100,
    'totals of a client': 2500,
    'one entry': 1,
    'one to change': 2,
  }
  for (const [name, run] of Object.entries(calls)) {
    const { queries, wholeTables, rowsRead } = await costOf(run)
    expect({ name, wholeTables }).toEqual({ name, wholeTables: [] })
    expect(queries, name).toBe(name === 'one to change' ? 2 : 1)
    expect(rowsRead.time_entries, name).toBeGreaterThan(0)
    expect(rowsRead.time_entries, name).toBeLessThanOrEqual(
      mostEntries[name as keyof typeof mostEntries] ?? 2 * 50_000,
    )
    expect(rowsRead.projects ?? 0, name).toBeLessThanOrEqual(name === 'search' ? 2 * 50_000 : 2 * 500)
  }
})
