import { Readable } from 'node:stream'
import { keepDecidedFile } from '#features/engagement/approvals/actions/decisions.ts'
import type { Context, PublicContext } from '#server/context.ts'
import { receiveFile } from '#server/files/receive.ts'
import { documentOf } from '../rules/document.ts'
import * as store from '../store.ts'
import { pdfOf } from './rendering.ts'

const MAX_PDF_BYTES = 50 * 1024 * 1024

/** Renders an invoice as a client decided on it, whatever has changed since, and keeps the PDF with the decision. */
export async function renderDecision(ctx: Context, { decisionId }: { decisionId: number }): Promise<void> {
  const decided = await store.findDecidedInvoice(ctx.db, ctx.accountId, decisionId)
  if (!decided) return
  const { name, content } = await pdfOf(ctx, documentOf(decided.invoice, decided))
  await receiveFile(ctx, Readable.from([content]), { limitBytes: MAX_PDF_BYTES }, (stored) =>
    keepDecidedFile(ctx, decisionId, { ...stored, name }),
  )
}

export const findUnrendered = ({ db }: PublicContext) => store.findUnrendered(db)
