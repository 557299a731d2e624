import { z } from 'zod'
import { findInvoicesToSend } from '#features/billing/invoices/actions/schedule.ts'
import { mailReceipt as receiptRequest } from '#features/billing/payments/actions/ledger.ts'
import { enqueueForEach } from '#server/jobs/enqueue.ts'
import { defineJob, defineScheduledJob, type Job } from '#server/jobs/job.ts'
import { mailReceiptOf } from './actions/receipts.ts'
import * as reminding from './actions/reminding.ts'
import { sendScheduledInvoice } from './actions/scheduling.ts'

/** A morning begins somewhere at every hour. */
const remindAllClients = defineScheduledJob({
  name: 'remind-all-clients',
  schedule: '3 * * * *',
  run: async (ctx) => enqueueForEach(ctx, remindClients, reminding.findAccountsToRemind(ctx), () => ({})),
})

/** One job for each invoice, so that one that fails does not keep the others from being sent. */
const remindClients = defineJob({
  name: 'remind-clients',
  data: z.object({}),
  run: async (ctx) => {
    const ids = await reminding.findInvoicesToRemindOf(ctx)
    const found = ids.map((invoiceId) => ({ account_id: ctx.accountId, invoiceId }))
    await enqueueForEach(ctx, remindOfInvoice, found, ({ invoiceId }) => ({ invoiceId }))
  },
})

const remindOfInvoice = defineJob({
  name: 'remind-of-invoice',
  data: z.object({ invoiceId: z.int() }),
  run: (ctx, { invoiceId }) => reminding.remindOfInvoice(ctx, invoiceId),
})

/** One job for each invoice, as for reminders. Whatever became due while no server ran is found as well. */
const sendAllScheduledInvoices = defineScheduledJob({
  name: 'send-all-scheduled-invoices',
  schedule: '*/5 * * * *',
  run: async (ctx) =>
    enqueueForEach(ctx, sendScheduledInvoice, findInvoicesToSend(ctx), ({ id }) => ({ invoiceId: id })),
})

const mailReceipt = defineJob({ ...receiptRequest, run: mailReceiptOf })

export const sendingJobs: readonly Job[] = [
  remindAllClients,
  remindClients,
  remindOfInvoice,
  sendAllScheduledInvoices,
  sendScheduledInvoice,
  mailReceipt,
]
