import { routes } from '#server/routes.ts'
import * as invoices from './actions.ts'
import { invoicesApi } from './contract.ts'

export const invoiceRoutes = routes(invoicesApi, {
  list: (ctx, { query }) => invoices.listInvoices(ctx, query),
  create: (ctx, { body }) => invoices.createInvoice(ctx, body),
  get: (ctx, { params }) => invoices.getInvoice(ctx, params.id),
  update: (ctx, { params, body }) => invoices.updateInvoice(ctx, params.id, body),
  send: (ctx, { params, body }) => invoices.sendInvoice(ctx, params.id, body),
  addItem: (ctx, { params, body }) => invoices.addItem(ctx, params.id, body),
  updateItem: (ctx, { params, body }) => invoices.updateItem(ctx, params.id, params.itemId, body),
  removeItem: (ctx, { params }) => invoices.removeItem(ctx, params.id, params.itemId),
})
