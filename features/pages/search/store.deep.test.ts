import { beforeAll, expect, test } from 'vitest'
import type { AccountId } from '#server/identity/account-id.ts'
import { sharedApp, signIn } from '#tests/app.ts'
import { accountOf, addAccounts, costOf, fillTime } from '#tests/explain.ts'
import { readQuery } from './rules/query.ts'
import * as store from './store.ts'

let ada: AccountId
let grace: AccountId

beforeAll(async () => {
  ada = await accountOf(await signIn('Ada'))
  grace = await accountOf(await signIn('Grace'))
  await fillTime([ada], { clients: 20, projectsPerClient: 25, entriesPerProject: 100 })
  await fillTime([grace, ...(await addAccounts(200))], {
    clients: 5,
    projectsPerClient: 4,
    entriesPerProject: 10,
  })
})

const costOfSearch = (account: AccountId, q: string) =>
  costOf(async (db) => {
    const query = readQuery(q)
    if (query) await store.search(db, account, query)
  })

/** Rare, common, several words, a number, an amount, and the longest that is allowed. */
const TEXTS = ['nothing like it', 'work 77', 'client 7 work', 'work', '42', '4,312.50', 'wo rk '.repeat(28)]

test.each(TEXTS)('a search for "%s" reads each record of the account once', async (q) => {
  const { queries, rowsRead } = await costOfSearch(ada, q)
  expect(queries).toBe(1)
  expect(rowsRead.time_entries).toBeLessThanOrEqual(2 * 50_000)
  // Names are found once for each word, and then for the results.
  expect(rowsRead.projects).toBeLessThanOrEqual(20 * 500)
})

test.each(TEXTS)('a search for "%s" in small books reads nothing of 50,000 other entries', async (q) => {
  const { queries, wholeTables, rowsRead } = await costOfSearch(grace, q)
  expect(queries).toBe(1)
  expect(wholeTables).toEqual([])
  expect(rowsRead.time_entries).toBeLessThanOrEqual(200)
})

test('the newest of many entries are found', async () => {
  const { database } = await sharedApp()
  const query = readQuery('work 77')
  const found = query && (await store.search(database.db, ada, query))
  expect(found?.time_entries).toHaveLength(5)
  const dates = found?.time_entries.map(({ date }) => date) ?? []
  expect(dates).toEqual(dates.toSorted().toReversed())
})
