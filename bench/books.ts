import type pg from 'pg'

export interface Size {
  clients: number
  projects: number
  timeEntries: number
  invoices: number
  expenses: number
}

/**
 * Copies an account with all its data inside the database: keys consist of account and id, so a copy keeps the ids. Returns
 * the new accounts.
 */
export async function copyAccount(pool: pg.Pool, original: number, times: number): Promise<number[]> {
  const client = await pool.connect()
  try {
    // Rows point at others, whichever table comes first.
    await client.query(`set session_replication_role = 'replica'`)
    const all: number[] = []
    while (all.length < times) {
      const copies = await copyRow(client, original, Math.min(COPIES_AT_ONCE, times - all.length))
      for (const table of await tablesOfAccounts(client)) await copyRows(client, table, original, copies)
      all.push(...copies)
    }
    return all
  } finally {
    client.release(true)
  }
}

/** Few enough for the embedded database, which ends a statement after half a minute. */
const COPIES_AT_ONCE = 50

async function copyRow(client: pg.PoolClient, original: number, times: number): Promise<number[]> {
  const columns = await columnsOf(client, 'accounts')
  const { rows } = await client.query<{ id: string }>(
    `insert into accounts (${columns}) select ${columns} from accounts, generate_series(1, $2) where id = $1 returning id`,
    [original, times],
  )
  return rows.map(({ id }) => Number(id))
}

async function copyRows(client: pg.PoolClient, table: string, original: number, copies: number[]) {
  const columns = await columnsOf(client, table)
  await client.query(
    `insert into ${table} (account_id, ${columns}) overriding system value
     select copy, ${columns} from ${table}, unnest($2::bigint[]) copy where account_id = $1 order by copy`,
    [original, copies],
  )
}

/** All but the two whose rows are known by something else. */
async function tablesOfAccounts(client: pg.PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'account_id'
       and table_name not in ('identities', 'payment_customers')`,
  )
  return rows.map(({ name }) => name)
}

/** Without what says whose row it is. */
async function columnsOf(client: pg.PoolClient, table: string): Promise<string> {
  const { rows } = await client.query<{ names: string }>(
    `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
     where table_schema = 'public' and table_name = $1
       and is_generated = 'NEVER'
       and column_name <> case when table_name = 'accounts' then 'id' else 'account_id' end`,
    [table],
  )
  return rows[0]?.names ?? ''
}

/**
 * Grows an account with the demo's year to the size of a busy studio after many years: inside the database, its rows are
 * repeated on other days of the same year.
 */
export async function scaleBooks(pool: pg.Pool, accountId: number, size: Size): Promise<void> {
  await pool.query(
    `insert into clients (account_id, name, email, phone, company, address, notes, name_key, search, created_at, currency)
     select account_id, name || ' ' || copy, email, phone, company, address, notes, name_key || ' ' || copy, search,
       created_at, currency
     from clients, ${copiesOf('clients')}
     where account_id = $1 order by copy, id
     limit greatest(0, $2 - (select count(*) from clients where account_id = $1))`,
    [accountId, size.clients],
  )
  await pool.query(
    `insert into projects (account_id, client_id, name, description, hourly_rate, status, name_key, search, created_at,
       currency)
     select account_id, clients[1 + (id + copy) % cardinality(clients)], name || ' ' || copy, description, hourly_rate,
       status, name_key || ' ' || copy, search, created_at, currency
     from projects, ${copiesOf('projects')}, (select array_agg(id) as clients from clients where account_id = $1) all_clients
     where account_id = $1 order by copy, id
     limit greatest(0, $2 - (select count(*) from projects where account_id = $1))`,
    [accountId, size.projects],
  )
  await pool.query(
    `insert into time_entries (account_id, project_id, description, hours, date, is_billable, rate, rate_hours, is_billed,
       search, created_at)
     select account_id, projects[1 + (id + copy) % cardinality(projects)], description, hours, date - (copy % 7),
       is_billable, rate, rate_hours, is_billed, search, created_at
     from time_entries, ${copiesOf('time_entries')},
       (select array_agg(id) as projects from projects where account_id = $1) all_projects
     where account_id = $1 order by copy, id
     limit greatest(0, $2 - (select count(*) from time_entries where account_id = $1))`,
    [accountId, size.timeEntries],
  )
  await pool.query(
    `insert into expenses (account_id, project_id, category, description, amount, currency, exchange_rate, home_amount,
       date, is_billable, is_billed, search, created_at)
     select account_id, project_id, category, description, amount + copy, currency, exchange_rate,
       round((amount + copy) * coalesce(exchange_rate, 1)), date - (copy % 7), is_billable, is_billed, search, created_at
     from expenses, ${copiesOf('expenses')}
     where account_id = $1 order by copy, id
     limit greatest(0, $2 - (select count(*) from expenses where account_id = $1))`,
    [accountId, size.expenses],
  )
  await pool.query(
    `insert into invoices (account_id, number, client_id, client_name, project_id, project_name, issue_date, due_date,
       service_from, service_to, tax_category, tax_rate, currency, exchange_rate, subtotal, discount_percent,
       discount_amount, tax_amount, total, home_total, amount_paid, home_paid, notes, status, paid_on, search, created_at)
     select i.account_id, (select max(number) from invoices where account_id = $1) + row_number() over (order by copy, i.id),
       c.id, c.name, p.id, p.name, issue_date, due_date, service_from, service_to, tax_category, tax_rate, i.currency,
       exchange_rate, subtotal, discount_percent, discount_amount, tax_amount, total, home_total, amount_paid, home_paid,
       i.notes, i.status, paid_on - (copy % 7), i.search, i.created_at
     from invoices i
     cross join ${copiesOf('invoices')}
     cross join (select array_agg(id) as projects from projects where account_id = $1 and client_id is not null) all_projects
     join projects p on p.account_id = $1 and p.id = projects[1 + (i.id + copy) % cardinality(projects)]
     join clients c on c.account_id = $1 and c.id = p.client_id
     where i.account_id = $1 order by copy, i.id
     limit greatest(0, $2 - (select count(*) from invoices where account_id = $1))`,
    [accountId, size.invoices],
  )
  await pool.query(
    `insert into payments (account_id, invoice_id, amount, paid_on, method, reference, net, home_amount, home_net, created_at)
     select account_id, id, amount_paid, coalesce(paid_on, issue_date), 'bank_transfer', '', net, home_paid,
       round(net * coalesce(exchange_rate, 1)), created_at
     from invoices i, round((i.subtotal - i.discount_amount) * i.amount_paid::numeric / i.total) net
     where account_id = $1 and amount_paid > 0
       and not exists (select from payments p where p.account_id = i.account_id and p.invoice_id = i.id)`,
    [accountId],
  )
  await pool.query(
    `update number_series set last_number = (select max(number) from invoices where account_id = $1)
     where account_id = $1 and kind = 'invoice'`,
    [accountId],
  )
}

/** A thousand unbilled entries on 250 days. Returns their ids. */
export async function addTimeToBill(pool: pg.Pool, accountId: number, projectId: number): Promise<number[]> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into time_entries (account_id, project_id, description, hours, date, is_billable, rate, rate_hours, search,
       created_at)
     select $1, $2, 'Wireframes ' || entry, 25 + entry % 8 * 25, date '2025-01-01' + entry % 250, true, 9500, 100,
       'wireframes ' || entry, now()
     from generate_series(1, 1000) entry
     returning id`,
    [accountId, projectId],
  )
  return rows.map(({ id }) => Number(id))
}

/** Repetitions of the rows; the surplus is removed. */
const copiesOf = (table: string) =>
  `generate_series(1, (select ceil($2::numeric / count(*))::int from ${table} where account_id = $1)) copy`
