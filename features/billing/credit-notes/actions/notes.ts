import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { DateOnly } from '#core/calendar.ts'
import { type IfMatch, MAX_PAGE_SIZE, type Page, type PageQuery } from '#core/endpoint.ts'
import { formatMoney } from '#core/format.ts'
import {
  getInvoice,
  type LockedInvoice,
  lockInvoice,
  record,
} from '#features/billing/invoices/actions/invoice.ts'
import { priced } from '#features/billing/invoices/actions/totals.ts'
import type { Invoice } from '#features/billing/invoices/contract/invoice.ts'
import { itemTitle } from '#features/billing/invoices/rules/items.ts'
import { defineRemoval, removeRows } from '#features/foundation/removals/actions.ts'
import { type Context, inTransaction } from '#server/context.ts'
import { Conflict, NotFound, ValidationError } from '#server/errors.ts'
import { isStale, refuseStale } from '#server/http/version.ts'
import {
  type CreditedLineInput,
  CreditNote,
  type CreditNoteChange,
  type CreditNoteFilter,
  type CreditNoteInput,
} from '../contract.ts'
import { creditTotals, isCreditable, type NewCreditedLine, remainingLines } from '../rules.ts'
import * as store from '../store.ts'

export async function listCreditNotes(
  ctx: Context,
  query: PageQuery & CreditNoteFilter,
): Promise<Page<CreditNote>> {
  const { items, next } = await store.listCreditNotes(ctx.db, ctx.accountId, query)
  return { items: items.map((note) => ({ ...note, home_currency: ctx.currency })), next }
}

/** The credit notes of an invoice that were sent, the earliest first. */
export async function listSentNotes(ctx: Context, invoiceId: number): Promise<CreditNote[]> {
  const { items } = await listCreditNotes(ctx, {
    invoice_id: invoiceId,
    status: 'sent',
    limit: MAX_PAGE_SIZE,
  })
  return items.filter(({ invoice_id }) => invoice_id === invoiceId).toReversed()
}

export async function findCreditNote(ctx: Context, id: number): Promise<CreditNote | undefined> {
  const note = await store.findCreditNote(ctx.db, ctx.accountId, id)
  return note && { ...note, home_currency: ctx.currency }
}

export const getCreditNote = async (ctx: Context, id: number): Promise<CreditNote> =>
  (await findCreditNote(ctx, id)) ?? notFound()

export function createCreditNote(
  ctx: Context,
  invoiceId: number,
  input: CreditNoteInput,
): Promise<CreditNote> {
  return inTransaction(ctx, async (tx) => {
    const locked = await lockInvoice(tx, invoiceId)
    const id = await draftCreditNote(tx, locked, input)
    await record(tx, 'invoice.credit_drafted', locked)
    return getCreditNote(tx, id)
  })
}

/** Drafts a credit note for a locked invoice. Returns its id. */
export async function draftCreditNote(
  tx: Context,
  locked: LockedInvoice,
  { reason, issue_date, items }: CreditNoteInput,
): Promise<number> {
  requireCreditable(tx, locked)
  const day = issue_date ?? (await nextDay(tx, locked))
  requireAfterInvoice(day, locked)
  const invoice = await getInvoice(tx, locked.id)
  const lines = await linesOf(tx, invoice, items)
  const totals = await requireWithinRest(tx, invoice, lines)
  const { client_id } = invoice
  const note = { invoice_id: locked.id, client_id, reason, issue_date: day, created_at: tx.now, ...totals }
  const id = await store.insertCreditNote(tx.db, tx.accountId, note)
  await store.insertItems(tx.db, tx.accountId, { id, invoice_id: locked.id }, lines)
  return id
}

/** Today, unless the invoice or the newest credit note is dated later. */
async function nextDay({ db, accountId, today }: Context, { issue_date }: LockedInvoice): Promise<DateOnly> {
  const newest = await store.findNewestSent(db, accountId)
  return [today, issue_date, newest ?? today].reduce((latest, day) => (day > latest ? day : latest))
}

/** As entered, or everything that is not credited yet. */
async function linesOf(
  tx: Context,
  invoice: Invoice,
  entered: readonly CreditedLineInput[] | undefined,
): Promise<NewCreditedLine[]> {
  const { db, accountId } = tx
  const credited = await store.listCreditedItems(db, accountId, invoice.id)
  if (!entered) return remainingLines(invoice, await store.sumSent(db, accountId, invoice.id), credited)
  const itemOf = (itemId: number) => invoice.items.find(({ id }) => id === itemId) ?? notOnInvoice()
  const lines = entered.map(({ item_id, ...line }, index) => ({
    item_id: item_id ?? null,
    ...priced(line, invoice.currency, {
      field: `items.${index}.rate`,
      before: item_id ? itemOf(item_id) : undefined,
    }),
    unit: line.unit ?? '',
  }))
  for (const [itemId, ofItem] of Map.groupBy(lines, ({ item_id }) => item_id)) {
    if (itemId === null) continue
    const item = itemOf(itemId)
    const left = item.amount - (credited.find(({ item_id }) => item_id === itemId)?.amount ?? 0)
    const sum = ofItem.reduce((total, { amount }) => total + amount, 0)
    if (sum > left) {
      const rest = formatMoney(left, invoice.currency, tx.locale)
      throw new Conflict(`Only ${rest} of “${itemTitle(item)}” is left to credit`)
    }
  }
  return lines
}

/** The totals of a credit note, which cannot take back more than is left of the invoice. */
export async function requireWithinRest(
  tx: Context,
  invoice: Pick<Invoice, 'id' | 'currency' | 'subtotal' | 'discount_amount' | 'tax_amount' | 'total'>,
  lines: readonly Pick<NewCreditedLine, 'amount'>[],
) {
  const before = await store.sumSent(tx.db, tx.accountId, invoice.id)
  const amounts = lines.map(({ amount }) => amount)
  const totals = creditTotals(invoice, before, amounts)
  if (totals.total === 0) throw new ValidationError({ items: 'A credit note must come to more than 0' })
  if (before.subtotal + totals.subtotal <= invoice.subtotal) return totals
  const rest = formatMoney(invoice.total - before.total, invoice.currency, tx.locale)
  throw new Conflict(`Only ${rest} of this invoice is left to credit`, {
    details: `This credit note comes to ${formatMoney(totals.total, invoice.currency, tx.locale)}.`,
  })
}

export function requireCreditable(tx: Context, invoice: LockedInvoice): void {
  if (isCreditable(invoice)) return
  const { credited, total, currency } = invoice
  if (total > 0 && credited === total) {
    throw new Conflict(
      `This invoice is credited in full. ${formatMoney(0, currency, tx.locale)} is left to credit.`,
    )
  }
  throw new Conflict('Only an issued invoice can be credited', {
    details: 'Change or delete a draft or proposal instead.',
  })
}

function requireAfterInvoice(day: string, { issue_date }: LockedInvoice): void {
  if (day < issue_date)
    throw new ValidationError({ issue_date: 'Must not be before the date of the invoice' })
}

/** The invoice is locked first, then the credit note, which must be a draft. */
export async function lockDraft(
  tx: Context,
  id: number,
  ifMatch: IfMatch,
): Promise<[LockedInvoice, CreditNote]> {
  const { invoice_id } = await getCreditNote(tx, id)
  const invoice = await lockInvoice(tx, invoice_id)
  const locked = (await store.lockCreditNote(tx.db, tx.accountId, id)) ?? notFound()
  if (isStale(locked, ifMatch)) refuseStale('credit note', CreditNote, await getCreditNote(tx, id))
  if (locked.status === 'sent') {
    throw new Conflict(`${locked.credit_note_number} was sent and is final`, {
      code: 'sealed',
      details: 'Create another invoice, or another credit note.',
      alternative: 'duplicate',
    })
  }
  return [invoice, await getCreditNote(tx, id)]
}

export function updateCreditNote(
  ctx: Context,
  id: number,
  { reason, issue_date, items }: CreditNoteChange,
  ifMatch: IfMatch = null,
): Promise<CreditNote> {
  return inTransaction(ctx, async (tx) => {
    const [locked, before] = await lockDraft(tx, id, ifMatch)
    requireCreditable(tx, locked)
    requireAfterInvoice(issue_date ?? before.issue_date, locked)
    const lines = items && (await linesOf(tx, await getInvoice(tx, locked.id), items))
    const totals = lines && (await requireWithinRest(tx, locked, lines))
    await store.updateCreditNote(tx.db, tx.accountId, id, {
      ...(reason !== undefined && { reason }),
      ...(issue_date !== undefined && { issue_date }),
      ...totals,
    })
    if (
      lines &&
      !isDeepStrictEqual(
        lines,
        before.items.map(({ id, ...line }) => line),
      )
    ) {
      await store.deleteItems(tx.db, tx.accountId, id)
      await store.insertItems(tx.db, tx.accountId, before, lines)
    }
    return getCreditNote(tx, id)
  })
}

export function removeCreditNote(ctx: Context, id: number, ifMatch: IfMatch = null) {
  return inTransaction(ctx, async (tx) => {
    const [invoice] = await lockDraft(tx, id, ifMatch)
    const rows = { table: 'credit_notes', ids: [id], versioned: true } as const
    const removal_id = await removeRows(tx, creditNoteRemoval, rows, { invoice_id: invoice.id })
    await record(tx, 'invoice.credit_deleted', invoice, removal_id)
    return { success: true as const, removal_id }
  })
}

export const creditNoteRemoval = defineRemoval({
  kind: 'credit_note',
  data: z.object({ invoice_id: z.int() }),
  belongsTo: 'invoice',
  async undo(tx, { invoice_id }, restoreRows) {
    const invoice = await lockInvoice(tx, invoice_id)
    await restoreRows()
    await record(tx, 'invoice.credit_restored', invoice)
  },
})

function notOnInvoice(): never {
  throw new ValidationError({ items: 'This line is not on the invoice' })
}

export function notFound(): never {
  throw new NotFound('Credit note not found')
}
