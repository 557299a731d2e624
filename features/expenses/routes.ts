import { routes } from '#server/http/routes.ts'
import * as expenses from './actions.ts'
import { expensesApi } from './contract.ts'

export const expenseRoutes = routes(expensesApi, {
  list: (ctx, { query }) => expenses.listExpenses(ctx, query),
  totals: (ctx, { query }) => expenses.sumExpenses(ctx, query),
  thisMonth: (ctx) => expenses.thisMonth(ctx),
  create: (ctx, { body }) => expenses.createExpense(ctx, body),
  get: (ctx, { params }) => expenses.getExpense(ctx, params.id),
  update: (ctx, { params, body, ifMatch }) => expenses.updateExpense(ctx, params.id, body, ifMatch),
  remove: (ctx, { params, ifMatch }) => expenses.deleteExpense(ctx, params.id, ifMatch),
})
