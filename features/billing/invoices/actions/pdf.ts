import { logoFile } from '#features/foundation/business/actions.ts'
import type { Context } from '#server/context.ts'
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
