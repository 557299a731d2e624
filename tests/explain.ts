import { drizzle } from 'drizzle-orm/node-postgres'
import type { AccountId } from '#server/account-id.ts'
import type { Db } from '#server/database/open.ts'
import { sharedApp } from './app.ts'
import type { Person } from './people.ts'

export interface Cost {
  queries: number
  /** Tables that were read from end to end. */
  wholeTables: string[]
  /** Rows that were looked at, by table. */
  rowsRead: Record<string, number>
}

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

/** What the database does for a call, told by itself: `explain analyze` of every query that the call makes. */
export async function costOf(run: (db: Db) => Promise<unknown>): Promise<Cost> {
  const { database } = await sharedApp()
  const queries: { query: string; params: unknown[] }[] = []
  await run(
    drizzle(database.pool, { logger: { logQuery: (query, params) => queries.push({ query, params }) } }),
  )
  const cost: Cost = { queries: queries.length, wholeTables: [], rowsRead: {} }
  for (const { query, params } of queries) {
    const { rows } = await database.pool.query(`explain (analyze, format json) ${query}`, params)
    addUp(rows[0]['QUERY PLAN'][0].Plan, cost)
  }
  return cost
}

function addUp(plan: Plan, cost: Cost): void {
  const table = plan['Relation Name']
  if (table) {
    const rows = (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']
    cost.rowsRead[table] = (cost.rowsRead[table] ?? 0) + Math.round(rows)
    if (plan['Node Type'] === 'Seq Scan' && plan['Actual Loops'] > 0) cost.wholeTables.push(table)
  }
  for (const inner of plan.Plans ?? []) addUp(inner, cost)
}

export async function accountOf(person: Person): Promise<AccountId> {
  return (await person.get('/api/users/me')).body.id
}

/** Accounts of other people, whose data must cost nobody else anything. */
export async function addAccounts(count: number): Promise<number[]> {
  const { database } = await sharedApp()
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into accounts (email, email_verified, time_zone, created_at)
     select 'other' || number || '@example.com', true, 'UTC', now() from generate_series(1, $1::int) as number
     returning id`,
    [count],
  )
  return rows.map(({ id }) => Number(id))
}

interface Books {
  clients: number
  projectsPerClient: number
  entriesPerProject: number
}

/** Fills accounts by SQL: clients, their projects, and time on each over two thousand days. */
export async function fillTime(accountIds: number[], books: Books): Promise<void> {
  const { database } = await sharedApp()
  await database.pool.query(
    `with client as (
       insert into clients (account_id, name, email, phone, company, address, notes, name_key, search, created_at)
       select account_id, 'Client ' || n, '', '', '', '', '', 'client ' || n, 'client ' || n, now()
       from unnest($1::bigint[]) as account_id, generate_series(1, $2::int) as n
       returning account_id, id
     ),
     project as (
       insert into projects (account_id, client_id, name, description, status, name_key, search, created_at)
       select account_id, id, 'Project ' || n, '', 'active', 'project ' || n, 'project ' || n, now()
       from client, generate_series(1, $3::int) as n
       returning account_id, id
     )
     insert into time_entries (account_id, project_id, description, hours, date, is_billable, search, created_at)
     select account_id, id, 'Work ' || n, 100, date '2020-01-01' + ((id * 7919 + n * 104729) % 2000)::int, true,
       'work ' || n, now()
     from project, generate_series(1, $4::int) as n`,
    [accountIds, books.clients, books.projectsPerClient, books.entriesPerProject],
  )
  await database.pool.query('analyze accounts, clients, projects, time_entries, expenses, invoices')
}
