import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { type Db, nextVersion } from '#server/database/database.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { RecurringExpensesTable } from './table.ts'

const COLUMNS = [
  'recurring_expenses.id',
  'recurring_expenses.project_id',
  'projects.name as project_name',
  'clients.id as client_id',
  'clients.name as client_name',
  'recurring_expenses.category',
  'recurring_expenses.description',
  'recurring_expenses.amount',
  'recurring_expenses.currency',
  'recurring_expenses.is_billable',
  'recurring_expenses.markup_percent',
  'recurring_expenses.share_receipts',
  'recurring_expenses.frequency',
  'recurring_expenses.start_date',
  'recurring_expenses.end_date',
  'recurring_expenses.is_paused',
  'recurring_expenses.next_date',
  'recurring_expenses.version',
] as const

const recurringExpensesOf = (db: Db, accountId: AccountId) =>
  db
    .selectFrom('recurring_expenses')
    .leftJoin('projects', (join) =>
      join
        .onRef('projects.account_id', '=', 'recurring_expenses.account_id')
        .onRef('projects.id', '=', 'recurring_expenses.project_id'),
    )
    .leftJoin('clients', (join) =>
      join
        .onRef('clients.account_id', '=', 'recurring_expenses.account_id')
        .on('clients.id', '=', sql<number>`coalesce(recurring_expenses.client_id, projects.client_id)`),
    )
    .select(COLUMNS)
    .where('recurring_expenses.account_id', '=', accountId)

export const listRecurringExpenses = (db: Db, accountId: AccountId) =>
  recurringExpensesOf(db, accountId)
    .orderBy('recurring_expenses.is_paused')
    .orderBy('recurring_expenses.next_date', (order) => order.asc().nullsLast())
    .orderBy('recurring_expenses.id')
    .execute()

export const findRecurringExpense = (db: Db, accountId: AccountId, id: number) =>
  recurringExpensesOf(db, accountId).where('recurring_expenses.id', '=', id).executeTakeFirst()

export type StoredRecurringExpense = Selectable<RecurringExpensesTable>

/** Locks it until the transaction ends, against changes and against the job. */
export const lockRecurringExpense = (
  db: Db,
  accountId: AccountId,
  id: number,
): Promise<StoredRecurringExpense | undefined> =>
  db
    .selectFrom('recurring_expenses')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export type RecurringExpenseValues = Omit<Insertable<RecurringExpensesTable>, 'account_id' | 'created_at'>

export async function insertRecurringExpense(
  db: Db,
  accountId: AccountId,
  values: RecurringExpenseValues,
  now: Date,
): Promise<number> {
  const { id } = await db
    .insertInto('recurring_expenses')
    .values({ account_id: accountId, ...values, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type Change = Omit<Updateable<RecurringExpensesTable>, 'version'> & { version?: typeof nextVersion }

/** A change by the freelancer. */
export const updateRecurringExpense = (
  db: Db,
  accountId: AccountId,
  id: number,
  change: Omit<Change, 'version'>,
) => setColumns(db, accountId, id, { ...change, version: nextVersion })

/** By the job, which changes nothing that the freelancer entered, so the version stays. */
export const setDates = (
  db: Db,
  accountId: AccountId,
  id: number,
  dates: Pick<StoredRecurringExpense, 'handled_until' | 'next_date'>,
) => setColumns(db, accountId, id, dates)

async function setColumns(db: Db, accountId: AccountId, id: number, change: Change): Promise<void> {
  await db
    .updateTable('recurring_expenses')
    .set(change)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()
}
