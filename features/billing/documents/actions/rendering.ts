import { logoFile } from '#features/foundation/business/actions.ts'
import type { Context } from '#server/context.ts'
import { Conflict } from '#server/errors.ts'
import { drawQrCode } from '#server/pdf/qr-code.ts'
import { renderEInvoice, renderPdf } from '#server/pdf/render.ts'
import type { EInvoiceSyntax } from '../contract.ts'
import type { InvoiceDocument } from '../rules/document.ts'
import { eInvoiceOf } from '../rules/e-invoice.ts'
import { missingForEInvoice, missingSentence } from '../rules/e-invoice-readiness.ts'

export interface RenderedFile {
  name: string
  content: Buffer
}

/** An e-invoice too, where nothing is missing for it. */
export async function pdfOf(ctx: Context, invoice: InvoiceDocument): Promise<RenderedFile> {
  const files = await logoFile(ctx, invoice.seller.logo_id)
  const data = { invoice, has_logo: 'logo' in files, qr_code: await qrCodeOf(invoice) }
  const eInvoice = missingForEInvoice(invoice).length === 0 ? eInvoiceOf(invoice) : undefined
  return {
    name: `${invoice.title === 'Proposal' ? invoice.title : invoice.number}.pdf`,
    content: await renderPdf(ctx, new URL('../invoice.typ', import.meta.url), data, { files, eInvoice }),
  }
}

/** As SVG, with the error correction that banks ask for. */
const qrCodeOf = async ({ payment }: InvoiceDocument): Promise<string | null> =>
  payment.qr_code === null ? null : drawQrCode(payment.qr_code)

/** 409 if the norm asks for more than was entered. */
export async function xmlOf(
  ctx: Context,
  document: InvoiceDocument,
  syntax: EInvoiceSyntax,
): Promise<RenderedFile> {
  const missing = missingForEInvoice(document).map(missingSentence)
  if (missing.length > 0) {
    throw new Conflict(`This invoice cannot be an e-invoice yet. ${missing.join(' ')}`, {
      code: 'e_invoice_incomplete',
      details: missing.join('\n'),
    })
  }
  return {
    name: `${document.number}.xml`,
    content: await renderEInvoice(ctx, eInvoiceOf(document), syntax),
  }
}
