import { z } from 'zod'
import { revisionOf } from '#features/billing/invoices/actions/decision.ts'
import { findInvoice } from '#features/billing/invoices/actions/invoice.ts'
import { logoFile } from '#features/foundation/business/actions.ts'
import type { Context } from '#server/context.ts'
import { defineAttachment } from '#server/mail/attachment.ts'
import { drawQrCode } from '#server/pdf/qr-code.ts'
import { renderPdf } from '#server/pdf/render.ts'
import type { InvoiceDocument } from '../rules/document.ts'
import { eInvoiceOf } from '../rules/e-invoice.ts'
import { missingForEInvoice } from '../rules/e-invoice-readiness.ts'
import { documentFor } from './document.ts'

interface Pdf {
  name: string
  content: Buffer
}

export const invoiceAsPdf = async (ctx: Context, id: number): Promise<Pdf> =>
  pdfOf(ctx, await documentFor(ctx, id))

/** An e-invoice too, where nothing is missing for it. */
export async function pdfOf(ctx: Context, invoice: InvoiceDocument): Promise<Pdf> {
  const files = await logoFile(ctx, invoice.seller.logo_id)
  const data = { invoice, has_logo: 'logo' in files, qr_code: await qrCodeOf(invoice) }
  const eInvoice = missingForEInvoice(invoice).length === 0 ? eInvoiceOf(invoice) : undefined
  return {
    name: `${invoice.number}.pdf`,
    content: await renderPdf(ctx, new URL('../invoice.typ', import.meta.url), data, { files, eInvoice }),
  }
}

/** As SVG, with the error correction that banks ask for. */
const qrCodeOf = async ({ payment }: InvoiceDocument): Promise<string | null> =>
  payment.qr_code === null ? null : drawQrCode(payment.qr_code)

/** The invoice as it was sent. If it has changed by the time the mail leaves, the portal shows how it reads now. */
export const invoicePdf = defineAttachment({
  kind: 'invoice',
  type: 'application/pdf',
  data: z.object({ invoiceId: z.int(), revision: z.string() }),
  make: async (ctx, { invoiceId, revision }) => {
    const invoice = await findInvoice(ctx, invoiceId)
    const isAsSent = invoice && invoice.status !== 'draft' && revisionOf(invoice) === revision
    return isAsSent ? invoiceAsPdf(ctx, invoiceId) : undefined
  },
})
