import { monthOf } from '#core/calendar.ts'
import type { IfMatch, Page, PageQuery } from '#core/endpoint.ts'
import type { OfProject } from '#core/schemas.ts'
import { recordActivity } from '#features/activity/actions.ts'
import { adopt, adoptRecord } from '#features/adoption/actions.ts'
import { requireProject } from '#features/projects/actions.ts'
import { type Context, inTransaction } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import { refuseStale } from '#server/http/version.ts'
import { Expense, type ExpenseInput, type MonthOfExpenses } from './contract.ts'
import * as store from './store.ts'

export const listExpenses = (
  { db, accountId }: Context,
  query: PageQuery & OfProject,
): Promise<Page<Expense>> => store.listExpenses(db, accountId, query)

export async function getExpense({ db, accountId }: Context, id: number): Promise<Expense> {
  return (await store.findExpense(db, accountId, id)) ?? notFound()
}

export async function thisMonth({ db, accountId, today }: Context): Promise<MonthOfExpenses> {
  const { first, last } = monthOf(today)
  return { month: first.slice(0, 7), ...(await store.sumExpenses(db, accountId, first, last)) }
}

export function createExpense(ctx: Context, input: ExpenseInput): Promise<Expense> {
  return inTransaction(ctx, async (tx) => {
    await adopt(tx, { project: input.project_id })
    if (input.project_id !== null) await requireProject(tx, input.project_id)
    const id = await store.insertExpense(tx.db, ctx.accountId, input, ctx.now)
    await recordActivity(tx, { type: 'expense.created', expense: { ...input, id } })
    return getExpense(tx, id)
  })
}

export function updateExpense(
  ctx: Context,
  id: number,
  input: ExpenseInput,
  ifMatch: IfMatch = null,
): Promise<Expense> {
  return inTransaction(ctx, async (tx) => {
    await adoptRecord(tx, 'expenses', id, input.project_id)
    await getExpense(tx, id)
    if (input.project_id !== null) await requireProject(tx, input.project_id)
    if (!(await store.updateExpense(tx.db, ctx.accountId, id, input, ifMatch))) await refuseChange(tx, id)
    await recordActivity(tx, { type: 'expense.updated', expense: { ...input, id } })
    return getExpense(tx, id)
  })
}

export function deleteExpense(ctx: Context, id: number, ifMatch: IfMatch = null): Promise<{ success: true }> {
  return inTransaction(ctx, async (tx) => {
    const expense =
      (await store.removeExpense(tx.db, ctx.accountId, id, ifMatch)) ?? (await refuseChange(tx, id))
    await recordActivity(tx, { type: 'expense.deleted', expense: { ...expense, id } })
    return { success: true }
  })
}

/** For a record that was not found in the given version: it was deleted, or has changed. */
const refuseChange = async (tx: Context, id: number): Promise<never> =>
  refuseStale('expense', Expense, await getExpense(tx, id))

function notFound(): never {
  throw new NotFound('Expense not found')
}
