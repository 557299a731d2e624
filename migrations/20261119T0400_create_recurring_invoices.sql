create table recurring_invoices (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  client_id bigint not null,
  project_id bigint,
  kind text not null check (kind in ('fixed', 'work', 'retainer')),
  currency text not null,
  group_by text not null check (group_by in ('entry', 'day', 'description', 'project')),
  included_hours bigint check (included_hours > 0),
  extra_rate bigint check (extra_rate >= 0),
  covers text not null check (covers in ('past', 'coming')),
  tax_category text not null default 'standard',
  -- Null to follow the profile.
  tax_rate integer check (tax_rate between 0 and 10000),
  notes text,
  auto_send boolean not null,
  frequency text not null check (frequency in ('week', 'month', 'quarter', 'year')),
  start_date date not null,
  end_date date,
  is_paused boolean not null default false,
  -- All dates until then are done: invoiced, or left out.
  handled_until date,
  -- The first date after that; null once it has ended.
  next_date date,
  -- What went wrong last, and for which date.
  problem text check (problem in ('limit_reached', 'nothing_unbilled', 'not_made', 'not_sent')),
  problem_date date,
  problem_reason text not null default '',
  created_at timestamptz not null,
  sample boolean not null default false,
  version integer not null default 1,
  primary key (account_id, id),
  foreign key (account_id, client_id) references clients (account_id, id),
  foreign key (account_id, project_id) references projects (account_id, id),
  check (start_date <= end_date),
  check ((kind = 'retainer') = (included_hours is not null)),
  check (extra_rate is null or kind = 'retainer'),
  check ((problem is null) = (problem_date is null))
);
create index recurring_invoices_of_client on recurring_invoices (account_id, client_id);
create index recurring_invoices_of_project on recurring_invoices (account_id, project_id);
create index recurring_invoices_due on recurring_invoices (next_date, account_id) where not is_paused;
create index recurring_invoices_waiting on recurring_invoices (account_id) where problem = 'limit_reached';

create table recurring_invoice_items (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  recurring_invoice_id bigint not null,
  position integer not null,
  description text not null,
  quantity bigint not null,
  unit text not null default '',
  rate bigint not null,
  amount bigint not null,
  primary key (account_id, id),
  foreign key (account_id, recurring_invoice_id)
    references recurring_invoices (account_id, id) on delete cascade
);
create index recurring_invoice_items_of on recurring_invoice_items (account_id, recurring_invoice_id, position);

-- The date for which it was made stays, whatever dates the freelancer gives the invoice. So each is made once.
alter table invoices add column recurring_invoice_id bigint;
alter table invoices add column recurring_date date;
alter table invoices add foreign key (account_id, recurring_invoice_id)
  references recurring_invoices (account_id, id) on delete set null (recurring_invoice_id);
alter table invoices add constraint invoices_once_per_recurrence
  unique (account_id, recurring_invoice_id, recurring_date);
