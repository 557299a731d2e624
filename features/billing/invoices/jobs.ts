import { z } from 'zod'
import { mailReceipt as receiptRequest } from '#features/billing/payments/actions/ledger.ts'
import { renderDecidedInvoice as renderRequest } from '#features/engagement/approvals/actions/decisions.ts'
import { enqueueForEach } from '#server/jobs/enqueue.ts'
import { defineJob, defineScheduledJob, type Job } from '#server/jobs/job.ts'
import type { Attachment } from '#server/mail/attachment.ts'
import { findUnrendered, renderDecision } from './actions/decided-document.ts'
import { invoicePdf } from './actions/pdf.ts'
import { receiptPdf } from './actions/receipt-pdf.ts'
import { mailReceiptOf } from './actions/receipts.ts'
import * as reminding from './actions/reminding.ts'

/** Made when the mails that carry them are sent. */
export const invoiceAttachments: readonly Attachment[] = [invoicePdf, receiptPdf]

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

const renderDecidedInvoice = defineJob({ ...renderRequest, external: true, run: renderDecision })

/** Renders decisions whose own job has failed for good. */
const renderAllDecidedInvoices = defineScheduledJob({
  name: 'render-all-decided-invoices',
  schedule: '41 4 * * *',
  run: async (ctx) =>
    enqueueForEach(ctx, renderDecidedInvoice, findUnrendered(ctx), ({ decisionId }) => ({ decisionId })),
})

const mailReceipt = defineJob({ ...receiptRequest, run: mailReceiptOf })

export const invoiceJobs: readonly Job[] = [
  mailReceipt,
  remindAllClients,
  remindClients,
  remindOfInvoice,
  renderDecidedInvoice,
  renderAllDecidedInvoices,
]
