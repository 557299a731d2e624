create table recurring_expenses (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  project_id bigint,
  category text not null,
  description text not null,
  currency text not null,
  amount bigint not null,
  is_billable boolean not null,
  markup_percent integer not null default 0 check (markup_percent between 0 and 100000),
  share_receipts boolean not null default true,
  frequency text not null check (frequency in ('week', 'month', 'quarter', 'year')),
  start_date date not null,
  end_date date,
  is_paused boolean not null default false,
  -- All dates until then are done: added to the expenses, or left out during a pause.
  handled_until date,
  -- The first date after that; null once it has ended.
  next_date date,
  created_at timestamptz not null,
  sample boolean not null default false,
  version integer not null default 1,
  primary key (account_id, id),
  foreign key (account_id, project_id) references projects (account_id, id),
  check (start_date <= end_date)
);
create index recurring_expenses_of_project on recurring_expenses (account_id, project_id);
create index recurring_expenses_due on recurring_expenses (next_date, account_id) where not is_paused;

-- The date for which it was added stays, whatever date the freelancer gives the expense. So each is added once.
alter table expenses add column recurring_expense_id bigint;
alter table expenses add column recurring_date date;
alter table expenses add foreign key (account_id, recurring_expense_id)
  references recurring_expenses (account_id, id) on delete set null (recurring_expense_id);
alter table expenses add constraint expenses_once_per_recurrence
  unique (account_id, recurring_expense_id, recurring_date);
