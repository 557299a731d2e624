import type { IfMatch, Page, PageQuery } from '#core/endpoint.ts'
import type { MinorUnits } from '#core/money.ts'
import { payableOf, unsettledRequests } from '#features/billing/line-requests/rules.ts'
import { listPayments } from '#features/billing/payments/actions/ledger.ts'
import type { Payment } from '#features/billing/payments/contract.ts'
import { recordActivity } from '#features/foundation/activity/actions.ts'
import type { ActivityEvent } from '#features/foundation/activity/rules/events.ts'
import { listHistory } from '#features/foundation/audit/actions.ts'
import type { HistoryEntry } from '#features/foundation/audit/contract.ts'
import { invoiceTitle } from '#features/foundation/business/rules.ts'
import type { Context } from '#server/context.ts'
import { Conflict, NotFound, ValidationError } from '#server/errors.ts'
import { isStale, refuseStale } from '#server/http/version.ts'
import { Invoice, type InvoiceStatus, type InvoiceSummary } from '../contract/invoice.ts'
import {
  type InvoiceListQuery,
  type InvoiceSums,
  type LateFilter,
  type LateInvoice,
  MAX_LATE,
  type SummaryFilter,
} from '../contract/list.ts'
import { differences, snapshotOf } from '../rules/differences.ts'
import { describeInvoiceChange } from '../rules/history.ts'
import { differencesSinceSent } from '../rules/sent-content.ts'
import { lockedMessage, statusAt } from '../rules/status.ts'
import * as store from '../store/invoice.ts'
import * as lists from '../store/list.ts'

export async function listInvoices(
  ctx: Context,
  query: PageQuery & InvoiceListQuery,
): Promise<Page<InvoiceSummary>> {
  const { items, next } = await lists.listInvoices(ctx.db, ctx.accountId, ctx.today, query)
  return { items: items.map((invoice) => asOf(ctx, invoice)), next }
}

export async function summarizeInvoices(ctx: Context, filter: SummaryFilter): Promise<InvoiceSums> {
  const sums = await lists.sumUp(ctx.db, ctx.accountId, ctx.today, filter)
  return { currency: ctx.currency, ...sums }
}

export const listLateInvoices = (
  { db, accountId, today }: Context,
  filter: LateFilter,
): Promise<LateInvoice[]> => lists.lateInvoices(db, accountId, today, filter, MAX_LATE).execute()

/** As parts of a statement that reads more. */
export const invoicesToFollowUp = ({ db, accountId, today }: Context) => ({
  late: lists.lateInvoices(db, accountId, today, {}, MAX_LATE),
  said_paid: lists.saidPaidInvoices(db, accountId, today, MAX_LATE),
})

export const getInvoice = async (ctx: Context, id: number): Promise<Invoice> =>
  (await findInvoice(ctx, id)) ?? notFound()

export async function findInvoice(ctx: Context, id: number): Promise<Invoice | undefined> {
  const found = await store.findInvoice(ctx.db, ctx.accountId, id)
  if (!found) return undefined
  const { decisions, sent_content, ...stored } = found
  const invoice = asOf(ctx, stored)
  const [last] = decisions
  const requested = new Set(unsettledRequests(invoice).map(({ item_id }) => item_id))
  return {
    ...invoice,
    payable: payableOf(invoice, last?.content),
    decisions: decisions.map(({ content, ...decision }) => decision),
    changes_since_decision: last ? differences(last.content, snapshotOf(invoice), ctx.locale, requested) : [],
    changes_since_sent: sent_content ? differencesSinceSent(sent_content, invoice, ctx.locale) : [],
  }
}

export async function invoiceHistory(
  ctx: Context,
  id: number,
  query: PageQuery,
): Promise<Page<HistoryEntry>> {
  const { currency } = await getInvoice(ctx, id)
  const written = { currency, home: ctx.currency, locale: ctx.locale }
  return listHistory(ctx, { subject: 'invoice', id }, query, (change) =>
    describeInvoiceChange(change, written),
  )
}

/** The amounts that can be paid now on invoices with requested changes, by their ids. */
export async function payableOfContested(
  { db, accountId }: Context,
  ids: readonly number[],
): Promise<Map<number, MinorUnits>> {
  if (ids.length === 0) return new Map()
  const found = await store.listContested(db, accountId, ids)
  return new Map(found.map(({ id, decided, ...invoice }) => [id, payableOf(invoice, decided ?? undefined)]))
}

interface Stored {
  status: InvoiceStatus
  due_date: string | null
  number: number | null
}

/** A stored invoice as it reads today. */
const asOf = <Row extends Stored>({ today, currency }: Context, invoice: Row) => ({
  ...invoice,
  home_currency: currency,
  status: statusAt(today, invoice),
})

/** Does not ask where nothing was paid. */
export const paymentsOf = async (
  ctx: Context,
  { id, has_payments }: Pick<Invoice, 'id' | 'has_payments'>,
): Promise<Payment[]> => (has_payments ? listPayments(ctx, id) : [])

export type LockedInvoice = NonNullable<Awaited<ReturnType<typeof store.lockInvoice>>>

/** Undefined if it was deleted. */
export const tryLockInvoice = ({ db, accountId }: Context, id: number): Promise<LockedInvoice | undefined> =>
  store.lockInvoice(db, accountId, id)

export async function lockInvoice(ctx: Context, id: number, ifMatch: IfMatch = null): Promise<LockedInvoice> {
  const invoice = (await tryLockInvoice(ctx, id)) ?? notFound()
  return requireCurrent(ctx, invoice, ifMatch)
}

async function requireCurrent(
  ctx: Context,
  invoice: LockedInvoice,
  ifMatch: IfMatch,
): Promise<LockedInvoice> {
  if (isStale(invoice, ifMatch)) refuseStale('invoice', Invoice, await getInvoice(ctx, invoice.id))
  return invoice
}

export const record = (
  tx: Context,
  type: Extract<ActivityEvent, { invoice: unknown }>['type'],
  invoice: Pick<Invoice, 'id' | 'invoice_number' | 'client_name' | 'status'>,
  removalId?: number,
) => recordActivity(tx, { type, invoice: { ...invoice, invoice_number: invoiceTitle(invoice) } }, removalId)

export function refuse(field: string, message: string): never {
  throw new ValidationError({ [field]: message })
}

export function refuseLocked(status: InvoiceStatus): never {
  const { title, advice } = lockedMessage(status)
  throw new Conflict(`${title}. ${advice}`)
}

export function notFound(): never {
  throw new NotFound('Invoice not found')
}
