import { type RawBuilder, sql } from 'kysely'
import type { DateOnly } from '#core/calendar.ts'
import type { IfMatch, PageQuery } from '#core/endpoint.ts'
import { foldCase } from '#core/text.ts'
import type { BillingStatus } from '#features/work/billing-status/contract.ts'
import { type Db, nextVersion } from '#server/database/database.ts'
import { sendWithoutWaiting } from '#server/database/driver.ts'
import {
  inOrder,
  limitPlusOne,
  matchesSearch,
  type Order,
  orderOf,
  toOrderedPage,
} from '#server/database/paging.ts'
import type { StoredFile } from '#server/files/store.ts'
import { atVersion } from '#server/http/version.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { ExpenseFilter, ExpenseInput, ExpenseListQuery, ExpenseSort } from './contract.ts'
import type { ExpensesTable } from './table.ts'

/** The invoice that bills it. */
const itsInvoice = sql<BillingStatus['invoice']>`case when expenses.invoice_item_id is not null then (
  select json_build_object('id', i.id, 'invoice_number', i.invoice_number)
  from invoice_items item join invoices i on i.account_id = item.account_id and i.id = item.invoice_id
  where item.account_id = expenses.account_id and item.id = expenses.invoice_item_id
) end`.as('invoice')

const EXPENSE_COLUMNS = [
  'expenses.id',
  'expenses.project_id',
  'projects.name as project_name',
  'clients.id as client_id',
  'clients.name as client_name',
  'expenses.category',
  'expenses.description',
  'expenses.amount',
  'expenses.currency',
  'expenses.exchange_rate',
  'expenses.home_amount',
  'expenses.date',
  'expenses.is_billable',
  'expenses.markup_percent',
  'expenses.billable_amount',
  'expenses.share_receipts',
  'expenses.is_billed',
  itsInvoice,
  sql<number>`(
    select count(*) from expense_receipts r
    where r.account_id = expenses.account_id and r.expense_id = expenses.id
  )`.as('receipt_count'),
  'expenses.recurring_expense_id',
  'expenses.version',
] as const

type Filter = Pick<PageQuery, 'q'> & ExpenseFilter

function expensesOf(db: Db, accountId: AccountId, filter: Filter = {}) {
  const { q, client_id, project_id, from, to, category, billable, billed } = filter
  let expenses = db
    .selectFrom('expenses')
    .leftJoin('projects', (join) =>
      join
        .onRef('projects.account_id', '=', 'expenses.account_id')
        .onRef('projects.id', '=', 'expenses.project_id'),
    )
    .leftJoin('clients', (join) =>
      join
        .onRef('clients.account_id', '=', 'expenses.account_id')
        .on('clients.id', '=', sql<number>`coalesce(expenses.client_id, projects.client_id)`),
    )
    .where('expenses.account_id', '=', accountId)
    .where(matchesSearch(q, 'expenses.search', 'projects.name_key'))
  if (client_id) expenses = expenses.where('clients.id', '=', client_id)
  if (project_id) expenses = expenses.where('expenses.project_id', '=', project_id)
  if (from) expenses = expenses.where('expenses.date', '>=', from)
  if (to) expenses = expenses.where('expenses.date', '<=', to)
  if (category) expenses = expenses.where('expenses.category', '=', category)
  if (billable) expenses = expenses.where('expenses.is_billable', '=', billable === 'true')
  if (billed) expenses = expenses.where('expenses.is_billed', '=', billed === 'true')
  return expenses
}

const ID = sql.ref('expenses.id')

const SORT_COLUMNS: Record<ExpenseSort, RawBuilder<unknown>> = {
  description: sql`lower(expenses.description)`,
  category: sql`lower(expenses.category)`,
  project: sql`coalesce(projects.name_key, clients.name_key, '')`,
  date: sql.ref('expenses.date'),
  amount: sql.ref('expenses.home_amount'),
}

const NEWEST_FIRST: Order = { by: [SORT_COLUMNS.date, ID], direction: 'desc' }

export async function listExpenses(
  db: Db,
  accountId: AccountId,
  { limit, cursor, sort, ...filter }: PageQuery & ExpenseListQuery,
) {
  const { position, after, orderBy } = inOrder(orderOf(sort, SORT_COLUMNS, ID) ?? NEWEST_FIRST, cursor)
  const rows = await expensesOf(db, accountId, filter)
    .select([...EXPENSE_COLUMNS, position])
    .where(after)
    .orderBy(orderBy)
    .limit(limitPlusOne(limit, sort, ...Object.values(filter)))
    .execute()
  return toOrderedPage(rows, limit)
}

export const findExpense = (db: Db, accountId: AccountId, id: number) =>
  expensesOf(db, accountId).select(EXPENSE_COLUMNS).where('expenses.id', '=', id).executeTakeFirst()

/** Locks the expense until the transaction ends. */
export const lockExpense = (db: Db, accountId: AccountId, id: number): Promise<void> =>
  sendWithoutWaiting(
    db,
    db
      .selectFrom('expenses')
      .select('id')
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .forUpdate()
      .compile(),
  )

/** In the home currency. */
export const sumExpenses = (db: Db, accountId: AccountId, filter: Filter) =>
  expensesOf(db, accountId, filter)
    .select([
      sql<number>`count(*)`.as('count'),
      sql<number>`coalesce(sum(expenses.home_amount), 0)`.as('total'),
      sql<number>`coalesce(sum(expenses.home_amount) filter (where expenses.is_billable), 0)`.as('billable'),
    ])
    .executeTakeFirstOrThrow()

/** An expense as it is written: its amount is known in both currencies. */
export type ExpenseValues = Omit<ExpenseInput, 'amount' | 'currency' | 'exchange_rate'> &
  Pick<ExpensesTable, 'amount' | 'currency' | 'exchange_rate' | 'home_amount'>

export async function insertExpense(
  db: Db,
  accountId: AccountId,
  expense: ExpenseValues,
  now: Date,
): Promise<number> {
  const { id } = await db
    .insertInto('expenses')
    .values({ account_id: accountId, ...toRow(expense), created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The expense of a recurring expense, whatever its date. */
export type RecurringValues = Omit<ExpenseValues, 'date'> & { recurring_expense_id: number }

/** One for each of these dates, unless it was inserted before. Returns those that are new. */
export const insertRecurring = (
  db: Db,
  accountId: AccountId,
  expense: RecurringValues,
  dates: DateOnly[],
  now: Date,
) =>
  db
    .insertInto('expenses')
    .values(
      dates.map((date) => ({
        account_id: accountId,
        ...toRow({ ...expense, date }),
        recurring_date: date,
        created_at: now,
      })),
    )
    .onConflict((conflict) => conflict.constraint('expenses_once_per_recurrence').doNothing())
    .returning(['id', 'description', 'amount', 'currency'])
    .execute()

/** Returns whether the expense exists in this version. */
export async function updateExpense(
  db: Db,
  accountId: AccountId,
  id: number,
  expense: ExpenseValues,
  ifMatch: IfMatch,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('expenses')
    .set({ ...toRow(expense), version: nextVersion })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where(atVersion(ifMatch))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

const toRow = <Values extends ExpenseValues>(expense: Values) => ({
  ...expense,
  search: foldCase([expense.description, expense.category].join('\n')),
})

export async function listAddedBy(db: Db, accountId: AccountId, recurringId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('expenses')
    .select('id')
    .where('account_id', '=', accountId)
    .where('recurring_expense_id', '=', recurringId)
    .execute()
  return rows.map(({ id }) => id)
}

export async function markAddedBy(
  db: Db,
  accountId: AccountId,
  recurringId: number,
  ids: number[],
): Promise<void> {
  await db
    .updateTable('expenses')
    .set({ recurring_expense_id: recurringId })
    .where('account_id', '=', accountId)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute()
}

const RECEIPT_COLUMNS = [
  'id',
  'expense_id',
  'file_name as name',
  'file_size as size',
  'file_type as type',
  'file_sha256 as sha256',
  sql<boolean>`thumbnail is not null`.as('has_thumbnail'),
] as const

const receiptsOf = (db: Db, accountId: AccountId, expenseId: number) =>
  db.selectFrom('expense_receipts').where('account_id', '=', accountId).where('expense_id', '=', expenseId)

export type StoredReceipt = Awaited<ReturnType<typeof listReceipts>>[number]

export const listReceipts = (db: Db, accountId: AccountId, expenseId: number) =>
  receiptsOf(db, accountId, expenseId).select(RECEIPT_COLUMNS).orderBy('id').execute()

export const findReceipt = (db: Db, accountId: AccountId, expenseId: number, id: number) =>
  receiptsOf(db, accountId, expenseId).select(RECEIPT_COLUMNS).where('id', '=', id).executeTakeFirst()

export const findThumbnail = (db: Db, accountId: AccountId, expenseId: number, id: number) =>
  receiptsOf(db, accountId, expenseId)
    .select(['file_name as name', 'thumbnail'])
    .where('id', '=', id)
    .executeTakeFirst()

export async function insertReceipt(
  db: Db,
  accountId: AccountId,
  expenseId: number,
  { name, size, type, sha256 }: StoredFile & { name: string },
  now: Date,
): Promise<number> {
  const { id } = await db
    .insertInto('expense_receipts')
    .values({
      account_id: accountId,
      expense_id: expenseId,
      file_name: name,
      file_size: size,
      file_type: type,
      file_sha256: sha256,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function setThumbnail(
  db: Db,
  accountId: AccountId,
  expenseId: number,
  id: number,
  thumbnail: Buffer,
): Promise<void> {
  await db
    .updateTable('expense_receipts')
    .set({ thumbnail })
    .where('account_id', '=', accountId)
    .where('expense_id', '=', expenseId)
    .where('id', '=', id)
    .execute()
}
