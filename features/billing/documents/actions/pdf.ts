import { z } from 'zod'
import { revisionOf } from '#features/billing/invoices/actions/decision.ts'
import { findInvoice, getInvoice } from '#features/billing/invoices/actions/invoice.ts'
import type { Invoice } from '#features/billing/invoices/contract/invoice.ts'
import type { Context } from '#server/context.ts'
import { defineAttachment } from '#server/mail/attachment.ts'
import { asIssued, documentOf } from '../rules/document.ts'
import { findKeptInvoice } from './keeping.ts'
import { pdfOf, type RenderedFile } from './rendering.ts'

export const invoiceAsPdf = async (ctx: Context, id: number): Promise<RenderedFile> =>
  toPdf(ctx, await getInvoice(ctx, id))

const toPdf = async (ctx: Context, invoice: Invoice): Promise<RenderedFile> =>
  (await findKeptInvoice(ctx, invoice, 'pdf')) ?? pdfOf(ctx, documentOf(asIssued(invoice), ctx))

/** The invoice as it was sent. If it has changed by the time the mail leaves, the portal shows how it reads now. */
export const invoicePdf = defineAttachment({
  kind: 'invoice',
  type: 'application/pdf',
  data: z.object({ invoiceId: z.int(), revision: z.string() }),
  make: async (ctx, { invoiceId, revision }) => {
    const invoice = await findInvoice(ctx, invoiceId)
    const isAsSent = invoice && invoice.status !== 'draft' && revisionOf(invoice) === revision
    return isAsSent ? toPdf(ctx, invoice) : undefined
  },
})
