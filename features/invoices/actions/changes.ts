import type { IfMatch } from '#core/endpoint.ts'
import { adopt } from '#features/adoption/actions.ts'
import { profileOf } from '#features/business/actions.ts'
import type { Profile } from '#features/business/rules.ts'
import { requireClient } from '#features/clients/actions.ts'
import { rateFor } from '#features/currencies/actions.ts'
import { takeNumber } from '#features/numbering/actions.ts'
import { requireProject } from '#features/projects/actions.ts'
import { requireWithinLimit } from '#features/subscription/actions.ts'
import { type Context, inTransaction } from '#server/context.ts'
import { DUE_TOO_EARLY, dueInTime, type Invoice, type InvoiceChange, type InvoiceInput } from '../contract.ts'
import { dueAfter } from '../rules/document.ts'
import * as rules from '../rules.ts'
import * as store from '../store.ts'
import { askForApproval, resetApprovalIfChanged } from './approval.ts'
import { freezeDetails } from './freezing.ts'
import { getInvoice, type LockedInvoice, lockInvoice, record, refuse, refuseLocked } from './invoice.ts'
import { settleAt } from './settlement.ts'
import { priced, requireValued, revalued, totalsThatFit, valued } from './totals.ts'

export function createInvoice(ctx: Context, input: InvoiceInput): Promise<Invoice> {
  return inTransaction(ctx, async (tx) => {
    await adopt(tx, { client: input.client_id, project: input.project_id })
    await requireWithinLimit(tx, 'invoices')
    const client = await requireClient(tx, input.client_id)
    const project = input.project_id === null ? null : await requireProject(tx, input.project_id)
    if (project && project.client_id !== null && project.client_id !== client.id) {
      refuse('project_id', 'This project belongs to another client')
    }
    const currency = input.currency ?? project?.currency ?? client.currency
    const items = (input.items ?? []).map((item, index) => priced(item, currency, `items.${index}.rate`))
    const amounts = items.map(({ amount }) => amount)
    const profile = await profileOf(tx)
    const terms = termsOf(input, profile, client)
    const totals = totalsThatFit(amounts, terms.tax_rate, 'items', currency)
    const exchange_rate = await rateFor(tx, currency, input.exchange_rate)
    const valuation = valued(tx, totals, currency, exchange_rate)
    const number = await takeNumber(tx, 'invoice')
    const prefix = profile.invoice_prefix
    const invoice = { ...terms, prefix, number, client, project, valuation, created_at: ctx.now }
    const id = await store.insertInvoice(tx.db, ctx.accountId, invoice)
    await store.insertItems(tx.db, ctx.accountId, id, items)
    await record(tx, 'invoice.created', { id, prefix, number, client_name: client.name })
    return getInvoice(tx, id)
  })
}

/** The terms of a new invoice: what was left out is as the client or the profile says. */
const termsOf = (
  { issue_date, due_date, tax_rate, notes }: InvoiceInput,
  profile: Profile,
  client: { payment_terms_days: number | null },
) => ({
  issue_date,
  due_date:
    due_date === undefined
      ? dueAfter(issue_date, client.payment_terms_days ?? profile.payment_terms_days)
      : due_date,
  tax_rate: tax_rate ?? profile.tax_rate,
  notes: notes ?? profile.notes,
})

export function updateInvoice(
  ctx: Context,
  id: number,
  change: InvoiceChange,
  ifMatch: IfMatch = null,
): Promise<Invoice> {
  return inTransaction(ctx, async (tx) => {
    await adopt(tx, { invoice: id })
    const before = await lockInvoice(tx, id, ifMatch)
    const after = changed(before, change)
    if (!rules.sameTerms(before, after) && !rules.mayChangeTerms(before.status, after.status)) {
      refuseLocked(before.status)
    }
    if (!dueInTime(after)) refuse('due_date', DUE_TOO_EARLY)
    const valuation = await revalued(tx, before, after, change)
    if (before.status === 'draft' && after.status !== 'draft') requireValued(tx, valuation)
    const settled = await settleAt(tx, { ...before, ...valuation }, after.status, change.paid_on)
    await store.updateInvoice(tx.db, ctx.accountId, id, { ...after, ...settled }, valuation)
    await freezeDetails(tx, before, after.status)
    if (before.status === 'draft' && after.status === 'sent') await askForApproval(tx, before)
    await resetApprovalIfChanged(tx, before)
    if (after.status !== before.status) await record(tx, `invoice.marked_${after.status}`, before)
    const sameDay = after.status !== before.status || settled.paid_on === before.paid_on
    if (!rules.sameTerms(before, after) || after.notes !== before.notes || !sameDay) {
      await record(tx, 'invoice.updated', before)
    }
    return getInvoice(tx, id)
  })
}

const changed = (before: LockedInvoice, change: InvoiceChange) => ({
  status: change.status ?? before.status,
  issue_date: change.issue_date ?? before.issue_date,
  due_date: change.due_date === undefined ? before.due_date : change.due_date,
  tax_rate: change.tax_rate ?? before.tax_rate,
  notes: change.notes ?? before.notes,
})
