import { monthOf } from '#core/calendar.ts'
import type { Page, PageQuery } from '#core/endpoint.ts'
import type { OfProject } from '#core/schemas.ts'
import { recordActivity } from '#features/activity/actions.ts'
import { requireProject } from '#features/projects/actions.ts'
import { type Context, inTransaction } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import type { Expense, ExpenseInput, MonthOfExpenses } from './contract.ts'
import { inShort } from './rules.ts'
import * as store from './store.ts'

export const listExpenses = (
  { db, accountId }: Context,
  query: PageQuery & OfProject,
): Promise<Page<Expense>> => store.listExpenses(db, accountId, query)

export async function getExpense({ db, accountId }: Context, id: number): Promise<Expense> {
  return (await store.findExpense(db, accountId, id)) ?? notThere()
}

export async function thisMonth({ db, accountId, today }: Context): Promise<MonthOfExpenses> {
  const { first, last } = monthOf(today)
  return { month: first.slice(0, 7), ...(await store.sumExpenses(db, accountId, first, last)) }
}

export function createExpense(ctx: Context, input: ExpenseInput): Promise<Expense> {
  return inTransaction(ctx, async (tx) => {
    if (input.project_id !== null) await requireProject(tx, input.project_id)
    const id = await store.insertExpense(tx.db, ctx.accountId, input, ctx.now)
    await recordActivity(tx, 'expense', 'Expense added', inShort(input))
    return getExpense(tx, id)
  })
}

export function updateExpense(ctx: Context, id: number, input: ExpenseInput): Promise<Expense> {
  return inTransaction(ctx, async (tx) => {
    await getExpense(tx, id)
    if (input.project_id !== null) await requireProject(tx, input.project_id)
    await store.updateExpense(tx.db, ctx.accountId, id, input)
    await recordActivity(tx, 'expense', 'Expense updated', inShort(input))
    return getExpense(tx, id)
  })
}

export function deleteExpense(ctx: Context, id: number): Promise<{ success: true }> {
  return inTransaction(ctx, async (tx) => {
    const expense = (await store.removeExpense(tx.db, ctx.accountId, id)) ?? notThere()
    await recordActivity(tx, 'expense', 'Expense deleted', inShort(expense))
    return { success: true }
  })
}

function notThere(): never {
  throw new NotFound('Expense not found')
}
