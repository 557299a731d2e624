import { describeActivity, type StoredActivity } from '#features/foundation/activity/rules/descriptions.ts'
import { type Answer, amounts, hours } from './visit.ts'

const NEWEST_TIME = `select t.id, t.project_id, p.name as project_name, c.name as client_name, t.description, ${hours('t.hours')},
    t.date, t.is_billable
  from time_entries t
  join projects p on p.account_id = $1 and p.id = t.project_id
  left join clients c on c.account_id = $1 and c.id = p.client_id
  where t.account_id = $1 order by t.date desc, t.id desc limit 50`

const INVOICE = `id, invoice_number, client_id, client_name, project_id, issue_date, due_date, tax_rate::float8 / 1000 as tax_rate,
  ${amounts('tax_amount', 'subtotal', 'total')}, notes,
  case when status = 'sent' and due_date < current_date and total > 0 then 'overdue' else status end as status`

/** Lists, records and figures. */
export const BOOKS: Record<string, Answer> = {
  'GET /api/users/me': async ({ db, account }) => {
    const { email, name, picture } = await db.queryOne<Record<string, string>>(
      'user',
      'select email, name, picture from accounts where id = $1',
      [account],
    )
    return { email, google_user_data: { name, picture } }
  },

  'GET /api/dashboard/stats': ({ db, account }) =>
    db.queryOne(
      'dashboard',
      `select
         (select count(*) from clients where account_id = $1 and archived_at is null) as "clientsCount",
         (select count(*) from projects where account_id = $1 and status = 'active') as "projectsCount",
         (select round(coalesce(sum(hours), 0) / 3600.0, 4)::float8 from time_entries where account_id = $1
           and date >= date_trunc('month', current_date) and date < date_trunc('month', current_date) + interval '1 month')
           as "thisMonthHours",
         (select coalesce(sum(home_balance), 0)::float8 / 100 from invoices
           where account_id = $1 and status in ('sent', 'overdue')) as "pendingInvoicesTotal"`,
      [account],
    ),

  'GET /api/dashboard/recent-activity': async ({ db, account }) => {
    const activities = await db.query<StoredActivity & { date: Date }>(
      'recent activity',
      `select a.type, a.data, a.created_at as date, c.content as comment
       from activities a left join comments c on c.account_id = $1 and c.id = (a.data->'comment'->>'id')::bigint
       where a.account_id = $1 order by a.id desc limit 10`,
      [account],
    )
    return activities.map(({ date, ...activity }) => ({ ...describeActivity(activity), date }))
  },

  'GET /api/clients': ({ db, account }) =>
    db.query(
      'clients',
      `select id, name, email, phone, company, address, notes from clients
       where account_id = $1 and archived_at is null order by name_order, id limit 50`,
      [account],
    ),

  'GET /api/projects': ({ db, account }) =>
    db.query(
      'projects',
      `select p.id, p.name, p.client_id, c.name as client_name, p.description, ${amounts('p.hourly_rate')},
         ${hours('p.estimated_hours')}, p.status, p.start_date, p.end_date
       from projects p left join clients c on c.account_id = p.account_id and c.id = p.client_id
       where p.account_id = $1 order by p.status <> 'active', p.name_order, p.id limit 50`,
      [account],
    ),

  'GET /api/time-entries': ({ db, account }) => db.query('time entries', NEWEST_TIME, [account]),

  'GET /api/expenses': ({ db, account }) =>
    db.query(
      'expenses',
      `select e.id, e.project_id, p.name as project_name, e.category, e.description, ${amounts('e.amount')}, e.date,
         e.is_billable
       from expenses e left join projects p on p.account_id = e.account_id and p.id = e.project_id
       where e.account_id = $1 order by e.date desc, e.id desc limit 50`,
      [account],
    ),

  'GET /api/invoices': ({ db, account }) =>
    db.query('invoices', `select ${INVOICE} from invoices where account_id = $1 order by id desc limit 50`, [
      account,
    ]),

  'GET /api/invoices/:id': ({ db, account, ids: [id] }) =>
    db.queryOne(
      'one invoice',
      `select ${INVOICE}, (
         select json_agg(json_build_object('id', id, 'description', description, 'quantity', quantity::float8 / 10000,
           'rate', rate::float8 / 100, 'amount', amount::float8 / 100) order by position, id)
         from invoice_items where account_id = $1 and invoice_id = $2
       ) as items
       from invoices where account_id = $1 and id = $2`,
      [account, id],
    ),
}
