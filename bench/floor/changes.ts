import { type Answer, amounts } from './visit.ts'

/** Each in one statement, with the entry in the recent activity. */
export const CHANGES: Record<string, Answer> = {
  'POST /api/time-entries': async ({ db, account, body }) => {
    const entry = await db.queryOne(
      'log time',
      `with project as (
         select p.id, p.name, p.hourly_rate, c.name as client_name
         from projects p left join clients c on c.account_id = p.account_id and c.id = p.client_id
         where p.account_id = $1 and p.id = $2
       ), entry as (
         insert into time_entries
           (account_id, project_id, description, hours, date, is_billable, rate, rate_hours, search, created_at)
         select $1, id, $3, $4, $5, $6, hourly_rate, 3600, lower($3), now() from project
         returning id
       ), activity as (
         insert into activities (account_id, type, actor, data, subject_type, subject_id, created_at)
         select $1, 'time_entry.created', 'user', json_build_object(
           'time_entry', json_build_object('id', entry.id, 'hours', $4::bigint),
           'project', json_build_object('id', project.id, 'name', project.name)), 'time_entry', entry.id, now()
         from entry, project
       )
       select entry.id, project.name as project_name, project.client_name from entry, project`,
      [
        account,
        body.project_id,
        body.description,
        Math.round(Number(body.hours) * 3600),
        body.date,
        body.is_billable,
      ],
    )
    return { ...body, ...entry }
  },

  'PUT /api/invoices/:id/items/:id': ({ db, account, ids: [invoice, item], body }) => {
    const [quantity, rate] = [Math.round(Number(body.quantity) * 10_000), Math.round(Number(body.rate) * 100)]
    return db.queryOne(
      'change an invoice item',
      `with item as (
         update invoice_items set description = $4, quantity = $5, rate = $6, amount = $7
         where account_id = $1 and invoice_id = $2 and id = $3
         returning id, description, quantity::float8 / 10000 as quantity, ${amounts('rate', 'amount')}
       ), sums as (
         select $7::bigint + coalesce(sum(amount), 0) as subtotal from invoice_items
         where account_id = $1 and invoice_id = $2 and id <> $3
       ), invoice as (
         update invoices set subtotal = sums.subtotal, tax_amount = round(sums.subtotal * tax_rate / 100000),
           total = sums.subtotal + round(sums.subtotal * tax_rate / 100000),
           home_total = sums.subtotal + round(sums.subtotal * tax_rate / 100000)
         from sums where account_id = $1 and id = $2
         returning id, invoice_number, client_name
       ), activity as (
         insert into activities (account_id, type, actor, data, subject_type, subject_id, created_at)
         select $1, 'invoice.item_updated', 'user', json_build_object('invoice', json_build_object('id', id,
           'invoice_number', invoice_number, 'client_name', client_name)), 'invoice', id, now()
         from invoice
       )
       select * from item`,
      [account, invoice, item, body.description, quantity, rate, Math.round((quantity * rate) / 10_000)],
    )
  },
}
