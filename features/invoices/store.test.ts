import { eq } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { describe, expect, test } from 'vitest'
import { accounts } from '#features/account/table.ts'
import type { AccountId } from '#server/account-id.ts'
import type { Db } from '#server/database/open.ts'
import { sharedApp, signIn } from '#tests/app.ts'
import * as store from './store.ts'

const INVOICES = 1000
const OTHER_ACCOUNTS = 200

async function newAccount(name: string): Promise<AccountId> {
  const { database } = await sharedApp()
  const person = await signIn(name)
  const [account] = await database.db
    .select({ id: accounts.id })
    .from(accounts)
    .where(eq(accounts.email, person.email))
  if (!account) throw new Error('nobody signed in')
  return account.id
}

/** Fills books by SQL: each account a client, some invoices, three items on each. */
async function fill(accountIds: number[], invoices: number): Promise<void> {
  const { database } = await sharedApp()
  await database.pool.query(
    `with owner as (select unnest($1::bigint[]) as account_id),
      client as (
        insert into clients (account_id, name, email, phone, company, address, notes, name_key, search, created_at)
        select account_id, 'Client', '', '', '', '', '', 'client', 'client', now() from owner
        returning account_id, id
      ),
      invoice as (
        insert into invoices (account_id, number, client_id, client_name, issue_date, tax_rate, subtotal, tax_amount,
          total, notes, status, search, created_at)
        select account_id, number, id, 'Client', '2026-11-01', 0, 300, 0, 300, '', 'sent',
          'inv-' || number || ' client', now()
        from client, generate_series(1, $2::int) as number
        returning account_id, id
      )
    insert into invoice_items (account_id, invoice_id, description, quantity, rate, amount)
    select account_id, id, 'Item', 100, 100, 100 from invoice, generate_series(1, 3)`,
    [accountIds, invoices],
  )
}

async function fillOtherAccounts(): Promise<void> {
  const { database } = await sharedApp()
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into accounts (email, email_verified, time_zone, created_at)
    select 'other' || number || '@example.com', true, 'UTC', now() from generate_series(1, $1::int) as number
    returning id`,
    [OTHER_ACCOUNTS],
  )
  await fill(
    rows.map(({ id }) => Number(id)),
    25,
  )
  await database.pool.query('analyze clients, invoices, invoice_items')
}

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

interface Cost {
  queries: number
  wholeTables: string[]
  rowsRead: number
}

/** What the database does for a call: how many queries, which tables it reads from end to end, how many rows. */
async function costOf(run: (db: Db) => Promise<unknown>): Promise<Cost> {
  const { database } = await sharedApp()
  const queries: { query: string; params: unknown[] }[] = []
  await run(
    drizzle(database.pool, { logger: { logQuery: (query, params) => queries.push({ query, params }) } }),
  )
  const cost: Cost = { queries: queries.length, wholeTables: [], rowsRead: 0 }
  for (const { query, params } of queries) {
    const { rows } = await database.pool.query(`explain (analyze, format json) ${query}`, params)
    addUp(rows[0]['QUERY PLAN'][0].Plan, cost)
  }
  return cost
}

function addUp(plan: Plan, cost: Cost): void {
  if (plan['Node Type'] === 'Seq Scan') cost.wholeTables.push(plan['Relation Name'] ?? '')
  if (plan['Relation Name']) {
    cost.rowsRead += (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']
  }
  for (const inner of plan.Plans ?? []) addUp(inner, cost)
}

describe('with 200 other accounts in the database', () => {
  test('each call is one indexed query that reads no more than before', async () => {
    const { database } = await sharedApp()
    const ada = await newAccount('Ada')
    await fill([ada], INVOICES)
    await database.pool.query('analyze clients, invoices, invoice_items')
    const { rows } = await database.pool.query<{ id: string }>(
      'select id from invoices where account_id = $1 and number = 200',
      [ada],
    )
    const id = Number(rows[0]?.id)
    const first = await store.listInvoices(database.db, ada, { limit: 100 })
    const calls: Record<string, (db: Db) => Promise<unknown>> = {
      'first page': (db) => store.listInvoices(db, ada, { limit: 100 }),
      'next page': (db) => store.listInvoices(db, ada, { limit: 100, cursor: first.next ?? '' }),
      search: (db) => store.listInvoices(db, ada, { limit: 100, q: 'inv-77' }),
      detail: (db) => store.findInvoice(db, ada, id),
      lock: (db) => store.lockInvoice(db, ada, id),
      amounts: (db) => store.amountsOf(db, ada, id),
    }
    const measure = async () =>
      Object.fromEntries(
        await Promise.all(
          Object.entries(calls).map(async ([name, run]) => [name, await costOf(run)] as const),
        ),
      )

    const alone = await measure()
    await fillOtherAccounts()
    const among = await measure()

    for (const [name, cost] of Object.entries(among)) {
      expect(cost, name).toMatchObject({ queries: 1, wholeTables: [] })
      expect(cost.rowsRead, name).toBeGreaterThan(0)
      expect(cost.rowsRead, name).toBeLessThanOrEqual(Math.max(alone[name]?.rowsRead ?? 0, 1))
    }
    expect(among['first page']?.rowsRead).toBeLessThanOrEqual(101)
    expect(among['next page']?.rowsRead).toBeLessThanOrEqual(101)
    expect(among.search?.rowsRead).toBeLessThanOrEqual(INVOICES)
    expect(among.detail?.rowsRead).toBe(4)
  })
})
