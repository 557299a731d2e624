import { z } from 'zod'
import { type DateOnly, monthOf } from '#core/calendar.ts'
import type { Currency } from '#core/currency.ts'
import type { IfMatch, Page, PageQuery } from '#core/endpoint.ts'
import { fits } from '#core/money.ts'
import { requireClient } from '#features/engagement/clients/actions.ts'
import { requireProject } from '#features/engagement/projects/actions.ts'
import { recordActivity } from '#features/foundation/activity/actions.ts'
import { listHistory } from '#features/foundation/audit/actions.ts'
import type { HistoryEntry } from '#features/foundation/audit/contract.ts'
import {
  inHomeCurrency,
  rateFor,
  rateMissing,
  requireMinorUnits,
} from '#features/foundation/currencies/actions.ts'
import { defineRemoval, removeRows } from '#features/foundation/removals/actions.ts'
import type { Removed } from '#features/foundation/removals/contract.ts'
import { requireNotOnInvoice } from '#features/work/billing-status/actions.ts'
import { type Context, inTransaction } from '#server/context.ts'
import { NotFound, ValidationError } from '#server/errors.ts'
import { refuseStale, requireVersion } from '#server/http/version.ts'
import {
  Expense,
  type ExpenseFilter,
  type ExpenseInput,
  type ExpenseListQuery,
  type ExpenseTotals,
  type MonthOfExpenses,
} from '../contract.ts'
import { billableAmount, describeExpenseChange, sameOnInvoice } from '../rules.ts'
import * as store from '../store.ts'

export async function listExpenses(
  ctx: Context,
  query: PageQuery & ExpenseListQuery,
): Promise<Page<Expense>> {
  const { items, next } = await store.listExpenses(ctx.db, ctx.accountId, query)
  return { items: items.map((expense) => ({ ...expense, home_currency: ctx.currency })), next }
}

export async function getExpense(ctx: Context, id: number): Promise<Expense> {
  const expense = (await store.findExpense(ctx.db, ctx.accountId, id)) ?? notFound()
  return { ...expense, home_currency: ctx.currency }
}

export async function expenseHistory(
  ctx: Context,
  id: number,
  query: PageQuery,
): Promise<Page<HistoryEntry>> {
  const { currency } = await getExpense(ctx, id)
  const written = { currency, home: ctx.currency, locale: ctx.locale }
  return listHistory(ctx, { subject: 'expense', id }, query, (change) =>
    describeExpenseChange(change, written),
  )
}

export async function thisMonth({ db, accountId, today, currency }: Context): Promise<MonthOfExpenses> {
  const { first, last } = monthOf(today)
  const { total, billable } = await store.sumExpenses(db, accountId, { from: first, to: last })
  return { month: first.slice(0, 7), currency, total, billable }
}

export async function sumExpenses(
  { db, accountId, currency }: Context,
  filter: Pick<PageQuery, 'q'> & ExpenseFilter,
): Promise<ExpenseTotals> {
  return { currency, ...(await store.sumExpenses(db, accountId, filter)) }
}

export function createExpense(ctx: Context, input: ExpenseInput): Promise<Expense> {
  return inTransaction(ctx, async (tx) => {
    const expense = await valueExpense(tx, input)
    const id = await store.insertExpense(tx.db, ctx.accountId, expense, ctx.now)
    await recordActivity(tx, { type: 'expense.created', expense: { ...expense, id } })
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
    const before = await lockExpense(tx, id)
    const expense = await valueExpense(tx, input, before)
    if (!sameOnInvoice(before, expense)) requireNotOnInvoice('This expense', before)
    if (!(await store.updateExpense(tx.db, ctx.accountId, id, expense, ifMatch))) await refuseChange(tx, id)
    await recordActivity(tx, { type: 'expense.updated', expense: { ...expense, id } })
    return getExpense(tx, id)
  })
}

export function deleteExpense(ctx: Context, id: number, ifMatch: IfMatch = null): Promise<Removed> {
  return inTransaction(ctx, async (tx) => {
    const expense = await lockExpense(tx, id)
    requireNotOnInvoice('This expense', expense)
    requireVersion('expense', Expense, expense, ifMatch)
    const removal_id = await removeRows(
      tx,
      expenseRemoval,
      { table: 'expenses', ids: [id], versioned: true },
      { id },
    )
    await recordActivity(tx, { type: 'expense.deleted', expense }, removal_id)
    return { success: true, removal_id }
  })
}

/**
 * Adds an expense for each of these dates of a recurring expense, unless it was added before, at the exchange rate that was
 * used last. Returns false and adds nothing if no rate is known.
 */
export async function addRecurringExpenses(
  tx: Context,
  template: Omit<store.RecurringValues, 'exchange_rate' | 'home_amount'>,
  dates: DateOnly[],
): Promise<boolean> {
  const { amount, currency } = template
  const exchange_rate = await rateFor(tx, currency, null)
  const home_amount = inHomeCurrency(tx, amount, currency, exchange_rate)
  if (home_amount === null) return false
  const expense = { ...template, exchange_rate, home_amount }
  for (const added of await store.insertRecurring(tx.db, tx.accountId, expense, dates, tx.now))
    await recordActivity(tx, { type: 'expense.created', expense: added })
  return true
}

/** The ids of all expenses that a recurring expense has added. */
export const expensesAddedBy = ({ db, accountId }: Context, recurringId: number): Promise<number[]> =>
  store.listAddedBy(db, accountId, recurringId)

/** Links the expenses again, after the recurring expense was restored. */
export const markAddedBy = ({ db, accountId }: Context, recurringId: number, ids: number[]): Promise<void> =>
  store.markAddedBy(db, accountId, recurringId, ids)

export async function lockExpense(tx: Context, id: number): Promise<Expense> {
  await store.lockExpense(tx.db, tx.accountId, id)
  return getExpense(tx, id)
}

export const expenseRemoval = defineRemoval({
  kind: 'expense',
  data: z.object({ id: z.int() }),
  belongsTo: 'client or project',
  async undo(tx, { id }, restoreRows) {
    await restoreRows()
    await recordActivity(tx, { type: 'expense.restored', expense: await getExpense(tx, id) })
  },
})

type Recipient = Pick<ExpenseInput, 'project_id' | 'client_id'>

/** The project or client that it is for, locked until the transaction ends. An archived client stays what it was for. */
async function requireRecipient(
  tx: Context,
  { project_id, client_id }: Recipient,
  before: Recipient | undefined,
): Promise<{ client_id: number | null; currency?: Currency }> {
  if (project_id === null) {
    if (client_id === null || client_id === before?.client_id) return { client_id }
    return { client_id, currency: (await requireClient(tx, client_id)).currency }
  }
  const project = await requireProject(tx, project_id)
  if (client_id !== null && client_id !== project.client_id)
    throw new ValidationError({ client_id: 'The project is not for this client' })
  return { client_id: null, currency: project.currency }
}

/** With its amount in minor units of its currency, and in the home currency. A changed one keeps its currency and rate. */
export async function valueExpense<Input extends Omit<ExpenseInput, 'date'>>(
  tx: Context,
  input: Input,
  before?: Pick<Expense, 'currency' | 'exchange_rate' | 'project_id' | 'client_id'>,
) {
  const recipient = await requireRecipient(tx, input, before)
  const currency = input.currency ?? before?.currency ?? recipient.currency ?? tx.currency
  const amount = requireMinorUnits(input.amount, currency, 'amount')
  if (!fits(billableAmount({ ...input, amount })))
    throw new ValidationError({ markup_percent: 'Makes the amount too large' })
  const present = currency === before?.currency ? before.exchange_rate : null
  const exchange_rate = await rateFor(tx, currency, input.exchange_rate, present)
  const home_amount = inHomeCurrency(tx, amount, currency, exchange_rate)
  if (home_amount === null) throw new ValidationError({ exchange_rate: rateMissing(tx, currency) })
  return { ...input, client_id: recipient.client_id, currency, amount, exchange_rate, home_amount }
}

/** For a record that was not found in the given version: it was deleted, or has changed. */
const refuseChange = async (tx: Context, id: number): Promise<never> =>
  refuseStale('expense', Expense, await getExpense(tx, id))

function notFound(): never {
  throw new NotFound('Expense not found')
}
