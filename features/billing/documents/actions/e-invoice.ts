import { getInvoice } from '#features/billing/invoices/actions/invoice.ts'
import type { Context } from '#server/context.ts'
import type { Download } from '#server/http/download.ts'
import type { EInvoiceSyntax } from '../contract.ts'
import { asIssued, documentOf } from '../rules/document.ts'
import { findKeptInvoice } from './keeping.ts'
import { xmlOf } from './rendering.ts'

export async function eInvoiceAsXml(ctx: Context, id: number, syntax: EInvoiceSyntax): Promise<Download> {
  const invoice = await getInvoice(ctx, id)
  return (
    (await findKeptInvoice(ctx, invoice, syntax)) ?? xmlOf(ctx, documentOf(asIssued(invoice), ctx), syntax)
  )
}
