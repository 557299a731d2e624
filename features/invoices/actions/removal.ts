import type { IfMatch } from '#core/endpoint.ts'
import { attributeToClient } from '#features/activity/actions.ts'
import { adopt } from '#features/adoption/actions.ts'
import { continueAfter, lockNumbers, nextNumber } from '#features/numbering/actions.ts'
import { type Context, inTransaction } from '#server/context.ts'
import { Conflict } from '#server/errors.ts'
import { type Invoice, InvoiceChange, type InvoiceRemoval } from '../contract.ts'
import * as rules from '../rules.ts'
import * as store from '../store.ts'
import { updateInvoice } from './changes.ts'
import { getInvoice, type LockedInvoice, lockInvoice, record } from './invoice.ts'

/** A draft with the newest number is deleted and its number is free again. Any other is cancelled, since numbers have no gaps. */
export function removeInvoice(ctx: Context, id: number, ifMatch: IfMatch = null): Promise<InvoiceRemoval> {
  return inTransaction(ctx, async (tx) => {
    const isCancelled = (await outcomeOf(tx, await getInvoice(tx, id))) === 'cancelled'
    if (isCancelled) await adopt(tx, { invoice: id })
    const invoice = await lockInvoice(tx, id, ifMatch)
    await lockNumbers(tx, 'invoice')
    const outcome = (await outcomeOf(tx, invoice)) ?? refuseIssued(invoice)
    if (outcome === 'deleted') await deleteDraft(tx, invoice)
    else await updateInvoice(tx, id, InvoiceChange.parse({ status: 'cancelled' }))
    return { success: true, outcome }
  })
}

const outcomeOf = async (tx: Context, invoice: Invoice | LockedInvoice) =>
  rules.removalOutcome(invoice, await nextNumber(tx, 'invoice'))

async function deleteDraft(tx: Context, invoice: LockedInvoice): Promise<void> {
  await store.deleteInvoice(tx.db, tx.accountId, invoice.id)
  await continueAfter(tx, 'invoice', invoice.number - 1)
  await record(tx, 'invoice.deleted', invoice)
  await attributeToClient(tx, invoice.id, invoice.client_id)
}

function refuseIssued({ status }: LockedInvoice): never {
  throw new Conflict(`Only a draft can be deleted. This invoice is ${status}.`)
}
