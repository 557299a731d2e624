import { routes } from '#server/http/routes.ts'
import * as recurring from './actions.ts'
import { recurringExpensesApi } from './contract.ts'

export const recurringExpenseRemovals = [recurring.recurringExpenseRemoval]

export const recurringExpenseRoutes = routes(recurringExpensesApi, {
  list: (ctx) => recurring.listRecurringExpenses(ctx),
  create: (ctx, { body }) => recurring.createRecurringExpense(ctx, body),
  get: (ctx, { params }) => recurring.getRecurringExpense(ctx, params.id),
  update: (ctx, { params, body, ifMatch }) => recurring.updateRecurringExpense(ctx, params.id, body, ifMatch),
  pause: (ctx, { params, ifMatch }) => recurring.pauseRecurringExpense(ctx, params.id, ifMatch),
  resume: (ctx, { params, ifMatch }) => recurring.resumeRecurringExpense(ctx, params.id, ifMatch),
  remove: (ctx, { params, ifMatch }) => recurring.removeRecurringExpense(ctx, params.id, ifMatch),
})
