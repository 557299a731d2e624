import { businessOf } from '#features/account/actions.ts'
import type { Context } from '#server/context.ts'
import { documentOf, type InvoiceDocument, withContact } from '../rules/document.ts'
import { getInvoice } from './invoice.ts'

/** What the PDF and the e-invoice are made from. */
export async function documentFor(ctx: Context, id: number): Promise<InvoiceDocument> {
  const invoice = await getInvoice(ctx, id)
  const { email } = await businessOf(ctx)
  return documentOf({ ...invoice, details: withContact(invoice.details, email) }, ctx)
}
