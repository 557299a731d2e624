import { addDays, type DateOnly, daysBetween } from '#core/calendar.ts'
import type { Currency } from '#core/currency.ts'
import { type Discount, type DocumentLine, MAX_LINES } from '#core/document-lines.ts'
import type { ExchangeRate } from '#core/exchange.ts'
import type { Seconds } from '#core/units.ts'
import { claimWork, lockWork, projectsToBill } from '#features/billing/billable-work/actions.ts'
import type { UnbilledProject } from '#features/billing/billable-work/contract.ts'
import { linesOf, servicePeriodOf, type WorkLine } from '#features/billing/billable-work/rules.ts'
import { profileOf, takeNumber } from '#features/foundation/business/actions.ts'
import { type Profile, seriesAt } from '#features/foundation/business/rules.ts'
import { rateFor } from '#features/foundation/currencies/actions.ts'
import { requireWithinLimit } from '#features/foundation/subscription/actions/entitlement.ts'
import { type Context, inTransaction } from '#server/context.ts'
import { Conflict } from '#server/errors.ts'
import type { InvoiceInput } from '../contract/input.ts'
import type { Invoice } from '../contract/invoice.ts'
import { dueAfter } from '../rules/period.ts'
import * as store from '../store/creation.ts'
import { insertItems, listItemsWithWork } from '../store/items.ts'
import { getInvoice, record, refuse } from './invoice.ts'
import { requireRecipient } from './recipient.ts'
import { discountOf, priced, requireTaxRate, totalsThatFit, valued } from './totals.ts'

export const createInvoice = (ctx: Context, input: InvoiceInput): Promise<Invoice> =>
  create(ctx, input, (currency) =>
    (input.items ?? []).map((item, index) => ({
      ...priced(item, currency, { field: `items.${index}.rate` }),
      unit: item.unit ?? '',
    })),
  )

/** For which date of which recurring invoice an invoice is made. */
export interface RecurringOrigin {
  recurring_invoice_id: number
  recurring_date: DateOnly
}

/** Time that the first item covers without listing it, as that of a retainer does. It is locked and unbilled. */
export interface CoveredTime {
  ids: number[]
  /** Null if it is of several projects. */
  project_id: number | null
  logged_hours: Seconds
}

/** An invoice with items that have their prices already. */
export const createRecurringInvoice = (
  ctx: Context,
  input: Omit<InvoiceInput, 'items'>,
  items: DocumentLine[],
  origin: RecurringOrigin,
  covered: CoveredTime | null,
): Promise<Invoice> =>
  create(
    ctx,
    input,
    () =>
      items.map((item, index) => (index === 0 && covered ? { ...item, bills: billsTime(covered) } : item)),
    origin,
  )

const billsTime = ({ ids, project_id, logged_hours }: CoveredTime) => ({
  project_id,
  work_kind: 'time' as const,
  work_ids: ids,
  logged_hours,
  fee_project_id: null,
})

function create(
  ctx: Context,
  input: Omit<InvoiceInput, 'items'>,
  enteredIn: (currency: Currency) => NewItems,
  origin: RecurringOrigin | null = null,
): Promise<Invoice> {
  return inTransaction(ctx, async (tx) => {
    const { bill } = input
    const projects = bill ? await projectsToBill(tx, bill) : []
    await requireWithinLimit(tx, 'invoices')
    const projectId = input.project_id ?? (projects.length === 1 ? (projects[0] ?? null) : null)
    const { client, project } = await requireRecipient(tx, input.client_id, projectId)
    const profile = await profileOf(tx)
    const work = bill ? await lockWork(tx, bill, client) : []
    const lines = bill ? linesOf(work, { group_by: bill.group_by, locale: tx.locale }) : []
    const currency = input.currency ?? lines[0]?.currency ?? project?.currency ?? client.currency
    requireOneCurrency(lines, currency)
    const items = [...lines.map(itemOf), ...enteredIn(currency)]
    if (items.length > MAX_LINES) refuse('bill', TOO_MANY_LINES)
    const terms = {
      ...termsOf(input, profile, client),
      ...discountOf(input, currency),
      ...periodOf(input, work),
    }
    const { exchange_rate } = input
    return insertDraft(tx, { client, project, terms, items, currency, exchange_rate, origin }, profile)
  })
}

const itemOf = ({
  kind,
  project_id,
  ids,
  logged_hours,
  description,
  quantity,
  unit,
  rate,
  amount,
}: WorkLine) => ({
  description,
  quantity,
  unit,
  rate,
  amount,
  bills: {
    project_id,
    work_kind: kind,
    work_ids: kind === 'fixed_fee' ? [] : ids,
    logged_hours,
    fee_project_id: kind === 'fixed_fee' ? (ids[0] ?? null) : null,
  },
})

function requireOneCurrency(lines: WorkLine[], currency: Currency): void {
  const other = lines.find((line) => line.currency !== currency)
  if (!other) return
  throw new Conflict(`Work in ${other.currency} cannot be billed on an invoice in ${currency}`, {
    details: 'An invoice has one currency. Bill each currency on an invoice of its own.',
  })
}

const TOO_MANY_LINES = `An invoice has at most ${MAX_LINES} items. Bill less, or group by day, description or project.`

/** From the first to the last day of the work, unless the input says otherwise. */
function periodOf({ service_from, service_to }: Terms, work: UnbilledProject[]) {
  const period = service_from === undefined && service_to === undefined ? servicePeriodOf(work) : null
  return period && { service_from: period.from, service_to: period.to }
}

type Terms = Omit<InvoiceInput, 'items'>

/** The terms of a new invoice: what was left out is as the client or the profile says. */
function termsOf(
  { issue_date, due_date, notes, tax_category = 'standard', ...input }: Terms,
  profile: Profile,
  client: { payment_terms_days: number | null },
) {
  const tax_rate = input.tax_rate ?? (tax_category === 'standard' ? profile.tax_rate : 0)
  requireTaxRate({ tax_category, tax_rate })
  return {
    issue_date,
    due_date:
      due_date === undefined
        ? dueAfter(issue_date, client.payment_terms_days ?? profile.payment_terms_days)
        : due_date,
    service_from: input.service_from ?? null,
    service_to: input.service_to ?? null,
    tax_category,
    tax_rate,
    notes: notes ?? profile.notes,
  }
}

/** The ids of all invoices that a recurring invoice has made. */
export const invoicesMadeBy = ({ db, accountId }: Context, recurringId: number): Promise<number[]> =>
  store.listMadeBy(db, accountId, recurringId)

/** Links the invoices again, after the recurring invoice was restored. */
export const markMadeBy = ({ db, accountId }: Context, recurringId: number, ids: number[]): Promise<void> =>
  store.markMadeBy(db, accountId, recurringId, ids)

/** A draft of today with the same content. It is due after as many days, and what it is for is another period. */
export function duplicateInvoice(ctx: Context, id: number): Promise<Invoice> {
  return inTransaction(ctx, async (tx) => {
    const source = await getInvoice(tx, id)
    await requireWithinLimit(tx, 'invoices')
    const { client, project } = await requireRecipient(tx, source.client_id, source.project_id)
    const terms = {
      ...source,
      issue_date: tx.today,
      due_date: source.due_date && addDays(tx.today, daysBetween(source.issue_date, source.due_date)),
      service_from: null,
      service_to: null,
    }
    const items = source.items.map(({ id, work, ...item }) => item)
    const { currency } = source
    const draft = { client, project, terms, items, currency, exchange_rate: null, origin: null }
    return insertDraft(tx, draft, await profileOf(tx))
  })
}

/** A draft of today with the same content and the work that the invoice billed, which must be released. */
export async function copyForCorrection(
  tx: Context,
  source: Invoice,
  { client, project }: Pick<Draft, 'client' | 'project'>,
): Promise<Invoice> {
  const { currency, exchange_rate } = source
  const rows = await listItemsWithWork(tx.db, tx.accountId, source.id)
  const items = rows.map(({ project_id, work_kind, work_ids, logged_hours, fee_project_id, ...item }) => ({
    ...item,
    bills: { project_id, work_kind, work_ids, logged_hours, fee_project_id },
  }))
  const terms = {
    ...source,
    issue_date: tx.today,
    due_date: source.due_date && addDays(tx.today, daysBetween(source.issue_date, source.due_date)),
  }
  const draft = { client, project, terms, items, currency, exchange_rate, origin: null }
  return insertDraft(tx, draft, await profileOf(tx))
}

type NewItems = Parameters<typeof insertItems>[3]

interface Draft extends Pick<store.Recipient, 'client' | 'project'> {
  terms: store.InvoiceTerms & Discount
  items: NewItems
  currency: Currency
  exchange_rate: ExchangeRate | null | undefined
  origin: RecurringOrigin | null
}

async function insertDraft(
  tx: Context,
  { client, project, terms, items, currency, exchange_rate, origin }: Draft,
  { invoice_prefix, issued_is_final }: Profile,
): Promise<Invoice> {
  const amounts = items.map(({ amount }) => amount)
  const totals = totalsThatFit(amounts, terms, 'items', currency)
  const valuation = valued(tx, totals, currency, await rateFor(tx, currency, exchange_rate))
  const series = seriesAt(invoice_prefix, terms.issue_date)
  const number = issued_is_final ? null : await takeNumber(tx, 'invoice', series)
  const invoice = { ...series, number, client, project, terms, valuation, origin, created_at: tx.now }
  const id = await store.insertInvoice(tx.db, tx.accountId, invoice)
  const inserted = await insertItems(tx.db, tx.accountId, id, items)
  const claims = items.flatMap(({ bills }, index) => {
    const item = inserted[index]
    return item && bills?.work_kind ? [{ item_id: item.id, kind: bills.work_kind, ids: bills.work_ids }] : []
  })
  await claimWork(tx, claims)
  const created = await getInvoice(tx, id)
  await record(tx, 'invoice.created', created)
  return created
}
