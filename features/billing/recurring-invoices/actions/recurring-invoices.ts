import { z } from 'zod'
import { NO_DISCOUNT } from '#core/document-lines.ts'
import type { IfMatch } from '#core/endpoint.ts'
import { handledBeforeToday, nextDate, periodBefore, resumeAt } from '#core/recurrence.ts'
import { unbilledHours } from '#features/billing/billable-work/actions.ts'
import { invoicesMadeBy, markMadeBy } from '#features/billing/invoices/actions/creation.ts'
import { requireRecipient } from '#features/billing/invoices/actions/recipient.ts'
import { priced, totalsThatFit } from '#features/billing/invoices/actions/totals.ts'
import { getClient } from '#features/engagement/clients/actions.ts'
import { recordActivity } from '#features/foundation/activity/actions.ts'
import { requireMinorUnits } from '#features/foundation/currencies/actions.ts'
import { requireRoom } from '#features/foundation/recurrence/actions.ts'
import { defineRemoval, removeRows } from '#features/foundation/removals/actions.ts'
import type { Removed } from '#features/foundation/removals/contract.ts'
import { type Context, inTransaction } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import { requireVersion } from '#server/http/version.ts'
import {
  MAX_RECURRING_INVOICES,
  RecurringInvoice,
  type RecurringInvoiceInput,
  type RetainerUse,
} from '../contract.ts'
import { handledAfterChange, nextDates, usageOf } from '../rules.ts'
import * as store from '../store.ts'
import { makeIfDue } from './making.ts'

export async function listRecurringInvoices(ctx: Context): Promise<RecurringInvoice[]> {
  return complete(ctx, await store.listRecurringInvoices(ctx.db, ctx.accountId))
}

export async function getRecurringInvoice(ctx: Context, id: number): Promise<RecurringInvoice> {
  const found = await store.findRecurringInvoice(ctx.db, ctx.accountId, id)
  const [recurring] = await complete(ctx, found ? [found] : [])
  return recurring ?? notFound()
}

/** With what follows from the stored fields, and how much of retainers is used. */
async function complete(ctx: Context, found: store.FoundRecurringInvoice[]): Promise<RecurringInvoice[]> {
  const shown = found.map((recurring) => {
    const next_date = recurring.is_paused ? null : recurring.next_date
    return {
      ...recurring,
      amount: recurring.items.reduce((sum, { amount }) => sum + amount, 0),
      next_date,
      next_dates: nextDates(recurring, next_date),
      use: null,
    }
  })
  const uses = await usesOf(ctx, shown)
  return shown.map((recurring) => ({ ...recurring, use: uses.get(recurring.id) ?? null }))
}

async function usesOf(ctx: Context, shown: store.FoundRecurringInvoice[]): Promise<Map<number, RetainerUse>> {
  const retainers = shown.flatMap((recurring) => {
    const { id, client_id, project_id, currency, included_hours, next_date } = recurring
    if (included_hours === null || next_date === null) return []
    const period = periodBefore(recurring, next_date)
    return [{ id, included_hours, period, scope: { client_id, project_id, currency, ...period } }]
  })
  if (retainers.length === 0) return new Map()
  const hours = await unbilledHours(
    ctx,
    retainers.map(({ scope }) => scope),
  )
  return new Map(
    retainers.map(({ id, included_hours, period }, place) => [
      id,
      { ...period, ...usageOf(included_hours, hours[place] ?? 0) },
    ]),
  )
}

export function createRecurringInvoice(
  ctx: Context,
  input: RecurringInvoiceInput,
): Promise<RecurringInvoice> {
  return inTransaction(ctx, async (tx) => {
    const { values, items, client } = await valuesOf(tx, input)
    await requireRoom(tx, 'recurring_invoices', {
      nouns: 'recurring invoices',
      limit: MAX_RECURRING_INVOICES,
    })
    const handled_until = handledBeforeToday(null, tx.today)
    const dates = { handled_until, next_date: nextDate(values, handled_until) }
    const row = { ...values, ...dates }
    const id = await store.insertRecurringInvoice(tx.db, tx.accountId, row, items, tx.now)
    await recordActivity(tx, { type: 'recurring_invoice.created', client })
    await makeIfDue(tx, { id, ...dates })
    return getRecurringInvoice(tx, id)
  })
}

export function updateRecurringInvoice(
  ctx: Context,
  id: number,
  input: RecurringInvoiceInput,
  ifMatch: IfMatch = null,
): Promise<RecurringInvoice> {
  return inTransaction(ctx, async (tx) => {
    const before = await lockAtVersion(tx, id, ifMatch)
    const { values, items, client } = await valuesOf(tx, input)
    const handled_until = handledAfterChange(before, values, tx.today)
    const dates = { handled_until, next_date: nextDate(values, handled_until) }
    await store.updateRecurringInvoice(tx.db, tx.accountId, id, {
      ...values,
      ...dates,
      ...(before.problem !== 'limit_reached' && NO_PROBLEM),
    })
    await store.replaceItems(tx.db, tx.accountId, id, items)
    await recordActivity(tx, { type: 'recurring_invoice.updated', client })
    if (!before.is_paused) await makeIfDue(tx, { id, ...dates })
    return getRecurringInvoice(tx, id)
  })
}

const NO_PROBLEM = { problem: null, problem_date: null, problem_reason: '' } as const

export function pauseRecurringInvoice(
  ctx: Context,
  id: number,
  ifMatch: IfMatch = null,
): Promise<RecurringInvoice> {
  return inTransaction(ctx, async (tx) => {
    const before = await lockAtVersion(tx, id, ifMatch)
    if (before.is_paused) return getRecurringInvoice(tx, id)
    await store.updateRecurringInvoice(tx.db, tx.accountId, id, { is_paused: true, ...NO_PROBLEM })
    const client = await getClient(tx, before.client_id)
    await recordActivity(tx, { type: 'recurring_invoice.paused', client })
    return getRecurringInvoice(tx, id)
  })
}

export function resumeRecurringInvoice(
  ctx: Context,
  id: number,
  ifMatch: IfMatch = null,
): Promise<RecurringInvoice> {
  return inTransaction(ctx, async (tx) => {
    const before = await lockAtVersion(tx, id, ifMatch)
    if (!before.is_paused) return getRecurringInvoice(tx, id)
    const resumed = resumeAt(before, tx.today)
    await store.updateRecurringInvoice(tx.db, tx.accountId, id, { ...resumed, ...NO_PROBLEM })
    const client = await getClient(tx, before.client_id)
    await recordActivity(tx, { type: 'recurring_invoice.resumed', client })
    await makeIfDue(tx, { id, ...resumed })
    return getRecurringInvoice(tx, id)
  })
}

export function removeRecurringInvoice(ctx: Context, id: number, ifMatch: IfMatch = null): Promise<Removed> {
  return inTransaction(ctx, async (tx) => {
    const { client_id } = await lockAtVersion(tx, id, ifMatch)
    const invoice_ids = await invoicesMadeBy(tx, id)
    const removal_id = await removeRows(
      tx,
      recurringInvoiceRemoval,
      { table: 'recurring_invoices', ids: [id], versioned: true },
      { id, invoice_ids },
    )
    const client = await getClient(tx, client_id)
    await recordActivity(tx, { type: 'recurring_invoice.deleted', client }, removal_id)
    return { success: true, removal_id }
  })
}

/** Creates the invoices of the meantime at once. */
export const recurringInvoiceRemoval = defineRemoval({
  kind: 'recurring_invoice',
  data: z.object({ id: z.int(), invoice_ids: z.array(z.int()) }),
  belongsTo: 'client or project',
  async undo(tx, { id, invoice_ids }, restoreRows) {
    await restoreRows()
    await markMadeBy(tx, id, invoice_ids)
    const recurring = await getRecurringInvoice(tx, id)
    const client = await getClient(tx, recurring.client_id)
    await recordActivity(tx, { type: 'recurring_invoice.restored', client })
    await makeIfDue(tx, recurring)
  },
})

/** For good, when the client is erased. */
export const deleteRecurringInvoicesOf = ({ db, accountId }: Context, clientId: number): Promise<void> =>
  store.deleteOfClient(db, accountId, clientId)

/** As it is stored, with the client. Fields that the kind does not have are empty. */
async function valuesOf(tx: Context, input: RecurringInvoiceInput) {
  const { client, project } = await requireRecipient(tx, input.client_id, input.project_id)
  const currency = input.currency ?? project?.currency ?? client.currency
  const items = input.items.map((item, index) => ({
    ...priced(item, currency, { field: `items.${index}.rate` }),
    unit: item.unit ?? '',
  }))
  const amounts = items.map(({ amount }) => amount)
  totalsThatFit(amounts, { tax_rate: input.tax_rate ?? 0, ...NO_DISCOUNT }, 'items', currency)
  const isRetainer = input.kind === 'retainer'
  const extra = input.extra_rate
  const { items: _, ...entered } = input
  const values = {
    ...entered,
    currency,
    included_hours: isRetainer ? input.included_hours : null,
    extra_rate: isRetainer && extra !== null ? requireMinorUnits(extra, currency, 'extra_rate') : null,
  }
  return { values, items, client }
}

async function lockAtVersion(tx: Context, id: number, ifMatch: IfMatch) {
  const locked = (await store.lockRecurringInvoice(tx.db, tx.accountId, id)) ?? notFound()
  requireVersion('recurring invoice', RecurringInvoice, await getRecurringInvoice(tx, id), ifMatch)
  return locked
}

function notFound(): never {
  throw new NotFound('Recurring invoice not found')
}
