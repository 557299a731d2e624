import { releaseWork } from '#features/billing/billable-work/actions.ts'
import { closeCheckout } from '#features/billing/payments/actions/checkouts.ts'
import { limitWriteOffs } from '#features/billing/payments/actions/entries.ts'
import type { Context } from '#server/context.ts'
import { isCreditedInFull, nextCancelledOn } from '../rules/status.ts'
import { setCredit } from '../store/changes.ts'
import type { LockedInvoice } from './invoice.ts'
import { resettle } from './settlement.ts'

/** Counts credit notes on a locked invoice. With all of it credited, its work can be billed again. */
export async function applyCredit(
  tx: Context,
  invoice: LockedInvoice,
  credit: Pick<LockedInvoice, 'credited' | 'home_credited'>,
): Promise<void> {
  await limitWriteOffs(tx, invoice, invoice.total - credit.credited)
  const after = { ...invoice, ...credit }
  const settled = await resettle(tx, after)
  const cancelled_on = nextCancelledOn(invoice, settled.status, tx.today)
  await setCredit(tx.db, tx.accountId, invoice.id, { ...credit, ...settled, cancelled_on })
  await closeCheckout(tx, invoice)
  if (isCreditedInFull(after)) await releaseWork(tx, invoice.id)
}
