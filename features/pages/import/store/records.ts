import { sql } from 'kysely'
import type { DateOnly } from '#core/calendar.ts'
import type { Currency } from '#core/currency.ts'
import type { MinorUnits } from '#core/money.ts'
import { foldCase } from '#core/text.ts'
import type { Seconds } from '#core/units.ts'
import type { ExpenseCategory } from '#features/work/expenses/contract.ts'
import type { Db } from '#server/database/database.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { KeptRecord } from '../contract.ts'

export interface KnownClient {
  id: number
  name: string
  name_key: string
  currency: Currency
  hourly_rate: MinorUnits | null
}

/** The clients with one of these names, archived or not; active ones first. */
export const findClientsNamed = (db: Db, accountId: AccountId, nameKeys: string[]): Promise<KnownClient[]> =>
  db
    .selectFrom('clients')
    .select(['id', 'name', 'name_key', 'currency', 'hourly_rate'])
    .where('account_id', '=', accountId)
    .where(sql<boolean>`name_key = any(${nameKeys}::text[])`)
    .where('erased_at', 'is', null)
    .orderBy(sql`archived_at is not null`)
    .orderBy('id')
    .execute()

export interface NewClient {
  name: string
  email: string
  phone: string
  company: string
  address: string
  postal_code: string
  city: string
  country: string
  tax_id: string
  notes: string
  currency: Currency
  hourly_rate: MinorUnits | null
}

/** The ids are in the order of the clients. */
export const insertClients = (
  db: Db,
  accountId: AccountId,
  importId: number,
  clients: NewClient[],
  now: Date,
): Promise<number[]> => {
  const rows = clients.map((client) => ({
    ...client,
    name_key: foldCase(client.name),
    search: foldCase([client.name, client.email, client.company].join('\n')),
  }))
  return insertedIds(
    sql<{ id: number }>`
      insert into clients (account_id, import_id, created_at, name, email, phone, company, address, postal_code, city,
        country, tax_id, notes, currency, hourly_rate, name_key, search)
      select ${accountId}, ${importId}, ${now}, name, email, phone, company, address, postal_code, city,
        country, tax_id, notes, currency, hourly_rate, name_key, search
      from jsonb_populate_recordset(null::clients, ${JSON.stringify(rows)})
      returning id`.execute(db),
  )
}

export interface NewProject {
  client_id: number | null
  name: string
  description: string
  currency: Currency
  hourly_rate: MinorUnits | null
  estimated_hours: Seconds | null
  budget_hours: Seconds | null
  budget_amount: MinorUnits | null
  start_date: DateOnly | null
  end_date: DateOnly | null
}

/** The ids are in the order of the projects. */
export const insertProjects = (
  db: Db,
  accountId: AccountId,
  importId: number,
  projects: NewProject[],
  now: Date,
): Promise<number[]> => {
  const rows = projects.map((project) => ({
    ...project,
    name_key: foldCase(project.name),
    search: foldCase([project.name, project.description].join('\n')),
  }))
  return insertedIds(
    sql<{ id: number }>`
      insert into projects (account_id, import_id, created_at, status, client_id, name, description, currency,
        hourly_rate, estimated_hours, budget_hours, budget_amount, start_date, end_date, name_key, search)
      select ${accountId}, ${importId}, ${now}, 'active', client_id, name, description, currency,
        hourly_rate, estimated_hours, budget_hours, budget_amount, start_date, end_date, name_key, search
      from jsonb_populate_recordset(null::projects, ${JSON.stringify(rows)})
      returning id`.execute(db),
  )
}

const insertedIds = async (inserting: Promise<{ rows: { id: number }[] }>): Promise<number[]> =>
  (await inserting).rows.map(({ id }) => id)

export interface NewTimeEntry {
  project_id: number
  description: string
  hours: Seconds
  date: DateOnly
  is_billable: boolean
  is_billed: boolean
  rate: MinorUnits | null
  rate_hours: Seconds
  fixed_amount: MinorUnits | null
  started_at: Date | null
  ended_at: Date | null
}

export async function insertTimeEntries(
  db: Db,
  accountId: AccountId,
  importId: number,
  entries: NewTimeEntry[],
  now: Date,
): Promise<void> {
  const rows = entries.map((entry) => ({ ...entry, search: foldCase(entry.description) }))
  await sql`
    insert into time_entries (account_id, import_id, created_at, project_id, description, hours, date, is_billable,
      is_billed, rate, rate_hours, fixed_amount, started_at, ended_at, search)
    select ${accountId}, ${importId}, ${now}, project_id, description, hours, date, is_billable,
      is_billed, rate, rate_hours, fixed_amount, started_at, ended_at, search
    from jsonb_populate_recordset(null::time_entries, ${JSON.stringify(rows)})`.execute(db)
}

export interface NewExpense {
  project_id: number | null
  client_id: number | null
  category: ExpenseCategory
  description: string
  currency: Currency
  amount: MinorUnits
  exchange_rate: number | null
  home_amount: MinorUnits
  date: DateOnly
  is_billable: boolean
  is_billed: boolean
}

export async function insertExpenses(
  db: Db,
  accountId: AccountId,
  importId: number,
  expenses: NewExpense[],
  now: Date,
): Promise<void> {
  const rows = expenses.map((expense) => ({
    ...expense,
    search: foldCase([expense.description, expense.category].join('\n')),
  }))
  await sql`
    insert into expenses (account_id, import_id, created_at, project_id, client_id, category, description, currency, amount,
      exchange_rate, home_amount, date, is_billable, is_billed, search)
    select ${accountId}, ${importId}, ${now}, project_id, client_id, category, description, currency, amount,
      exchange_rate, home_amount, date, is_billable, is_billed, search
    from jsonb_populate_recordset(null::expenses, ${JSON.stringify(rows)})`.execute(db)
}

export interface LoggedTime {
  project_id: number
  date: DateOnly
  description: string
  hours: Seconds
  started_at: Date | null
  import_id: number | null
}

/**
 * All time on these days of these projects: whatever could be the same as a row of a file. Day by day (`offset 0`), since
 * PostgreSQL would read all time of an account that has grown since its tables were analyzed.
 */
export async function findTimeOn(
  db: Db,
  accountId: AccountId,
  days: { project_id: number; date: DateOnly }[],
): Promise<LoggedTime[]> {
  const { rows } = await sql<LoggedTime>`
    select t.project_id, t.date, t.description, t.hours, t.started_at, t.import_id
    from jsonb_to_recordset(${JSON.stringify(days)}) d (project_id bigint, date date)
    cross join lateral (
      select project_id, date, description, hours, started_at, import_id from time_entries
      where account_id = ${accountId} and project_id = d.project_id and date = d.date
      offset 0
    ) t`.execute(db)
  return rows
}

export interface LoggedExpense {
  project_id: number | null
  date: DateOnly
  description: string
  amount: MinorUnits
  currency: Currency
}

/** All expenses on these days that are not of this import. */
export const findExpensesOn = (
  db: Db,
  accountId: AccountId,
  importId: number,
  days: DateOnly[],
): Promise<LoggedExpense[]> =>
  db
    .selectFrom('expenses')
    .select(['project_id', 'date', 'description', 'amount', 'currency'])
    .where('account_id', '=', accountId)
    .where(sql<boolean>`date = any(${days}::date[])`)
    .where('import_id', 'is distinct from', importId)
    .execute()

/** Billed or changed records stay. */
const isUntouched = sql`version = 1 and invoice_item_id is null`

/** Removes some of the records that an import created and nobody has touched since. Returns how many. */
export async function removeSomeRecords(
  db: Db,
  accountId: AccountId,
  importId: number,
  table: 'time_entries' | 'expenses',
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where account_id = ${accountId} and id in (
      select id from ${sql.table(table)}
      where account_id = ${accountId} and import_id = ${importId} and ${isUntouched}
      order by id limit ${limit} for update
    )`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

/** Locks the projects or clients of an import, so that nothing is added to them until the transaction ends. */
export async function lockCreated(
  db: Db,
  accountId: AccountId,
  importId: number,
  table: 'projects' | 'clients',
): Promise<void> {
  await sql`select from ${sql.table(table)} where account_id = ${accountId} and import_id = ${importId}
    order by id for update`.execute(db)
}

/** Removes the projects or clients of an import that nobody has changed and no record refers to. Returns how many. */
export async function removeUnused(
  db: Db,
  accountId: AccountId,
  importId: number,
  table: 'projects' | 'clients',
): Promise<number> {
  const unused = (await findReferences(db, table)).map(
    ({ table: from, column }) => sql`not exists (
      select from ${sql.table(from)} other
      where other.account_id = row.account_id and other.${sql.id(column)} = row.id
    )`,
  )
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} row
    where ${sql.join([sql`account_id = ${accountId} and import_id = ${importId} and version = 1`, ...unused], sql` and `)}`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0n)
}

/** Every column that refers to the table, found in the catalogue so that new tables are covered. */
async function findReferences(db: Db, table: string): Promise<{ table: string; column: string }[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select source.relname as table, a.attname as column
    from pg_constraint c
    join pg_class source on source.oid = c.conrelid
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey) and a.attname <> 'account_id'
    where c.contype = 'f' and c.confrelid = ${table}::regclass`.execute(db)
  return rows
}

const KEPT_LISTED = 100

/** The rest of an import that was undone. */
export async function listKept(db: Db, accountId: AccountId, importId: number): Promise<KeptRecord[]> {
  const of = sql`row.account_id = ${accountId} and row.import_id = ${importId}`
  const work = sql`case when row.invoice_item_id is not null then 'billed' else 'changed' end`
  const used = sql`case when row.version > 1 then 'changed' else 'in_use' end`
  const { rows } = await sql<KeptRecord>`
    select kind, id, name, reason from (
      select 1 as place, 'client' as kind, row.id, row.name, ${used} as reason from clients row where ${of}
      union all
      select 2, 'project', row.id, row.name, ${used} from projects row where ${of}
      union all
      select 3, 'time_entry', row.id,
        concat_ws(', ', to_char(row.date, 'YYYY-MM-DD'), p.name, nullif(left(row.description, 60), '')), ${work}
      from time_entries row join projects p on p.account_id = row.account_id and p.id = row.project_id where ${of}
      union all
      select 4, 'expense', row.id, concat_ws(', ', to_char(row.date, 'YYYY-MM-DD'), left(row.description, 60)), ${work}
      from expenses row where ${of}
    ) kept order by place, id limit ${KEPT_LISTED}`.execute(db)
  return rows
}
