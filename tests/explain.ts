import type { Db } from '#server/database/database.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import { sharedApp } from './app.ts'
import type { Person } from './people.ts'
import { costIn, type QueryCost } from './query-cost.ts'

/** The cost of a call in the database that this worker's tests share. */
export async function costOf(run: (db: Db) => Promise<unknown>): Promise<QueryCost> {
  const { database } = await sharedApp()
  return costIn(database.pool, run)
}

export async function accountOf(person: Person): Promise<AccountId> {
  const { database } = await sharedApp()
  const account = await database.db
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', person.email)
    .executeTakeFirstOrThrow()
  return account.id
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
  // One client at a time: on a busy machine, a single statement could take longer than one may.
  for (let client = 1; client <= books.clients; client++) {
    await database.pool.query(
      `with client as (
         insert into clients (account_id, name, email, phone, company, address, notes, currency, name_key, search, created_at)
         select account_id, 'Client ' || $2::int, '', '', '', '', '', 'USD', 'client ' || $2::int, 'client ' || $2::int, now()
         from unnest($1::bigint[]) as account_id
         returning account_id, id
       ),
       project as (
         insert into projects (account_id, client_id, name, description, currency, status, name_key, search, created_at)
         select account_id, id, 'Project ' || n, '', 'USD', 'active', 'project ' || n, 'project ' || n, now()
         from client, generate_series(1, $3::int) as n
         returning account_id, id
       )
       insert into time_entries (account_id, project_id, description, hours, date, is_billable, search, created_at)
       select account_id, id, 'Work ' || n, 100, date '2020-01-01' + ((id * 7919 + n * 104729) % 2000)::int, true,
         'work ' || n, now()
       from project, generate_series(1, $4::int) as n`,
      [accountIds, client, books.projectsPerClient, books.entriesPerProject],
    )
  }
  await database.pool.query('analyze accounts, clients, projects, time_entries, expenses, invoices')
}
