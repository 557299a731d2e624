import type { Context } from '#server/context.ts'
import type { InvoiceStatus } from '../contract/invoice.ts'
import * as store from '../store/details.ts'
import { getInvoice } from './invoice.ts'

/** A document is frozen when it leaves draft. Back in draft, it follows profile and client again. */
export async function freezeDetails(
  tx: Context,
  before: { id: number; status: InvoiceStatus },
  after: InvoiceStatus,
): Promise<void> {
  if ((before.status === 'draft') === (after === 'draft')) return
  const details = after === 'draft' ? null : (await getInvoice(tx, before.id)).details
  await store.setDetails(tx.db, tx.accountId, before.id, details)
}

/** Freezes the details of all invoices that were generated as issued. */
export const freezeIssued = ({ db, accountId }: Context): Promise<void> => store.freezeIssued(db, accountId)
