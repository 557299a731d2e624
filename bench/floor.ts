import { createHash } from 'node:crypto'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import type pg from 'pg'
import { dateIn, monthOf } from '#core/calendar.ts'
import { totalsOf } from '#core/document-lines.ts'
import { describeActivity, type StoredActivity } from '#features/activity/rules.ts'
import {
  type Bill,
  MAX_UNBILLED,
  type UnbilledExpense,
  type UnbilledFee,
  type UnbilledProject,
  type UnbilledTime,
} from '#features/billable-work/contract.ts'
import { linesOf, servicePeriodOf, sumsOf } from '#features/billable-work/rules.ts'
import { UNBILLED } from '#features/billing-status/rules.ts'
import { EMPTY_PROFILE, type Profile } from '#features/business/rules.ts'
import { detailsOf, dueAfter, type PresentDetails } from '#features/invoices/rules/document.ts'
import { type MoneySums, toMoney } from '#features/money/rules.ts'
import { rangeOf, sameDaysOfLastMonth } from '#features/reports/rules/period.ts'
import { AGE_STARTS, type ReportDays, type Sums, toReport } from '#features/reports/rules/report.ts'

type Row = Record<string, unknown>

interface Session {
  account: number
  today: string
  timeZone: string
  /** The account's home currency. */
  currency: string
}

/**
 * The minimum that a server does for the same responses, written by hand: one prepared statement finds the session, as few
 * as possible do the rest, and the rows are sent as JSON. It validates nothing, logs nothing and sets no headers.
 */
export function createFloor(pool: pg.Pool): FastifyInstance {
  const floor = Fastify()

  const query = async <Found extends pg.QueryResultRow = Row>(
    name: string,
    text: string,
    values: unknown[],
  ): Promise<Found[]> => (await pool.query<Found>({ name, text, values })).rows

  /** A generic plan takes twice as long for a year of a large account. */
  const queryRange = async <Found extends pg.QueryResultRow>(
    text: string,
    values: unknown[],
  ): Promise<Found[]> => (await pool.query<Found>(text, values)).rows

  async function queryOne<Found extends pg.QueryResultRow = Row>(
    name: string,
    text: string,
    values: unknown[],
  ): Promise<Found> {
    const [row] = await query<Found>(name, text, values)
    if (!row) throw new Error(`${name}: no row`)
    return row
  }

  async function signedIn({ headers }: FastifyRequest): Promise<Session> {
    const [, account, token = ''] = /_session=(\d+)\.([\w-]+)/.exec(headers.cookie ?? '') ?? []
    const session = await queryOne(
      'session',
      `select a.time_zone, a.currency from sessions s join accounts a on a.id = s.account_id
       where s.account_id = $1 and s.token_hash = $2 and s.expires_at > now() and a.delete_at is null`,
      [account, sha256(token)],
    )
    const today = dateIn(String(session.time_zone), new Date())
    return {
      account: Number(account),
      today,
      timeZone: String(session.time_zone),
      currency: String(session.currency),
    }
  }

  async function visiting(key: string): Promise<Row> {
    const [account, token = ''] = key.split('.')
    return queryOne(
      'portal link',
      `select p.account_id, p.client_id, p.expires_at, coalesce(o.name, c.name) as client_name,
         coalesce(case when o.id is null then c.locale else o.locale end, a.locale) as locale
       from portal_access p join clients c on c.account_id = p.account_id and c.id = p.client_id
       left join contacts o on o.account_id = p.account_id and o.id = p.contact_id
       join accounts a on a.id = p.account_id
       where p.account_id = $1 and p.token_hash = $2 and p.expires_at > now() and p.revoked_at is null`,
      [account, sha256(token)],
    )
  }

  floor.get('/api/users/me', async (request) => {
    const { account } = await signedIn(request)
    const { name, picture, ...user } = await queryOne(
      'account',
      `select id, email, name, picture, time_zone, currency, locale, business_name, business_address, created_at, version, delete_at
       from accounts where id = $1`,
      [account],
    )
    return { ...user, google_user_data: { name, picture } }
  })

  floor.get('/api/dashboard/stats', async (request) => {
    const { account, today, currency } = await signedIn(request)
    const { first, last } = monthOf(today)
    const stats = await queryOne(
      'dashboard figures',
      `select
         (select count(*) from clients where account_id = $1 and archived_at is null) as "clientsCount",
         (select count(*) from projects where account_id = $1 and status = 'active') as "projectsCount",
         (select coalesce(sum(hours), 0) from time_entries where account_id = $1 and date between $2 and $3)
           as "thisMonthHours",
         pending.*,
         (select count(*) from recurring_invoices where account_id = $1 and problem = 'limit_reached')
           as "waitingInvoicesCount"
       from (
         select coalesce(sum(home_total - home_paid), 0) as "pendingInvoicesTotal",
           count(*) filter (where status = 'overdue' or due_date < $4) as "overdueInvoicesCount"
         from invoices where account_id = $1 and status in ('sent', 'overdue')
       ) pending`,
      [account, first, last, today],
    )
    return { currency, ...inUnits(stats, 'thisMonthHours', 'pendingInvoicesTotal') }
  })

  floor.get('/api/dashboard/recent-activity', async (request) => {
    const { account } = await signedIn(request)
    const activities = await query<StoredActivity & { date: Date; subject: object | null }>(
      'recent activity',
      `select a.type, a.data, a.created_at as date, c.content as comment, case when coalesce(
           (select true from clients t where t.account_id = $1 and t.id = a.subject_id
             and a.subject_type = 'client' and t.archived_at is null),
           (select true from projects t where t.account_id = $1 and t.id = a.subject_id
             and a.subject_type like 'project%'),
           (select true from time_entries t where t.account_id = $1 and t.id = a.subject_id
             and a.subject_type = 'time_entry'),
           (select true from invoices t where t.account_id = $1 and t.id = a.subject_id
             and a.subject_type = 'invoice'),
           (select true from expenses t where t.account_id = $1 and t.id = a.subject_id
             and a.subject_type = 'expense')
         ) then json_build_object('type', a.subject_type, 'id', a.subject_id) end as subject
       from activities a
       left join comments c on c.account_id = $1 and c.id = (a.data->'comment'->>'id')::bigint
       where a.account_id = $1 order by a.id desc limit 10`,
      [account],
    )
    return activities.map(({ date, subject, ...activity }) => ({
      ...describeActivity(activity),
      date,
      subject,
    }))
  })

  floor.get('/api/clients', async (request) => {
    const { account } = await signedIn(request)
    const clients = await query(
      'clients',
      `select id, name, email, cc_emails, phone, company, address, postal_code, city, country, tax_id, notes, currency,
         hourly_rate, payment_terms_days, approval_required, reminders_enabled, mails_enabled,
         (select u.unsubscribed_at from mail_unsubscriptions u where u.account_id = $1
           and u.address_hash = sha256(convert_to(lower(regexp_replace(c.email, '\\+[^@]*@', '@')), 'UTF8'))) as unsubscribed_at,
         version, false as archived, false as erased, coalesce(
           (select true from projects p where p.account_id = $1 and p.client_id = c.id limit 1),
           (select true from invoices i where i.account_id = $1 and i.client_id = c.id limit 1), false
         ) as has_history
       from clients c where account_id = $1 and archived_at is null order by name_key, id limit 50`,
      [account],
    )
    return clients.map((client) => inUnits(client, 'hourly_rate'))
  })

  floor.get('/api/projects', async (request) => {
    const { account } = await signedIn(request)
    const projects = await query(
      'projects',
      `select p.id, p.name, p.client_id, c.name as client_name, p.description, p.currency, p.billing, p.hourly_rate,
         p.daily_rate, p.fixed_fee, ${RATE_COLUMNS}, p.estimated_hours, p.budget_hours, p.budget_amount,
         case when p.budget_hours is not null then (select coalesce(sum(t.hours), 0) from time_entries t
           where t.account_id = $1 and t.project_id = p.id) end as budget_hours_used,
         case when p.budget_amount is not null then (select coalesce(sum(t.amount), 0) from time_entries t
           where t.account_id = $1 and t.project_id = p.id) end as budget_amount_used,
         p.invoice_on_approval, p.status, p.start_date, p.end_date, p.version, coalesce(
           (select true from time_entries t where t.account_id = $1 and t.project_id = p.id limit 1),
           (select true from expenses t where t.account_id = $1 and t.project_id = p.id limit 1),
           (select true from invoices t where t.account_id = $1 and t.project_id = p.id limit 1),
           (select true from deliverables t join decisions d on d.account_id = $1 and d.deliverable_id = t.id
             where t.account_id = $1 and t.project_id = p.id limit 1), false
         ) as has_history
       from projects p left join clients c on c.account_id = p.account_id and c.id = p.client_id
       where p.account_id = $1 order by p.name_key, p.id limit 50`,
      [account],
    )
    return projects.map((project) => inUnits(project, ...PROJECT_AMOUNTS))
  })

  floor.get('/api/time-entries', async (request) => {
    const { account } = await signedIn(request)
    const entries = await query(
      'time entries',
      `with page as (
         select * from time_entries where account_id = $1 order by date desc, id desc limit 50
       ), days as (
         select date, sum(hours) as hours from time_entries
         where account_id = $1 and date between (select min(date) from page) and (select max(date) from page)
         group by date
       )
       select t.id, t.project_id, p.name as project_name, p.client_id, c.name as client_name, t.description, t.hours, t.date,
         t.started_at, t.ended_at, t.is_billable, t.is_billed, ${itsInvoice('t')}, p.currency, t.rate, case when t.rate_hours = 100 then 'hour' else 'day' end as rate_unit,
         t.rate_hours, t.amount, t.version, days.hours as day_hours
       from page t
       join days on days.date = t.date
       join projects p on p.account_id = $1 and p.id = t.project_id
       left join clients c on c.account_id = $1 and c.id = p.client_id
       order by t.date desc, t.id desc`,
      [account],
    )
    return entries.map((entry) => inUnits(entry, 'hours', 'rate', 'rate_hours', 'amount', 'day_hours'))
  })

  floor.get('/api/invoices', async (request) => {
    const { account, today, currency } = await signedIn(request)
    const invoices = await query(
      'invoices',
      `select ${INVOICE_COLUMNS} from invoices where account_id = $1 order by number desc limit 50`,
      [account, today],
    )
    return invoices.map((invoice) => asInvoice(invoice, currency))
  })

  floor.get('/api/expenses', async (request) => {
    const { account, currency } = await signedIn(request)
    const expenses = await query(
      'expenses',
      `select e.id, e.project_id, p.name as project_name, e.category, e.description, e.amount, e.currency,
         e.exchange_rate, e.home_amount, e.date, e.is_billable, e.markup_percent, e.billable_amount, e.share_receipts,
         e.is_billed, ${itsInvoice('e')}, (
           select count(*) from expense_receipts r where r.account_id = $1 and r.expense_id = e.id
         ) as receipt_count, e.recurring_expense_id, e.version
       from expenses e left join projects p on p.account_id = e.account_id and p.id = e.project_id
       where e.account_id = $1 order by e.date desc, e.id desc limit 50`,
      [account],
    )
    return expenses.map((expense) => ({
      ...inUnits(expense, 'amount', 'home_amount', 'markup_percent', 'billable_amount'),
      home_currency: currency,
    }))
  })

  async function findInvoice({ account, today, currency }: Session, id: unknown): Promise<Row> {
    const { items, details, ...invoice } = await queryOne(
      'one invoice',
      `select ${INVOICE_COLUMNS}, client_notes, approved_at, rejected_at, sent_at, reminders_enabled, recurring_invoice_id,
         (select json_build_object('paid_on', n.paid_on, 'note', n.note, 'created_at', n.created_at)
           from paid_notices n where n.account_id = $1 and n.invoice_id = invoices.id) as paid_notice,
         (select coalesce(json_agg(r), '[]') from line_requests r
           where r.account_id = $1 and r.invoice_id = invoices.id) as line_requests,
         exists (select from payments p where p.account_id = $1 and p.invoice_id = invoices.id) as has_payments,
         exists (select from invoice_checkouts k where k.account_id = $1 and k.invoice_id = invoices.id
           and k.state = 'processing') as payment_processing,
         (select json_agg(json_build_object('id', id, 'description', description, 'quantity', quantity,
             'unit', unit, 'rate', rate, 'amount', amount, 'work', ${WORK}) order by position, id)
           from invoice_items where account_id = $1 and invoice_id = invoices.id) as items,
         (select coalesce(json_agg(json_build_object(${DECISION}) order by d.id desc), '[]')
           from decisions d where d.account_id = $1 and d.invoice_id = invoices.id) as decisions,
         (select json_build_object(
             'account', json_build_object('business_name', a.business_name, 'business_address', a.business_address,
               'name', a.name, 'email', a.email),
             'profile', (select to_json(b) from businesses b where b.account_id = $1),
             'client', json_build_object('name', invoices.client_name, 'company', c.company, 'address', c.address,
               'postal_code', c.postal_code, 'city', c.city, 'country', c.country, 'tax_id', c.tax_id, 'email', c.email))
           from accounts a, clients c
           where a.id = $1 and c.account_id = $1 and c.id = invoices.client_id) as details
       from invoices where account_id = $1 and id = $3`,
      [account, today, id],
    )
    return {
      ...asInvoice(invoice, currency),
      items: (items as Row[]).map(asItem),
      details: detailsOf(details as PresentDetails),
      changes_since_decision: [],
      changes_since_sent: [],
    }
  }

  floor.get<{ Params: { id: string } }>('/api/invoices/:id', async (request) =>
    findInvoice(await signedIn(request), request.params.id),
  )

  floor.get('/api/unbilled', async (request) => {
    const { account, timeZone } = await signedIn(request)
    const rows = await query<UnbilledRow>('unbilled', UNBILLED_WORK, [account, timeZone, MAX_UNBILLED + 1])
    const projects = byProject(rows.slice(0, MAX_UNBILLED))
    const sums = sumsOf(projects)
    for (const project of projects) {
      const { time, expenses, fees } = project
      project.sums = sumsOf([project])
      inUnits(project, 'fixed_fee')
      for (const entry of time) inUnits(entry, 'hours', 'rate', 'rate_hours', 'amount')
      for (const priced of [...expenses, ...fees]) inUnits(priced, 'amount')
      for (const sum of project.sums) inUnits(sum, 'hours', 'amount')
    }
    for (const sum of sums) inUnits(sum, 'hours', 'amount')
    return { projects, sums, truncated: rows.length > MAX_UNBILLED }
  })

  floor.get('/api/money', async (request) => {
    const { account, today, timeZone, currency: home } = await signedIn(request)
    const month = monthOf(today)
    const { rates, ...sums } = await queryOne<MoneySums & { rates: Record<string, number> }>('money', MONEY, [
      account,
      timeZone,
      today,
      month.first,
      month.last,
    ])
    const money = toMoney(sums, { home, month, rateOf: (currency) => rates[currency] ?? null })
    const { forecast, ...parts } = money
    const { unbilled, drafts, waiting, unpaid, overdue, paid_this_month } = parts
    for (const part of [unbilled, drafts, waiting, unpaid, overdue, paid_this_month]) asFigure(part)
    for (const part of [forecast.due, forecast.drafts, forecast.recurring, forecast.unbilled, forecast.fees])
      asFigure(part)
    inUnits(forecast, 'amount')
    return money
  })

  floor.get('/api/reports', async (request) => {
    const { account, today, currency } = await signedIn(request)
    const range = rangeOf('lastyear', today)
    const lastMonth = sameDaysOfLastMonth(today)
    const days = [account, range.from, range.to]
    const projects = await query<ReportedProject>(
      'names of projects',
      `select p.id, p.name, p.status, c.name as client_name
       from projects p left join clients c on c.account_id = p.account_id and c.id = p.client_id
       where p.account_id = $1 order by p.name_key, p.id`,
      [account],
    )
    const clients = await query<{ id: number; name: string }>(
      'names of clients',
      'select id, name from clients where account_id = $1 order by name_key, id',
      [account],
    )
    const worked = await queryRange<WorkedSum>(
      `select project_id, sum(hours) as hours, coalesce(sum(hours) filter (where is_billable), 0) as billable
       from time_entries where account_id = $1 and date between $2 and $3 group by project_id`,
      days,
    )
    const paid = await queryRange<PaidSum>(
      `select to_char(p.paid_on, 'YYYY-MM') as month, i.client_id, i.project_id, i.tax_rate, sum(p.home_net) as amount,
         sum(p.home_amount - p.home_net) as tax
       from payments p join invoices i on i.account_id = p.account_id and i.id = p.invoice_id
       where p.account_id = $1 and p.paid_on between $2 and $3 group by 1, 2, 3, 4 order by 1, 4`,
      days,
    )
    const spent = await queryRange<SpentSum>(
      `select to_char(date, 'YYYY-MM') as month, category, project_id, sum(home_amount) as amount
       from expenses where account_id = $1 and date between $2 and $3 group by 1, 2, 3 order by 1`,
      days,
    )
    const ages = await query<Sums['ages'][number]>(
      'outstanding by age',
      `select width_bucket($2::date - coalesce(due_date, issue_date), $3::int[]) as reached, count(*) as invoices,
         sum(home_total - home_paid) as amount
       from invoices where account_id = $1 and status in ('sent', 'overdue') and total > amount_paid group by 1`,
      [account, today, AGE_STARTS],
    )
    const [recent = { thisMonth: 0, lastMonth: 0 }] = await query<RecentSums>(
      'revenue of two months',
      `select coalesce(sum(home_net) filter (where paid_on >= $2), 0) as "thisMonth",
         coalesce(sum(home_net) filter (where paid_on <= $3), 0) as "lastMonth"
       from payments where account_id = $1 and paid_on between $4 and $5`,
      [account, monthOf(today).first, lastMonth.to, lastMonth.from, today],
    )
    return reportOf({ timeRange: 'lastyear', ...range, today }, currency, {
      projects,
      clients,
      worked,
      paid,
      spent,
      recent,
      ages,
    })
  })

  floor.get<{ Params: { key: string } }>('/api/client-portal/:key', async ({ params }) => {
    const { account_id, client_id, client_name, expires_at, locale } = await visiting(params.key)
    const home = await queryOne(
      'portal home',
      `select
         json_build_object(
           'name', coalesce(nullif(business_name, ''), nullif(name, ''), email), 'address', business_address,
           'logo_id', (select logo_id from businesses where account_id = $1)
         ) as business,
         (select count(*) from projects where account_id = $1 and client_id = $2 and status <> 'cancelled')
           as projects_count,
         (select count(*) from invoices where account_id = $1 and client_id = $2 and status <> 'draft')
           as invoices_count,
         (select coalesce(json_agg(json_build_object('id', id, 'invoice_number', 'INV-' || to_char(number, 'FM0000'))
             order by number desc), '[]')
           from invoices where account_id = $1 and client_id = $2 and status = 'draft'
             and (sent_at is not null or approval_status is not null)) as invoices_being_revised
       from accounts where id = $1`,
      [account_id, client_id],
    )
    return { ...home, client: { name: client_name }, access: { expires_at }, locale }
  })

  floor.get<{ Params: { key: string; id: string } }>(
    '/api/client-portal/:key/projects/:id',
    async ({ params: { key, id } }) => {
      const { account_id, client_id, locale } = await visiting(key)
      const { deliverables, ...project } = await queryOne(
        'portal project',
        `select id, name, description, status, start_date, end_date, currency, hourly_rate, daily_rate, fixed_fee,
           estimated_hours,
           (select coalesce(json_agg(json_build_object('id', id, 'title', title, 'description', description,
               'due_date', due_date, 'status', status) order by position, id), '[]')
             from milestones where account_id = $1 and project_id = $3) as milestones,
           (select coalesce(json_agg(json_build_object('id', s.id, 'status', s.status, 'versions', (
               select json_agg(json_build_object('version', v.version, 'title', v.title,
                 'description', v.description, 'submitted_at', ${inJson('v.submitted_at')}, 'link_url', v.link_url,
                 'file', case when v.file_sha256 is not null then
                   json_build_object('name', v.file_name, 'size', v.file_size, 'type', v.file_type) end,
                 'decision', case when d.id is not null then json_build_object(${DECISION}) end
               ) order by v.version desc)
               from deliverable_versions v
               left join decisions d on d.account_id = $1 and d.deliverable_id = v.deliverable_id
                 and d.version = v.version
               where v.account_id = $1 and v.deliverable_id = s.id and v.client_id = $2
             )) order by s.position, s.id), '[]')
             from deliverables s join deliverable_versions last
               on last.account_id = $1 and last.deliverable_id = s.id and last.version = s.version
             where s.account_id = $1 and s.project_id = $3 and s.status <> 'draft' and last.client_id = $2
           ) as deliverables,
           (select coalesce(json_agg(json_build_object('id', id, 'author_type', author_type,
               'author_name', author_name, 'content', content, 'created_at', ${inJson('created_at')})
               order by id desc), '[]')
             from (select * from comments where account_id = $1 and project_id = $3 and not is_internal
               and (client_id = $2 or client_id is null) order by id desc limit 100) newest) as comments,
           (select count(*) from comments where account_id = $1 and project_id = $3 and not is_internal
             and (client_id = $2 or client_id is null)) as comments_total
         from projects where account_id = $1 and client_id = $2 and id = $3 and status <> 'cancelled'`,
        [account_id, client_id, id],
      )
      const shown = (deliverables as SharedDeliverable[]).map((deliverable) => shownAt(key, deliverable))
      const milestones = project.milestones as { status: string }[]
      return {
        ...inUnits(project, 'hourly_rate', 'daily_rate', 'fixed_fee', 'estimated_hours'),
        locale,
        deliverables: shown,
        milestones_total: milestones.length,
        milestones_completed: milestones.filter(({ status }) => status === 'completed').length,
        deliverables_total: shown.length,
        deliverables_approved: shown.filter(({ status }) => status === 'approved').length,
        deliverables_submitted: shown.filter(({ status }) => status === 'submitted').length,
      }
    },
  )

  floor.put<{ Params: { invoice: string; item: string }; Body: Row }>(
    '/api/invoices/:invoice/items/:item',
    async (request) => {
      const { account } = await signedIn(request)
      const { params, body } = request
      const [quantity, rate] = [toHundredths(body.quantity), toHundredths(body.rate)]
      const item = await queryOne(
        'change an invoice item',
        `with item as (
           update invoice_items set description = $4, quantity = $5, rate = $6, amount = $7
           where account_id = $1 and invoice_id = $2 and id = $3
           returning id, description, quantity, unit, rate, amount, ${WORK} as work
         ), lines as (
           select $7::bigint + coalesce(sum(amount), 0) as subtotal from invoice_items
           where account_id = $1 and invoice_id = $2 and id <> $3
         ), sums as (
           select lines.subtotal, case when i.discount_percent is null then i.discount_amount
             else round(lines.subtotal * i.discount_percent / 10000) end as discount
           from lines, invoices i where i.account_id = $1 and i.id = $2
         ), invoice as (
           update invoices set subtotal = sums.subtotal,
             discount_amount = sums.discount,
             tax_amount = round((sums.subtotal - sums.discount) * tax_rate / 10000),
             total = sums.subtotal - sums.discount + round((sums.subtotal - sums.discount) * tax_rate / 10000),
             home_total = sums.subtotal - sums.discount + round((sums.subtotal - sums.discount) * tax_rate / 10000),
             version = version + 1
           from sums where account_id = $1 and id = $2 and status not in ('paid', 'cancelled')
           returning id, number, client_name, currency, version
         ), activity as (
           insert into activities (account_id, type, actor, data, subject_type, subject_id, created_at)
           select $1, 'invoice.item_updated', 'user', json_build_object('invoice', json_build_object('id', id,
             'invoice_number', 'INV-' || to_char(number, 'FM0000'), 'client_name', client_name)), 'invoice', id, now()
           from invoice
         )
         select item.*, invoice.currency, invoice.version as invoice_version from item, invoice`,
        [
          account,
          params.invoice,
          params.item,
          body.description,
          quantity,
          rate,
          Math.round((quantity * rate) / 100),
        ],
      )
      return asItem(item)
    },
  )

  floor.post<{ Body: Row }>('/api/time-entries', async (request, reply) => {
    const { account } = await signedIn(request)
    const { body, headers } = request
    const entry = await queryOne(
      'log time',
      `with project as (
         select p.id, p.name, p.client_id, c.name as client_name, p.currency, ${RATE_COLUMNS}
         from projects p left join clients c on c.account_id = p.account_id and c.id = p.client_id
         where p.account_id = $1 and p.id = $2 and p.status <> 'cancelled'
         for key share of p
       ), entry as (
         insert into time_entries
           (account_id, project_id, description, hours, date, is_billable, rate, rate_hours, search, created_at)
         select $1, id, $3, $4, $5, $6, rate, rate_hours, $7, now() from project
         returning id, amount, version
       ), activity as (
         insert into activities (account_id, type, actor, data, subject_type, subject_id, created_at)
         select $1, 'time_entry.created', 'user', json_build_object(
           'time_entry', json_build_object('id', entry.id, 'hours', $4::bigint),
           'project', json_build_object('id', project.id, 'name', project.name)), 'time_entry', entry.id, now()
         from entry, project
       ), creation as (
         insert into idempotency_keys (account_id, key, fingerprint, path, response, created_at)
         select $1, $8, $9, '/api/time-entries', json_build_object('id', entry.id, 'project_id', project.id,
           'project_name', project.name, 'client_id', client_id, 'client_name', client_name, 'description', $3::text, 'hours', $4 / 100.0,
           'date', $5::date, 'is_billable', $6::boolean, 'currency', project.currency, 'rate', rate / 100.0,
           'rate_unit', rate_unit, 'rate_hours', rate_hours / 100.0, 'amount', entry.amount / 100.0,
           'version', entry.version), now()
         from entry, project
       )
       select entry.id, project.name as project_name, project.client_id, project.client_name, project.currency, rate, rate_unit,
         rate_hours, entry.amount, entry.version
       from entry, project`,
      [
        account,
        body.project_id,
        body.description,
        toHundredths(body.hours),
        body.date,
        body.is_billable,
        String(body.description).toLowerCase(),
        headers['idempotency-key'],
        sha256(JSON.stringify(body)).toString('hex'),
      ],
    )
    reply.status(201)
    return { ...body, ...UNMEASURED, ...UNBILLED, ...inUnits(entry, 'rate', 'rate_hours', 'amount') }
  })

  floor.post<{ Body: Row }>('/api/timer/start', async (request, reply) => {
    const { account } = await signedIn(request)
    const { body, headers } = request
    const timer = await queryOne('stop and start the timer', STOP_AND_START_TIMER, [
      account,
      body.project_id,
      body.description,
      body.is_billable,
      String(body.description).toLowerCase(),
      headers['idempotency-key'],
      sha256(JSON.stringify(body)).toString('hex'),
    ])
    reply.status(201)
    return { ...body, ...timer }
  })

  floor.post<{
    Body: { client_id: number; issue_date: string; bill: Pick<Bill, 'time_entry_ids' | 'group_by'> }
  }>('/api/invoices', async (request, reply) => {
    const session = await signedIn(request)
    const { account } = session
    const { body, headers } = request
    const { profile, client } = await queryOne<{ profile: Profile | null; client: BilledClient }>(
      'profile and client',
      `select to_json(b) as profile, to_json(c) as client
         from clients c left join businesses b on b.account_id = c.account_id where c.account_id = $1 and c.id = $2`,
      [account, body.client_id],
    )
    const { invoice_prefix, tax_rate, payment_terms_days, notes, ...rounding } = profile ?? EMPTY_PROFILE
    const entries = await query<UnbilledRow>('time to bill', TIME_TO_BILL, [
      account,
      body.bill.time_entry_ids,
    ])
    const work = byProject(entries)
    const project = work[0]
    const lines = linesOf(work, { group_by: body.bill.group_by, rounding })
    const period = servicePeriodOf(work)
    const { subtotal, tax_amount, total } = totalsOf(
      lines.map(({ amount }) => amount),
      tax_rate,
    )
    const { id } = await queryOne('bill time', BILL_TIME, [
      account,
      invoice_prefix,
      client.id,
      client.name,
      project?.project_id,
      project?.project_name,
      body.issue_date,
      dueAfter(body.issue_date, client.payment_terms_days ?? payment_terms_days),
      period?.from,
      period?.to,
      tax_rate,
      project?.currency,
      subtotal,
      tax_amount,
      total,
      notes,
      JSON.stringify(lines),
    ])
    const invoice = await findInvoice(session, id)
    await query(
      'created invoice',
      `insert into idempotency_keys (account_id, key, fingerprint, path, response, created_at)
         values ($1, $2, $3, '/api/invoices', $4, now())`,
      [
        account,
        headers['idempotency-key'],
        sha256(JSON.stringify(body)).toString('hex'),
        JSON.stringify(invoice),
      ],
    )
    reply.status(201)
    return invoice
  })

  /** Only makes billing repeatable, and is not measured. */
  floor.delete<{ Params: { id: string } }>('/api/invoices/:id', async (request) => {
    const { account } = await signedIn(request)
    const invoice = [account, request.params.id]
    await query(
      'release time',
      `update time_entries t set is_billed = false, invoice_item_id = null, version = version + 1 from invoice_items item
       where t.account_id = $1 and item.account_id = $1 and item.invoice_id = $2 and t.invoice_item_id = item.id`,
      invoice,
    )
    await query(
      'delete items',
      'delete from invoice_items where account_id = $1 and invoice_id = $2',
      invoice,
    )
    await query(
      'delete draft',
      `with deleted as (delete from invoices where account_id = $1 and id = $2 returning number)
       update number_series set last_number = deleted.number - 1 from deleted
       where account_id = $1 and kind = 'invoice'`,
      invoice,
    )
    return { success: true }
  })

  return floor
}

type BilledClient = { id: number; name: string; payment_terms_days: number | null }

/** Work with its project. */
type UnbilledRow = Pick<
  UnbilledProject,
  'project_id' | 'project_name' | 'fixed_fee' | 'client_id' | 'client_name'
> & { project_currency: string } & (
    | (UnbilledTime & { kind: 'time' })
    | (UnbilledExpense & { kind: 'expense' })
    | UnbilledFee
  )

function byProject(rows: UnbilledRow[]): UnbilledProject[] {
  const projects = new Map<number, UnbilledProject>()
  for (const row of rows) {
    const { project_id, project_name, project_currency: currency, fixed_fee, client_id, client_name } = row
    const project = projects.get(project_id) ?? {
      ...{ project_id, project_name, client_id, client_name, currency, fixed_fee },
      ...{ time: [], expenses: [], fees: [], sums: [] },
    }
    projects.set(project_id, project)
    const { id, description } = row
    if (row.kind === 'time') {
      const { date, hours, rate, rate_unit, rate_hours, amount } = row
      project.time.push({ id, date, description, hours, rate, rate_unit, rate_hours, amount })
    } else if (row.kind === 'expense') {
      const { date, category, currency, amount } = row
      project.expenses.push({ id, date, description, category, currency, amount })
    } else {
      const { kind, date, version, approved_by, amount } = row
      project.fees.push({ kind, id, date, description, version, approved_by, amount })
    }
  }
  return [...projects.values()].sort(
    (a, b) => a.project_name.localeCompare(b.project_name) || a.project_id - b.project_id,
  )
}

const OF_PROJECT = `p.name as project_name, p.currency as project_currency, p.fixed_fee, p.client_id, c.name as client_name`

const ITS_PROJECT = `join projects p on p.account_id = $1 and p.id = w.project_id
  left join clients c on c.account_id = $1 and c.id = p.client_id`

const RATE_UNIT = `case when rate_hours = 100 then 'hour' else 'day' end as rate_unit`

const TIME_TO_BILL = `
  select 'time' as kind, w.project_id, w.id, w.date, w.description, w.amount, w.hours, w.rate, ${RATE_UNIT}, w.rate_hours,
    ${OF_PROJECT}
  from time_entries w ${ITS_PROJECT}
  where w.account_id = $1 and w.id = any($2::bigint[]) and w.is_billable and not w.is_billed
  order by w.date, w.id for update of w`

const UNBILLED_WORK = `
  select w.*, ${OF_PROJECT}
  from (
    (select 'time' as kind, t.project_id, t.id, t.date, t.description, t.amount, null as currency, null as category, t.hours,
       t.rate, ${RATE_UNIT}, t.rate_hours, null::int as version, null as approved_by
     from time_entries t join projects p on p.account_id = $1 and p.id = t.project_id
     where t.account_id = $1 and t.is_billable and not t.is_billed
       and (t.rate is not null or p.billing in ('hourly', 'daily'))
     order by t.date, t.id limit $3)
    union all
    (select 'expense', project_id, id, date, description, billable_amount, currency, category, null, null, null, null, null, null
     from expenses where account_id = $1 and is_billable and not is_billed and project_id is not null
     order by date, id limit $3)
    union all
    (select 'milestone', project_id, id, completed_on, title, fee, null, null, null, null, null, null, null, null
     from milestones where account_id = $1 and fee is not null and not is_billed and status = 'completed')
    union all
    (select 'deliverable', s.project_id, s.id, (d.decided_at at time zone $2)::date, v.title, s.fee, null, null, null, null, null,
       null, v.version, d.client_name
     from deliverables s
     join deliverable_versions v on v.account_id = $1 and v.deliverable_id = s.id and v.version = s.version
     join decisions d on d.account_id = $1 and d.deliverable_id = s.id and d.version = s.version
       and d.decision = 'approved'
     where s.account_id = $1 and s.fee is not null and not s.is_billed and s.status = 'approved')
    union all
    (select 'fixed_fee', id, id, null, name, fixed_fee - billed, null, null, null, null, null, null, null, null
     from projects, lateral (
       select coalesce(sum(item.amount), 0) as billed
       from invoice_items item join invoices i on i.account_id = $1 and i.id = item.invoice_id
       where item.account_id = $1 and item.fee_project_id = projects.id and i.status <> 'cancelled'
     ) fees
     where account_id = $1 and billing = 'fixed' and fixed_fee > billed and status <> 'cancelled')
  ) w ${ITS_PROJECT}
  order by w.date nulls last, w.kind, w.id limit $3`

function asFigure(figure: { amount: number; originals: { amount: number }[] }): void {
  inUnits(figure, 'amount')
  for (const original of figure.originals) inUnits(original, 'amount')
}

const jsonOf = (rows: string) => `(select coalesce(json_agg(found), '[]') from (${rows}) found)`

const MONEY = `select
  ${jsonOf(`
    select p.id as project_id, p.name as project_name, p.status as project_status, p.end_date as project_end, p.client_id,
      coalesce(w.currency, p.currency) as currency, sum(w.count) as count, min(w.oldest) as oldest,
      coalesce(sum(w.hours), 0) as hours, coalesce(sum(w.time), 0) as time_amount, coalesce(sum(w.expenses), 0) as expenses_amount,
      coalesce(sum(w.home), 0) as expenses_home_amount, coalesce(sum(w.fees), 0) as fees_amount,
      coalesce(sum(w.fixed), 0) as fixed_fee_amount
    from (
      select t.project_id, null as currency, count(*), min(t.date) as oldest, sum(t.hours) as hours, sum(t.amount) as time,
        null::numeric as expenses, null::numeric as home, null::numeric as fees, null::numeric as fixed
      from time_entries t join projects p on p.account_id = $1 and p.id = t.project_id
      where t.account_id = $1 and t.is_billable and not t.is_billed and (t.rate is not null or p.billing in ('hourly', 'daily'))
      group by t.project_id
      union all
      select project_id, currency, count(*), min(date), null, null, sum(billable_amount),
        sum(home_amount + round(home_amount * markup_percent::numeric / 10000)), null, null
      from expenses where account_id = $1 and is_billable and not is_billed and project_id is not null group by 1, 2
      union all
      select project_id, null, count(*), min(completed_on), null, null, null, null, sum(fee), null
      from milestones where account_id = $1 and fee is not null and not is_billed and status = 'completed' group by 1
      union all
      select s.project_id, null, count(*), min((d.decided_at at time zone $2)::date), null, null, null, null, sum(s.fee), null
      from deliverables s
      join decisions d on d.account_id = $1 and d.deliverable_id = s.id and d.version = s.version and d.decision = 'approved'
      where s.account_id = $1 and s.fee is not null and not s.is_billed and s.status = 'approved' group by 1
      union all
      select id, null, 1, null, null, null, null, null, fixed_fee - billed, fixed_fee - billed
      from projects, lateral (
        select coalesce(sum(item.amount), 0) as billed
        from invoice_items item join invoices i on i.account_id = $1 and i.id = item.invoice_id
        where item.account_id = $1 and item.fee_project_id = projects.id and i.status <> 'cancelled'
      ) fees
      where account_id = $1 and billing = 'fixed' and fixed_fee > billed and status <> 'cancelled'
    ) w
    join projects p on p.account_id = $1 and p.id = w.project_id
    group by p.account_id, p.id, coalesce(w.currency, p.currency) order by 2, 1, 6`)} as unbilled,
  ${jsonOf(`
    select part, currency, sum(total - amount_paid) as amount, sum(home_total - home_paid) as home_amount, count(*),
      min(case when part = 'overdue' then coalesce(due_date, issue_date) else issue_date end) as oldest, is_due
    from (
      select *, due_date is null or due_date <= $5 as is_due, case when status = 'draft' then 'drafts'
        when status = 'overdue' or due_date < $3 then 'overdue' when approval_status = 'pending' then 'waiting' else 'unpaid' end as part
      from invoices where account_id = $1 and status in ('draft', 'sent', 'overdue')
    ) i group by part, currency, is_due, home_total is null`)} as invoices,
  ${jsonOf(`
    select i.currency, sum(p.amount) as amount, sum(p.home_amount) as home_amount, count(*)
    from payments p join invoices i on i.account_id = $1 and i.id = p.invoice_id
    where p.account_id = $1 and p.paid_on between $4 and $3 group by 1`)} as payments,
  ${jsonOf(`
    select r.client_id, r.project_id, r.kind, r.currency, r.frequency, r.start_date, r.end_date, r.next_date, r.tax_category,
      coalesce(r.tax_rate, (select b.tax_rate from businesses b where b.account_id = $1), 0) as tax_rate,
      (select coalesce(sum(item.amount), 0) from recurring_invoice_items item
        where item.account_id = $1 and item.recurring_invoice_id = r.id) as subtotal
    from recurring_invoices r
    where r.account_id = $1 and not r.is_paused and (r.next_date <= $5 or r.kind = 'retainer' and r.next_date is not null)`)} as recurring,
  ${jsonOf(`
    select p.currency, sum(fee) as amount, count(*) from (
      select project_id, fee from milestones
      where account_id = $1 and fee is not null and not is_billed and status <> 'completed' and due_date <= $5
      union all
      select project_id, fee from deliverables
      where account_id = $1 and fee is not null and not is_billed and status = 'submitted'
    ) fees join projects p on p.account_id = $1 and p.id = fees.project_id and p.status = 'active'
    group by 1`)} as fees,
  (select coalesce(json_object_agg(currency, rate), '{}') from exchange_rates where account_id = $1) as rates`

const BILL_TIME = `
  with series as (
    update number_series set last_number = last_number + 1 where account_id = $1 and kind = 'invoice'
    returning last_number
  ), invoice as (
    insert into invoices (account_id, prefix, number, client_id, client_name, project_id, project_name, issue_date,
      due_date, service_from, service_to, tax_rate, currency, subtotal, tax_amount, total, home_total, notes, status,
      search, created_at)
    select $1, $2, last_number, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $15, $16, 'draft', lower($4), now()
    from series
    returning id, number, client_name
  ), item as (
    insert into invoice_items (account_id, invoice_id, position, description, quantity, unit, rate, amount, work_kind,
      work_ids, logged_hours)
    select $1, invoice.id, line.position, description, quantity, unit, rate, amount, kind, ids, logged_hours
    from invoice, rows from (
      json_to_recordset($17) as (description text, quantity bigint, unit text, rate bigint, amount bigint, kind text,
        ids bigint[], logged_hours bigint)
    ) with ordinality as line(description, quantity, unit, rate, amount, kind, ids, logged_hours, position)
    order by line.position
    returning id, work_ids
  ), claimed as (
    update time_entries t set is_billed = true, invoice_item_id = item.id, version = version + 1
    from item, unnest(item.work_ids) as work(id)
    where t.account_id = $1 and t.id = work.id and not t.is_billed
  ), activity as (
    insert into activities (account_id, type, actor, data, subject_type, subject_id, created_at)
    select $1, 'invoice.created', 'user', json_build_object('invoice', json_build_object('id', id,
      'invoice_number', $2 || to_char(number, 'FM0000'), 'client_name', client_name)), 'invoice', id, now()
    from invoice
  )
  select id from invoice`

/** What new time on the project `p` of the client `c` is worth. */
const RATE_COLUMNS = `
  case p.billing
    when 'hourly' then coalesce(p.hourly_rate, case when c.currency = p.currency then c.hourly_rate end, (
      select b.hourly_rate from businesses b join accounts a on a.id = b.account_id
      where b.account_id = $1 and a.currency = p.currency))
    when 'daily' then p.daily_rate
  end as rate,
  case p.billing when 'daily' then 'day' else 'hour' end as rate_unit,
  case p.billing when 'daily' then coalesce(
    (select hours_per_day from businesses b where b.account_id = $1), 800) else 100 end as rate_hours`

const STOP_AND_START_TIMER = `
  with project as (
    select p.id, p.name, p.status, c.name as client_name, ${RATE_COLUMNS}
    from projects p left join clients c on c.account_id = p.account_id and c.id = p.client_id
    where p.account_id = $1 and p.id = $2 and p.status <> 'cancelled'
    for key share of p
  ), before as (
    select description, is_billable, started_at from timers where account_id = $1 and started_at is not null
  ), timer as (
    insert into timers (account_id, id, project_id, description, is_billable, started_at, version)
    select $1, 1, id, $3, $4, now(), 2 from project
    on conflict (account_id) do update set id = timers.id + 1, project_id = excluded.project_id,
      description = excluded.description, is_billable = excluded.is_billable, started_at = excluded.started_at,
      stopped_at = excluded.started_at, reminded_at = null, version = timers.version + 1
    returning id, started_at, version
  ), entry as (
    insert into time_entries (account_id, project_id, description, hours, date, started_at, ended_at,
      is_billable, rate, rate_hours, search, created_at)
    select $1, project.id, before.description,
      greatest(1, round(extract(epoch from now() - before.started_at) / 36))::bigint, before.started_at::date,
      before.started_at, greatest(now(), before.started_at), before.is_billable, rate, rate_hours, $5, now()
    from project, before
    returning id, hours
  ), activity as (
    insert into activities (account_id, type, actor, data, subject_type, subject_id, created_at)
    select $1, 'time_entry.created', 'user', json_build_object(
      'time_entry', json_build_object('id', entry.id, 'hours', entry.hours),
      'project', json_build_object('id', project.id, 'name', project.name)), 'time_entry', entry.id, now()
    from entry, project
  ), creation as (
    insert into idempotency_keys (account_id, key, fingerprint, path, response, created_at)
    select $1, $6, $7, '/api/timer/start', json_build_object('id', timer.id, 'project_id', project.id,
      'project_name', project.name, 'client_name', client_name, 'description', $3::text, 'is_billable', $4::boolean,
      'started_at', timer.started_at, 'version', timer.version), now()
    from timer, project
  )
  select timer.id, timer.started_at, timer.version, project.name as project_name,
    project.status as project_status, project.client_name
  from timer, project`

const UNMEASURED = { started_at: null, ended_at: null }

const itsInvoice = (record: string) => `(
  select json_build_object('id', i.id, 'invoice_number', i.invoice_number)
  from invoice_items item join invoices i on i.account_id = $1 and i.id = item.invoice_id
  where item.account_id = $1 and item.id = ${record}.invoice_item_id
) as invoice`

const WORK = `case when work_kind is not null then json_build_object('kind', work_kind,
  'logged_hours', logged_hours, 'count', greatest(cardinality(work_ids), 1)) end`

const PROJECT_AMOUNTS = [
  'hourly_rate',
  'daily_rate',
  'fixed_fee',
  'rate',
  'rate_hours',
  'estimated_hours',
  'budget_hours',
  'budget_hours_used',
  'budget_amount',
  'budget_amount_used',
]

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

const toHundredths = (value: unknown): number => Math.round(Number(value) * 100)

/** Hundredths in the database, two decimals in JSON. */
function inUnits(row: Row, ...columns: string[]): Row {
  for (const column of columns) {
    if (row[column] !== null) row[column] = Number(row[column]) / 100
  }
  return row
}

const inJson = (instant: string) => `to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const DECISION = `'decision', d.decision, 'feedback', d.feedback, 'client_name', d.client_name,
  'decided_at', ${inJson('d.decided_at')}, 'certificate', d.account_id || '.' || d.code,
  'file', case when d.file_sha256 is not null then json_build_object(
    'name', d.file_name, 'size', d.file_size, 'type', d.file_type, 'sha256', d.file_sha256) end`

const INVOICE_COLUMNS = `id, number, client_id, client_name, project_id, project_name, issue_date, due_date, service_from,
  service_to, tax_category, tax_rate, currency, exchange_rate, subtotal, discount_percent, discount_amount, tax_amount,
  total, home_total, amount_paid, total - amount_paid as balance, overpaid, notes, paid_on, approval_status, version,
  case when status = 'sent' and due_date < $2 then 'overdue' else status end as status`

const INVOICE_AMOUNTS = [
  'tax_rate',
  'subtotal',
  'discount_percent',
  'discount_amount',
  'tax_amount',
  'total',
  'home_total',
  'amount_paid',
  'overpaid',
  'balance',
]

const asInvoice = (invoice: Row, home_currency: string): Row => ({
  ...inUnits(invoice, ...INVOICE_AMOUNTS),
  home_currency,
  invoice_number: `INV-${String(invoice.number).padStart(4, '0')}`,
})

function asItem(item: Row): Row {
  if (item.work) inUnits(item.work as Row, 'logged_hours')
  return inUnits(item, 'quantity', 'rate', 'amount')
}

interface SharedDeliverable {
  id: number
  status: string
  versions: {
    version: number
    file: object | null
    link_url: string | null
    decision: { decision: string; feedback: string; decided_at: string } | null
  }[]
}

function shownAt(key: string, { id, status, versions }: SharedDeliverable) {
  const base = `/api/client-portal/${key}/deliverables/${id}/versions`
  const shown = versions.map(({ link_url, ...version }) => ({
    ...version,
    file_url: version.file ? `${base}/${version.version}/file` : link_url,
  }))
  const { decision = null, ...newest } = shown[0] ?? {}
  return {
    ...newest,
    id,
    status,
    feedback: decision?.feedback || null,
    approved_at: decision?.decision === 'approved' ? decision.decided_at : null,
    rejected_at: decision?.decision === 'rejected' ? decision.decided_at : null,
    versions: shown,
  }
}

interface ReportedProject {
  id: number
  name: string
  client_name: string | null
  status: string
}

interface WorkedSum {
  project_id: number
  hours: number
  billable: number
}

interface PaidSum {
  month: string
  client_id: number
  project_id: number | null
  tax_rate: number
  amount: number
  tax: number
}

interface SpentSum {
  month: string
  category: Sums['categories'][number]['category']
  project_id: number | null
  amount: number
}

type RecentSums = Pick<Sums, 'thisMonth' | 'lastMonth'>

interface ReportRows {
  projects: ReportedProject[]
  clients: { id: number; name: string }[]
  worked: WorkedSum[]
  paid: PaidSum[]
  spent: SpentSum[]
  recent: RecentSums
  ages: Sums['ages']
}

function reportOf(days: ReportDays, currency: string, rows: ReportRows) {
  const { projects, clients, worked, paid, spent, recent, ages } = rows
  const [hours, billable] = [sumBy(worked, 'project_id', 'hours'), sumBy(worked, 'project_id', 'billable')]
  const [revenue, expenses] = [sumBy(paid, 'project_id', 'amount'), sumBy(spent, 'project_id', 'amount')]
  const [months, categories] = [sumBy(paid, 'month', 'amount'), sumBy(spent, 'category', 'amount')]
  const ofClients = sumBy(paid, 'client_id', 'amount')
  const total = (sums: Map<unknown, number>) => [...sums.values()].reduce((sum, value) => sum + value, 0)
  const report = toReport(
    days,
    {
      ...recent,
      activeProjects: projects.filter(({ status }) => status === 'active').length,
      billableHours: total(billable),
      nonBillableHours: total(hours) - total(billable),
      projects: projects
        .filter(({ id }) => hours.has(id) || revenue.has(id) || expenses.has(id))
        .map(({ id, name, client_name }) => ({
          project_id: id,
          project_name: name,
          client_name,
          hours: hours.get(id) ?? 0,
          revenue: revenue.get(id) ?? 0,
          expenses: expenses.get(id) ?? 0,
        }))
        .sort((one, other) => other.revenue - one.revenue || other.hours - one.hours),
      unassigned: { revenue: revenue.get(null) ?? 0, expenses: expenses.get(null) ?? 0 },
      months: [...months].map(([month, amount]) => ({ month, amount })),
      categories: [...categories]
        .map(([category, amount]) => ({ category, amount }))
        .sort((one, other) => other.amount - one.amount),
      clients: clients
        .filter(({ id }) => ofClients.has(id))
        .map(({ id, name }) => ({ client_id: id, client_name: name, revenue: ofClients.get(id) ?? 0 }))
        .sort((one, other) => other.revenue - one.revenue),
      taxes: [...Map.groupBy(paid, ({ month, tax_rate }) => `${month} ${tax_rate}`).values()].flatMap(
        (rows) => {
          const [first] = rows
          if (!first) return []
          const sum = (of: 'amount' | 'tax') => rows.reduce((total, row) => total + Number(row[of]), 0)
          return { month: first.month, tax_rate: first.tax_rate, net: sum('amount'), tax: sum('tax') }
        },
      ),
      spending: [...Map.groupBy(spent, ({ month }) => month)].flatMap(([month, rows]) =>
        [...sumBy(rows, 'category', 'amount')]
          .map(([category, amount]) => ({ month, category, amount }))
          .sort((one, other) => other.amount - one.amount),
      ),
      ages,
    },
    currency,
  )
  inUnits(report, 'totalRevenue', 'totalTax', 'totalExpenses', 'profit', 'profitMargin', 'totalOutstanding')
  inUnits(report.monthlyStats, 'currentMonth', 'growth')
  inUnits(report.timeUtilization, 'billableHours', 'nonBillableHours', 'totalHours', 'billableRate')
  inUnits(report.unassigned, 'revenue', 'expenses')
  for (const project of report.projectProfitability)
    inUnits(project, 'hours', 'revenue', 'expenses', 'profit', 'margin')
  for (const part of [...report.incomeByMonth, ...report.expensesByCategory, ...report.outstandingByAge])
    inUnits(part, 'amount')
  for (const month of report.profitAndLoss) {
    inUnits(month, 'income', 'expenses', 'result')
    for (const part of month.expensesByCategory) inUnits(part, 'amount')
  }
  for (const part of report.taxByMonth) inUnits(part, 'tax_rate', 'net', 'tax')
  for (const client of report.clientRevenue) inUnits(client, 'revenue')
  return report
}

function sumBy<Found, Key extends keyof Found>(
  rows: Found[],
  key: Key,
  column: keyof Found,
): Map<Found[Key], number> {
  const sums = new Map<Found[Key], number>()
  for (const row of rows) sums.set(row[key], (sums.get(row[key]) ?? 0) + Number(row[column]))
  return sums
}
