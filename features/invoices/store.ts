import { type Insertable, type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import { type DateOnly, yearOf } from '#core/calendar.ts'
import type { Totals, Unit } from '#core/document-lines.ts'
import type { PageQuery } from '#core/endpoint.ts'
import type { MinorUnits } from '#core/money.ts'
import { foldCase } from '#core/text.ts'
import type { ApprovalStatus, Decision } from '#features/approvals/contract.ts'
import type { BilledWork } from '#features/billable-work/contract.ts'
import { type Db, nextVersion } from '#server/database/database.ts'
import type { AsJson } from '#server/database/json.ts'
import { afterCursor, limitPlusOne, matchesSearch, toPage } from '#server/database/paging.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type {
  DocumentDetails,
  InvoiceFilter,
  InvoiceItem,
  InvoiceListStatus,
  InvoiceMail,
  InvoiceStatus,
  InvoiceSums,
  LateFilter,
  PaidNotice,
  SummaryFilter,
} from './contract.ts'
import { detailsOf, frozen, type PresentDetails } from './rules/document.ts'
import type { SentContent } from './rules/sending.ts'
import { type DecidedInvoice, invoiceNumber } from './rules.ts'
import type { InvoiceItemsTable, InvoiceMailsTable, InvoicesTable } from './table.ts'

const INVOICE_COLUMNS = [
  'id',
  'number',
  'prefix',
  'client_id',
  'client_name',
  'project_id',
  'project_name',
  'issue_date',
  'due_date',
  'service_from',
  'service_to',
  'tax_category',
  'tax_rate',
  'currency',
  'exchange_rate',
  'subtotal',
  'discount_percent',
  'discount_amount',
  'tax_amount',
  'total',
  'home_total',
  'amount_paid',
  'home_paid',
  'overpaid',
  'notes',
  'status',
  'paid_on',
  'approval_status',
  'version',
] as const

const APPROVAL_COLUMNS = ['client_notes', 'approved_at', 'rejected_at', 'sent_at'] as const
const workOf = (
  item: string,
) => sql<BilledWork | null>`case when ${sql.ref(`${item}.work_kind`)} is not null then json_build_object(
  'kind', ${sql.ref(`${item}.work_kind`)}, 'logged_hours', ${sql.ref(`${item}.logged_hours`)},
  'count', greatest(cardinality(${sql.ref(`${item}.work_ids`)}), 1)
) end`

const ITEM_COLUMNS = [
  'id',
  'description',
  'quantity',
  'unit',
  'rate',
  'amount',
  workOf('invoice_items').as('work'),
] as const

/** In the same query as the invoice, so that items and totals agree. */
const itsItems = sql<InvoiceItem[]>`(
  select coalesce(json_agg(json_build_object(
    'id', item.id, 'description', item.description,
    'quantity', item.quantity, 'unit', item.unit, 'rate', item.rate, 'amount', item.amount, 'work', ${workOf('item')}
  ) order by item.position, item.id), '[]')
  from invoice_items item
  where item.account_id = invoices.account_id and item.invoice_id = invoices.id
)`.as('items')

export type StoredDecision = Decision & { content: DecidedInvoice }

/** Also in the same query, so that a decision is never compared with later items. */
const itsDecisions = sql<AsJson<StoredDecision>[]>`(
  select coalesce(json_agg(json_build_object(
    'decision', d.decision, 'feedback', d.feedback, 'client_name', d.client_name,
    'decided_at', d.decided_at, 'content', d.content
  ) order by d.id desc), '[]')
  from decisions d
  where d.account_id = invoices.account_id and d.subject_type = 'invoice' and d.subject_id = invoices.id
)`.as('decisions')

/** What profile and client say now; null once the invoice has its own copy. */
const presentDetails = sql<PresentDetails | null>`case when frozen_details is null then (
  select json_build_object(
    'account', json_build_object(
      'business_name', a.business_name, 'business_address', a.business_address, 'name', a.name, 'email', a.email),
    'profile', (select to_json(b) from businesses b where b.account_id = a.id),
    'client', json_build_object(
      'name', c.name, 'company', c.company, 'address', c.address,
      'postal_code', c.postal_code, 'city', c.city, 'country', c.country, 'tax_id', c.tax_id, 'email', c.email))
  from accounts a join clients c on c.account_id = a.id and c.id = invoices.client_id
  where a.id = invoices.account_id
) end`.as('present_details')

export async function listInvoices(
  db: Db,
  accountId: AccountId,
  today: DateOnly,
  { limit, cursor, q, ...filter }: PageQuery & InvoiceFilter,
) {
  const rows = await matching(db, accountId, today, { q, ...filter })
    .select(INVOICE_COLUMNS)
    .where(afterCursor(cursor, ['number'], 'desc'))
    .orderBy('number', 'desc')
    .limit(limitPlusOne(limit, q, ...Object.values(filter)))
    .execute()
  return toPage(rows, limit, ({ number }) => [number])
}

const matching = (
  db: Db,
  accountId: AccountId,
  today: DateOnly,
  { q, project_id, client_id, status, from, to }: SummaryFilter,
) =>
  db
    .selectFrom('invoices')
    .where('account_id', '=', accountId)
    .$if(project_id !== undefined, (query) => query.where('project_id', '=', project_id ?? 0))
    .$if(client_id !== undefined, (query) => query.where('client_id', '=', client_id ?? 0))
    .$if(from !== undefined, (query) => query.where('issue_date', '>=', from ?? today))
    .$if(to !== undefined, (query) => query.where('issue_date', '<=', to ?? today))
    .where(readsAs(status, today))
    .where(matchesSearch(q, 'search'))

/** Payments count by their own day, on whichever of these invoices they were made. */
export function sumUp(
  db: Db,
  accountId: AccountId,
  today: DateOnly,
  filter: SummaryFilter,
): Promise<Omit<InvoiceSums, 'currency'>> {
  const left = sql<MinorUnits>`home_total - home_paid`
  const isOverdue = readsAs('overdue', today)
  const unpaid = matching(db, accountId, today, filter)
    .where(readsAs('unpaid', today))
    .select([
      sql<MinorUnits>`coalesce(sum(${left}), 0)`.as('outstanding'),
      sql<number>`count(*)`.as('outstanding_count'),
      sql<MinorUnits>`coalesce(sum(${left}) filter (where ${isOverdue}), 0)`.as('overdue'),
      sql<number>`count(*) filter (where ${isOverdue})`.as('overdue_count'),
    ])
  const isFiltered = Object.values(filter).some((value) => value !== undefined && value !== '')
  const paid = db
    .selectFrom('payments')
    .where('account_id', '=', accountId)
    .where('paid_on', '>=', yearOf(today).first)
    .where('paid_on', '<=', today)
    .$if(isFiltered, (query) =>
      query.where('invoice_id', 'in', matching(db, accountId, today, filter).select('id')),
    )
    .select(sql<MinorUnits>`coalesce(sum(home_amount), 0)`.as('paid_this_year'))
  return db
    .selectFrom([unpaid.as('unpaid'), paid.as('paid')])
    .selectAll()
    .executeTakeFirstOrThrow()
}

/** Of the paid notice that is to be answered. A payment that was entered since is the answer. */
const inPaidNotice = (what: RawBuilder<unknown>) => sql`(
  select ${what} from paid_notices n
  where n.account_id = invoices.account_id and n.invoice_id = invoices.id and invoices.status in ('sent', 'overdue')
    and (
      select true from payments p
      where p.account_id = n.account_id and p.invoice_id = n.invoice_id and p.created_at > n.created_at limit 1
    ) is null
)`

const itsPaidNotice = sql<AsJson<PaidNotice> | null>`${inPaidNotice(
  sql`json_build_object('paid_on', n.paid_on, 'note', n.note, 'created_at', n.created_at)`,
)}`.as('paid_notice')

const inMailLog = (what: RawBuilder<unknown>) => sql`(
  select ${what} from invoice_mails m
  where m.account_id = invoices.account_id and m.invoice_id = invoices.id
)`

export const listLateInvoices = (
  db: Db,
  accountId: AccountId,
  today: DateOnly,
  { client_id }: LateFilter,
  limit: number,
) =>
  db
    .selectFrom('invoices')
    .innerJoin('clients', (join) =>
      join
        .onRef('clients.account_id', '=', 'invoices.account_id')
        .onRef('clients.id', '=', 'invoices.client_id'),
    )
    .select([
      'invoices.id',
      'invoices.prefix',
      'invoices.number',
      'invoices.client_id',
      'invoices.client_name',
      'clients.phone as client_phone',
      sql<boolean>`clients.email <> ''`.as('client_has_email'),
      'invoices.due_date',
      sql<MinorUnits>`invoices.total - invoices.amount_paid`.as('balance'),
      'invoices.currency',
      'invoices.approval_status',
      sql<number>`${inMailLog(sql`count(*) filter (where m.kind = 'reminder')`)}`.as('reminders_count'),
      sql<Date | null>`${inMailLog(sql`max(m.sent_at) filter (where m.kind = 'reminder')`)}`.as(
        'reminded_at',
      ),
      sql<Date | null>`${inMailLog(sql`max(m.seen_at)`)}`.as('seen_at'),
      sql<DateOnly | null>`${inPaidNotice(sql`n.paid_on`)}`.as('said_paid_on'),
    ])
    .where('invoices.account_id', '=', accountId)
    .$if(client_id !== undefined, (query) => query.where('invoices.client_id', '=', client_id ?? 0))
    .where(readsAs('overdue', today))
    .orderBy('invoices.due_date', (order) => order.asc().nullsLast())
    .orderBy('invoices.id')
    .limit(sql.lit(limit))
    .execute()

/** Invoices with this status on a day: `statusAt` as a condition that an index can serve. */
function readsAs(status: InvoiceListStatus | undefined, today: DateOnly) {
  if (status === undefined) return sql<SqlBool>`true`
  if (status === 'unpaid') return sql<SqlBool>`status in ('sent', 'overdue')`
  if (status === 'sent') return sql<SqlBool>`status = 'sent' and (due_date is null or due_date >= ${today})`
  if (status !== 'overdue') return sql<SqlBool>`status = ${status}`
  return sql<SqlBool>`status in ('sent', 'overdue') and (status = 'overdue' or due_date < ${today})`
}

/** Not by `exists`, for which PostgreSQL may read the whole table. */
const hasCheckout = (state: 'open' | 'processing') => sql<boolean>`(
  select true from invoice_checkouts checkout
  where checkout.account_id = invoices.account_id and checkout.invoice_id = invoices.id
    and checkout.state = ${sql.lit(state)} limit 1
) is not null`

const PAYMENT_FACTS = [
  sql<boolean>`(
    select true from payments where payments.account_id = invoices.account_id and payments.invoice_id = invoices.id limit 1
  ) is not null`.as('has_payments'),
  hasCheckout('processing').as('payment_processing'),
] as const

export async function findInvoice(db: Db, accountId: AccountId, id: number) {
  const invoice = await db
    .selectFrom('invoices')
    .select([
      ...INVOICE_COLUMNS,
      ...APPROVAL_COLUMNS,
      'reminders_enabled',
      'recurring_invoice_id',
      'frozen_details',
      'logo_id',
      'sent_content',
      presentDetails,
      itsItems,
      itsDecisions,
      ...PAYMENT_FACTS,
      itsPaidNotice,
    ])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  return (
    invoice && {
      ...invoice,
      paid_notice: invoice.paid_notice && {
        ...invoice.paid_notice,
        created_at: new Date(invoice.paid_notice.created_at),
      },
      details: invoice.present_details ? detailsOf(invoice.present_details) : thawed(invoice),
      decisions: invoice.decisions.map(
        (decision): StoredDecision => ({ ...decision, decided_at: new Date(decision.decided_at) }),
      ),
    }
  )
}

function thawed({ frozen_details, logo_id }: Pick<Selectable<InvoicesTable>, 'frozen_details' | 'logo_id'>) {
  if (!frozen_details) throw new Error('an invoice has no client')
  return { ...frozen_details, seller: { ...frozen_details.seller, logo_id } }
}

/** Copies what an invoice says into it, or lets it follow profile and client again. Either way, its client's name is the present one. */
export async function setDetails(
  db: Db,
  accountId: AccountId,
  id: number,
  details: DocumentDetails | null,
): Promise<void> {
  await db
    .updateTable('invoices')
    .from('clients')
    .set(({ ref }) => ({
      frozen_details: details && JSON.stringify(frozen(details)),
      logo_id: details?.seller.logo_id ?? null,
      client_name: ref('clients.name'),
      search: sql`split_part(invoices.search, chr(10), 1) || chr(10) || clients.name_key`,
    }))
    .where('invoices.account_id', '=', accountId)
    .where('invoices.id', '=', id)
    .whereRef('clients.account_id', '=', 'invoices.account_id')
    .whereRef('clients.id', '=', 'invoices.client_id')
    .execute()
}

/** The same for all invoices that were generated as issued. */
export async function freezeIssued(db: Db, accountId: AccountId): Promise<void> {
  const issued = await db
    .selectFrom('invoices')
    .select(['id', presentDetails])
    .where('account_id', '=', accountId)
    .where('status', '<>', 'draft')
    .where('frozen_details', 'is', null)
    .execute()
  const rows = issued.flatMap(({ id, present_details }) => {
    if (!present_details) return []
    const details = detailsOf(present_details)
    return [{ id, details: frozen(details), logo_id: details.seller.logo_id }]
  })
  await sql`
    update invoices i set frozen_details = new.details, logo_id = new.logo_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as new(id bigint, details jsonb, logo_id bigint)
    where i.account_id = ${accountId} and i.id = new.id`.execute(db)
}

/** One that was answered is replaced. */
export async function putPaidNotice(
  db: Db,
  accountId: AccountId,
  { invoice_id, ...notice }: PaidNotice & { invoice_id: number },
): Promise<void> {
  await db
    .insertInto('paid_notices')
    .values({ account_id: accountId, invoice_id, ...notice })
    .onConflict((conflict) => conflict.columns(['account_id', 'invoice_id']).doUpdateSet(notice))
    .execute()
}

export async function deletePaidNotice(db: Db, accountId: AccountId, invoiceId: number): Promise<void> {
  await db
    .deleteFrom('paid_notices')
    .where('account_id', '=', accountId)
    .where('invoice_id', '=', invoiceId)
    .execute()
}

/** Locks the invoice until the transaction ends. */
export const lockInvoice = (db: Db, accountId: AccountId, id: number) =>
  db
    .selectFrom('invoices')
    .select([
      ...INVOICE_COLUMNS,
      ...PAYMENT_FACTS,
      hasCheckout('open').as('has_open_checkout'),
      'sent_at',
      'sample',
      'reminders_enabled',
    ])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/** The totals of an invoice, its currency, and what it comes to in the home currency. */
export type Valuation = Totals & Pick<InvoicesTable, 'currency' | 'exchange_rate' | 'home_total'>

/** What the freelancer decides about an invoice besides its items. */
export type InvoiceTerms = Pick<
  Selectable<InvoicesTable>,
  | 'issue_date'
  | 'due_date'
  | 'service_from'
  | 'service_to'
  | 'tax_category'
  | 'tax_rate'
  | 'discount_percent'
  | 'notes'
>

const termsRow = (terms: InvoiceTerms) => ({
  issue_date: terms.issue_date,
  due_date: terms.due_date,
  service_from: terms.service_from,
  service_to: terms.service_to,
  tax_category: terms.tax_category,
  tax_rate: terms.tax_rate,
  discount_percent: terms.discount_percent,
  notes: terms.notes,
})

/** Whom an invoice is for, and for which work. */
export interface Recipient {
  prefix: string
  number: number
  client: { id: number; name: string }
  project: { id: number; name: string } | null
}

const recipientRow = ({ prefix, number, client, project }: Recipient) => ({
  client_id: client.id,
  client_name: client.name,
  project_id: project?.id ?? null,
  project_name: project?.name ?? null,
  search: foldCase([invoiceNumber(number, prefix), client.name].join('\n')),
})

interface NewInvoice extends Recipient {
  terms: InvoiceTerms
  valuation: Valuation
  /** The recurring invoice that made it, and for which date. */
  origin: { recurring_invoice_id: number; recurring_date: DateOnly } | null
  created_at: Date
}

export async function insertInvoice(
  db: Db,
  accountId: AccountId,
  { terms, valuation, origin, created_at, ...recipient }: NewInvoice,
): Promise<number> {
  const { id } = await db
    .insertInto('invoices')
    .values({
      account_id: accountId,
      prefix: recipient.prefix,
      number: recipient.number,
      ...recipientRow(recipient),
      ...termsRow(terms),
      ...valuation,
      ...origin,
      status: 'draft',
      created_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The ids of all invoices that a recurring invoice has made. */
export async function listMadeBy(db: Db, accountId: AccountId, recurringId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('invoices')
    .select('id')
    .where('account_id', '=', accountId)
    .where('recurring_invoice_id', '=', recurringId)
    .execute()
  return rows.map(({ id }) => id)
}

export async function markMadeBy(
  db: Db,
  accountId: AccountId,
  recurringId: number,
  ids: number[],
): Promise<void> {
  await db
    .updateTable('invoices')
    .set({ recurring_invoice_id: recurringId })
    .where('account_id', '=', accountId)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute()
}

export async function setRecipient(
  db: Db,
  accountId: AccountId,
  id: number,
  recipient: Recipient,
): Promise<void> {
  await db
    .updateTable('invoices')
    .set(recipientRow(recipient))
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()
}

/** What has been paid, and what follows for the status. */
type Settlement = Pick<
  Selectable<InvoicesTable>,
  'status' | 'amount_paid' | 'home_paid' | 'overpaid' | 'paid_on'
>

const settlementRow = ({ status, amount_paid, home_paid, overpaid, paid_on }: Settlement) => ({
  status,
  amount_paid,
  home_paid,
  overpaid,
  paid_on,
})

export async function updateInvoice(
  db: Db,
  accountId: AccountId,
  id: number,
  terms: InvoiceTerms & Settlement & Pick<Selectable<InvoicesTable>, 'reminders_enabled'>,
  valuation: Valuation,
): Promise<void> {
  await db
    .updateTable('invoices')
    .set({
      ...settlementRow(terms),
      ...termsRow(terms),
      reminders_enabled: terms.reminders_enabled,
      ...valuation,
      version: nextVersion,
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()
}

/** Other prices for the items of a draft whose currency changed. */
export async function repriceItems(
  db: Db,
  accountId: AccountId,
  invoiceId: number,
  items: Pick<InvoiceItem, 'id' | 'rate' | 'amount'>[],
): Promise<void> {
  await sql`
    update invoice_items item set rate = new.rate, amount = new.amount
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as new(id bigint, rate bigint, amount bigint)
    where item.account_id = ${accountId} and item.invoice_id = ${invoiceId} and item.id = new.id`.execute(db)
}

/** Returns the invoice's new version. */
export async function updateTotals(
  db: Db,
  accountId: AccountId,
  id: number,
  {
    subtotal,
    discount_amount,
    tax_amount,
    total,
    home_total,
    ...settlement
  }: Totals & Pick<InvoicesTable, 'home_total'> & Settlement,
): Promise<number> {
  const { version } = await db
    .updateTable('invoices')
    .set({
      subtotal,
      discount_amount,
      tax_amount,
      total,
      home_total,
      ...settlementRow(settlement),
      version: nextVersion,
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

export async function setSettlement(
  db: Db,
  accountId: AccountId,
  id: number,
  settlement: Settlement,
): Promise<void> {
  await db
    .updateTable('invoices')
    .set({ ...settlementRow(settlement), version: nextVersion })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()
}

/** Sets the present approval; earlier decisions stay recorded. Returns the invoice's new version. */
export async function setApproval(
  db: Db,
  accountId: AccountId,
  id: number,
  status: ApprovalStatus | null,
  decided?: { at: Date; notes: string },
): Promise<number> {
  const { version } = await db
    .updateTable('invoices')
    .set({
      approval_status: status,
      client_notes: decided?.notes ?? '',
      approved_at: status === 'approved' ? (decided?.at ?? null) : null,
      rejected_at: status === 'rejected' ? (decided?.at ?? null) : null,
      version: nextVersion,
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

export async function markSent(
  db: Db,
  accountId: AccountId,
  id: number,
  status: InvoiceStatus,
  now: Date,
): Promise<void> {
  await db
    .updateTable('invoices')
    .set({ status, sent_at: now, version: nextVersion })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()
}

export async function keepSentContent(
  db: Db,
  accountId: AccountId,
  id: number,
  content: SentContent,
): Promise<void> {
  await db
    .updateTable('invoices')
    .set({ sent_content: JSON.stringify(content) })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()
}

type NewItem = Omit<InvoiceItem, 'id' | 'work'> & {
  /** What it bills. */
  bills?: Pick<Selectable<InvoiceItemsTable>, 'work_kind' | 'work_ids' | 'logged_hours' | 'fee_project_id'>
}

/** After those that the invoice has. */
export async function insertItems(
  db: Db,
  accountId: AccountId,
  invoiceId: number,
  items: NewItem[],
): Promise<InvoiceItem[]> {
  if (items.length === 0) return []
  const last = sql<number>`coalesce((
    select max(position) from invoice_items where account_id = ${accountId} and invoice_id = ${invoiceId}
  ), 0)`
  return db
    .insertInto('invoice_items')
    .values(
      items.map(({ bills, ...item }, index) => ({
        account_id: accountId,
        invoice_id: invoiceId,
        ...item,
        ...bills,
        position: sql<number>`${last} + ${index + 1}::integer`,
      })),
    )
    .returning(ITEM_COLUMNS)
    .execute()
}

/** Sets their order. Items that are not named keep their position. */
export async function orderItems(
  db: Db,
  accountId: AccountId,
  invoiceId: number,
  ids: number[],
): Promise<void> {
  await sql`
    update invoice_items item set position = ordered.position
    from unnest(${ids}::bigint[]) with ordinality as ordered(id, position)
    where item.account_id = ${accountId} and item.invoice_id = ${invoiceId} and item.id = ordered.id`.execute(
    db,
  )
}

/** Counts as a change of the invoice. */
export async function touchInvoice(db: Db, accountId: AccountId, id: number): Promise<void> {
  await db
    .updateTable('invoices')
    .set({ version: nextVersion })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()
}

export const listItemIds = (db: Db, accountId: AccountId, invoiceId: number) =>
  db
    .selectFrom('invoice_items')
    .select('id')
    .where('account_id', '=', accountId)
    .where('invoice_id', '=', invoiceId)
    .execute()

export const updateItem = (
  db: Db,
  accountId: AccountId,
  invoiceId: number,
  id: number,
  { description, quantity, unit, rate, amount }: Omit<NewItem, 'unit'> & { unit: Unit | undefined },
) =>
  db
    .updateTable('invoice_items')
    .set({ description, quantity, unit, rate, amount })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('invoice_id', '=', invoiceId)
    .returning(ITEM_COLUMNS)
    .executeTakeFirst()

export async function amountsOf(db: Db, accountId: AccountId, invoiceId: number): Promise<MinorUnits[]> {
  const rows = await db
    .selectFrom('invoice_items')
    .select('amount')
    .where('account_id', '=', accountId)
    .where('invoice_id', '=', invoiceId)
    .orderBy('id')
    .execute()
  return rows.map(({ amount }) => amount)
}

export async function insertInvoiceMail(
  db: Db,
  accountId: AccountId,
  mail: Omit<Insertable<InvoiceMailsTable>, 'account_id' | 'seen_at'>,
): Promise<void> {
  await db
    .insertInto('invoice_mails')
    .values({ account_id: accountId, ...mail })
    .execute()
}

/** A mail that was deleted since, or that belongs to a sample, counts as sent. */
const deliveryStatus = sql<InvoiceMail['status']>`case
  when mails.status in ('queued', 'sending') then 'sending'
  else coalesce(mails.status, 'sent')
end`.as('status')

export const listInvoiceMails = (db: Db, accountId: AccountId, invoiceId: number): Promise<InvoiceMail[]> =>
  db
    .selectFrom('invoice_mails')
    .leftJoin('mails', (join) =>
      join
        .onRef('mails.account_id', '=', 'invoice_mails.account_id')
        .onRef('mails.id', '=', 'invoice_mails.mail_id'),
    )
    .select([
      'invoice_mails.id',
      'invoice_mails.kind',
      sql<boolean>`invoice_mails.days_after_due is not null`.as('is_automatic'),
      'invoice_mails.recipients',
      'invoice_mails.subject',
      'invoice_mails.sent_at',
      deliveryStatus,
      'invoice_mails.seen_at',
    ])
    .where('invoice_mails.account_id', '=', accountId)
    .where('invoice_mails.invoice_id', '=', invoiceId)
    .orderBy('invoice_mails.id')
    .execute()

export async function markMailsSeen(
  db: Db,
  accountId: AccountId,
  invoiceId: number,
  now: Date,
): Promise<void> {
  await db
    .updateTable('invoice_mails')
    .set({ seen_at: now })
    .where('account_id', '=', accountId)
    .where('invoice_id', '=', invoiceId)
    .where('seen_at', 'is', null)
    .execute()
}

interface DueDates {
  from: DateOnly
  to: DateOnly
}

const remindable = (invoices: string) => {
  const column = (name: string) => sql.ref(`${invoices}.${name}`)
  return sql<SqlBool>`${column('status')} in ('sent', 'overdue') and ${column('reminders_enabled')}
    and not ${column('sample')}`
}

export const findAccountsWithInvoicesDue = (db: Db, { from, to }: DueDates) =>
  db
    .selectFrom('invoices')
    .innerJoin('accounts', 'accounts.id', 'invoices.account_id')
    .select(['invoices.account_id', 'accounts.time_zone'])
    .distinct()
    .where(remindable('invoices'))
    .where('invoices.due_date', '>=', from)
    .where('invoices.due_date', '<=', to)
    .where('accounts.delete_at', 'is', null)
    .execute()

export interface InvoiceDue
  extends Pick<Selectable<InvoicesTable>, 'id' | 'status' | 'due_date' | 'sent_at' | 'approval_status'> {
  balance: MinorUnits
  mails: Pick<InvoiceMail, 'kind' | 'sent_at'>[]
}

/** Unpaid invoices that were mailed to a client who gets reminders, not refunded or disputed and not just being paid, with what was mailed about each. */
export async function findInvoicesDue(
  db: Db,
  accountId: AccountId,
  { from, to }: DueDates,
): Promise<InvoiceDue[]> {
  const { rows } = await sql<Omit<InvoiceDue, 'mails'> & { mails: AsJson<InvoiceDue['mails']> }>`
    select i.id, i.status, i.due_date, i.sent_at, i.approval_status, i.total - i.amount_paid as balance, log.mails
    from invoices i
    join clients c on c.account_id = i.account_id and c.id = i.client_id
    cross join lateral (
      select json_agg(json_build_object('kind', m.kind, 'sent_at', m.sent_at) order by m.id) as mails
      from invoice_mails m where m.account_id = i.account_id and m.invoice_id = i.id
    ) log
    where i.account_id = ${accountId} and ${remindable('i')} and i.due_date between ${from} and ${to}
      and c.reminders_enabled and c.archived_at is null and log.mails is not null
      and not exists (
        select from payments p
        where p.account_id = i.account_id and p.invoice_id = i.id and p.kind in ('refund', 'dispute')
      )
      and not exists (
        select from invoice_checkouts checkout
        where checkout.account_id = i.account_id and checkout.invoice_id = i.id and checkout.state = 'processing'
      )
    order by i.due_date, i.id`.execute(db)
  return rows.map(({ mails, ...invoice }) => ({
    ...invoice,
    mails: mails.map((mail) => ({ ...mail, sent_at: new Date(mail.sent_at) })),
  }))
}
