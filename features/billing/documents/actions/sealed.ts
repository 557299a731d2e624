import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { findInvoice } from '#features/billing/invoices/actions/invoice.ts'
import type { Invoice } from '#features/billing/invoices/contract/invoice.ts'
import { isSealed } from '#features/billing/invoices/rules/sealing.ts'
import { type Context, inTransaction, type PublicContext } from '#server/context.ts'
import { claimFile } from '#server/files/claim.ts'
import { receiveFile } from '#server/files/receive.ts'
import { EInvoiceSyntax } from '../contract.ts'
import { asIssued, type DocumentSource, documentOf, type InvoiceDocument } from '../rules/document.ts'
import { missingForEInvoice } from '../rules/e-invoice-readiness.ts'
import * as store from '../store.ts'
import type { DocumentFileFormat } from '../table.ts'
import { pdfOf, type RenderedFile, xmlOf } from './rendering.ts'

const MAX_FILE_BYTES = 50 * 1024 * 1024

/** The stored file of a sealed invoice, which is rendered now if the job has not come to it. Null if there is none. */
export async function findKept(
  ctx: Context,
  invoice: Invoice,
  format: DocumentFileFormat,
): Promise<RenderedFile | null> {
  if (!isSealed(invoice)) return null
  const find = () => store.findFile(ctx.db, ctx.accountId, invoice.id, format)
  const file = (await find()) ?? (ctx.db.isTransaction ? undefined : await keepAll(ctx, invoice).then(find))
  if (!file) return null
  const { content } = await ctx.services.files.open(file.sha256)
  return {
    name: `${invoice.invoice_number}.${format === 'pdf' ? 'pdf' : 'xml'}`,
    content: await buffer(content),
  }
}

/** Renders the files of a sealed invoice once, and keeps them by their hash. */
export async function keepDocumentsOf(ctx: Context, { invoiceId }: { invoiceId: number }): Promise<void> {
  const invoice = await findInvoice(ctx, invoiceId)
  if (invoice && isSealed(invoice)) await keepAll(ctx, invoice)
}

async function keepAll(ctx: Context, invoice: Invoice & DocumentSource): Promise<void> {
  const rendering = { ...ctx, now: invoice.sealed_at ?? ctx.now }
  const document = documentOf(asIssued(invoice), ctx)
  // The XMLs first: with the PDF, all is there.
  for (const syntax of isEInvoice(document) ? EInvoiceSyntax.options : [])
    await keep(ctx, invoice.id, syntax, await xmlOf(rendering, document, syntax))
  await keep(ctx, invoice.id, 'pdf', await pdfOf(rendering, document))
}

const isEInvoice = (document: InvoiceDocument): boolean => missingForEInvoice(document).length === 0

/** The first to store it wins, so that everyone gets the same bytes. */
const keep = (ctx: Context, invoiceId: number, format: DocumentFileFormat, { content }: RenderedFile) =>
  receiveFile(ctx, Readable.from([content]), { limitBytes: MAX_FILE_BYTES }, (file) =>
    inTransaction(ctx, async (tx) => {
      const isFirst = await store.insertFile(tx.db, tx.accountId, invoiceId, format, file, tx.now)
      if (isFirst) await claimFile(tx, file)
    }),
  )

/** Sealed invoices of all accounts whose files are not there yet. */
export const findUnkept = ({ db }: PublicContext) => store.findUnkept(db)
