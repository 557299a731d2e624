import { enqueueForEach } from '#server/jobs/enqueue.ts'
import { defineScheduledJob, type Job } from '#server/jobs/job.ts'
import { findDueInvoices, makeRecurringInvoice, sendRecurringInvoice } from './actions/making.ts'

/** A day begins somewhere at every hour. */
const makeAllRecurringInvoices = defineScheduledJob({
  name: 'make-all-recurring-invoices',
  schedule: '11 * * * *',
  run: async (ctx) => enqueueForEach(ctx, makeRecurringInvoice, findDueInvoices(ctx), ({ id }) => ({ id })),
})

export const recurringInvoiceJobs: readonly Job[] = [
  makeAllRecurringInvoices,
  makeRecurringInvoice,
  sendRecurringInvoice,
]
