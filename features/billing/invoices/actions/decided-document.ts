import { Readable } from 'node:stream'
import { z } from 'zod'
import { keepDecidedFile } from '#features/engagement/approvals/actions/decisions.ts'
import type { PublicContext } from '#server/context.ts'
import { receiveFile } from '#server/files/receive.ts'
import { defineJob } from '#server/jobs/job.ts'
import * as store from '../store/decided-document.ts'
import { pdfOf } from './pdf.ts'

const MAX_PDF_BYTES = 50 * 1024 * 1024

/** Renders an invoice as a client decided on it, whatever has changed since, and keeps the PDF with the decision. */
export const renderDecidedInvoice = defineJob({
  name: 'render-decided-invoice',
  data: z.object({ decisionId: z.int() }),
  external: true,
  run: async (ctx, { decisionId }) => {
    const document = await store.findDecidedDocument(ctx.db, ctx.accountId, decisionId)
    if (!document) return
    const { name, content } = await pdfOf(ctx, document)
    await receiveFile(ctx, Readable.from([content]), { limitBytes: MAX_PDF_BYTES }, (stored) =>
      keepDecidedFile(ctx, decisionId, { ...stored, name }),
    )
  },
})

export const findUnrendered = ({ db }: PublicContext) => store.findUnrendered(db)
