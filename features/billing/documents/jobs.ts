import { keepDocuments as keepRequest } from '#features/billing/invoices/actions/sealing.ts'
import { renderDecidedInvoice as renderRequest } from '#features/engagement/approvals/actions/decisions.ts'
import { enqueueForEach } from '#server/jobs/enqueue.ts'
import { defineJob, defineScheduledJob, type Job } from '#server/jobs/job.ts'
import type { Attachment } from '#server/mail/attachment.ts'
import { findUnrendered, renderDecision } from './actions/decided-invoice.ts'
import { findUnkept, keepInvoice } from './actions/keeping.ts'
import { invoicePdf } from './actions/pdf.ts'
import { receiptPdf } from './actions/receipt.ts'

/** Made when the mails that carry them are sent. */
export const documentAttachments: readonly Attachment[] = [invoicePdf, receiptPdf]

const renderDecidedInvoice = defineJob({ ...renderRequest, external: true, run: renderDecision })

/** Renders decisions whose own job has failed for good. */
const renderAllDecidedInvoices = defineScheduledJob({
  name: 'render-all-decided-invoices',
  schedule: '41 4 * * *',
  run: async (ctx) =>
    enqueueForEach(ctx, renderDecidedInvoice, findUnrendered(ctx), ({ decisionId }) => ({ decisionId })),
})

const keepDocuments = defineJob({ ...keepRequest, external: true, run: keepInvoice })

/** Keeps the files of sealed invoices whose own job has failed for good. */
const keepAllDocuments = defineScheduledJob({
  name: 'keep-all-sealed-documents',
  schedule: '51 4 * * *',
  run: async (ctx) => enqueueForEach(ctx, keepDocuments, findUnkept(ctx), ({ invoiceId }) => ({ invoiceId })),
})

export const documentJobs: readonly Job[] = [
  renderDecidedInvoice,
  renderAllDecidedInvoices,
  keepDocuments,
  keepAllDocuments,
]
