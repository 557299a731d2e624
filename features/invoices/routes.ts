import { routes } from '#server/http/routes.ts'
import * as invoices from './actions.ts'
import { invoicesApi } from './contract.ts'

export const invoiceRoutes = routes(invoicesApi, {
  list: (ctx, { query }) => invoices.listInvoices(ctx, query),
  summary: (ctx, { query }) => invoices.summarizeInvoices(ctx, query),
  create: (ctx, { body }) => invoices.createInvoice(ctx, body),
  get: (ctx, { params }) => invoices.getInvoice(ctx, params.id),
  update: (ctx, { params, body, ifMatch }) => invoices.updateInvoice(ctx, params.id, body, ifMatch),
  send: (ctx, { params, body, ifMatch }) => invoices.sendInvoice(ctx, params.id, body, ifMatch),
  addItem: (ctx, { params, body, ifMatch }) => invoices.addItem(ctx, params.id, body, ifMatch),
  updateItem: (ctx, { params, body, ifMatch }) =>
    invoices.updateItem(ctx, params.id, params.itemId, body, ifMatch),
  payments: (ctx, { params }) => invoices.listInvoicePayments(ctx, params.id),
  recordPayment: (ctx, { params, body, ifMatch }) => invoices.recordPayment(ctx, params.id, body, ifMatch),
  removePayment: (ctx, { params, ifMatch }) =>
    invoices.removeInvoicePayment(ctx, params.id, params.paymentId, ifMatch),
  receipt: (ctx, { params }) => invoices.receiptAsPdf(ctx, params.id, params.paymentId),
  removeItem: (ctx, { params, ifMatch }) => invoices.removeItem(ctx, params.id, params.itemId, ifMatch),
})
