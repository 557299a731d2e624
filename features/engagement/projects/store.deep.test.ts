import { beforeAll, expect, test } from 'vitest'
import type { Db } from '#server/database/database.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import { sharedApp, signIn } from '#tests/app.ts'
import { accountOf, addAccounts, costOf, fillTime } from '#tests/explain.ts'
import * as store from './store.ts'

let ada: AccountId

beforeAll(async () => {
  ada = await accountOf(await signIn('Ada'))
  await fillTime([ada], { clients: 20, projectsPerClient: 25, entriesPerProject: 20 })
  await fillTime(await addAccounts(200), { clients: 5, projectsPerClient: 4, entriesPerProject: 5 })
})

test('500 projects with 10,000 entries among 200 other accounts are read by index', async () => {
  const { database } = await sharedApp()
  const { items, next } = await store.listProjects(database.db, ada, { limit: 100 })
  expect(items).toHaveLength(100)
  expect(items.every(({ has_history }) => has_history)).toBe(true)
  const { id = 0, client_id } = items[50] ?? {}
  const calls: Record<string, (db: Db) => Promise<unknown>> = {
    'first page': (db) => store.listProjects(db, ada, { limit: 100 }),
    'next page': (db) => store.listProjects(db, ada, { limit: 100, cursor: next ?? '' }),
    search: (db) => store.listProjects(db, ada, { limit: 100, q: 'project 7' }),
    'to choose from': (db) => store.listProjects(db, ada, { limit: 100, status: 'not_cancelled' }),
    'of a client': (db) => store.listProjects(db, ada, { limit: 100, client_id: client_id ?? 0 }),
    'one project': (db) => store.findProject(db, ada, id),
    'one to hold': (db) => store.shareLockProject(db, ada, id),
    'one to change': (db) => store.lockProjectToChange(db, ada, id),
  }

  for (const [name, run] of Object.entries(calls)) {
    const { queries, wholeTables, rowsRead } = await costOf(run)
    expect({ name, queries, wholeTables }).toEqual({ name, queries: 1, wholeTables: [] })
    expect(rowsRead.projects, name).toBeGreaterThan(0)
    expect(rowsRead.projects, name).toBeLessThanOrEqual(name.startsWith('one') ? 1 : 500)
    // Finding out if a project has history is one look for each, however many entries it has.
    expect(rowsRead.time_entries ?? 0, name).toBeLessThanOrEqual(rowsRead.projects ?? 0)
  }
})

test('budgets of 100 projects are summed up in the same query, by index', async () => {
  const { database } = await sharedApp()
  await database.pool.query(
    'update projects set budget_hours = 1000, budget_amount = 1000 where account_id = $1',
    [ada],
  )
  const { queries, wholeTables, rowsRead } = await costOf((db) => store.listProjects(db, ada, { limit: 100 }))
  expect({ queries, wholeTables }).toEqual({ queries: 1, wholeTables: [] })
  expect(rowsRead.time_entries).toBeLessThanOrEqual((rowsRead.projects ?? 0) * (1 + 2 * 20))
})
