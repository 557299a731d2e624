import { sql } from 'kysely'
import type { DateOnly } from '#core/calendar.ts'
import type { IfMatch, PageQuery } from '#core/endpoint.ts'
import type { OfProject } from '#core/schemas.ts'
import { foldCase } from '#core/text.ts'
import { type Db, nextVersion } from '#server/database/database.ts'
import { afterCursor, limitPlusOne, matchesSearch, toPage } from '#server/database/paging.ts'
import { atVersion } from '#server/http/version.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { ExpenseInput } from './contract.ts'
import type { ExpensesTable } from './table.ts'

const expensesOf = (db: Db, accountId: AccountId) =>
  db
    .selectFrom('expenses')
    .leftJoin('projects', (join) =>
      join
        .onRef('projects.account_id', '=', 'expenses.account_id')
        .onRef('projects.id', '=', 'expenses.project_id'),
    )
    .select([
      'expenses.id',
      'expenses.project_id',
      'projects.name as project_name',
      'expenses.category',
      'expenses.description',
      'expenses.amount',
      'expenses.currency',
      'expenses.exchange_rate',
      'expenses.home_amount',
      'expenses.date',
      'expenses.is_billable',
      'expenses.version',
    ])
    .where('expenses.account_id', '=', accountId)

export async function listExpenses(
  db: Db,
  accountId: AccountId,
  { limit, cursor, q, project_id }: PageQuery & OfProject,
) {
  let expenses = expensesOf(db, accountId)
  if (project_id) expenses = expenses.where('expenses.project_id', '=', project_id)
  const rows = await expenses
    .where(matchesSearch(q, 'expenses.search', 'projects.name_key'))
    .where(afterCursor(cursor, ['expenses.date', 'expenses.id'], 'desc'))
    .orderBy('expenses.date', 'desc')
    .orderBy('expenses.id', 'desc')
    .limit(limitPlusOne(limit, q, project_id))
    .execute()
  return toPage(rows, limit, ({ date, id }) => [date, id])
}

export const findExpense = (db: Db, accountId: AccountId, id: number) =>
  expensesOf(db, accountId).where('expenses.id', '=', id).executeTakeFirst()

export const sumExpenses = (db: Db, accountId: AccountId, first: DateOnly, last: DateOnly) =>
  db
    .selectFrom('expenses')
    .select([
      sql<number>`coalesce(sum(home_amount), 0)`.as('total'),
      sql<number>`coalesce(sum(home_amount) filter (where is_billable), 0)`.as('billable'),
    ])
    .where('account_id', '=', accountId)
    .where('date', '>=', first)
    .where('date', '<=', last)
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

const toRow = (expense: ExpenseValues) => ({
  ...expense,
  search: foldCase([expense.description, expense.category].join('\n')),
})

/** The removed expense; undefined if it does not exist or has another version. */
export const removeExpense = (db: Db, accountId: AccountId, id: number, ifMatch: IfMatch) =>
  db
    .deleteFrom('expenses')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where(atVersion(ifMatch))
    .returning(['description', 'amount', 'currency'])
    .executeTakeFirst()
