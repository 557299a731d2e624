import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { chainFile } from '#features/billing/document-chain/actions.ts'
import { findInvoice } from '#features/billing/invoices/actions/invoice.ts'
import type { Invoice } from '#features/billing/invoices/contract/invoice.ts'
import { isSealed } from '#features/billing/invoices/rules/sealing.ts'
import { type Context, inTransaction, type PublicContext } from '#server/context.ts'
import { claimFile } from '#server/files/claim.ts'
import { receiveFile } from '#server/files/receive.ts'
import { EInvoiceSyntax } from '../contract.ts'
import { asIssued, documentOf, type InvoiceDocument } from '../rules/document.ts'
import { missingForEInvoice } from '../rules/e-invoice-readiness.ts'
import * as store from '../store.ts'
import type { DocumentFileFormat } from '../table.ts'
import { pdfOf, type RenderedFile, xmlOf } from './rendering.ts'

const MAX_FILE_BYTES = 50 * 1024 * 1024

/** A document that no longer changes, and the record that it belongs to. */
export interface IssuedDocument {
  owner: store.DocumentOwner
  issued_at: Date
  document: InvoiceDocument
}

/** The stored file of an issued document. It is rendered now if the job has not come to it; null if there is none. */
export async function findKept(
  ctx: Context,
  issued: IssuedDocument,
  format: DocumentFileFormat,
): Promise<RenderedFile | null> {
  const find = () => store.findFile(ctx.db, ctx.accountId, issued.owner, format)
  const file = (await find()) ?? (ctx.db.isTransaction ? undefined : await keepFiles(ctx, issued).then(find))
  if (!file) return null
  const { content } = await ctx.services.files.open(file.sha256)
  return {
    name: `${issued.document.number}.${format === 'pdf' ? 'pdf' : 'xml'}`,
    content: await buffer(content),
  }
}

/** Renders the files of an issued document once, and keeps them by their hash. */
export async function keepFiles(ctx: Context, { owner, issued_at, document }: IssuedDocument): Promise<void> {
  const rendering = { ...ctx, now: issued_at }
  const { number } = document
  // The XMLs first: with the PDF, all is there.
  for (const syntax of isEInvoice(document) ? EInvoiceSyntax.options : [])
    await keep(ctx, { owner, number }, syntax, await xmlOf(rendering, document, syntax))
  await keep(ctx, { owner, number }, 'pdf', await pdfOf(rendering, document))
}

const isEInvoice = (document: InvoiceDocument): boolean => missingForEInvoice(document).length === 0

/** The first to store it wins, so that everyone gets the same bytes. */
const keep = (
  ctx: Context,
  { owner, number }: { owner: store.DocumentOwner; number: string },
  format: DocumentFileFormat,
  { content }: RenderedFile,
) =>
  receiveFile(ctx, Readable.from([content]), { limitBytes: MAX_FILE_BYTES }, (file) =>
    inTransaction(ctx, async (tx) => {
      const isFirst = await store.insertFile(tx.db, tx.accountId, owner, format, file, tx.now)
      if (!isFirst) return
      await claimFile(tx, file)
      await chainFile(tx, owner, { number, format, sha256: file.sha256 })
    }),
  )

/** The stored file of a sealed invoice; null of any other. */
export async function findKeptInvoice(
  ctx: Context,
  invoice: Invoice,
  format: DocumentFileFormat,
): Promise<RenderedFile | null> {
  const issued = issuedInvoice(ctx, invoice)
  return issued && findKept(ctx, issued, format)
}

export async function keepInvoice(ctx: Context, { invoiceId }: { invoiceId: number }): Promise<void> {
  const invoice = await findInvoice(ctx, invoiceId)
  const issued = invoice && issuedInvoice(ctx, invoice)
  if (issued) await keepFiles(ctx, issued)
}

const issuedInvoice = (ctx: Context, invoice: Invoice): IssuedDocument | null =>
  isSealed(invoice)
    ? {
        owner: { invoice_id: invoice.id },
        issued_at: invoice.sealed_at ?? ctx.now,
        document: documentOf(asIssued(invoice), ctx),
      }
    : null

/** Sealed invoices of all accounts whose files are not there yet. */
export const findUnkept = ({ db }: PublicContext) => store.findUnkept(db)
