import { routes } from '#server/http/routes.ts'
import { explainLine } from './actions/answers.ts'
import { paymentsReversal } from './actions/changes.ts'
import { createInvoice, duplicateInvoice } from './actions/creation.ts'
import {
  getInvoice,
  invoiceHistory,
  listInvoices,
  listLateInvoices,
  summarizeInvoices,
} from './actions/invoice.ts'
import * as items from './actions/items.ts'
import { dismissPaidNotice } from './actions/paid-notice.ts'
import * as payments from './actions/payments.ts'
import { draftCancellation, draftDeletion, removeInvoice } from './actions/removal.ts'
import { invoicesApi } from './contract/api.ts'

export const invoiceRemovals = [draftDeletion, draftCancellation, paymentsReversal, items.itemRemoval]

/** The routes of credit notes have the change of an invoice. */
const { update, ...others } = invoicesApi

export const invoiceRoutes = routes(others, {
  list: (ctx, { query }) => listInvoices(ctx, query),
  summary: (ctx, { query }) => summarizeInvoices(ctx, query),
  late: (ctx, { query }) => listLateInvoices(ctx, query),
  create: (ctx, { body }) => createInvoice(ctx, body),
  get: (ctx, { params }) => getInvoice(ctx, params.id),
  duplicate: (ctx, { params }) => duplicateInvoice(ctx, params.id),
  remove: (ctx, { params, ifMatch }) => removeInvoice(ctx, params.id, ifMatch),
  addItem: (ctx, { params, body, ifMatch }) => items.addItem(ctx, params.id, body, ifMatch),
  updateItem: (ctx, { params, body, ifMatch }) =>
    items.updateItem(ctx, params.id, params.itemId, body, ifMatch),
  orderItems: (ctx, { params, body, ifMatch }) => items.orderItems(ctx, params.id, body, ifMatch),
  explainLine: (ctx, { params, body, ifMatch }) =>
    explainLine(ctx, params.id, params.requestId, body, ifMatch),
  history: (ctx, { params, query }) => invoiceHistory(ctx, params.id, query),
  payments: (ctx, { params }) => payments.listInvoicePayments(ctx, params.id),
  recordPayment: (ctx, { params, body, ifMatch }) => payments.recordPayment(ctx, params.id, body, ifMatch),
  recordRefund: (ctx, { params, body, ifMatch }) => payments.recordRefund(ctx, params.id, body, ifMatch),
  writeOff: (ctx, { params, body, ifMatch }) => payments.writeOff(ctx, params.id, body, ifMatch),
  payWithCredit: (ctx, { params, body, ifMatch }) => payments.payWithCredit(ctx, params.id, body, ifMatch),
  dismissPaidNotice: (ctx, { params }) => dismissPaidNotice(ctx, params.id),
  removePayment: (ctx, { params, ifMatch }) =>
    payments.removePayment(ctx, params.id, params.paymentId, ifMatch),
  removeItem: (ctx, { params, ifMatch }) => items.removeItem(ctx, params.id, params.itemId, ifMatch),
})
