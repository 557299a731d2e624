import type { FastifyInstance } from 'fastify'
import { totalsOf } from '#core/document-lines.ts'
import type { Bill } from '#features/billing/billable-work/contract.ts'
import { linesOf, servicePeriodOf } from '#features/billing/billable-work/rules.ts'
import { detailsOf, type PresentDetails } from '#features/billing/invoices/rules/details.ts'
import { dueAfter } from '#features/billing/invoices/rules/period.ts'
import { EMPTY_PROFILE, type Profile } from '#features/foundation/business/rules.ts'
import { type FloorDatabase, type Session, sha256, signedIn } from './database.ts'
import { DECISION, inUnits, type Row, toHundredths } from './rows.ts'
import { byProject, TIME_TO_BILL, type UnbilledRow } from './unbilled.ts'

export function addInvoiceCalls(floor: FastifyInstance, db: FloorDatabase): void {
  floor.get('/api/invoices', async (request) => {
    const { account, today, currency } = await signedIn(db, request)
    const invoices = await db.query(
      'invoices',
      `select ${INVOICE_COLUMNS} from invoices where account_id = $1 order by id desc limit 50`,
      [account, today],
    )
    return invoices.map((invoice) => asInvoice(invoice, currency))
  })

  floor.get<{ Params: { id: string } }>('/api/invoices/:id', async (request) =>
    findInvoice(db, await signedIn(db, request), request.params.id),
  )

  floor.put<{ Params: { invoice: string; item: string }; Body: Row }>(
    '/api/invoices/:invoice/items/:item',
    async (request) => {
      const { account } = await signedIn(db, request)
      const { params, body } = request
      const [quantity, rate] = [100 * toHundredths(body.quantity), toHundredths(body.rate)]
      const item = await db.queryOne(
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
             tax_amount = round((sums.subtotal - sums.discount) * tax_rate / 100000),
             total = sums.subtotal - sums.discount + round((sums.subtotal - sums.discount) * tax_rate / 100000),
             home_total = sums.subtotal - sums.discount + round((sums.subtotal - sums.discount) * tax_rate / 100000),
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
          Math.round((quantity * rate) / 10_000),
        ],
      )
      return asItem(item)
    },
  )

  floor.post<{
    Body: { client_id: number; issue_date: string; bill: Pick<Bill, 'time_entry_ids' | 'group_by'> }
  }>('/api/invoices', async (request, reply) => {
    const session = await signedIn(db, request)
    const { account } = session
    const { body, headers } = request
    const { profile, client } = await db.queryOne<{ profile: Profile | null; client: BilledClient }>(
      'profile and client',
      `select to_json(b) as profile, to_json(c) as client
         from clients c left join businesses b on b.account_id = c.account_id where c.account_id = $1 and c.id = $2`,
      [account, body.client_id],
    )
    const { invoice_prefix, tax_rate, payment_terms_days, notes } = profile ?? EMPTY_PROFILE
    const entries = await db.query<UnbilledRow>('time to bill', TIME_TO_BILL, [
      account,
      body.bill.time_entry_ids,
    ])
    const work = byProject(entries)
    const project = work[0]
    const lines = linesOf(work, { group_by: body.bill.group_by })
    const period = servicePeriodOf(work)
    const { subtotal, tax_amount, total } = totalsOf(
      lines.map(({ amount }) => amount),
      tax_rate,
    )
    const { id } = await db.queryOne('bill time', BILL_TIME, [
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
    const invoice = await findInvoice(db, session, id)
    await db.query(
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
    const { account } = await signedIn(db, request)
    const invoice = [account, request.params.id]
    await db.query(
      'release time',
      `update time_entries t set is_billed = false, invoice_item_id = null, version = version + 1 from invoice_items item
       where t.account_id = $1 and item.account_id = $1 and item.invoice_id = $2 and t.invoice_item_id = item.id`,
      invoice,
    )
    await db.query(
      'delete items',
      'delete from invoice_items where account_id = $1 and invoice_id = $2',
      invoice,
    )
    await db.query(
      'delete draft',
      `with deleted as (delete from invoices where account_id = $1 and id = $2 returning number)
       update number_series set last_number = deleted.number - 1 from deleted
       where account_id = $1 and kind = 'invoice'`,
      invoice,
    )
    return { success: true }
  })
}

async function findInvoice(
  db: FloorDatabase,
  { account, today, currency }: Session,
  id: unknown,
): Promise<Row> {
  const { items, details, ...invoice } = await db.queryOne(
    'one invoice',
    `select ${INVOICE_COLUMNS}, client_notes, approved_at, rejected_at, sent_at, reminders_enabled, recurring_invoice_id,
       (select json_build_object('paid_on', n.paid_on, 'note', n.note, 'created_at', n.created_at)
         from paid_notices n where n.account_id = $1 and n.invoice_id = invoices.id) as paid_notice,
       (select coalesce(json_agg(r), '[]') from line_requests r
         where r.account_id = $1 and r.invoice_id = invoices.id) as line_requests,
       exists (select from payments p where p.account_id = $1 and p.invoice_id = invoices.id) as has_payments,
       exists (select from invoice_checkouts k where k.account_id = $1 and k.invoice_id = invoices.id
         and k.state = 'processing') as payment_processing,
       (select coalesce(json_agg(json_build_object('title', v.title, 'version', v.version, 'name', v.file_name,
           'sha256', v.file_sha256) order by item.position, item.id), '[]')
         from invoice_items item join deliverable_versions v on v.account_id = $1
           and v.deliverable_id = item.work_ids[1] and v.version = item.deliverable_version
         where item.account_id = $1 and item.invoice_id = invoices.id and item.work_kind = 'deliverable'
           and v.file_sha256 is not null) as approved_files,
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
  const read = asInvoice(invoice, currency)
  return {
    ...read,
    payable: read.balance,
    items: (items as Row[]).map(asItem),
    details: detailsOf(details as PresentDetails),
    changes_since_decision: [],
    changes_since_sent: [],
  }
}

type BilledClient = { id: number; name: string; payment_terms_days: number | null }

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

const WORK = `case when work_kind is not null then json_build_object('kind', work_kind,
  'logged_hours', logged_hours, 'count', greatest(cardinality(work_ids), 1)) end`

const INVOICE_COLUMNS = `id, number, number_year, invoice_number, client_id, client_name, project_id, project_name, issue_date, due_date, service_from,
  service_to, tax_category, tax_rate, currency, exchange_rate, subtotal, discount_percent, discount_amount, tax_amount,
  total, home_total, amount_paid, written_off, credited, balance, overpaid, notes, paid_on, approval_status, sealed_at,
  version,
  case when status = 'sent' and due_date < $2 and total > 0 then 'overdue' else status end as status`

const INVOICE_AMOUNTS = [
  'tax_rate',
  'subtotal',
  'discount_percent',
  'discount_amount',
  'tax_amount',
  'total',
  'home_total',
  'amount_paid',
  'written_off',
  'credited',
  'overpaid',
  'balance',
]

const asInvoice = (invoice: Row, home_currency: string): Row => ({
  ...inUnits(invoice, ...INVOICE_AMOUNTS),
  home_currency,
})

function asItem(item: Row): Row {
  if (item.work) inUnits(item.work as Row, 'logged_hours')
  return inUnits(item, 'quantity', 'rate', 'amount')
}
