import { type SQL, sql } from 'drizzle-orm'
import { accounts } from '#features/account/table.ts'
import { activities } from '#features/activity/table.ts'
import { decisions } from '#features/approvals/table.ts'
import { clients } from '#features/clients/table.ts'
import { comments } from '#features/comments/table.ts'
import { deliverables } from '#features/deliverables/table.ts'
import { expenses } from '#features/expenses/table.ts'
import { invoiceItems, invoices } from '#features/invoices/table.ts'
import { milestones } from '#features/milestones/table.ts'
import { projects } from '#features/projects/table.ts'
import { timeEntries } from '#features/time-entries/table.ts'
import type { AccountId } from '#server/account-id.ts'
import type { Db } from '#server/database/open.ts'
import type { SampleBooks } from './rules.ts'

/** What decides whether sample data is offered. */
export async function findState(db: Db, accountId: AccountId): Promise<{ sample: boolean; any: boolean }> {
  const anyOf = (...tables: (typeof clients | typeof projects | typeof invoices | typeof expenses)[]) =>
    sql.join(
      tables.map((table) => sql`exists (select from ${table} where account_id = ${accountId})`),
      sql` or `,
    )
  const { rows } = await db.execute<{ sample: boolean; any: boolean }>(sql`
    select
      (exists (select from ${clients} where account_id = ${accountId} and sample)
        or exists (select from ${projects} where account_id = ${accountId} and sample)
        or exists (select from ${timeEntries} where account_id = ${accountId} and sample)
        or exists (select from ${invoices} where account_id = ${accountId} and sample)
        or exists (select from ${expenses} where account_id = ${accountId} and sample)) as sample,
      (${anyOf(clients, projects, invoices, expenses)}) as any`)
  return rows[0] ?? { sample: false, any: false }
}

/** Until the transaction ends, no other one adds or removes sample data, or takes an invoice number. */
export async function lockAccount(db: Db, accountId: AccountId): Promise<void> {
  await db.execute(sql`select from ${accounts} where id = ${accountId} for no key update`)
}

/** The whole year by one insert for each table: rows travel as one JSON value. */
export async function insertBooks(db: Db, accountId: AccountId, books: SampleBooks): Promise<void> {
  const clientIds = await newIds(db, 'clients', books.clients.length)
  const projectIds = await newIds(db, 'projects', books.projects.length)
  const invoiceIds = await newIds(db, 'invoices', books.invoices.length)
  const firstNumber = await takeNumbers(db, accountId, books.invoices.length)

  const idOf = (ids: string[], place: number | null) => (place === null ? null : ids[place])
  const insert = (table: SQL, columns: string, rows: object[]) =>
    insertRows(db, accountId, table, columns, rows)

  await insert(
    sql`${clients}`,
    `id bigint, name text, email text, phone text, company text, address text, notes text, name_key text,
     search text, archived_at timestamptz, created_at timestamptz`,
    books.clients.map((client, place) => ({ ...client, id: clientIds[place] })),
  )
  await insert(
    sql`${projects}`,
    `id bigint, client_id bigint, name text, description text, hourly_rate bigint, estimated_hours bigint,
     status text, start_date date, end_date date, name_key text, search text, created_at timestamptz`,
    books.projects.map(({ client, ...project }, place) => ({
      ...project,
      id: projectIds[place],
      client_id: idOf(clientIds, client),
    })),
  )
  await insert(
    sql`${timeEntries}`,
    `project_id bigint, description text, hours bigint, date date, is_billable boolean, search text,
     created_at timestamptz`,
    books.timeEntries.map(({ project, ...entry }) => ({ ...entry, project_id: projectIds[project] })),
  )
  await insert(
    sql`${invoices}`,
    `id bigint, number integer, client_id bigint, client_name text, project_id bigint, project_name text,
     issue_date date, due_date date, tax_rate bigint, subtotal bigint, tax_amount bigint, total bigint, notes text,
     status text, paid_on date, search text, created_at timestamptz`,
    books.invoices.map(({ client, project, items, number, ...invoice }, place) => ({
      ...invoice,
      id: invoiceIds[place],
      number: firstNumber + number - 1,
      client_id: clientIds[client],
      project_id: idOf(projectIds, project),
    })),
  )
  await insertRows(
    db,
    accountId,
    sql`${invoiceItems}`,
    'invoice_id bigint, description text, quantity bigint, rate bigint, amount bigint',
    books.invoices.flatMap(({ items }, place) =>
      items.map((item) => ({ ...item, invoice_id: invoiceIds[place] })),
    ),
    false,
  )
  await insert(
    sql`${expenses}`,
    `project_id bigint, category text, description text, amount bigint, date date, is_billable boolean,
     search text, created_at timestamptz`,
    books.expenses.map(({ project, ...expense }) => ({ ...expense, project_id: idOf(projectIds, project) })),
  )
  await insert(
    sql`${activities}`,
    'type text, title text, description text, created_at timestamptz',
    books.activities,
  )
}

/** Numbers that rows can name one another by, before they are there. */
async function newIds(db: Db, table: 'clients' | 'projects' | 'invoices', count: number): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select nextval(pg_get_serial_sequence(${table}, 'id')) as id from generate_series(1, ${count}::int)`,
  )
  return rows.map(({ id }) => id)
}

async function takeNumbers(db: Db, accountId: AccountId, count: number): Promise<number> {
  const { rows } = await db.execute<{ last: number }>(sql`
    update ${accounts} set last_invoice_number = last_invoice_number + ${count}
    where id = ${accountId} returning last_invoice_number as last`)
  return (rows[0]?.last ?? count) - count + 1
}

/** `columns` are names with their types, in the order in which they are given to the table. */
async function insertRows(
  db: Db,
  accountId: AccountId,
  table: SQL,
  columns: string,
  rows: object[],
  marked = true,
): Promise<void> {
  const names = sql.raw(
    columns
      .split(',')
      .map((column) => column.trim().split(/\s+/)[0])
      .join(', '),
  )
  const mark = sql.raw(marked ? ', sample' : '')
  await db.execute(sql`
    insert into ${table} (account_id, ${names}${mark}) overriding system value
    select ${accountId}::bigint, ${names}${sql.raw(marked ? ', true' : '')}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (${sql.raw(columns)})`)
}

/** Sample clients and projects that own records rest on become her own. */
export async function keepWhatIsUsed(
  db: Db,
  accountId: AccountId,
): Promise<{ clients: number; projects: number }> {
  const keptProjects = await db.execute(sql`
    update ${projects} p set sample = false
    where p.account_id = ${accountId} and p.sample and (
      exists (select from ${timeEntries} t
        where t.account_id = p.account_id and t.project_id = p.id and not t.sample)
      or exists (select from ${invoices} i
        where i.account_id = p.account_id and i.project_id = p.id and not i.sample)
      or exists (select from ${expenses} e
        where e.account_id = p.account_id and e.project_id = p.id and not e.sample)
      or exists (select from ${milestones} m where m.account_id = p.account_id and m.project_id = p.id)
      or exists (select from ${deliverables} d where d.account_id = p.account_id and d.project_id = p.id)
      or exists (select from ${comments} c where c.account_id = p.account_id and c.project_id = p.id))`)
  const keptClients = await db.execute(sql`
    update ${clients} c set sample = false
    where c.account_id = ${accountId} and c.sample and (
      exists (select from ${projects} p
        where p.account_id = c.account_id and p.client_id = c.id and not p.sample)
      or exists (select from ${invoices} i
        where i.account_id = c.account_id and i.client_id = c.id and not i.sample))`)
  return { clients: keptClients.rowCount ?? 0, projects: keptProjects.rowCount ?? 0 }
}

/** What was tried out on a sample invoice or client, such as a portal link, goes with it. */
export async function removeSamples(db: Db, accountId: AccountId): Promise<void> {
  for (const table of [invoiceItems, decisions]) {
    await db.execute(sql`
      delete from ${table} part using ${invoices} i
      where part.account_id = ${accountId} and i.account_id = ${accountId} and i.id = part.invoice_id and i.sample`)
  }
  for (const table of [activities, expenses, timeEntries, invoices, projects, clients]) {
    await db.execute(sql`delete from ${table} where account_id = ${accountId} and sample`)
  }
}

/** Counts on from her own last invoice: numbers that only samples had are free again. */
export async function giveNumbersBack(db: Db, accountId: AccountId): Promise<void> {
  await db.execute(sql`
    update ${accounts} set last_invoice_number =
      (select coalesce(max(number), 0) from ${invoices} where account_id = ${accountId})
    where id = ${accountId}`)
}
