import { getInvoice } from '#features/billing/invoices/actions/invoice.ts'
import type { Context } from '#server/context.ts'
import { documentOf, type InvoiceDocument } from '../rules/document.ts'

/** The document of which PDF and e-invoice are made. */
export async function documentFor(ctx: Context, id: number): Promise<InvoiceDocument> {
  return documentOf(await getInvoice(ctx, id), ctx)
}
