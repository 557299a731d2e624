import { type RawBuilder, sql } from 'kysely'
import type { DateOnly } from '#core/calendar.ts'
import type { ProjectSum } from '#features/billing/billable-work/rules.ts'
import type { Db } from '#server/database/database.ts'
import { jsonRows } from '#server/database/json.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { MoneyFilter } from './contract.ts'
import type { MoneySums } from './rules.ts'

interface Month {
  first: DateOnly
  last: DateOnly
}

/** In one statement, so that work that is being billed is in exactly one part. */
export async function sumUp(
  db: Db,
  accountId: AccountId,
  filter: MoneyFilter,
  { today, month, unbilled }: { today: DateOnly; month: Month; unbilled: RawBuilder<ProjectSum> },
): Promise<MoneySums> {
  const chosen = (table: string) => inFilter(table, accountId, filter)
  const { rows } = await sql<MoneySums>`select
    ${jsonRows(unbilled)} as unbilled,
    ${jsonRows(sql`
      select part, currency, sum(balance) as amount, sum(home_balance) as home_amount, count(*), min(since) as oldest, is_due
      from (
        select currency, balance, home_balance,
          due_date is null or due_date <= ${month.last} as is_due, open.part,
          case when open.part = 'overdue' then coalesce(due_date, issue_date) else issue_date end as since
        from invoices i, lateral (select case
          when status = 'draft' then 'drafts'
          when status = 'overdue' or due_date < ${today} and number is not null then 'overdue'
          when approval_status = 'pending' or number is null then 'waiting'
          else 'unpaid'
        end as part) open
        where ${chosen('i')} and status in ('draft', 'sent', 'overdue')
      ) invoices
      group by part, currency, is_due, home_balance is null`)} as invoices,
    ${jsonRows(sql`
      select i.currency, sum(p.amount) as amount, sum(p.home_amount) as home_amount, count(*)
      from payments p join invoices i on i.account_id = p.account_id and i.id = p.invoice_id
      where p.account_id = ${accountId} and p.paid_on between ${month.first} and ${today} and ${chosen('i')}
      group by i.currency`)} as payments,
    ${jsonRows(sql`
      select r.id, c.name as client_name, coalesce(c.payment_terms_days, b.payment_terms_days) as terms_days,
        r.currency, r.frequency, r.start_date, r.end_date, r.next_date, r.tax_category,
        coalesce(r.tax_rate, b.tax_rate, 0) as tax_rate,
        (
          select coalesce(sum(item.amount), 0) from recurring_invoice_items item
          where item.account_id = r.account_id and item.recurring_invoice_id = r.id
        ) as subtotal
      from recurring_invoices r
      join clients c on c.account_id = r.account_id and c.id = r.client_id
      left join businesses b on b.account_id = r.account_id
      where ${chosen('r')} and not r.is_paused and r.next_date <= ${month.last}`)} as recurring`.execute(db)
  if (!rows[0]) throw new Error('a sum returned no row')
  return rows[0]
}

const inFilter = (table: string, accountId: AccountId, { client_id, project_id }: MoneyFilter) => {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  return sql`${column('account_id')} = ${accountId}
    ${client_id ? sql`and ${column('client_id')} = ${client_id}` : sql``}
    ${project_id ? sql`and ${column('project_id')} = ${project_id}` : sql``}`
}
