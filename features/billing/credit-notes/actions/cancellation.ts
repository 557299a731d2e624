import type { IfMatch } from '#core/endpoint.ts'
import { updateInvoice } from '#features/billing/invoices/actions/changes.ts'
import { getInvoice, lockInvoice, record } from '#features/billing/invoices/actions/invoice.ts'
import { sealToBePaid } from '#features/billing/invoices/actions/sealing.ts'
import { requireNotProcessing } from '#features/billing/invoices/actions/settlement.ts'
import type { InvoiceChange } from '#features/billing/invoices/contract/input.ts'
import type { InvoiceUpdate } from '#features/billing/invoices/contract/invoice.ts'
import { alternativeToStatus, isFixed } from '#features/billing/invoices/rules/sealing.ts'
import { type Context, inTransaction } from '#server/context.ts'
import { draftCreditNote, getCreditNote } from './notes.ts'
import { issueCreditNote } from './sending.ts'

/** Changes an invoice. Cancelling one that no longer changes credits the rest of it. */
export function changeInvoice(
  ctx: Context,
  id: number,
  change: InvoiceChange,
  ifMatch: IfMatch = null,
): Promise<InvoiceUpdate> {
  return inTransaction(ctx, async (tx) => {
    const invoice = await lockInvoice(tx, id, ifMatch)
    const { status, ...others } = change
    const isCredited = status && isFixed(invoice) && alternativeToStatus(invoice, status) === 'credit'
    if (!isCredited) return updateInvoice(tx, id, change, ifMatch)
    await updateInvoice(tx, id, others)
    await creditRest(tx, id)
    return getInvoice(tx, id)
  })
}

async function creditRest(tx: Context, id: number): Promise<void> {
  const invoice = await sealToBePaid(tx, await lockInvoice(tx, id))
  requireNotProcessing(invoice)
  const noteId = await draftCreditNote(tx, invoice, { reason: `Cancels invoice ${invoice.invoice_number}` })
  await issueCreditNote(tx, invoice, await getCreditNote(tx, noteId))
  await record(tx, 'invoice.credited', invoice)
}
