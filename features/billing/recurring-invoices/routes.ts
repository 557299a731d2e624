import { routes } from '#server/http/routes.ts'
import * as recurring from './actions/recurring-invoices.ts'
import { recurringInvoicesApi } from './contract.ts'

export const recurringInvoiceRemovals = [recurring.recurringInvoiceRemoval]

export const recurringInvoiceRoutes = routes(recurringInvoicesApi, {
  list: (ctx) => recurring.listRecurringInvoices(ctx),
  create: (ctx, { body }) => recurring.createRecurringInvoice(ctx, body),
  get: (ctx, { params }) => recurring.getRecurringInvoice(ctx, params.id),
  update: (ctx, { params, body, ifMatch }) => recurring.updateRecurringInvoice(ctx, params.id, body, ifMatch),
  pause: (ctx, { params, ifMatch }) => recurring.pauseRecurringInvoice(ctx, params.id, ifMatch),
  resume: (ctx, { params, ifMatch }) => recurring.resumeRecurringInvoice(ctx, params.id, ifMatch),
  remove: (ctx, { params, ifMatch }) => recurring.removeRecurringInvoice(ctx, params.id, ifMatch),
})
