import type { IfMatch } from '#core/endpoint.ts'
import { adopt } from '#features/adoption/actions.ts'
import { inHomeCurrency } from '#features/currencies/actions.ts'
import { type Context, inTransaction } from '#server/context.ts'
import { Conflict, NotFound } from '#server/errors.ts'
import { type InvoiceItemInput, type ItemRemoval, MAX_ITEMS, type SavedItem } from '../contract.ts'
import * as rules from '../rules.ts'
import * as store from '../store.ts'
import { resetApprovalIfChanged } from './approval.ts'
import { type LockedInvoice, lockInvoice, record, refuseLocked } from './invoice.ts'
import { settledAnew } from './settlement.ts'
import { priced, totalsThatFit } from './totals.ts'

export function addItem(
  ctx: Context,
  invoiceId: number,
  input: InvoiceItemInput,
  ifMatch: IfMatch = null,
): Promise<SavedItem> {
  return changeItems(ctx, invoiceId, ifMatch, 'added', async (tx, { currency }) => {
    const [item] = await store.insertItems(tx.db, ctx.accountId, invoiceId, [priced(input, currency)])
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
    const item = await store.updateItem(tx.db, ctx.accountId, invoiceId, id, priced(input, currency))
    return { ...(item ?? itemNotFound()), currency }
  })
}

export function removeItem(
  ctx: Context,
  invoiceId: number,
  id: number,
  ifMatch: IfMatch = null,
): Promise<ItemRemoval> {
  return changeItems(ctx, invoiceId, ifMatch, 'deleted', async (tx) => {
    if (!(await store.removeItem(tx.db, ctx.accountId, invoiceId, id))) itemNotFound()
    return { success: true as const }
  })
}

/** Changes the items of an invoice and its totals, under the invoice's lock. */
function changeItems<Result>(
  ctx: Context,
  invoiceId: number,
  ifMatch: IfMatch,
  verb: 'added' | 'updated' | 'deleted',
  change: (tx: Context, invoice: LockedInvoice) => Promise<Result>,
): Promise<Result & { invoice_version: number }> {
  return inTransaction(ctx, async (tx) => {
    await adopt(tx, { invoice: invoiceId })
    const invoice = await lockInvoice(tx, invoiceId, ifMatch)
    if (!rules.mayChangeItems(invoice.status)) refuseLocked(invoice.status)
    const result = await change(tx, invoice)
    const amounts = await store.amountsOf(tx.db, ctx.accountId, invoiceId)
    if (amounts.length > MAX_ITEMS) throw new Conflict(`An invoice has at most ${MAX_ITEMS} items`)
    const { currency, exchange_rate } = invoice
    const totals = totalsThatFit(amounts, invoice.tax_rate, 'rate', currency)
    const home_total = inHomeCurrency(tx, totals.total, currency, exchange_rate)
    const settled = await settledAnew(tx, { ...invoice, ...totals, home_total })
    const version = await store.updateTotals(tx.db, ctx.accountId, invoiceId, {
      ...totals,
      home_total,
      ...settled,
    })
    const invoice_version = (await resetApprovalIfChanged(tx, invoice)) ?? version
    await record(tx, `invoice.item_${verb}`, invoice)
    return { ...result, invoice_version }
  })
}

function itemNotFound(): never {
  throw new NotFound('Item not found')
}
