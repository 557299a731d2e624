import type { IfMatch } from '#core/endpoint.ts'
import { reclaimWork, releaseWork } from '#features/billing/billable-work/actions.ts'
import { closeCheckout } from '#features/billing/payments/actions/checkouts.ts'
import { Reversal, undoLatestReversal } from '#features/billing/payments/actions/entries.ts'
import { addUnreadForClient } from '#features/engagement/notifications/actions/unread.ts'
import { defineRemoval } from '#features/foundation/removals/actions.ts'
import { type Context, inTransaction } from '#server/context.ts'
import {
  DUE_TOO_EARLY,
  dueInTime,
  InvoiceChange,
  SERVICE_ENDS_TOO_EARLY,
  serviceInOrder,
} from '../contract/input.ts'
import type { InvoiceStatus, InvoiceUpdate } from '../contract/invoice.ts'
import { alternativeToStatus, isFixed } from '../rules/sealing.ts'
import { isUnbooked, mayChangeTerms, nextCancelledOn, sameTerms } from '../rules/status.ts'
import * as store from '../store/changes.ts'
import { askForApproval, resetApprovalIfChanged } from './approval.ts'
import { freezeDetails } from './freezing.ts'
import { getInvoice, type LockedInvoice, lockInvoice, record, refuse, refuseLocked } from './invoice.ts'
import { changeRecipient } from './recipient.ts'
import { refuseSealed, requireUnsealed, sealIfIssued } from './sealing.ts'
import { settleAt } from './settlement.ts'
import { discountOf, requireTaxRate, requireValued, revalued } from './totals.ts'

/** `undoneBy` is the removal that undoes it, if it is part of one. */
export function updateInvoice(
  ctx: Context,
  id: number,
  input: InvoiceChange,
  ifMatch: IfMatch = null,
  undoneBy?: number,
): Promise<InvoiceUpdate> {
  return inTransaction(ctx, async (tx) => {
    const stored = await lockInvoice(tx, id, ifMatch)
    requireKept(stored, input)
    const { draft: before, change } = await changeRecipient(tx, stored, input)
    const after = changed(before, change)
    if (!sameTerms(before, after) && !mayChangeTerms(before.status, after.status)) {
      refuseLocked(before.status)
    }
    if (!sameTerms(before, after) || after.notes !== before.notes) requireUnsealed(before)
    if (!dueInTime(after)) refuse('due_date', DUE_TOO_EARLY)
    if (!serviceInOrder(after)) refuse('service_to', SERVICE_ENDS_TOO_EARLY)
    requireTaxRate(after)
    const valuation = await revalued(tx, before, after, change)
    if (!isUnbooked(after.status)) requireValued(tx, valuation)
    const { settlement: settled, removal_id } = await settleAt(
      tx,
      { ...before, ...valuation },
      after.status,
      change.paid_on,
      paymentsReversal,
    )
    const cancelled_on = nextCancelledOn(before, after.status, tx.today)
    await store.updateInvoice(tx.db, ctx.accountId, id, { ...after, ...settled, cancelled_on }, valuation)
    await closeCheckout(tx, before)
    await moveWork(tx, before, after.status)
    await freezeDetails(tx, before, after.status)
    if (before.status === 'draft' && after.status === 'sent') {
      await askForApproval(tx, before)
      await addUnreadForClient(tx, { client_id: before.client_id, invoice_id: id })
    }
    await resetApprovalIfChanged(tx, before)
    const numbered = await sealIfIssued(tx, before)
    if (after.status !== before.status)
      await record(tx, `invoice.marked_${after.status}`, numbered, removal_id ?? undoneBy)
    const sameDay = after.status !== before.status || settled.paid_on === before.paid_on
    const sameContent =
      before === stored &&
      sameTerms(before, after) &&
      after.notes === before.notes &&
      after.reminders_enabled === before.reminders_enabled &&
      sameDay
    if (!sameContent) await record(tx, 'invoice.updated', numbered)
    return { ...(await getInvoice(tx, id)), removal_id }
  })
}

/** A sealed invoice keeps its client, project, currency and rate, and any status that would rewrite it is refused. */
function requireKept(invoice: LockedInvoice, change: InvoiceChange): void {
  if (!isFixed(invoice)) return
  const alternative = alternativeToStatus(invoice, change.status ?? invoice.status)
  if (alternative) refuseSealed(invoice, alternative)
  if (KEPT.some((field) => change[field] != null && change[field] !== invoice[field]))
    requireUnsealed(invoice)
  if (change.project_id === null && invoice.project_id !== null) requireUnsealed(invoice)
}

const KEPT = ['client_id', 'project_id', 'currency', 'exchange_rate'] as const

/** A paid invoice that was set back is paid again. */
export const paymentsReversal = defineRemoval({
  kind: 'payments_reversed',
  data: Reversal,
  belongsTo: 'invoice',
  async undo(tx, reversal) {
    const { invoice_id } = reversal
    const { status } = await lockInvoice(tx, invoice_id)
    if (isUnbooked(status)) await updateInvoice(tx, invoice_id, InvoiceChange.parse({ status: 'sent' }))
    await undoLatestReversal(tx, await lockInvoice(tx, invoice_id), reversal)
  },
})

/** A cancelled invoice frees its work; a reactivated one takes it back. */
async function moveWork(tx: Context, before: LockedInvoice, status: InvoiceStatus): Promise<void> {
  if (status === before.status) return
  if (status === 'cancelled') await releaseWork(tx, before.id)
  else if (before.status === 'cancelled') await reclaimWork(tx, before.id)
}

const changed = (before: LockedInvoice, change: InvoiceChange) => {
  const tax_category = change.tax_category ?? before.tax_category
  return {
    status: change.status ?? before.status,
    issue_date: change.issue_date ?? before.issue_date,
    due_date: change.due_date === undefined ? before.due_date : change.due_date,
    service_from: change.service_from === undefined ? before.service_from : change.service_from,
    service_to: change.service_to === undefined ? before.service_to : change.service_to,
    tax_category,
    tax_rate: change.tax_rate ?? (tax_category === 'standard' ? before.tax_rate : 0),
    ...discountOf(change, change.currency ?? before.currency, before),
    notes: change.notes ?? before.notes,
    reminders_enabled: change.reminders_enabled ?? before.reminders_enabled,
  }
}
