import type { FastifyInstance } from 'fastify'
import { monthOf } from '#core/calendar.ts'
import { type MoneySums, toMoney } from '#features/pages/money/rules.ts'
import { type FloorDatabase, signedIn } from './database.ts'
import { inUnits } from './rows.ts'

export function addMoneyCalls(floor: FastifyInstance, db: FloorDatabase): void {
  floor.get('/api/money', async (request) => {
    const { account, today, timeZone, currency: home } = await signedIn(db, request)
    const month = monthOf(today)
    const { rates, ...sums } = await db.queryOne<MoneySums & { rates: Record<string, number> }>(
      'money',
      MONEY,
      [account, timeZone, today, month.first, month.last],
    )
    const money = toMoney(sums, { home, month, today, rateOf: (currency) => rates[currency] ?? null })
    const { forecast, ...parts } = money
    const { unbilled, drafts, waiting, unpaid, overdue, paid_this_month } = parts
    for (const part of [unbilled, drafts, waiting, unpaid, overdue, paid_this_month]) asFigure(part)
    for (const part of [forecast.due, forecast.drafts, forecast.recurring]) asFigure(part)
    for (const invoice of forecast.recurring.invoices) inUnits(invoice, 'amount', 'home_amount')
    inUnits(forecast, 'amount')
    return money
  })
}

function asFigure(figure: { amount: number; originals: { amount: number }[] }): void {
  inUnits(figure, 'amount')
  for (const original of figure.originals) inUnits(original, 'amount')
}

const jsonOf = (rows: string) => `(select coalesce(json_agg(found), '[]') from (${rows}) found)`

const MONEY = `select
  ${jsonOf(`
    select p.id as project_id, p.name as project_name, p.client_id,
      coalesce(w.currency, p.currency) as currency, sum(w.count) as count, min(w.oldest) as oldest,
      coalesce(sum(w.hours), 0) as hours, coalesce(sum(w.time), 0) as time_amount, coalesce(sum(w.expenses), 0) as expenses_amount,
      coalesce(sum(w.home), 0) as expenses_home_amount, coalesce(sum(w.fees), 0) as fees_amount
    from (
      select t.project_id, null as currency, count(*), min(t.date) as oldest, sum(t.hours) as hours, sum(t.amount) as time,
        null::numeric as expenses, null::numeric as home, null::numeric as fees
      from time_entries t join projects p on p.account_id = $1 and p.id = t.project_id
      where t.account_id = $1 and t.is_billable and not t.is_billed and (t.rate is not null or p.billing in ('hourly', 'daily'))
      group by t.project_id
      union all
      select project_id, currency, count(*), min(date), null, null, sum(billable_amount),
        sum(home_amount + round(home_amount * markup_percent::numeric / 10000)), null
      from expenses where account_id = $1 and is_billable and not is_billed and project_id is not null group by 1, 2
      union all
      select project_id, null, count(*), min(completed_on), null, null, null, null, sum(fee)
      from milestones where account_id = $1 and fee is not null and not is_billed and status = 'completed' group by 1
      union all
      select s.project_id, null, count(*), min((d.decided_at at time zone $2)::date), null, null, null, null, sum(s.fee)
      from deliverables s
      join decisions d on d.account_id = $1 and d.deliverable_id = s.id and d.version = s.version and d.decision = 'approved'
      where s.account_id = $1 and s.fee is not null and not s.is_billed and s.status = 'approved' group by 1
      union all
      select id, null, 1, null, null, null, null, null, fixed_fee - billed
      from projects, lateral (
        select coalesce(sum(item.amount), 0) as billed
        from invoice_items item join invoices i on i.account_id = $1 and i.id = item.invoice_id
        where item.account_id = $1 and item.fee_project_id = projects.id and i.status <> 'cancelled'
      ) fees
      where account_id = $1 and billing = 'fixed' and fixed_fee > billed and status <> 'cancelled'
    ) w
    join projects p on p.account_id = $1 and p.id = w.project_id
    group by p.account_id, p.id, coalesce(w.currency, p.currency) order by 2, 1, 4`)} as unbilled,
  ${jsonOf(`
    select part, currency, sum(balance) as amount, sum(home_balance) as home_amount, count(*),
      min(case when part = 'overdue' then coalesce(due_date, issue_date) else issue_date end) as oldest, is_due
    from (
      select *, due_date is null or due_date <= $5 as is_due, case when status = 'draft' then 'drafts'
        when status = 'overdue' or (due_date < $3 and total > 0) then 'overdue' when approval_status = 'pending' then 'waiting' else 'unpaid' end as part
      from invoices where account_id = $1 and status in ('draft', 'sent', 'overdue')
    ) i group by part, currency, is_due, home_total is null`)} as invoices,
  ${jsonOf(`
    select i.currency, sum(p.amount) as amount, sum(p.home_amount) as home_amount, count(*)
    from payments p join invoices i on i.account_id = $1 and i.id = p.invoice_id
    where p.account_id = $1 and p.paid_on between $4 and $3 group by 1`)} as payments,
  ${jsonOf(`
    select r.id, c.name as client_name, coalesce(c.payment_terms_days, b.payment_terms_days) as terms_days, r.currency,
      r.frequency, r.start_date, r.end_date, r.next_date, r.tax_category, coalesce(r.tax_rate, b.tax_rate, 0) as tax_rate,
      (select coalesce(sum(item.amount), 0) from recurring_invoice_items item
        where item.account_id = $1 and item.recurring_invoice_id = r.id) as subtotal
    from recurring_invoices r join clients c on c.account_id = $1 and c.id = r.client_id
    left join businesses b on b.account_id = $1
    where r.account_id = $1 and not r.is_paused and r.next_date <= $5`)} as recurring,
  (select coalesce(json_object_agg(currency, rate), '{}') from exchange_rates where account_id = $1) as rates`
