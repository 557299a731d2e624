import type { Context } from '#server/context.ts'
import { Conflict } from '#server/errors.ts'
import type { Download } from '#server/http/download.ts'
import { renderEInvoice } from '#server/pdf/render.ts'
import type { EInvoiceSyntax } from '../contract.ts'
import { eInvoiceOf } from '../rules/e-invoice.ts'
import { missingForEInvoice, missingSentence } from '../rules/e-invoice-readiness.ts'
import { documentFor } from './document.ts'

export async function eInvoiceAsXml(ctx: Context, id: number, syntax: EInvoiceSyntax): Promise<Download> {
  const document = await documentFor(ctx, id)
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
