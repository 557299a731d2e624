-- How a project is billed, what it costs, and what may be spent on it. Amounts are in its currency.
alter table projects add column billing text not null default 'hourly';
alter table projects add column daily_rate bigint;
alter table projects add column fixed_fee bigint;
alter table projects add column budget_hours bigint;
alter table projects add column budget_amount bigint;

-- Time keeps the rate it was logged at. A rate pays for `rate_hours`, in hundredths: one hour, or the hours of a day.
alter table time_entries add column rate bigint;
alter table time_entries add column rate_hours bigint not null default 100 check (rate_hours > 0);

update time_entries t set rate = p.hourly_rate
from projects p where p.account_id = t.account_id and p.id = t.project_id and p.hourly_rate is not null;

-- What billable time is worth, rounded half up.
alter table time_entries add column amount bigint generated always as (
  case when is_billable then (2 * hours * rate + rate_hours) / (2 * rate_hours) end
) stored;

-- With what is summed up by project.
drop index time_entries_of_project;
create index time_entries_of_project on time_entries (account_id, project_id, date, id) include (hours, amount);
