-- Every table belongs to an account, and its keys carry the account along: PostgreSQL itself refuses a row that
-- points into another account, and the schema shards by account as it is. Money, hours, quantities and percents
-- are whole hundredths. `search` and `name_key` are lower-cased by the app, since databases disagree on how.

alter table accounts add column last_invoice_number integer not null default 0;

create table subscriptions (
  account_id bigint primary key references accounts (id),
  plan_id text not null,
  status text not null,
  trial_ends_at timestamptz,
  current_period_end timestamptz
);

insert into subscriptions (account_id, plan_id, status, trial_ends_at)
select id, 'professional', 'trial', created_at + interval '14 days' from accounts;

create table activities (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  type text not null,
  title text not null,
  description text not null,
  created_at timestamptz not null,
  primary key (account_id, id)
);

create table clients (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  name text not null,
  email text not null,
  phone text not null,
  company text not null,
  address text not null,
  notes text not null,
  name_key text collate "C" not null,
  search text not null,
  archived_at timestamptz,
  created_at timestamptz not null,
  primary key (account_id, id)
);
create index clients_by_name on clients (account_id, name_key, id) where archived_at is null;

create table projects (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  client_id bigint,
  name text not null,
  description text not null,
  hourly_rate bigint,
  estimated_hours bigint,
  status text not null,
  start_date date,
  end_date date,
  name_key text collate "C" not null,
  search text not null,
  created_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, client_id) references clients (account_id, id)
);
create index projects_by_name on projects (account_id, name_key, id);
create index projects_of_client on projects (account_id, client_id);

create table time_entries (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  project_id bigint not null,
  description text not null,
  hours bigint not null,
  date date not null,
  is_billable boolean not null,
  search text not null,
  created_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, project_id) references projects (account_id, id)
);
create index time_entries_by_date on time_entries (account_id, date, id);
create index time_entries_of_project on time_entries (account_id, project_id, date, id);

create table invoices (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  number integer not null,
  client_id bigint not null,
  client_name text not null,
  project_id bigint,
  project_name text,
  issue_date date not null,
  due_date date,
  tax_rate bigint not null,
  subtotal bigint not null,
  tax_amount bigint not null,
  total bigint not null,
  notes text not null,
  status text not null,
  paid_on date,
  search text not null,
  created_at timestamptz not null,
  primary key (account_id, id),
  unique (account_id, number),
  foreign key (account_id, client_id) references clients (account_id, id),
  foreign key (account_id, project_id) references projects (account_id, id)
);
create index invoices_by_creation on invoices (account_id, created_at);
create index invoices_by_payment on invoices (account_id, paid_on) where paid_on is not null;
create index invoices_pending on invoices (account_id, status) include (total) where status in ('sent', 'overdue');
create index invoices_of_client on invoices (account_id, client_id);
create index invoices_of_project on invoices (account_id, project_id);

create table invoice_items (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  invoice_id bigint not null,
  description text not null,
  quantity bigint not null,
  rate bigint not null,
  amount bigint not null,
  primary key (account_id, id),
  foreign key (account_id, invoice_id) references invoices (account_id, id)
);
create index invoice_items_of_invoice on invoice_items (account_id, invoice_id, id);

create table expenses (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  project_id bigint,
  category text not null,
  description text not null,
  amount bigint not null,
  date date not null,
  is_billable boolean not null,
  search text not null,
  created_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, project_id) references projects (account_id, id)
);
create index expenses_by_date on expenses (account_id, date, id);
create index expenses_of_project on expenses (account_id, project_id);
