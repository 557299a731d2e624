import { sql } from 'kysely'
import type { DateOnly } from '#core/calendar.ts'
import type { Db } from '#server/database/database.ts'
import { PLAN_EACH_TIME } from '#server/database/driver.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { MonthTotals } from './contract.ts'
import type { DateRange } from './rules/period.ts'
import { AGE_STARTS, type Sums } from './rules/report.ts'

/** A report's days, today, the first of this month, and the days of last month that its growth compares. */
interface Period extends DateRange {
  today: DateOnly
  thisMonth: DateOnly
  lastMonth: DateRange
}

/**
 * The whole report in one statement, so that its parts are consistent and add up. Each of the three large tables is read
 * once, by the index on its date; later joins have one row per group.
 *
 * A payment belongs to the projects of the lines in proportion. By cumulative rounding, over the lines and over the payments before
 * it, the parts of each payment add up to its net, and those of a paid invoice to its lines. What lines of other projects get is
 * moved there from the project of the invoice.
 */
export async function sumUp(
  db: Db,
  accountId: AccountId,
  { from, to, today, thisMonth, lastMonth }: Period,
): Promise<Sums> {
  const { rows } = await sql<{ sums: Sums }>`
  ${PLAN_EACH_TIME}
  with
  paid as materialized (
    select date_trunc('month', p.paid_on)::date as month, i.client_id, i.project_id, i.tax_rate,
      sum(p.home_net) as amount, sum(p.home_amount - p.home_net) as tax,
      sum(p.fee) as fees, sum(p.exchange_difference) as exchange_differences
    from payments p join invoices i on i.account_id = p.account_id and i.id = p.invoice_id
    where p.account_id = ${accountId} and p.paid_on between ${from} and ${to}
    group by 1, 2, 3, 4
  ),
  line_projects as materialized (
    select invoice_id, invoice_project_id, project_id, subtotal, upto, upto - amount as below
    from (
      select i.id as invoice_id, i.project_id as invoice_project_id, item.project_id, i.subtotal, sum(item.amount) as amount,
        sum(sum(item.amount)) over (partition by i.id order by item.project_id) as upto
      from invoices i join invoice_items item on item.account_id = i.account_id and item.invoice_id = i.id
      where i.account_id = ${accountId} and i.subtotal > 0 and item.project_id is not null
        and item.project_id is distinct from i.project_id and i.id in (
          select invoice_id from payments where account_id = ${accountId} and paid_on between ${from} and ${to}
        )
      group by i.id, i.project_id, i.subtotal, item.project_id
    ) lines
  ),
  moved as (
    select invoice_project_id, project_id, sum(
      round(after * upto / subtotal) - round(after * below / subtotal)
      - round(before * upto / subtotal) + round(before * below / subtotal)
    )::bigint as amount
    from line_projects join (
      select invoice_id, paid_on, after, after - home_net as before
      from (
        select invoice_id, paid_on, home_net, sum(home_net) over (partition by invoice_id order by id) as after
        from payments where account_id = ${accountId} and invoice_id in (select invoice_id from line_projects)
      ) payments
    ) payment using (invoice_id)
    where paid_on between ${from} and ${to}
    group by 1, 2
  ),
  spent as materialized (
    select date_trunc('month', date)::date as month, category, project_id, sum(home_amount) as amount
    from expenses
    where account_id = ${accountId} and date between ${from} and ${to}
    group by 1, 2, 3
  ),
  worked as materialized (
    select project_id, sum(hours) as hours, sum(hours) filter (where is_billable) as billable
    from time_entries
    where account_id = ${accountId} and date between ${from} and ${to}
    group by 1
  ),
  of_project as (
    select project_id, sum(hours) as hours, sum(revenue) as revenue, sum(expenses) as expenses
    from (
      select project_id, hours, 0 as revenue, 0 as expenses from worked
      union all select project_id, 0, amount, 0 from paid
      union all select project_id, 0, amount, 0 from moved
      union all select invoice_project_id, 0, -amount, 0 from moved
      union all select project_id, 0, 0, amount from spent
    ) parts
    group by 1
  )
  select json_build_object(
    'activeProjects', (select count(*) from projects where account_id = ${accountId} and status = 'active'),
    'thisMonth', coalesce(recent.this_month, 0),
    'lastMonth', coalesce(recent.last_month, 0),
    'billableHours', coalesce(time.billable, 0),
    'nonBillableHours', coalesce(time.hours, 0) - coalesce(time.billable, 0),
    'projects', (select coalesce(json_agg(list), '[]') from (
      select p.id as project_id, p.name as project_name, c.name as client_name,
        o.hours, o.revenue, o.expenses
      from of_project o
      join projects p on p.account_id = ${accountId} and p.id = o.project_id
      left join clients c on c.account_id = p.account_id and c.id = p.client_id
      order by o.revenue desc, o.hours desc, p.name_key, p.id
    ) list),
    'unassigned', (
      select json_build_object('revenue', coalesce(sum(revenue), 0), 'expenses', coalesce(sum(expenses), 0))
      from of_project where project_id is null
    ),
    'months', (select coalesce(json_agg(list), '[]') from (
      select to_char(paid.month, 'YYYY-MM') as month, sum(amount) as amount from paid group by paid.month
    ) list),
    'categories', (select coalesce(json_agg(list), '[]') from (
      select category, sum(amount) as amount from spent group by category order by 2 desc, 1
    ) list),
    'clients', (select coalesce(json_agg(list), '[]') from (
      select c.id as client_id, c.name as client_name, sum(paid.amount) as revenue
      from paid join clients c on c.account_id = ${accountId} and c.id = paid.client_id
      group by c.id, c.name, c.name_key
      order by 3 desc, c.name_key, c.id
    ) list),
    'taxes', (select coalesce(json_agg(list), '[]') from (
      select to_char(paid.month, 'YYYY-MM') as month, tax_rate, sum(amount) as net, sum(tax) as tax
      from paid group by paid.month, tax_rate order by paid.month, tax_rate
    ) list),
    'costs', (select coalesce(json_agg(list), '[]') from (
      select to_char(paid.month, 'YYYY-MM') as month, sum(fees) as fees, sum(exchange_differences) as "exchangeDifferences"
      from paid group by paid.month having sum(fees) <> 0 or sum(exchange_differences) <> 0
    ) list),
    'spending', (select coalesce(json_agg(list), '[]') from (
      select to_char(spent.month, 'YYYY-MM') as month, category, sum(amount) as amount
      from spent group by spent.month, category order by spent.month, 3 desc, category
    ) list),
    'ages', (select coalesce(json_agg(list), '[]') from (
      select case when number is null or (due_date is null and status = 'sent') then 0
          else width_bucket(${today}::date - coalesce(due_date, issue_date), ${AGE_STARTS}::int[])
        end as reached,
        count(*) as invoices, sum(home_balance) as amount
      from invoices
      where account_id = ${accountId} and status in ('sent', 'overdue')
      group by 1
    ) list)
  ) as sums
  from
    (select sum(hours) as hours, sum(billable) as billable from worked) time,
    (select
       sum(home_net) filter (where paid_on >= ${thisMonth}) as this_month,
       sum(home_net) filter (where paid_on <= ${lastMonth.to}) as last_month
     from payments
     where account_id = ${accountId} and paid_on between ${lastMonth.from} and ${today}) recent`.execute(db)
  if (!rows[0]) throw new Error('a sum returned no row')
  return rows[0].sums
}

type MonthSums = Pick<MonthTotals, 'revenue' | 'expenses' | 'hours'>

export async function sumUpMonth(
  db: Db,
  accountId: AccountId,
  { first, last }: { first: DateOnly; last: DateOnly },
): Promise<MonthSums> {
  const { rows } = await sql<MonthSums>`
    select
      (select coalesce(sum(home_net), 0) from payments
        where account_id = ${accountId} and paid_on between ${first} and ${last}) as revenue,
      (select coalesce(sum(home_amount), 0) from expenses
        where account_id = ${accountId} and date between ${first} and ${last}) as expenses,
      (select coalesce(sum(hours), 0) from time_entries
        where account_id = ${accountId} and date between ${first} and ${last}) as hours`.execute(db)
  if (!rows[0]) throw new Error('a sum returned no row')
  return rows[0]
}
