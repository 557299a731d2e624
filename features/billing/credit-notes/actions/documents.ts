import { z } from 'zod'
import { findKept, type IssuedDocument, keepFiles } from '#features/billing/documents/actions/keeping.ts'
import { pdfOf, type RenderedFile, xmlOf } from '#features/billing/documents/actions/rendering.ts'
import type { EInvoiceSyntax } from '#features/billing/documents/contract.ts'
import type { InvoiceDocument } from '#features/billing/documents/rules/document.ts'
import { getInvoice } from '#features/billing/invoices/actions/invoice.ts'
import type { Context } from '#server/context.ts'
import { defineAttachment } from '#server/mail/attachment.ts'
import type { CreditNote } from '../contract.ts'
import { creditNoteDocument } from '../rules.ts'
import { findCreditNote, getCreditNote } from './notes.ts'

export async function creditNoteAsPdf(ctx: Context, id: number): Promise<RenderedFile> {
  const note = await getCreditNote(ctx, id)
  const document = await documentFor(ctx, note)
  const issued = issuedOf(note, document)
  return (issued && (await findKept(ctx, issued, 'pdf'))) ?? pdfOf(ctx, document)
}

export async function creditNoteAsXml(
  ctx: Context,
  id: number,
  syntax: EInvoiceSyntax,
): Promise<RenderedFile> {
  const note = await getCreditNote(ctx, id)
  const document = await documentFor(ctx, note)
  const issued = issuedOf(note, document)
  return (issued && (await findKept(ctx, issued, syntax))) ?? xmlOf(ctx, document, syntax)
}

const documentFor = async (ctx: Context, note: CreditNote): Promise<InvoiceDocument> =>
  creditNoteDocument(note, await getInvoice(ctx, note.invoice_id), ctx)

const issuedOf = ({ id, sent_at }: CreditNote, document: InvoiceDocument): IssuedDocument | null =>
  sent_at && { owner: { credit_note_id: id }, issued_at: sent_at, document }

/** Renders the files of a credit note that was sent, once. */
export async function keepCreditNoteFiles(
  ctx: Context,
  { creditNoteId }: { creditNoteId: number },
): Promise<void> {
  const note = await findCreditNote(ctx, creditNoteId)
  const issued = note && issuedOf(note, await documentFor(ctx, note))
  if (issued) await keepFiles(ctx, issued)
}

export const creditNotePdf = defineAttachment({
  kind: 'credit_note',
  type: 'application/pdf',
  data: z.object({ creditNoteId: z.int() }),
  make: (ctx, { creditNoteId }) => creditNoteAsPdf(ctx, creditNoteId),
})
