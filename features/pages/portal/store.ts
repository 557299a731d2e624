import { type SqlBool, sql } from 'kysely'
import type { PageQuery } from '#core/endpoint.ts'
import type { Db } from '#server/database/database.ts'
import { afterCursor, matchesSearch, toPage } from '#server/database/paging.ts'
import type { AccountId } from '#server/identity/account-id.ts'

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
  const rows = await visibleProjects(db, accountId, clientId)
    .select(PROJECT_COLUMNS)
    .where(matchesSearch(q, 'search'))
    .where(afterCursor(cursor, ['id'], 'desc'))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  return toPage(rows, limit, ({ id }) => [id])
}

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

const MAX_REVISED = 100

export const listRevisedInvoices = (db: Db, accountId: AccountId, clientId: number) =>
  revisedInvoices(db, accountId, clientId)
    .select(['id', 'invoice_number'])
    .orderBy('id', 'desc')
    .limit(MAX_REVISED)
    .execute()

/** An invoice that the client may see, or at least know that it exists. */
export const findInvoiceOfClient = (db: Db, accountId: AccountId, clientId: number, id: number) =>
  invoicesOf(db, accountId, clientId)
    .select('id')
    .where('id', '=', id)
    .where((where) => where.or([where('status', '<>', 'draft'), wasSent]))
    .executeTakeFirst()

export const countAll = (db: Db, accountId: AccountId, clientId: number) =>
  visibleProjects(db, accountId, clientId)
    .select(({ fn }) => [
      fn.countAll<number>().as('projects_count'),
      visibleInvoices(db, accountId, clientId)
        .select(fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('invoices_count'),
    ])
    .executeTakeFirstOrThrow()

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
