import { z } from 'zod'
import type { DateOnly } from '#core/calendar.ts'
import type { IfMatch } from '#core/endpoint.ts'
import { datesBetween, nextDate, resumeAt } from '#core/recurrence.ts'
import { recordActivity } from '#features/foundation/activity/actions.ts'
import { findDue, requireRoom } from '#features/foundation/recurrence/actions.ts'
import { defineRemoval, removeRows } from '#features/foundation/removals/actions.ts'
import type { Removed } from '#features/foundation/removals/contract.ts'
import {
  addRecurringExpenses,
  expensesAddedBy,
  markAddedBy,
  valueExpense,
} from '#features/work/expenses/actions/expenses.ts'
import { type Context, inTransaction, type PublicContext } from '#server/context.ts'
import { NotFound, ValidationError } from '#server/errors.ts'
import { requireVersion } from '#server/http/version.ts'
import { MAX_RECURRING_EXPENSES, RecurringExpense, type RecurringExpenseInput } from './contract.ts'
import * as store from './store.ts'

const TABLE = 'recurring_expenses'

export const findDueExpenses = (ctx: PublicContext) => findDue(ctx, TABLE)

/** More dates in the past than this are most likely a mistake in the start. */
const MAX_ADDED_AT_ONCE = 400

export async function listRecurringExpenses({ db, accountId }: Context): Promise<RecurringExpense[]> {
  return (await store.listRecurringExpenses(db, accountId)).map(withoutPausedDate)
}

export async function getRecurringExpense({ db, accountId }: Context, id: number): Promise<RecurringExpense> {
  return withoutPausedDate((await store.findRecurringExpense(db, accountId, id)) ?? notFound())
}

const withoutPausedDate = (recurring: RecurringExpense): RecurringExpense =>
  recurring.is_paused ? { ...recurring, next_date: null } : recurring

export function createRecurringExpense(
  ctx: Context,
  input: RecurringExpenseInput,
): Promise<RecurringExpense> {
  return inTransaction(ctx, async (tx) => {
    const values = await valuesOf(tx, input)
    await requireRoom(tx, TABLE, { nouns: 'recurring expenses', limit: MAX_RECURRING_EXPENSES })
    const dates = { handled_until: null, next_date: nextDate(values, null) }
    const id = await store.insertRecurringExpense(tx.db, tx.accountId, { ...values, ...dates }, tx.now)
    await recordActivity(tx, { type: 'recurring_expense.created', recurring_expense: { ...values, id } })
    await createDueExpenses(tx, id)
    return getRecurringExpense(tx, id)
  })
}

export function updateRecurringExpense(
  ctx: Context,
  id: number,
  input: RecurringExpenseInput,
  ifMatch: IfMatch = null,
): Promise<RecurringExpense> {
  return inTransaction(ctx, async (tx) => {
    const before = await lockAtVersion(tx, id, ifMatch)
    const values = await valuesOf(tx, input, before)
    const next_date = nextDate(values, before.handled_until)
    await store.updateRecurringExpense(tx.db, tx.accountId, id, { ...values, next_date })
    await recordActivity(tx, { type: 'recurring_expense.updated', recurring_expense: { ...values, id } })
    await createDueExpenses(tx, id)
    return getRecurringExpense(tx, id)
  })
}

export function pauseRecurringExpense(
  ctx: Context,
  id: number,
  ifMatch: IfMatch = null,
): Promise<RecurringExpense> {
  return inTransaction(ctx, async (tx) => {
    const before = await lockAtVersion(tx, id, ifMatch)
    if (before.is_paused) return getRecurringExpense(tx, id)
    await store.updateRecurringExpense(tx.db, tx.accountId, id, { is_paused: true })
    await recordActivity(tx, { type: 'recurring_expense.paused', recurring_expense: before })
    return getRecurringExpense(tx, id)
  })
}

export function resumeRecurringExpense(
  ctx: Context,
  id: number,
  ifMatch: IfMatch = null,
): Promise<RecurringExpense> {
  return inTransaction(ctx, async (tx) => {
    const before = await lockAtVersion(tx, id, ifMatch)
    if (!before.is_paused) return getRecurringExpense(tx, id)
    await store.updateRecurringExpense(tx.db, tx.accountId, id, resumeAt(before, tx.today))
    await recordActivity(tx, { type: 'recurring_expense.resumed', recurring_expense: before })
    await createDueExpenses(tx, id)
    return getRecurringExpense(tx, id)
  })
}

export function removeRecurringExpense(ctx: Context, id: number, ifMatch: IfMatch = null): Promise<Removed> {
  return inTransaction(ctx, async (tx) => {
    const recurring = await lockAtVersion(tx, id, ifMatch)
    const expense_ids = await expensesAddedBy(tx, id)
    const removal_id = await removeRows(
      tx,
      recurringExpenseRemoval,
      { table: 'recurring_expenses', ids: [id], versioned: true },
      { id, expense_ids },
    )
    await recordActivity(tx, { type: 'recurring_expense.deleted', recurring_expense: recurring }, removal_id)
    return { success: true, removal_id }
  })
}

/** Adds the expenses of the meantime at once. */
export const recurringExpenseRemoval = defineRemoval({
  kind: 'recurring_expense',
  data: z.object({ id: z.int(), expense_ids: z.array(z.int()) }),
  belongsTo: 'client or project',
  async undo(tx, { id, expense_ids }, restoreRows) {
    await restoreRows()
    await markAddedBy(tx, id, expense_ids)
    const recurring = await lock(tx, id)
    await recordActivity(tx, { type: 'recurring_expense.restored', recurring_expense: recurring })
    await createDueExpenses(tx, id)
  },
})

/** Adds an expense for each date until today, including dates missed during downtime. */
export async function addDueExpenses(tx: Context, { id }: { id: number }): Promise<void> {
  const recurring = await store.lockRecurringExpense(tx.db, tx.accountId, id)
  if (recurring && !recurring.is_paused) await addDue(tx, recurring)
}

/** After a change by the freelancer. */
async function createDueExpenses(tx: Context, id: number): Promise<void> {
  const recurring = await lock(tx, id)
  if (recurring.is_paused) return
  if (datesDue(tx, recurring).length > MAX_ADDED_AT_ONCE) {
    throw new ValidationError({
      start_date: `Would add more than ${MAX_ADDED_AT_ONCE} expenses until today. Choose a later start.`,
    })
  }
  await addDue(tx, recurring)
}

const datesDue = ({ today }: Pick<Context, 'today'>, recurring: store.StoredRecurringExpense): DateOnly[] =>
  datesBetween(recurring, recurring.handled_until, today)

async function addDue(tx: Context, recurring: store.StoredRecurringExpense): Promise<void> {
  const dates = datesDue(tx, recurring)
  if (dates.length === 0) return
  const { id, project_id, client_id, category, description, currency, amount } = recurring
  const { is_billable, markup_percent, share_receipts } = recurring
  const added = await addRecurringExpenses(
    tx,
    {
      recurring_expense_id: id,
      project_id,
      client_id,
      category,
      description,
      currency,
      amount,
      is_billable,
      markup_percent,
      share_receipts,
    },
    dates,
  )
  if (!added) return tx.log.warn({ recurring: id }, 'recurring expense waits for an exchange rate')
  const handled_until = tx.today
  await store.setDates(tx.db, tx.accountId, id, {
    handled_until,
    next_date: nextDate(recurring, handled_until),
  })
}

/** As it is stored. An exchange rate that was given is remembered for the expenses. */
async function valuesOf(tx: Context, input: RecurringExpenseInput, before?: store.StoredRecurringExpense) {
  const present = before && { ...before, exchange_rate: null }
  const { exchange_rate: _, home_amount: __, ...values } = await valueExpense(tx, input, present)
  return values
}

async function lockAtVersion(tx: Context, id: number, ifMatch: IfMatch) {
  const locked = await lock(tx, id)
  requireVersion('recurring expense', RecurringExpense, await getRecurringExpense(tx, id), ifMatch)
  return locked
}

const lock = async ({ db, accountId }: Context, id: number) =>
  (await store.lockRecurringExpense(db, accountId, id)) ?? notFound()

function notFound(): never {
  throw new NotFound('Recurring expense not found')
}
