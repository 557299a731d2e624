import type pg from 'pg'

export interface Size {
  timeEntries: number
  invoices: number
  expenses: number
}

/**
 * Makes an account with sample data as large as a busy studio's after many years: its rows are repeated with other
 * days of the same year, by the database itself.
 */
export async function scaleBooks(pool: pg.Pool, accountId: number, size: Size): Promise<void> {
  await pool.query(
    `insert into time_entries (account_id, project_id, description, hours, date, is_billable, search, created_at)
     select account_id, project_id, description, hours, date - (copy % 7), is_billable, search, created_at
     from time_entries, ${copiesOf('time_entries')}
     where account_id = $1 order by copy, id
     limit greatest(0, $2 - (select count(*) from time_entries where account_id = $1))`,
    [accountId, size.timeEntries],
  )
  await pool.query(
    `insert into expenses (account_id, project_id, category, description, amount, date, is_billable, search, created_at)
     select account_id, project_id, category, description, amount + copy, date - (copy % 7), is_billable, search, created_at
     from expenses, ${copiesOf('expenses')}
     where account_id = $1 order by copy, id
     limit greatest(0, $2 - (select count(*) from expenses where account_id = $1))`,
    [accountId, size.expenses],
  )
  await pool.query(
    `insert into invoices (account_id, number, client_id, client_name, project_id, project_name, issue_date, due_date,
       tax_rate, subtotal, tax_amount, total, notes, status, paid_on, search, created_at)
     select account_id, (select last_invoice_number from accounts where id = $1) + row_number() over (order by copy, id),
       client_id, client_name, project_id, project_name, issue_date, due_date, tax_rate, subtotal, tax_amount, total,
       notes, status, paid_on - (copy % 7), search, created_at
     from invoices, ${copiesOf('invoices')}
     where account_id = $1 order by copy, id
     limit greatest(0, $2 - (select count(*) from invoices where account_id = $1))`,
    [accountId, size.invoices],
  )
  await pool.query(
    `update accounts set last_invoice_number = (select max(number) from invoices where account_id = $1) where id = $1`,
    [accountId],
  )
  await pool.query('analyze')
}

/** As often as the rows must be repeated, and not more: what is left over is cut off. */
const copiesOf = (table: string) =>
  `generate_series(1, (select ceil($2::numeric / count(*))::int from ${table} where account_id = $1)) copy`
