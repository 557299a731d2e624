import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { DateOnly } from '#core/calendar.ts'
import type { DocumentLine } from '#core/document-lines.ts'
import { type Db, nextVersion } from '#server/database/database.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { RecurringInvoice } from './contract.ts'
import type { RecurringInvoicesTable } from './table.ts'

const COLUMNS = [
  'recurring_invoices.id',
  'recurring_invoices.client_id',
  'clients.name as client_name',
  'recurring_invoices.project_id',
  'projects.name as project_name',
  'recurring_invoices.kind',
  'recurring_invoices.currency',
  'recurring_invoices.group_by',
  'recurring_invoices.included_hours',
  'recurring_invoices.extra_rate',
  'recurring_invoices.covers',
  'recurring_invoices.tax_category',
  'recurring_invoices.tax_rate',
  'recurring_invoices.notes',
  'recurring_invoices.auto_send',
  'recurring_invoices.frequency',
  'recurring_invoices.start_date',
  'recurring_invoices.end_date',
  'recurring_invoices.is_paused',
  'recurring_invoices.next_date',
  'recurring_invoices.version',
] as const

const itsItems = sql<DocumentLine[]>`(
  select coalesce(json_agg(json_build_object(
    'description', item.description, 'quantity', item.quantity, 'unit', item.unit, 'rate', item.rate,
    'amount', item.amount
  ) order by item.position), '[]')
  from recurring_invoice_items item
  where item.account_id = recurring_invoices.account_id and item.recurring_invoice_id = recurring_invoices.id
)`.as('items')

const itsProblem = sql<RecurringInvoice['problem']>`case when problem is not null then json_build_object(
  'kind', problem, 'date', problem_date, 'reason', problem_reason
) end`.as('problem')

const itsLastInvoice = sql<RecurringInvoice['last_invoice']>`(
  select json_build_object('id', i.id, 'invoice_number', i.invoice_number, 'date', i.recurring_date)
  from invoices i
  where i.account_id = recurring_invoices.account_id and i.recurring_invoice_id = recurring_invoices.id
  order by i.recurring_date desc limit 1
)`.as('last_invoice')

const recurringInvoicesOf = (db: Db, accountId: AccountId) =>
  db
    .selectFrom('recurring_invoices')
    .innerJoin('clients', (join) =>
      join
        .onRef('clients.account_id', '=', 'recurring_invoices.account_id')
        .onRef('clients.id', '=', 'recurring_invoices.client_id'),
    )
    .leftJoin('projects', (join) =>
      join
        .onRef('projects.account_id', '=', 'recurring_invoices.account_id')
        .onRef('projects.id', '=', 'recurring_invoices.project_id'),
    )
    .select([...COLUMNS, itsItems, itsProblem, itsLastInvoice])
    .where('recurring_invoices.account_id', '=', accountId)

export type FoundRecurringInvoice = Awaited<ReturnType<typeof listRecurringInvoices>>[number]

export const listRecurringInvoices = (db: Db, accountId: AccountId) =>
  recurringInvoicesOf(db, accountId)
    .orderBy('recurring_invoices.is_paused')
    .orderBy('recurring_invoices.next_date', (order) => order.asc().nullsLast())
    .orderBy('recurring_invoices.id')
    .execute()

export const findRecurringInvoice = (db: Db, accountId: AccountId, id: number) =>
  recurringInvoicesOf(db, accountId).where('recurring_invoices.id', '=', id).executeTakeFirst()

export const listItems = (db: Db, accountId: AccountId, id: number): Promise<DocumentLine[]> =>
  db
    .selectFrom('recurring_invoice_items')
    .select(['description', 'quantity', 'unit', 'rate', 'amount'])
    .where('account_id', '=', accountId)
    .where('recurring_invoice_id', '=', id)
    .orderBy('position')
    .execute()

export type StoredRecurringInvoice = Selectable<RecurringInvoicesTable>

/** Locks it until the transaction ends, against changes and against the job. */
export const lockRecurringInvoice = (
  db: Db,
  accountId: AccountId,
  id: number,
): Promise<StoredRecurringInvoice | undefined> =>
  db
    .selectFrom('recurring_invoices')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/** Its next date, if that has come. */
export async function findDueDate(
  db: Db,
  accountId: AccountId,
  id: number,
  today: DateOnly,
): Promise<DateOnly | null> {
  const found = await db
    .selectFrom('recurring_invoices')
    .select('next_date')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('is_paused', '=', false)
    .where('next_date', '<=', today)
    .executeTakeFirst()
  return found?.next_date ?? null
}

export type RecurringInvoiceValues = Omit<Insertable<RecurringInvoicesTable>, 'account_id' | 'created_at'>

export async function insertRecurringInvoice(
  db: Db,
  accountId: AccountId,
  values: RecurringInvoiceValues,
  items: DocumentLine[],
  now: Date,
): Promise<number> {
  const { id } = await db
    .insertInto('recurring_invoices')
    .values({ account_id: accountId, ...values, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertItems(db, accountId, id, items)
  return id
}

type Change = Omit<Updateable<RecurringInvoicesTable>, 'version'>

/** A change by the freelancer. */
export const updateRecurringInvoice = (db: Db, accountId: AccountId, id: number, change: Change) =>
  setColumns(db, accountId, id, { ...change, version: nextVersion })

export async function replaceItems(
  db: Db,
  accountId: AccountId,
  id: number,
  items: DocumentLine[],
): Promise<void> {
  await db
    .deleteFrom('recurring_invoice_items')
    .where('account_id', '=', accountId)
    .where('recurring_invoice_id', '=', id)
    .execute()
  await insertItems(db, accountId, id, items)
}

async function insertItems(db: Db, accountId: AccountId, id: number, items: DocumentLine[]): Promise<void> {
  if (items.length === 0) return
  await db
    .insertInto('recurring_invoice_items')
    .values(
      items.map(({ description, quantity, unit, rate, amount }, index) => ({
        account_id: accountId,
        recurring_invoice_id: id,
        position: index + 1,
        description,
        quantity,
        unit,
        rate,
        amount,
      })),
    )
    .execute()
}

export async function deleteOfClient(db: Db, accountId: AccountId, clientId: number): Promise<void> {
  await db
    .deleteFrom('recurring_invoices')
    .where('account_id', '=', accountId)
    .where('client_id', '=', clientId)
    .execute()
}

type Progress = Partial<
  Pick<StoredRecurringInvoice, 'handled_until' | 'next_date' | 'problem' | 'problem_date' | 'problem_reason'>
>

/** By the job, which changes nothing that the freelancer entered, so the version stays. */
export const setProgress = (db: Db, accountId: AccountId, id: number, progress: Progress) =>
  setColumns(db, accountId, id, progress)

async function setColumns(
  db: Db,
  accountId: AccountId,
  id: number,
  change: Change & { version?: typeof nextVersion },
): Promise<void> {
  await db
    .updateTable('recurring_invoices')
    .set(change)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()
}
