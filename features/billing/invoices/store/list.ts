import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type DateOnly, yearOf } from '#core/calendar.ts'
import type { PageQuery } from '#core/endpoint.ts'
import type { MinorUnits } from '#core/money.ts'
import type { Db } from '#server/database/database.ts'
import {
  inOrder,
  limitPlusOne,
  matchesSearch,
  type Order,
  orderOf,
  toOrderedPage,
} from '#server/database/paging.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type {
  InvoiceFilter,
  InvoiceListQuery,
  InvoiceListStatus,
  InvoiceSort,
  InvoiceSums,
  LateFilter,
  SummaryFilter,
} from '../contract/list.ts'
import { SUMMARY_COLUMNS } from './invoice.ts'
import { inPaidNotice } from './paid-notice.ts'

/** Numbers in their order: INV-9 before INV-10. What has no due date is due last. */
const sortColumns = (today: DateOnly): Record<InvoiceSort, RawBuilder<unknown>> => ({
  number: sql`regexp_replace(invoice_number, '\\d+$', '') || lpad(coalesce(substring(invoice_number from '\\d+$'), ''), 20, '0')`,
  client: sql`lower(client_name)`,
  status: sql`case
    when status = 'draft' then 1
    when ${readsAs('overdue', today)} then 2
    when status = 'sent' then 3
    when status = 'paid' then 4
    else 5
  end`,
  issued: sql`issue_date`,
  due: sql`coalesce(due_date, 'infinity')`,
  total: sql`total`,
  balance: sql`case when status in ('sent', 'overdue') then balance else 0 end`,
})

const NEWEST_FIRST: Order = { by: [sql`id`], direction: 'desc' }

export async function listInvoices(
  db: Db,
  accountId: AccountId,
  today: DateOnly,
  { limit, cursor, q, sort, ...filter }: PageQuery & InvoiceListQuery,
) {
  const order = orderOf(sort, sortColumns(today), sql`id`) ?? NEWEST_FIRST
  const { position, after, orderBy } = inOrder(order, cursor)
  const rows = await matching(db, accountId, today, { q, ...filter })
    .select([...SUMMARY_COLUMNS, position])
    .where(after)
    .orderBy(orderBy)
    .limit(limitPlusOne(limit, q, sort, ...Object.values(filter)))
    .execute()
  return toOrderedPage(rows, limit)
}

const matching = (
  db: Db,
  accountId: AccountId,
  today: DateOnly,
  { q, project_id, client_id, status, from, to, due_by, paid_from, paid_to }: SummaryFilter,
) =>
  db
    .selectFrom('invoices')
    .where('account_id', '=', accountId)
    .$if(project_id !== undefined, (query) => query.where('project_id', '=', project_id ?? 0))
    .$if(client_id !== undefined, (query) => query.where('client_id', '=', client_id ?? 0))
    .$if(from !== undefined, (query) => query.where('issue_date', '>=', from ?? today))
    .$if(to !== undefined, (query) => query.where('issue_date', '<=', to ?? today))
    .$if(due_by !== undefined, (query) =>
      query.where(sql<SqlBool>`(due_date is null or due_date <= ${due_by})`),
    )
    .$if(paid_from !== undefined || paid_to !== undefined, (query) =>
      query.where(
        sql<SqlBool>`id = any(array(
          select p.invoice_id from payments p
          where p.account_id = ${accountId} and ${isPaidWithin('p.paid_on', { paid_from, paid_to })}
        ))`,
      ),
    )
    .where(readsAs(status, today))
    .where(matchesSearch(q, 'search'))

const isPaidWithin = (column: string, { paid_from, paid_to }: Pick<InvoiceFilter, 'paid_from' | 'paid_to'>) =>
  sql<SqlBool>`${paid_from ? sql`${sql.ref(column)} >= ${paid_from}` : sql`true`}
    and ${paid_to ? sql`${sql.ref(column)} <= ${paid_to}` : sql`true`}`

/** Payments count by their own day, on whichever of these invoices they were made. */
export function sumUp(
  db: Db,
  accountId: AccountId,
  today: DateOnly,
  filter: SummaryFilter,
): Promise<Omit<InvoiceSums, 'currency'>> {
  const left = sql<MinorUnits>`home_balance`
  const sumWhere = (condition: RawBuilder<SqlBool>) =>
    sql<MinorUnits>`coalesce(sum(${left}) filter (where ${condition}), 0)`
  const countWhere = (condition: RawBuilder<SqlBool>) => sql<number>`count(*) filter (where ${condition})`
  const isUnpaid = readsAs('unpaid', today)
  const isOverdue = readsAs('overdue', today)
  const isDraft = readsAs('draft', today)
  const open = matching(db, accountId, today, filter)
    .where('status', 'in', ['draft', 'sent', 'overdue'])
    .select([
      sumWhere(isUnpaid).as('outstanding'),
      countWhere(isUnpaid).as('outstanding_count'),
      sumWhere(isOverdue).as('overdue'),
      countWhere(isOverdue).as('overdue_count'),
      sumWhere(isDraft).as('drafts'),
      countWhere(isDraft).as('drafts_count'),
      sql<boolean>`count(*) = count(home_total)`.as('is_complete'),
    ])
  const isFiltered = Object.values(filter).some((value) => value !== undefined && value !== '')
  const { first } = yearOf(today)
  const isOfYear = sql<SqlBool>`paid_on >= ${first} and paid_on <= ${today}`
  const isChosen = filter.paid_from !== undefined || filter.paid_to !== undefined
  const isCounted = isChosen ? sql<SqlBool>`${isPaidWithin('paid_on', filter)}` : isOfYear
  const paid = db
    .selectFrom('payments')
    .where('account_id', '=', accountId)
    .where(isChosen ? sql<SqlBool>`(${isOfYear} or ${isCounted})` : isOfYear)
    .$if(isFiltered, (query) =>
      query.where('invoice_id', 'in', matching(db, accountId, today, filter).select('id')),
    )
    .select([
      sql<MinorUnits>`coalesce(sum(home_amount) filter (where ${isOfYear}), 0)`.as('paid_this_year'),
      sql<MinorUnits>`coalesce(sum(home_amount) filter (where ${isCounted}), 0)`.as('paid'),
    ])
  return db
    .selectFrom([open.as('open'), paid.as('paid')])
    .selectAll()
    .executeTakeFirstOrThrow()
}

const inMailLog = (what: RawBuilder<unknown>) => sql`(
  select ${what} from invoice_mails m
  where m.account_id = invoices.account_id and m.invoice_id = invoices.id
)`

/** Overdue invoices: a statement, or a part of one. */
export const lateInvoices = (
  db: Db,
  accountId: AccountId,
  today: DateOnly,
  filter: LateFilter,
  limit: number,
) => withNextStep(db, accountId, readsAs('overdue', today), filter, limit)

/** Invoices that are not late and that the client says are paid. */
export const saidPaidInvoices = (db: Db, accountId: AccountId, today: DateOnly, limit: number) =>
  withNextStep(
    db,
    accountId,
    sql<SqlBool>`${readsAs('sent', today)} and ${inPaidNotice(sql`n.paid_on`)} is not null`,
    {},
    limit,
  )

/** With what decides on the next step. Those due first are on top. */
const withNextStep = (
  db: Db,
  accountId: AccountId,
  condition: RawBuilder<SqlBool>,
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
      'invoices.invoice_number',
      'invoices.client_id',
      'invoices.client_name',
      'clients.phone as client_phone',
      sql<boolean>`clients.email <> ''`.as('client_has_email'),
      'invoices.due_date',
      'invoices.balance',
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
    .where(condition)
    .orderBy('invoices.due_date', (order) => order.asc().nullsLast())
    .orderBy('invoices.id')
    .limit(sql.lit(limit))

/** Invoices with this status on a day: `statusAt` as a condition that an index can serve. */
function readsAs(status: InvoiceListStatus | undefined, today: DateOnly): RawBuilder<SqlBool> {
  const isSent = sql`status = 'sent' and (due_date is null or due_date >= ${today} or number is null)`
  switch (status) {
    case undefined:
      return sql`true`
    case 'unpaid':
      return sql`status in ('sent', 'overdue')`
    case 'sent':
      return sql`${isSent}`
    case 'awaiting_approval':
      return sql`${isSent} and (approval_status = 'pending' or number is null)`
    case 'awaiting_payment':
      return sql`${isSent} and approval_status is distinct from 'pending' and number is not null`
    case 'overdue':
      return sql`status in ('sent', 'overdue') and (status = 'overdue' or due_date < ${today} and number is not null)`
    default:
      return sql`status = ${status}`
  }
}
