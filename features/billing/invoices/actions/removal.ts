import { z } from 'zod'
import type { IfMatch } from '#core/endpoint.ts'
import { reclaimWork, releaseWork } from '#features/billing/billable-work/actions.ts'
import { attributeToClient } from '#features/foundation/activity/actions.ts'
import { continueAfter, lockNumbers, nextNumber } from '#features/foundation/business/actions.ts'
import type { NumberSeries } from '#features/foundation/business/rules.ts'
import { defineRemoval, rememberChange, removeRows } from '#features/foundation/removals/actions.ts'
import { withinLimit } from '#features/foundation/subscription/actions/entitlement.ts'
import { type Context, inTransaction } from '#server/context.ts'
import { Conflict } from '#server/errors.ts'
import { InvoiceChange } from '../contract/input.ts'
import type { InvoiceRemoval } from '../contract/invoice.ts'
import { invoiceNumber, keptMessage, removalOutcome } from '../rules/status.ts'
import { setDetails } from '../store/details.ts'
import { setSchedule } from '../store/schedule.ts'
import { updateInvoice } from './changes.ts'
import { type LockedInvoice, lockInvoice, record } from './invoice.ts'
import { requireUnsealed } from './sealing.ts'

/** A draft with the newest number is deleted and its number is free again. Any other is cancelled, since numbers have no gaps. */
export function removeInvoice(ctx: Context, id: number, ifMatch: IfMatch = null): Promise<InvoiceRemoval> {
  return inTransaction(ctx, async (tx) => {
    const invoice = await lockInvoice(tx, id, ifMatch)
    await lockNumbers(tx, 'invoice', seriesOf(invoice))
    const outcome = (await outcomeOf(tx, invoice)) ?? refuseIssued(invoice)
    const removal_id = outcome === 'deleted' ? await deleteDraft(tx, invoice) : await cancelDraft(tx, id)
    return { success: true, outcome, removal_id }
  })
}

const seriesOf = ({ prefix, number_year }: LockedInvoice): NumberSeries => ({ prefix, year: number_year })

const outcomeOf = async (tx: Context, invoice: LockedInvoice) =>
  removalOutcome(invoice, {
    number: await nextNumber(tx, 'invoice', seriesOf(invoice)),
    year: invoice.number_year,
  })

async function deleteDraft(tx: Context, invoice: LockedInvoice): Promise<number> {
  const { id, number, prefix, number_year } = invoice
  await releaseWork(tx, id)
  // Restored, it waits for nothing: its time may have passed.
  await setSchedule(tx.db, tx.accountId, id, null)
  const rows = { table: 'invoices', ids: [id], versioned: true } as const
  const removal_id = await removeRows(tx, draftDeletion, rows, { id, number, prefix, number_year })
  if (number !== null) await continueAfter(tx, 'invoice', seriesOf(invoice), number - 1)
  await record(tx, 'invoice.deleted', invoice, removal_id)
  await attributeToClient(tx, id, invoice.client_id)
  return removal_id
}

/** Takes its number back, unless another invoice has it by now. */
export const draftDeletion = defineRemoval({
  kind: 'invoice_deleted',
  data: z.object({
    id: z.int(),
    number: z.int().nullable(),
    prefix: z.string(),
    number_year: z.int().default(0),
  }),
  belongsTo: 'client or project',
  async undo(tx, { id, number, prefix, number_year: year }, restoreRows) {
    await withinLimit(tx, 'invoices', async () => {
      const series = { prefix, year }
      await lockNumbers(tx, 'invoice', series)
      if (number !== null) requireNext(number, await nextNumber(tx, 'invoice', series), prefix)
      await restoreRows()
      await reclaimWork(tx, id)
      if (number !== null) await continueAfter(tx, 'invoice', series, number)
    })
    await setDetails(tx.db, tx.accountId, id, null)
    await record(tx, 'invoice.restored', await lockInvoice(tx, id))
  },
})

function requireNext(number: number, next: number, prefix: string): void {
  if (next > number) {
    throw new Conflict(
      `This draft cannot be restored, because its number ${invoiceNumber(number, prefix)} was given to another invoice`,
    )
  }
  if (next < number) {
    throw new Conflict(
      `This draft cannot be restored while ${invoiceNumber(next, prefix)} is free, since numbers have no gaps`,
    )
  }
}

async function cancelDraft(tx: Context, id: number): Promise<number> {
  const removal_id = await rememberChange(tx, draftCancellation, { id })
  await updateInvoice(tx, id, InvoiceChange.parse({ status: 'cancelled' }), null, removal_id)
  return removal_id
}

export const draftCancellation = defineRemoval({
  kind: 'invoice_cancelled',
  data: z.object({ id: z.int() }),
  belongsTo: 'client or project',
  async undo(tx, { id }) {
    const { status } = await lockInvoice(tx, id)
    if (status !== 'cancelled') throw new Conflict('This invoice is no longer cancelled')
    await updateInvoice(tx, id, InvoiceChange.parse({ status: 'draft' }))
  },
})

function refuseIssued(invoice: LockedInvoice): never {
  requireUnsealed(invoice, 'credit')
  const { title, advice } = keptMessage(invoice)
  throw new Conflict(`${title}.`, advice ? { details: advice } : {})
}
