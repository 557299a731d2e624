import { z } from 'zod'
import { MAX_LINES } from '#core/document-lines.ts'
import type { IfMatch } from '#core/endpoint.ts'
import { formatMoney } from '#core/format.ts'
import type { MinorUnits } from '#core/money.ts'
import { isReordering, ORDER_IS_STALE } from '#core/order.ts'
import { reclaimWork, releaseWork } from '#features/billing/billable-work/actions.ts'
import { closeCheckout } from '#features/billing/payments/actions/checkouts.ts'
import { inHomeCurrency } from '#features/foundation/currencies/actions.ts'
import { defineRemoval, removeRows } from '#features/foundation/removals/actions.ts'
import { type Context, inTransaction } from '#server/context.ts'
import { Conflict, NotFound } from '#server/errors.ts'
import { type Invoice, InvoiceStatus } from '../contract/invoice.ts'
import type { InvoiceItemInput, ItemOrder, ItemRemoval, SavedItem } from '../contract/items.ts'
import { mayChangeItems } from '../rules/status.ts'
import { touchInvoice, updateTotals } from '../store/changes.ts'
import * as store from '../store/items.ts'
import { answerByChange } from './answers.ts'
import { reinstateApproval, resetApprovalIfChanged } from './approval.ts'
import { getInvoice, type LockedInvoice, lockInvoice, record, refuseLocked } from './invoice.ts'
import { requireUnsealed } from './sealing.ts'
import { resettle } from './settlement.ts'
import { priced, totalsThatFit } from './totals.ts'

export function addItem(
  ctx: Context,
  invoiceId: number,
  input: InvoiceItemInput,
  ifMatch: IfMatch = null,
): Promise<SavedItem> {
  return changeItems(ctx, invoiceId, ifMatch, 'added', async (tx, { currency }) => {
    const added = { ...priced(input, currency), unit: input.unit ?? '' }
    const [item] = await store.insertItems(tx.db, ctx.accountId, invoiceId, [added])
    return { ...(item ?? itemNotFound()), currency }
  })
}

export function updateItem(
  ctx: Context,
  invoiceId: number,
  id: number,
  input: InvoiceItemInput,
  ifMatch: IfMatch = null,
): Promise<SavedItem> {
  return changeItems(ctx, invoiceId, ifMatch, 'updated', async (tx, { currency }) => {
    const before = await store.findItem(tx.db, ctx.accountId, invoiceId, id)
    const item = await store.updateItem(
      tx.db,
      ctx.accountId,
      invoiceId,
      id,
      priced(input, currency, { before }),
    )
    return { ...(item ?? itemNotFound()), currency }
  })
}

export function removeItem(
  ctx: Context,
  invoiceId: number,
  id: number,
  ifMatch: IfMatch = null,
): Promise<ItemRemoval> {
  const remove = async (tx: Context, { status, amount_paid }: LockedInvoice) => {
    const items = await store.listItemIds(tx.db, ctx.accountId, invoiceId)
    if (!items.some((item) => item.id === id)) itemNotFound()
    await releaseWork(tx, invoiceId, id)
    const before = { invoice_id: invoiceId, status, amount_paid }
    const removal_id = await removeRows(tx, itemRemoval, { table: 'invoice_items', ids: [id] }, before)
    return { success: true as const, removal_id }
  }
  return changeItems(ctx, invoiceId, ifMatch, 'deleted', remove, ({ removal_id }) => removal_id)
}

export const itemRemoval = defineRemoval({
  kind: 'invoice_item',
  data: z.object({ invoice_id: z.int(), status: InvoiceStatus, amount_paid: z.int() }),
  belongsTo: 'invoice',
  async undo(tx, { invoice_id, status, amount_paid }, restoreRows) {
    const locked = await lockInvoice(tx, invoice_id)
    // Without the item, what had been paid was enough.
    const becamePaid = locked.status === 'paid' && locked.amount_paid === amount_paid
    const invoice = becamePaid ? { ...locked, status } : locked
    await changeLocked(tx, invoice, 'restored', async () => {
      await restoreRows()
      await reclaimWork(tx, invoice_id)
    })
    await reinstateApproval(tx, invoice_id)
  },
})

/** The order is no part of what a client approves, so an approval stays. */
export function orderItems(
  ctx: Context,
  invoiceId: number,
  { item_ids }: ItemOrder,
  ifMatch: IfMatch = null,
): Promise<Invoice> {
  return inTransaction(ctx, async (tx) => {
    const invoice = await lockInvoice(tx, invoiceId, ifMatch)
    requireUnsealed(invoice)
    if (!mayChangeItems(invoice.status)) refuseLocked(invoice.status)
    const before = await store.listItemIds(tx.db, ctx.accountId, invoiceId)
    if (!isReordering(before, item_ids)) throw new Conflict(ORDER_IS_STALE)
    await store.orderItems(tx.db, ctx.accountId, invoiceId, item_ids)
    await touchInvoice(tx.db, ctx.accountId, invoiceId)
    await record(tx, 'invoice.updated', invoice)
    return getInvoice(tx, invoiceId)
  })
}

type Verb = 'added' | 'updated' | 'deleted' | 'restored'

/** Changes the items of an invoice and its totals. */
function changeItems<Result>(
  ctx: Context,
  invoiceId: number,
  ifMatch: IfMatch,
  verb: Verb,
  change: (tx: Context, invoice: LockedInvoice) => Promise<Result>,
  removalOf?: (result: Result) => number,
): Promise<Result & { invoice_version: number }> {
  return inTransaction(ctx, async (tx) => {
    const invoice = await lockInvoice(tx, invoiceId, ifMatch)
    return changeLocked(tx, invoice, verb, () => change(tx, invoice), removalOf)
  })
}

async function changeLocked<Result>(
  tx: Context,
  invoice: LockedInvoice,
  verb: Verb,
  change: () => Promise<Result>,
  removalOf?: (result: Result) => number,
): Promise<Result & { invoice_version: number }> {
  const { id, currency, exchange_rate } = invoice
  requireUnsealed(invoice, invoice.has_line_requests ? 'credit' : 'correct')
  if (!mayChangeItems(invoice.status)) refuseLocked(invoice.status)
  const result = await change()
  const amounts = await store.amountsOf(tx.db, tx.accountId, id)
  if (amounts.length > MAX_LINES) throw new Conflict(`An invoice has at most ${MAX_LINES} items`)
  requireDiscountWithin(tx, invoice, amounts)
  const totals = totalsThatFit(amounts, invoice, 'rate', currency)
  const home_total = inHomeCurrency(tx, totals.total, currency, exchange_rate)
  const settled = await resettle(tx, { ...invoice, ...totals, home_total })
  const version = await updateTotals(tx.db, tx.accountId, id, { ...totals, home_total, ...settled })
  await closeCheckout(tx, invoice)
  const invoice_version =
    (await resetApprovalIfChanged(tx, invoice)) ?? (await answerByChange(tx, invoice)) ?? version
  await record(tx, `invoice.item_${verb}`, invoice, removalOf?.(result))
  return { ...result, invoice_version }
}

function requireDiscountWithin(tx: Context, invoice: LockedInvoice, amounts: MinorUnits[]): void {
  const { discount_percent, discount_amount, currency } = invoice
  const subtotal = amounts.reduce((sum, amount) => sum + amount, 0)
  if (discount_percent !== null || discount_amount <= subtotal) return
  const discount = formatMoney(discount_amount, currency, tx.locale)
  throw new Conflict(`The discount of ${discount} is more than the items would then come to`, {
    details: 'Lower the discount first.',
  })
}

function itemNotFound(): never {
  throw new NotFound('Item not found')
}
