-- Time in seconds, quantities in ten-thousandths, tax rates in thousandths of a percent: 36, 100 and 10 times the
-- hundredths that they were.

create or replace function scale(value jsonb) returns jsonb language plpgsql immutable as $$
declare
  factors constant jsonb := '{
    "hours": 36, "rate_hours": 36, "estimated_hours": 36, "budget_hours": 36, "included_hours": 36,
    "logged_hours": 36, "hours_per_day": 36, "quantity": 100, "tax_rate": 10
  }';
begin
  return case jsonb_typeof(value)
    when 'array' then (select coalesce(jsonb_agg(scale(element) order by place), '[]')
      from jsonb_array_elements(value) with ordinality as elements(element, place))
    when 'object' then (select coalesce(jsonb_object_agg(key, case
        when factors ? key and jsonb_typeof(field) = 'number' then to_jsonb(field::numeric * (factors->key)::numeric)
        else scale(field)
      end), '{}') from jsonb_each(value) as fields(key, field))
    else value
  end;
end $$;

update decisions set content = scale(content), document = scale(document);
update invoices set sent_content = scale(sent_content) where sent_content is not null;
update line_requests set line = scale(line);
update removals set data = scale(data), rows = scale(rows);
update activities set data = scale(data) where type like 'time\_entr%';

drop function scale(jsonb);

alter table time_entries drop column amount;
update time_entries set hours = hours * 36, rate_hours = rate_hours * 36;
alter table time_entries
  alter column rate_hours set default 3600,
  add column fixed_amount bigint check (rate is null or fixed_amount is null),
  add column amount bigint generated always as (
    case when is_billable then coalesce(fixed_amount, (2 * hours * rate + rate_hours) / (2 * rate_hours)) end
  ) stored;
comment on table time_entries is 'Logged time. The amount is computed from hours and rate.';
comment on column time_entries.hours is 'In seconds, as all hours.';
comment on column time_entries.fixed_amount is 'The worth of imported time that no plausible rate explains.';
create index time_entries_of_project on time_entries (account_id, project_id, date, id) include (hours, amount);
create index time_entries_unbilled_of_project on time_entries (account_id, project_id)
  include (date, hours, rate, rate_hours, fixed_amount) where (is_billable and (not is_billed));

update projects set estimated_hours = estimated_hours * 36, budget_hours = budget_hours * 36
  where estimated_hours is not null or budget_hours is not null;

update businesses set hours_per_day = hours_per_day * 36, tax_rate = tax_rate * 10;
alter table businesses alter column hours_per_day set default 28800;

alter table recurring_invoices drop constraint recurring_invoices_tax_rate_check;
update recurring_invoices set included_hours = included_hours * 36, tax_rate = tax_rate * 10;
alter table recurring_invoices add constraint recurring_invoices_tax_rate_check check (tax_rate between 0 and 100000);
update recurring_invoice_items set quantity = quantity * 100;

update invoices set tax_rate = tax_rate * 10 where tax_rate <> 0;
update invoice_items set quantity = quantity * 100, logged_hours = logged_hours * 36;
comment on column invoices.tax_rate is 'In thousandths of a percent, as all tax rates.';
comment on column invoice_items.quantity is 'In ten-thousandths, as all quantities.';

create or replace function billed_time(seconds bigint, step_minutes integer, mode text) returns bigint
  language sql immutable parallel safe
  return case when step_minutes = 0 then seconds
    else greatest(1, case mode when 'up' then ceil(seconds / (step_minutes * 60.0)) else round(seconds / (step_minutes * 60.0)) end)::bigint
      * step_minutes * 60
  end;
comment on function billed_time is 'Time as it is billed: rounded as the profile says, to at least one step. The same as billedTime in TypeScript.';
