import { and, desc, eq, sql } from 'drizzle-orm'
import type { DateOnly } from '#core/calendar.ts'
import type { IfMatch, PageQuery } from '#core/endpoint.ts'
import type { OfProject } from '#core/schemas.ts'
import { foldCase } from '#core/text.ts'
import { projects } from '#features/projects/table.ts'
import type { Db } from '#server/database/database.ts'
import { afterCursor, limitPlusOne, matchesSearch, toPage } from '#server/database/paging.ts'
import { atVersion } from '#server/http/version.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { ExpenseInput } from './contract.ts'
import { expenses } from './table.ts'

const expenseColumns = {
  id: expenses.id,
  project_id: expenses.projectId,
  project_name: projects.name,
  category: expenses.category,
  description: expenses.description,
  amount: expenses.amount,
  date: expenses.date,
  is_billable: expenses.isBillable,
  version: expenses.version,
}

const ofAccount = (accountId: AccountId) => eq(expenses.accountId, accountId)
const withId = (accountId: AccountId, id: number) => and(ofAccount(accountId), eq(expenses.id, id))
const itsProject = and(eq(projects.accountId, expenses.accountId), eq(projects.id, expenses.projectId))

export async function listExpenses(
  db: Db,
  accountId: AccountId,
  { limit, cursor, q, project_id }: PageQuery & OfProject,
) {
  const rows = await db
    .select(expenseColumns)
    .from(expenses)
    .leftJoin(projects, itsProject)
    .where(
      and(
        ofAccount(accountId),
        project_id ? eq(expenses.projectId, project_id) : undefined,
        matchesSearch(q, expenses.search, projects.nameKey),
        afterCursor(cursor, [expenses.date, expenses.id], 'descending'),
      ),
    )
    .orderBy(desc(expenses.date), desc(expenses.id))
    .limit(limitPlusOne(limit, q, project_id))
  return toPage(rows, limit, ({ date, id }) => [date, id])
}

export async function findExpense(db: Db, accountId: AccountId, id: number) {
  const [expense] = await db
    .select(expenseColumns)
    .from(expenses)
    .leftJoin(projects, itsProject)
    .where(withId(accountId, id))
  return expense
}

export async function sumExpenses(db: Db, accountId: AccountId, first: DateOnly, last: DateOnly) {
  const [sum] = await db
    .select({
      total: sql`coalesce(sum(${expenses.amount}), 0)`.mapWith(Number),
      billable: sql`coalesce(sum(${expenses.amount}) filter (where ${expenses.isBillable}), 0)`.mapWith(
        Number,
      ),
    })
    .from(expenses)
    .where(and(ofAccount(accountId), sql`${expenses.date} between ${first} and ${last}`))
  return sum ?? { total: 0, billable: 0 }
}

export async function insertExpense(
  db: Db,
  accountId: AccountId,
  input: ExpenseInput,
  now: Date,
): Promise<number> {
  const [expense] = await db
    .insert(expenses)
    .values({ accountId, ...toRow(input), createdAt: now })
    .returning({ id: expenses.id })
  if (!expense) throw new Error('an insert returned no row')
  return expense.id
}

/** Says whether the expense is there in this version. */
export async function updateExpense(
  db: Db,
  accountId: AccountId,
  id: number,
  input: ExpenseInput,
  ifMatch: IfMatch,
): Promise<boolean> {
  const { rowCount } = await db
    .update(expenses)
    .set(toRow(input))
    .where(and(withId(accountId, id), atVersion(expenses.version, ifMatch)))
  return rowCount === 1
}

const toRow = (input: ExpenseInput) => ({
  projectId: input.project_id,
  category: input.category,
  description: input.description,
  amount: input.amount,
  date: input.date,
  isBillable: input.is_billable,
  search: foldCase([input.description, input.category].join('\n')),
})

/** The expense as it was; nothing if it is not there, or not in this version. */
export async function removeExpense(db: Db, accountId: AccountId, id: number, ifMatch: IfMatch) {
  const [expense] = await db
    .delete(expenses)
    .where(and(withId(accountId, id), atVersion(expenses.version, ifMatch)))
    .returning({ description: expenses.description, amount: expenses.amount })
  return expense
}
