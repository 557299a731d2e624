import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Db } from '#server/database/database.ts'
import { sharedApp, signIn } from '#tests/app.ts'
import { accountOf, addAccounts, costOf } from '#tests/explain.ts'
import type { QueryCost } from '#tests/query-cost.ts'
import { findInvoice, lockInvoice } from './store/invoice.ts'
import { amountsOf } from './store/items.ts'
import { listInvoices, sumUp } from './store/list.ts'

const INVOICES = 1000
/** So many that reading all of them would be slower than to look one up. */
const OTHER_ACCOUNTS = 1000
const TODAY = '2026-11-16'

const ACCOUNTS_AT_ONCE = 100

/** Inserts by SQL: a client per account, some invoices, the last on 1 November and each so many days after the one before, three items each. */
async function fill(accountIds: number[], invoices: number, daysApart = 0): Promise<void> {
  const { database } = await sharedApp()
  // Some at a time: on a busy machine, a single statement could take longer than one may.
  for (let start = 0; start < accountIds.length; start += ACCOUNTS_AT_ONCE)
    await database.pool.query(
      `with owner as (select unnest($1::bigint[]) as account_id),
      client as (
        insert into clients (account_id, name, email, phone, company, address, notes, currency, name_key, search, created_at)
        select account_id, 'Client', '', '', '', '', '', 'USD', 'client', 'client', now() from owner
        returning account_id, id
      ),
      invoice as (
        insert into invoices (account_id, number, client_id, client_name, issue_date, tax_rate, currency, subtotal,
          tax_amount, total, home_total, notes, status, search, created_at)
        select account_id, number, id, 'Client', date '2026-11-01' - $3::int * ($2::int - number), 0, 'USD', 300, 0, 300, 300, '',
          case when number % 50 = 0 then 'draft' else 'sent' end,
          'inv-' || number || ' client', now()
        from client, generate_series(1, $2::int) as number
        returning account_id, id
      )
    insert into invoice_items (account_id, invoice_id, description, quantity, rate, amount)
    select account_id, id, 'Item', 100, 100, 100 from invoice, generate_series(1, 3)`,
      [accountIds.slice(start, start + ACCOUNTS_AT_ONCE), invoices, daysApart],
    )
  await database.pool.query('analyze')
}

describe('with 1,000 other accounts in the database', () => {
  test('each call is one indexed query that reads no more than before', async () => {
    const { database } = await sharedApp()
    const ada = await accountOf(await signIn('Ada'))
    await fill([ada], INVOICES)
    const { rows } = await database.pool.query<{ id: string; client_id: string }>(
      'select id, client_id from invoices where account_id = $1 and number = 200',
      [ada],
    )
    const id = Number(rows[0]?.id)
    const clientId = Number(rows[0]?.client_id)
    const first = await listInvoices(database.db, ada, TODAY, { limit: 100 })
    const calls: Record<string, (db: Db) => Promise<unknown>> = {
      'first page': (db) => listInvoices(db, ada, TODAY, { limit: 100 }),
      'next page': (db) => listInvoices(db, ada, TODAY, { limit: 100, cursor: first.next ?? '' }),
      search: (db) => listInvoices(db, ada, TODAY, { limit: 100, q: 'inv-77' }),
      'first page of a status': (db) => listInvoices(db, ada, TODAY, { limit: 100, status: 'draft' }),
      detail: (db) => findInvoice(db, ada, id),
      sums: (db) => sumUp(db, ada, TODAY, {}),
      'sums of a client': (db) => sumUp(db, ada, TODAY, { client_id: clientId }),
      'days of a list': (db) =>
        listInvoices(db, ada, TODAY, { limit: 100, from: '2026-11-01', to: '2026-11-01' }),
      lock: (db) => lockInvoice(db, ada, id),
      amounts: (db) => amountsOf(db, ada, id),
    }
    const measure = async () =>
      Object.fromEntries(
        await Promise.all(
          Object.entries(calls).map(async ([name, run]) => [name, await costOf(run)] as const),
        ),
      )

    const alone = await measure()
    await fill(await addAccounts(OTHER_ACCOUNTS), 5)
    const among = await measure()

    for (const [name, cost] of Object.entries(among)) {
      expect(cost, name).toMatchObject({ queries: 1, wholeTables: [] })
      expect(total(cost), name).toBeGreaterThan(0)
      expect(total(cost), name).toBeLessThanOrEqual(total(alone[name]))
    }
    expect(total(among['first page'])).toBeLessThanOrEqual(101)
    expect(total(among['next page'])).toBeLessThanOrEqual(101)
    expect(total(among['first page of a status'])).toBeLessThanOrEqual(INVOICES / 50)
    expect(total(among.search)).toBeLessThanOrEqual(INVOICES)
    expect(among.detail?.rowsRead).toEqual({
      invoices: 1,
      // Once for the lines, and once for the files that they cite.
      invoice_items: 6,
      deliverable_versions: 0,
      line_requests: 0,
      decisions: 0,
      accounts: 1,
      businesses: 0,
      clients: 1,
      payments: 0,
      invoice_checkouts: 0,
      paid_notices: 0,
    })
  })
})

test('the invoices of a month are read by their day, not among all others', async () => {
  const ada = await accountOf(await signIn('Ada'))
  await fill([ada], INVOICES, 1)
  const march = { from: '2024-03-01', to: '2024-03-31' }
  const list = await costOf((db) => listInvoices(db, ada, TODAY, { limit: 100, ...march }))
  const sums = await costOf((db) => sumUp(db, ada, TODAY, march))
  expect(list.rowsRead).toEqual({ invoices: 31 })
  expect(sums.rowsRead).toMatchObject({ invoices: 31 })
})

test('PostgreSQL knows how little of a long list it reads; lists of other sizes share a statement', async () => {
  const { database } = await sharedApp()
  const ada = await accountOf(await signIn('Ada'))
  await database.db.transaction().execute(async (tx) => {
    await listInvoices(tx, ada, TODAY, { limit: 100 })
    for (const limit of [99, 101, 500]) await listInvoices(tx, ada, TODAY, { limit })
    await listInvoices(tx, ada, TODAY, { limit: 100, status: 'draft' })
    const { rows } = await sql<{ end: string }>`
      select substring(statement from 'where.*') as end from pg_prepared_statements
      where statement like 'select "id", "number", %'`.execute(tx)
    const ends = rows.map(({ end }) => end)
    const whole = 'where "account_id" = $1 and true and true and true order by id desc limit'
    expect(ends.filter((end) => end.startsWith(whole)).toSorted()).toEqual([`${whole} $2`, `${whole} 101`])
    expect(ends).toContain(
      'where "account_id" = $1 and status = $2 and true and true order by id desc limit $3',
    )
  })
})

const total = (cost: QueryCost | undefined) =>
  Object.values(cost?.rowsRead ?? {}).reduce((sum, rows) => sum + rows, 0)
