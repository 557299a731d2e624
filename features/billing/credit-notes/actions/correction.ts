import { copyForCorrection } from '#features/billing/invoices/actions/creation.ts'
import { getInvoice, lockInvoice, record } from '#features/billing/invoices/actions/invoice.ts'
import { requireRecipient } from '#features/billing/invoices/actions/recipient.ts'
import { sealToBePaid } from '#features/billing/invoices/actions/sealing.ts'
import { type Context, inTransaction } from '#server/context.ts'
import type { Correction, CorrectionInput } from '../contract.ts'
import * as store from '../store.ts'
import { draftCreditNote, getCreditNote } from './notes.ts'
import { issueCreditNote } from './sending.ts'

/** Credits an invoice in full and copies it into a draft, to which its billed work moves. A correction counts towards no limit. */
export function correctInvoice(ctx: Context, id: number, { reason }: CorrectionInput): Promise<Correction> {
  return inTransaction(ctx, async (tx) => {
    const source = await getInvoice(tx, id)
    const recipient = await requireRecipient(tx, source.client_id, source.project_id)
    const locked = await sealToBePaid(tx, await lockInvoice(tx, id))
    const noteId = await draftCreditNote(tx, locked, { reason })
    await issueCreditNote(tx, locked, await getCreditNote(tx, noteId))
    const invoice = await copyForCorrection(tx, await getInvoice(tx, id), recipient)
    await store.updateCreditNote(tx.db, tx.accountId, noteId, { correction_id: invoice.id })
    await record(tx, 'invoice.corrected', locked)
    return { credit_note: await getCreditNote(tx, noteId), invoice }
  })
}
