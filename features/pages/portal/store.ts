import { type SqlBool, sql } from 'kysely'
import { addDays, type DateOnly, yearOf } from '#core/calendar.ts'
import type { PageQuery } from '#core/endpoint.ts'
import type { Invoice } from '#features/billing/invoices/contract/invoice.ts'
import { type Db, withKeptPlans } from '#server/database/database.ts'
import { type AsJson, jsonRows } from '#server/database/json.ts'
import { afterCursor, inOrder, matchesSearch, toOrderedPage, toPage } from '#server/database/paging.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import { type Account, MAX_WAITING, type Waiting, type WaitingInvoice } from './contract/home.ts'

/** Only these three define what a client may see of an account. */
const visibleProjects = (db: Db, accountId: AccountId, clientId: number) =>
  db
    .selectFrom('projects')
    .where('projects.account_id', '=', accountId)
    .where('projects.client_id', '=', clientId)
    .where('projects.status', '<>', 'cancelled')

const visibleInvoices = (db: Db, accountId: AccountId, clientId: number) =>
  invoicesOf(db, accountId, clientId).where('invoices.status', '<>', 'draft')

/** Sent before and drafts again. A client sees their numbers, but not their content. */
const revisedInvoices = (db: Db, accountId: AccountId, clientId: number) =>
  invoicesOf(db, accountId, clientId).where('status', '=', 'draft').where(wasSent)

const invoicesOf = (db: Db, accountId: AccountId, clientId: number) =>
  db
    .selectFrom('invoices')
    .where('invoices.account_id', '=', accountId)
    .where('invoices.client_id', '=', clientId)

const wasSent = sql<SqlBool>`(sent_at is not null or approval_status is not null)`

/** An invoice that may wait for the client, as it is stored. */
type FoundInvoice = Omit<WaitingInvoice, 'status' | 'needs_approval' | 'can_pay_online'> &
  Pick<Invoice, 'number' | 'status' | 'approval_status'> & { approval_required: boolean }

type FoundHome = AsJson<{
  projects_count: number
  invoices_count: number
  invoices_being_revised: { id: number; invoice_number: string }[]
  accounts: Account[]
  deliverables: Waiting['deliverables']
  invoices: FoundInvoice[]
  comments: Waiting['comments']
}>

const MAX_REVISED = 100
const ONE_MORE = sql.lit(MAX_WAITING + 1)

/** Everything on the portal's home besides its lists, in one statement. One more item than is shown waits in each list. */
export async function readHome(
  db: Db,
  accountId: AccountId,
  { clientId, accessId, today }: { clientId: number; accessId: number; today: DateOnly },
): Promise<FoundHome> {
  const projects = visibleProjects(db, accountId, clientId).select([
    'account_id',
    'id',
    'client_id',
    'name',
    'status',
    'currency',
  ])
  const invoices = visibleInvoices(db, accountId, clientId).select([
    'account_id',
    'client_id',
    'id',
    'invoice_number',
    'number',
    'status',
    'approval_status',
    'due_date',
    'currency',
    'balance',
    'amount_paid',
    'paid_on',
  ])
  const revised = revisedInvoices(db, accountId, clientId)
    .select(['id', 'invoice_number'])
    .orderBy('id', 'desc')
    .limit(MAX_REVISED)
  const home = sql<FoundHome>`
    with visible_projects as materialized (${projects}), visible_invoices as materialized (${invoices})
    select
      (select count(*) from visible_projects) as projects_count,
      (select count(*) from visible_invoices) as invoices_count,
      ${jsonRows(revised)} as invoices_being_revised,
      ${jsonRows(accounts(today))} as accounts,
      ${jsonRows(submittedDeliverables)} as deliverables,
      ${jsonRows(askedInvoices)} as invoices,
      ${jsonRows(unansweredComments(accessId, today))} as comments`
  const { rows } = await withKeptPlans(db, (tx) => home.execute(tx))
  if (!rows[0]) throw new Error('the statement returned no row')
  return rows[0]
}

function accounts(today: DateOnly) {
  const owed = sql`status in ('sent', 'overdue') and number is not null and balance > 0`
  const paid = sql`status = 'paid' and paid_on >= ${yearOf(today).first}::date and amount_paid > 0`
  return sql`
    select currency,
      coalesce(sum(balance) filter (where ${owed}), 0) as owed,
      count(*) filter (where ${owed}) as owed_count,
      coalesce(sum(amount_paid) filter (where ${paid}), 0) as paid_this_year,
      count(*) filter (where ${paid}) as paid_count
    from visible_invoices
    where (${owed}) or (${paid})
    group by currency
    order by currency`
}

const submittedDeliverables = sql`
  select d.id, p.id as project_id, p.name as project_name, v.title, v.version, v.submitted_at, p.currency, d.fee
  from visible_projects p
  join deliverables d on d.account_id = p.account_id and d.project_id = p.id and d.status = 'submitted'
  join deliverable_versions v on v.account_id = d.account_id and v.deliverable_id = d.id
    and v.version = d.version and v.client_id = p.client_id
  order by v.submitted_at, d.id
  limit ${ONE_MORE}`

/** To approve, or to pay: neither where the client asked for changes, nor where they said that they have paid. */
const askedInvoices = sql`
  select i.id, i.invoice_number, i.number, i.status, i.approval_status, i.due_date, i.currency, i.balance,
    client.approval_required
  from visible_invoices i
  join clients client on client.account_id = i.account_id and client.id = i.client_id
  where i.status in ('sent', 'overdue') and i.approval_status is distinct from 'rejected'
    and (i.approval_status = 'pending' or i.approval_status is null and client.approval_required
      or i.balance > 0 and not exists (
        select from invoice_checkouts c
        where c.account_id = i.account_id and c.invoice_id = i.id and c.state = 'processing'
      ) and not exists (
        select from paid_notices n
        where n.account_id = i.account_id and n.invoice_id = i.id and not exists (
          select from payments p
          where p.account_id = n.account_id and p.invoice_id = n.invoice_id and p.created_at > n.created_at
            and p.kind <> 'reversal'
        )
      ))
  order by i.due_date nulls last, i.id
  limit ${ONE_MORE}`

/** A question that was read waits for so long to be answered. */
const QUESTION_DAYS = 30

/** The question mark ends a word, as none in an address does. */
const isQuestion = sql`c.content ~ ${sql.lit(String.raw`[?？؟]["”’»)]*(\s|$)`)}`

/** True for a comment in the conversation of project `p`. */
const isShared = (comment: string) => {
  const column = (name: string) => sql.ref(`${comment}.${name}`)
  return sql`not ${column('is_internal')} and (${column('client_id')} = p.client_id or ${column('client_id')} is null)`
}

/**
 * The last word of a conversation, if it is new to this link or asks something about a project. What is asked about a
 * deliverable is answered by the decision on it.
 */
const unansweredComments = (accessId: number, today: DateOnly) => sql`
  select c.id, p.id as project_id, p.name as project_name, c.deliverable_id, c.author_name,
    left(c.content, 200) as content, ${isQuestion} as is_question, c.created_at
  from (
    select u.account_id, u.comment_id as id from unread u
    join visible_projects p on p.account_id = u.account_id and p.id = u.project_id
    where u.access_id = ${accessId} and u.comment_id is not null
    union
    select c.account_id, c.id from visible_projects p
    cross join lateral (
      select c.account_id, c.id, c.content, c.created_at from comments c
      where c.account_id = p.account_id and c.project_id = p.id and c.deliverable_id is null and ${isShared('c')}
      order by c.id desc
      limit 1
    ) c
    where p.status <> 'completed' and ${isQuestion}
      and c.created_at >= ${addDays(today, -QUESTION_DAYS)}::date
  ) waiting
  join comments c on c.account_id = waiting.account_id and c.id = waiting.id
  join visible_projects p on p.account_id = c.account_id and p.id = c.project_id
  where c.author_type = 'freelancer' and ${isShared('c')} and not exists (
    select from comments later
    where later.account_id = c.account_id and later.project_id = c.project_id and later.id > c.id
      and later.deliverable_id is not distinct from c.deliverable_id and ${isShared('later')}
  )
  order by c.id desc
  limit ${ONE_MORE}`

const milestonesWhere = (condition = sql`true`) => sql<number>`(
  select count(*) from milestones m
  where m.account_id = projects.account_id and m.project_id = projects.id and ${condition}
)`

/** Deliverables whose newest version was submitted to the project's present client. */
const deliverablesWhere = (condition = sql`true`) => sql<number>`(
  select count(*) from deliverables d
  join deliverable_versions v
    on v.account_id = d.account_id and v.deliverable_id = d.id and v.version = d.version
    and v.client_id = projects.client_id
  where d.account_id = projects.account_id and d.project_id = projects.id and ${condition}
)`

const PROJECT_COLUMNS = [
  'id',
  'name',
  'description',
  'status',
  'start_date',
  'end_date',
  'currency',
  'hourly_rate',
  'daily_rate',
  'fixed_fee',
  'estimated_hours',
  milestonesWhere().as('milestones_total'),
  milestonesWhere(sql`m.status = 'completed'`).as('milestones_completed'),
  deliverablesWhere().as('deliverables_total'),
  deliverablesWhere(sql`d.status = 'approved'`).as('deliverables_approved'),
  deliverablesWhere(sql`d.status = 'submitted'`).as('deliverables_submitted'),
] as const

export async function listProjects(
  db: Db,
  accountId: AccountId,
  clientId: number,
  { limit, cursor, q }: PageQuery,
) {
  const { position, after, orderBy } = inOrder(COMPLETED_LAST, cursor)
  const rows = await visibleProjects(db, accountId, clientId)
    .select([...PROJECT_COLUMNS, position])
    .where(matchesSearch(q, 'search'))
    .where(after)
    .orderBy(orderBy)
    .limit(limit + 1)
    .execute()
  return toOrderedPage(rows, limit)
}

const COMPLETED_LAST = {
  by: [sql`(projects.status <> 'completed')`, sql`projects.id`],
  direction: 'desc',
} as const

export const findProject = (db: Db, accountId: AccountId, clientId: number, id: number) =>
  visibleProjects(db, accountId, clientId).select(PROJECT_COLUMNS).where('id', '=', id).executeTakeFirst()

/** The project of a deliverable, if the client may see it. */
export const findProjectOfDeliverable = (
  db: Db,
  accountId: AccountId,
  clientId: number,
  deliverableId: number,
) =>
  visibleProjects(db, accountId, clientId)
    .innerJoin('deliverables', (join) =>
      join
        .onRef('deliverables.account_id', '=', 'projects.account_id')
        .onRef('deliverables.project_id', '=', 'projects.id'),
    )
    .select(['projects.id', 'projects.name'])
    .where('deliverables.id', '=', deliverableId)
    .executeTakeFirst()

/** The invoices that the client sees and that bill fees of a project's deliverables. */
export const listFeeInvoices = (db: Db, accountId: AccountId, clientId: number, projectId: number) =>
  visibleInvoices(db, accountId, clientId)
    .innerJoin('invoice_items as item', (join) =>
      join.onRef('item.account_id', '=', 'invoices.account_id').onRef('item.invoice_id', '=', 'invoices.id'),
    )
    .innerJoin('deliverables', (join) =>
      join
        .onRef('deliverables.account_id', '=', 'item.account_id')
        .onRef('deliverables.invoice_item_id', '=', 'item.id'),
    )
    .select([
      'deliverables.id as deliverable_id',
      'invoices.id',
      'invoices.invoice_number',
      'invoices.number',
      'invoices.status',
      'invoices.approval_status',
      'invoices.due_date',
      'invoices.total',
      'invoices.balance',
      'invoices.currency',
      isBeingPaid,
    ])
    .where('deliverables.project_id', '=', projectId)
    .execute()

/** By a slow method, and the payment has not arrived yet. */
const isBeingPaid = sql<boolean>`(
  select true from invoice_checkouts c
  where c.account_id = invoices.account_id and c.invoice_id = invoices.id and c.state = 'processing' limit 1
) is not null`.as('payment_processing')

/** Keeps a project that the client may see from being deleted until the transaction ends. */
export const shareLockProject = (db: Db, accountId: AccountId, clientId: number, id: number) =>
  visibleProjects(db, accountId, clientId)
    .select(['id', 'name', 'client_id'])
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()

export async function listInvoices(
  db: Db,
  accountId: AccountId,
  clientId: number,
  { limit, cursor, q }: PageQuery,
) {
  const rows = await visibleInvoices(db, accountId, clientId)
    .select([
      'id',
      'invoice_number',
      'number',
      'status',
      'approval_status',
      'issue_date',
      'due_date',
      'service_from',
      'service_to',
      'subtotal',
      'discount_percent',
      'discount_amount',
      'tax_category',
      'tax_rate',
      'tax_amount',
      'total',
      'amount_paid',
      'written_off',
      'credited',
      'balance',
      'currency',
      'notes',
      'client_notes',
      'approved_at',
      'rejected_at',
    ])
    .where(matchesSearch(q, 'search'))
    .where(afterCursor(cursor, ['id'], 'desc'))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  return toPage(rows, limit, ({ id }) => [id])
}

/** An invoice that the client may see, or at least know that it exists. */
export const findInvoiceOfClient = (db: Db, accountId: AccountId, clientId: number, id: number) =>
  invoicesOf(db, accountId, clientId)
    .select('id')
    .where('id', '=', id)
    .where((where) => where.or([where('status', '<>', 'draft'), wasSent]))
    .executeTakeFirst()

/** Receipts of the expenses that an invoice bills, unless the freelancer keeps them; in the order of the lines. */
export const listExpenseReceipts = (db: Db, accountId: AccountId, invoiceId: number) =>
  db
    .selectFrom('invoice_items as item')
    .innerJoin('expenses', (join) =>
      join
        .onRef('expenses.account_id', '=', 'item.account_id')
        .onRef('expenses.invoice_item_id', '=', 'item.id'),
    )
    .innerJoin('expense_receipts as receipt', (join) =>
      join
        .onRef('receipt.account_id', '=', 'expenses.account_id')
        .onRef('receipt.expense_id', '=', 'expenses.id'),
    )
    .select([
      'receipt.id',
      'expenses.description as expense',
      'receipt.file_name as name',
      'receipt.file_size as size',
      'receipt.file_type as type',
      'receipt.file_sha256 as sha256',
    ])
    .where('item.account_id', '=', accountId)
    .where('item.invoice_id', '=', invoiceId)
    .where('expenses.is_billed', '=', true)
    .where('expenses.share_receipts', '=', true)
    .orderBy('item.position')
    .orderBy('receipt.id')
    .execute()
