import { and, asc, desc, eq, gte, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { DateOnly } from '#core/calendar.ts'
import type { Totals } from '#core/document-lines.ts'
import type { PageQuery } from '#core/endpoint.ts'
import type { Cents } from '#core/money.ts'
import { foldCase } from '#core/text.ts'
import { accounts } from '#features/account/table.ts'
import type { ApprovalStatus, Decision } from '#features/approvals/contract.ts'
import { decisions } from '#features/approvals/table.ts'
import type { Db } from '#server/database/database.ts'
import { afterCursor, limitPlusOne, matchesSearch, toPage } from '#server/database/paging.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type {
  InvoiceFilter,
  InvoiceInput,
  InvoiceItem,
  InvoiceListStatus,
  InvoiceStatus,
} from './contract.ts'
import { type DecidedInvoice, invoiceNumber } from './rules.ts'
import { invoiceItems, invoices } from './table.ts'

const invoiceColumns = {
  id: invoices.id,
  number: invoices.number,
  client_id: invoices.clientId,
  client_name: invoices.clientName,
  project_id: invoices.projectId,
  project_name: invoices.projectName,
  issue_date: invoices.issueDate,
  due_date: invoices.dueDate,
  tax_rate: invoices.taxRate,
  subtotal: invoices.subtotal,
  tax_amount: invoices.taxAmount,
  total: invoices.total,
  notes: invoices.notes,
  status: invoices.status,
  paid_on: invoices.paidOn,
  approval_status: invoices.approvalStatus,
  version: invoices.version,
}

const approvalColumns = {
  client_notes: invoices.clientNotes,
  approved_at: invoices.approvedAt,
  rejected_at: invoices.rejectedAt,
  sent_at: invoices.sentAt,
}

const itemColumns = {
  id: invoiceItems.id,
  description: invoiceItems.description,
  quantity: invoiceItems.quantity,
  rate: invoiceItems.rate,
  amount: invoiceItems.amount,
}

/** With the invoice in one query, so that what is read is one state of it: its items and its totals agree. */
const itsItems = sql<InvoiceItem[]>`(
  select coalesce(json_agg(json_build_object(
    'id', item.id, 'description', item.description,
    'quantity', item.quantity, 'rate', item.rate, 'amount', item.amount
  ) order by item.id), '[]')
  from invoice_items item
  where item.account_id = invoices.account_id and item.invoice_id = invoices.id
)`

/** Also in the same query, so that a decision is never compared with items that came after it was read. */
const itsDecisions = sql<StoredDecision[]>`(
  select coalesce(json_agg(json_build_object(
    'decision', d.decision, 'feedback', d.feedback, 'client_name', d.client_name,
    'decided_at', d.decided_at, 'subject', d.subject
  ) order by d.id desc), '[]')
  from ${decisions} d
  where d.account_id = invoices.account_id and d.invoice_id = invoices.id
)`.mapWith((found: (Omit<StoredDecision, 'decided_at'> & { decided_at: string })[]) =>
  found.map((decision) => ({ ...decision, decided_at: new Date(decision.decided_at) })),
)

export type StoredDecision = Decision & { subject: DecidedInvoice }

const invoiceWith = (accountId: AccountId, id: number) =>
  and(eq(invoices.accountId, accountId), eq(invoices.id, id))

const itemWith = (accountId: AccountId, invoiceId: number, id: number) =>
  and(eq(invoiceItems.accountId, accountId), eq(invoiceItems.id, id), eq(invoiceItems.invoiceId, invoiceId))

export async function listInvoices(
  db: Db,
  accountId: AccountId,
  today: DateOnly,
  { limit, cursor, q, project_id, client_id, status }: PageQuery & InvoiceFilter,
) {
  const rows = await db
    .select(invoiceColumns)
    .from(invoices)
    .where(
      and(
        eq(invoices.accountId, accountId),
        project_id ? eq(invoices.projectId, project_id) : undefined,
        client_id ? eq(invoices.clientId, client_id) : undefined,
        status && reading(status, today),
        matchesSearch(q, invoices.search),
        afterCursor(cursor, [invoices.number], 'descending'),
      ),
    )
    .orderBy(desc(invoices.number))
    .limit(limitPlusOne(limit, q, project_id, client_id, status))
  return toPage(rows, limit, ({ number }) => [number])
}

/** Which invoices read so on a day: the same as `statusAt`, where an index finds them. */
function reading(status: InvoiceListStatus, today: DateOnly) {
  const { dueDate } = invoices
  if (status === 'unpaid') return inArray(invoices.status, ['sent', 'overdue'])
  if (status === 'sent') return and(eq(invoices.status, 'sent'), or(isNull(dueDate), gte(dueDate, today)))
  if (status !== 'overdue') return eq(invoices.status, status)
  return and(
    inArray(invoices.status, ['sent', 'overdue']),
    or(eq(invoices.status, 'overdue'), lt(dueDate, today)),
  )
}

export async function findInvoice(db: Db, accountId: AccountId, id: number) {
  const [invoice] = await db
    .select({ ...invoiceColumns, ...approvalColumns, items: itsItems, decisions: itsDecisions })
    .from(invoices)
    .where(invoiceWith(accountId, id))
  return invoice
}

/** The invoice, which until the transaction ends nobody else changes. */
export async function lockInvoice(db: Db, accountId: AccountId, id: number) {
  const [invoice] = await db
    .select(invoiceColumns)
    .from(invoices)
    .where(invoiceWith(accountId, id))
    .for('update')
  return invoice
}

/** Counts on in the row of the account: who comes second waits, and a number that is not used is not taken. */
export async function takeNextNumber(db: Db, accountId: AccountId): Promise<number> {
  const [taken] = await db
    .update(accounts)
    .set({ lastInvoiceNumber: sql`${accounts.lastInvoiceNumber} + 1` })
    .where(eq(accounts.id, accountId))
    .returning({ number: accounts.lastInvoiceNumber })
  if (!taken) throw new Error('an account is not there')
  return taken.number
}

type NewInvoice = Pick<InvoiceInput, 'issue_date' | 'due_date' | 'tax_rate' | 'notes'> & {
  number: number
  client: { id: number; name: string }
  project: { id: number; name: string } | null
  totals: Totals
  createdAt: Date
}

export async function insertInvoice(db: Db, accountId: AccountId, invoice: NewInvoice): Promise<number> {
  const { number, client, project, totals } = invoice
  const [inserted] = await db
    .insert(invoices)
    .values({
      accountId,
      number,
      clientId: client.id,
      clientName: client.name,
      projectId: project?.id ?? null,
      projectName: project?.name ?? null,
      issueDate: invoice.issue_date,
      dueDate: invoice.due_date,
      taxRate: invoice.tax_rate,
      ...totalColumns(totals),
      notes: invoice.notes,
      status: 'draft',
      search: foldCase([invoiceNumber(number), client.name].join('\n')),
      createdAt: invoice.createdAt,
    })
    .returning({ id: invoices.id })
  if (!inserted) throw new Error('an insert returned no row')
  return inserted.id
}

type Terms = Pick<InvoiceInput, 'issue_date' | 'due_date' | 'tax_rate' | 'notes'> & {
  status: InvoiceStatus
  paid_on: string | null
}

export async function updateInvoice(
  db: Db,
  accountId: AccountId,
  id: number,
  terms: Terms,
  totals: Totals,
): Promise<void> {
  await db
    .update(invoices)
    .set({
      status: terms.status,
      paidOn: terms.paid_on,
      issueDate: terms.issue_date,
      dueDate: terms.due_date,
      taxRate: terms.tax_rate,
      notes: terms.notes,
      ...totalColumns(totals),
    })
    .where(invoiceWith(accountId, id))
}

/** Gives the version that the invoice then has. */
export async function updateTotals(
  db: Db,
  accountId: AccountId,
  id: number,
  totals: Totals,
): Promise<number> {
  const [updated] = await db
    .update(invoices)
    .set(totalColumns(totals))
    .where(invoiceWith(accountId, id))
    .returning({ version: invoices.version })
  return versionOf(updated)
}

function versionOf(updated: { version: number } | undefined): number {
  if (!updated) throw new Error('an update returned no row')
  return updated.version
}

/** Where the approval stands from now on; what stood before is kept in the decisions. Gives the new version. */
export async function setApproval(
  db: Db,
  accountId: AccountId,
  id: number,
  status: ApprovalStatus | null,
  decided?: { at: Date; notes: string },
): Promise<number> {
  const [updated] = await db
    .update(invoices)
    .set({
      approvalStatus: status,
      clientNotes: decided?.notes ?? '',
      approvedAt: status === 'approved' ? decided?.at : null,
      rejectedAt: status === 'rejected' ? decided?.at : null,
    })
    .where(invoiceWith(accountId, id))
    .returning({ version: invoices.version })
  return versionOf(updated)
}

export async function markSent(
  db: Db,
  accountId: AccountId,
  id: number,
  status: InvoiceStatus,
  now: Date,
): Promise<void> {
  await db.update(invoices).set({ status, sentAt: now }).where(invoiceWith(accountId, id))
}

const totalColumns = ({ subtotal, tax_amount, total }: Totals) => ({ subtotal, taxAmount: tax_amount, total })

type NewItem = Omit<InvoiceItem, 'id'>

export async function insertItems(
  db: Db,
  accountId: AccountId,
  invoiceId: number,
  items: NewItem[],
): Promise<InvoiceItem[]> {
  if (items.length === 0) return []
  return db
    .insert(invoiceItems)
    .values(items.map((item) => ({ accountId, invoiceId, ...item })))
    .returning(itemColumns)
}

export async function updateItem(db: Db, accountId: AccountId, invoiceId: number, id: number, item: NewItem) {
  const [updated] = await db
    .update(invoiceItems)
    .set(item)
    .where(itemWith(accountId, invoiceId, id))
    .returning(itemColumns)
  return updated
}

export async function removeItem(db: Db, accountId: AccountId, invoiceId: number, id: number) {
  const [removed] = await db
    .delete(invoiceItems)
    .where(itemWith(accountId, invoiceId, id))
    .returning({ id: invoiceItems.id })
  return removed
}

export async function amountsOf(db: Db, accountId: AccountId, invoiceId: number): Promise<Cents[]> {
  const rows = await db
    .select({ amount: invoiceItems.amount })
    .from(invoiceItems)
    .where(and(eq(invoiceItems.accountId, accountId), eq(invoiceItems.invoiceId, invoiceId)))
    .orderBy(asc(invoiceItems.id))
  return rows.map(({ amount }) => amount)
}
