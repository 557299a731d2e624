import { routes } from '#server/http/routes.ts'
import * as expenses from './actions/expenses.ts'
import * as receipts from './actions/receipts.ts'
import { expensesApi } from './contract.ts'

export const expenseRemovals = [expenses.expenseRemoval, receipts.receiptRemoval]

export const expenseRoutes = routes(expensesApi, {
  list: (ctx, { query }) => expenses.listExpenses(ctx, query),
  totals: (ctx, { query }) => expenses.sumExpenses(ctx, query),
  thisMonth: (ctx) => expenses.thisMonth(ctx),
  create: (ctx, { body }) => expenses.createExpense(ctx, body),
  get: (ctx, { params }) => expenses.getExpense(ctx, params.id),
  history: (ctx, { params, query }) => expenses.expenseHistory(ctx, params.id, query),
  update: (ctx, { params, body, ifMatch }) => expenses.updateExpense(ctx, params.id, body, ifMatch),
  remove: (ctx, { params, ifMatch }) => expenses.deleteExpense(ctx, params.id, ifMatch),
  receipts: (ctx, { params }) => receipts.listReceipts(ctx, params.id),
  addReceipt: (ctx, { params, query, body }, { once }) =>
    receipts.addReceipt(ctx, params.id, query.name, body, once),
  downloadReceipt: (ctx, { params }) => receipts.openReceipt(ctx, params.id, params.receiptId),
  addThumbnail: (ctx, { params, body }) => receipts.addThumbnail(ctx, params.id, params.receiptId, body),
  thumbnail: (ctx, { params }) => receipts.openThumbnail(ctx, params.id, params.receiptId),
  removeReceipt: (ctx, { params }) => receipts.removeReceipt(ctx, params.id, params.receiptId),
})
