import { type SQL, sql } from 'drizzle-orm'
import { accounts } from '#features/account/table.ts'
import { activities } from '#features/activity/table.ts'
import { decisions } from '#features/approvals/table.ts'
import { clients } from '#features/clients/table.ts'
import { comments } from '#features/comments/table.ts'
import { deliverables, deliverableVersions } from '#features/deliverables/table.ts'
import { expenses } from '#features/expenses/table.ts'
import { invoiceNumber, snapshotOf } from '#features/invoices/rules.ts'
import { invoiceItems, invoices } from '#features/invoices/table.ts'
import { milestones } from '#features/milestones/table.ts'
import { projects } from '#features/projects/table.ts'
import { timeEntries } from '#features/time-entries/table.ts'
import type { Db } from '#server/database/database.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import { at, type SampleActivity, type SampleBooks } from './rules/books.ts'
import type { SampleDecision, SamplePortal } from './rules/portal.ts'
import { byInstant } from './rules/work.ts'

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

/**
 * Until the transaction ends, nobody adopts a sample client, project or invoice: whoever tries waits, and finds it gone. In the
 * order in which writing an invoice locks, so before the account.
 */
export async function lockSamples(db: Db, accountId: AccountId): Promise<void> {
  for (const table of [clients, projects, invoices]) {
    await db.execute(
      sql`select from ${table} where account_id = ${accountId} and sample order by id for update`,
    )
  }
}

export interface BookIds {
  clients: number[]
  projects: number[]
  invoices: number[]
  /** Of each invoice. */
  items: number[][]
}

/** The whole year by one insert for each table: rows travel as one JSON value. */
export async function insertBooks(db: Db, accountId: AccountId, books: SampleBooks): Promise<BookIds> {
  const clientIds = await newIds(db, 'clients', books.clients.length)
  const projectIds = await newIds(db, 'projects', books.projects.length)
  const invoiceIds = await newIds(db, 'invoices', books.invoices.length)
  const itemIds = await newIds(db, 'invoice_items', books.invoices.flatMap(({ items }) => items).length)
  const items = books.invoices.map((invoice) => itemIds.splice(0, invoice.items.length))
  const firstNumber = await takeNumbers(db, accountId, books.invoices.length)

  const idOf = (ids: number[], place: number | null) => (place === null ? null : at(ids, place))
  const insert = (table: SQL, columns: string, rows: object[]) =>
    insertRows(db, accountId, table, columns, rows)

  await insert(
    sql`${clients}`,
    `id bigint, name text, email text, phone text, company text, address text, notes text, name_key text,
     search text, archived_at timestamptz, created_at timestamptz`,
    books.clients.map((client, place) => ({ ...client, id: at(clientIds, place) })),
  )
  await insert(
    sql`${projects}`,
    `id bigint, client_id bigint, name text, description text, hourly_rate bigint, estimated_hours bigint,
     status text, start_date date, end_date date, name_key text, search text, created_at timestamptz`,
    books.projects.map(({ client, ...project }, place) => ({
      ...project,
      id: at(projectIds, place),
      client_id: idOf(clientIds, client),
    })),
  )
  await insert(
    sql`${timeEntries}`,
    `project_id bigint, description text, hours bigint, date date, is_billable boolean, search text,
     created_at timestamptz`,
    books.timeEntries.map(({ project, ...entry }) => ({ ...entry, project_id: at(projectIds, project) })),
  )
  await insert(
    sql`${invoices}`,
    `id bigint, number integer, client_id bigint, client_name text, project_id bigint, project_name text,
     issue_date date, due_date date, tax_rate bigint, subtotal bigint, tax_amount bigint, total bigint, notes text,
     status text, paid_on date, search text, created_at timestamptz`,
    books.invoices.map(({ client, project, items, number, ...invoice }, place) => ({
      ...invoice,
      id: at(invoiceIds, place),
      number: firstNumber + number - 1,
      client_id: at(clientIds, client),
      project_id: idOf(projectIds, project),
    })),
  )
  await insertRows(
    db,
    accountId,
    sql`${invoiceItems}`,
    'id bigint, invoice_id bigint, description text, quantity bigint, rate bigint, amount bigint',
    books.invoices.flatMap((invoice, place) =>
      invoice.items.map((item, index) => ({
        ...item,
        id: at(at(items, place), index),
        invoice_id: at(invoiceIds, place),
      })),
    ),
    false,
  )
  await insert(
    sql`${expenses}`,
    `project_id bigint, category text, description text, amount bigint, date date, is_billable boolean,
     search text, created_at timestamptz`,
    books.expenses.map(({ project, ...expense }) => ({ ...expense, project_id: idOf(projectIds, project) })),
  )
  return { clients: clientIds, projects: projectIds, invoices: invoiceIds, items }
}

/** What the clients see, in the same way: `ids` are those of the books, and of the link that decided. */
export async function insertPortal(
  db: Db,
  accountId: AccountId,
  books: SampleBooks,
  portal: SamplePortal,
  ids: BookIds & { access: number },
): Promise<void> {
  const deliverableIds = await newIds(db, 'deliverables', portal.deliverables.length)
  await insertRows(
    db,
    accountId,
    sql`${milestones}`,
    `project_id bigint, title text, description text, due_date date, status text, position integer,
     created_at timestamptz`,
    portal.milestones.map(({ project, ...milestone }) => ({
      ...milestone,
      project_id: at(ids.projects, project),
    })),
  )
  await insertRows(
    db,
    accountId,
    sql`${deliverables}`,
    `id bigint, project_id bigint, title text, description text, link_url text, status text, version integer,
     position integer, created_at timestamptz`,
    portal.deliverables.map(({ project, ...deliverable }, place) => ({
      ...deliverable,
      id: at(deliverableIds, place),
      project_id: at(ids.projects, project),
    })),
  )
  await insertRows(
    db,
    accountId,
    sql`${deliverableVersions}`,
    `deliverable_id bigint, version integer, client_id bigint, title text, description text, link_url text,
     submitted_at timestamptz`,
    portal.versions.map(({ deliverable, client, ...version }) => ({
      ...version,
      deliverable_id: at(deliverableIds, deliverable),
      client_id: at(ids.clients, client),
    })),
    false,
  )
  await insertRows(
    db,
    accountId,
    sql`${comments}`,
    `project_id bigint, client_id bigint, author_type text, author_name text, content text, search text,
     is_internal boolean, created_at timestamptz`,
    portal.comments.map(({ project, client, ...comment }) => ({
      ...comment,
      project_id: at(ids.projects, project),
      client_id: at(ids.clients, client),
    })),
  )
  await setApprovals(db, accountId, portal, ids.invoices)
  await insertRows(
    db,
    accountId,
    sql`${decisions}`,
    `deliverable_id bigint, version integer, invoice_id bigint, client_id bigint, client_name text,
     portal_access_id bigint, decision text, feedback text, subject jsonb, decided_at timestamptz`,
    portal.decisions.map(({ on, ...decision }) => ({
      ...decision,
      ...decidedOn(on, books, portal, ids, deliverableIds),
      portal_access_id: ids.access,
    })),
    false,
  )
}

async function setApprovals(
  db: Db,
  accountId: AccountId,
  { approvals }: SamplePortal,
  invoiceIds: number[],
): Promise<void> {
  const rows = approvals.map(({ invoice, ...approval }) => ({ ...approval, id: at(invoiceIds, invoice) }))
  await db.execute(sql`
    update ${invoices} i set approval_status = row.approval_status, client_notes = row.client_notes,
      approved_at = row.approved_at, rejected_at = row.rejected_at, sent_at = row.sent_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id bigint, approval_status text,
      client_notes text, approved_at timestamptz, rejected_at timestamptz, sent_at timestamptz)
    where i.account_id = ${accountId} and i.id = row.id`)
}

/** What was decided on, in the words in which a decision in the portal keeps it. */
function decidedOn(
  on: SampleDecision['on'],
  books: SampleBooks,
  portal: SamplePortal,
  ids: BookIds,
  deliverableIds: number[],
) {
  if ('version' in on) {
    const { deliverable, client, ...version } = at(portal.versions, on.version)
    return {
      deliverable_id: at(deliverableIds, deliverable),
      version: version.version,
      client_id: at(ids.clients, client),
      client_name: at(books.clients, client).name,
      subject: { ...version, file: null, file_url: version.link_url },
    }
  }
  const invoice = at(books.invoices, on.invoice)
  const itemIds = at(ids.items, on.invoice)
  return {
    invoice_id: at(ids.invoices, on.invoice),
    client_id: at(ids.clients, invoice.client),
    client_name: invoice.client_name,
    subject: snapshotOf({
      ...invoice,
      invoice_number: invoiceNumber(invoice.number),
      items: invoice.items.map((item, index) => ({ ...item, id: at(itemIds, index) })),
    }),
  }
}

/** The log is read in the order in which it was written. */
export async function insertActivities(db: Db, accountId: AccountId, lines: SampleActivity[]): Promise<void> {
  await insertRows(
    db,
    accountId,
    sql`${activities}`,
    'type text, actor text, data jsonb, created_at timestamptz',
    lines.toSorted(byInstant).map(({ actor, event: { type, ...data }, created_at }) => ({
      type,
      actor,
      data,
      created_at,
    })),
  )
}

/** Numbers that rows can name one another by, before they are there. */
async function newIds(
  db: Db,
  table: 'clients' | 'projects' | 'invoices' | 'invoice_items' | 'deliverables',
  count: number,
): Promise<number[]> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select nextval(pg_get_serial_sequence(${table}, 'id')) as id from generate_series(1, ${count}::int)`,
  )
  return rows.map(({ id }) => Number(id))
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

/**
 * What a sample client said or decided through the portal goes with what it was about, versions with their
 * deliverable, and a portal link with its client.
 */
export async function removeSamples(db: Db, accountId: AccountId): Promise<void> {
  for (const table of [invoiceItems, decisions]) {
    await db.execute(sql`
      delete from ${table} part using ${invoices} i
      where part.account_id = ${accountId} and i.account_id = ${accountId} and i.id = part.invoice_id and i.sample`)
  }
  for (const table of MARKED) {
    await db.execute(sql`delete from ${table} where account_id = ${accountId} and sample`)
  }
}

const MARKED = [
  activities,
  comments,
  deliverables,
  milestones,
  expenses,
  timeEntries,
  invoices,
  projects,
  clients,
]

/** Counts on from her own last invoice: numbers that only samples had are free again. */
export async function resetInvoiceCounter(db: Db, accountId: AccountId): Promise<void> {
  await db.execute(sql`
    update ${accounts} set last_invoice_number =
      (select coalesce(max(number), 0) from ${invoices} where account_id = ${accountId})
    where id = ${accountId}`)
}
