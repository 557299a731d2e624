/** The rate of new time on the project `p` of the client `c`. */
export const RATE_COLUMNS = `
  case p.billing
    when 'hourly' then coalesce(p.hourly_rate, case when c.currency = p.currency then c.hourly_rate end, (
      select b.hourly_rate from businesses b join accounts a on a.id = b.account_id
      where b.account_id = $1 and a.currency = p.currency))
    when 'daily' then p.daily_rate
  end as rate,
  case p.billing when 'daily' then 'day' else 'hour' end as rate_unit,
  case p.billing when 'daily' then coalesce(
    (select hours_per_day from businesses b where b.account_id = $1), 28800) else 3600 end as rate_hours`
