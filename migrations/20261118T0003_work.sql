create table time_entries (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  project_id bigint not null,
  description text not null,
  hours bigint not null,
  date date not null,
  is_billable boolean not null,
  search text not null,
  created_at timestamptz not null,
  version integer not null default 1,
  rate bigint,
  rate_hours bigint not null default 100 check (rate_hours > 0),
  amount bigint generated always as (
case
    when is_billable then ((((2 * hours) * rate) + rate_hours) / (2 * rate_hours))
    else null::bigint
end) stored,
  is_billed boolean not null default false,
  invoice_item_id bigint,
  started_at timestamptz,
  ended_at timestamptz,
  import_id bigint,
  primary key (account_id, id),
  foreign key (account_id, project_id) references projects,
  check (((started_at is null) = (ended_at is null)) and ((started_at is null) or (started_at <= ended_at))),
  constraint time_entries_on_line_is_billed check (is_billed or (invoice_item_id is null))
);
comment on table time_entries is 'Logged time. The amount is computed from hours and rate.';
create index time_entries_by_date on time_entries (account_id, date, id);
create index time_entries_logged on time_entries (account_id, id) where (import_id is null);
create index time_entries_of_import on time_entries (account_id, import_id, id) where (import_id is not null);
create index time_entries_of_line on time_entries (account_id, invoice_item_id) where (invoice_item_id is not null);
create index time_entries_of_project on time_entries (account_id, project_id, date, id) include (hours, amount);
create index time_entries_unbilled on time_entries (account_id, date, id) where (is_billable and (not is_billed));
create index time_entries_unbilled_of_project on time_entries (account_id, project_id) include (hours, amount) where (is_billable and (not is_billed));

create table milestones (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  project_id bigint not null,
  title text not null,
  description text not null,
  due_date date,
  status text not null,
  position integer not null,
  created_at timestamptz not null,
  fee bigint,
  is_billed boolean not null default false,
  invoice_item_id bigint,
  completed_on date,
  primary key (account_id, id),
  foreign key (account_id, project_id) references projects on delete cascade,
  constraint milestones_on_line_is_billed check (is_billed or (invoice_item_id is null))
);
comment on table milestones is 'Steps of a project, in their order.';
create index milestones_of_line on milestones (account_id, invoice_item_id) where (invoice_item_id is not null);
create index milestones_of_project on milestones (account_id, project_id, "position", id);
create index milestones_unbilled on milestones (account_id, project_id) where ((fee is not null) and (not is_billed));

create table deliverables (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  project_id bigint not null,
  title text not null,
  description text not null,
  link_url text,
  file_sha256 text,
  file_name text,
  file_size bigint,
  file_type text,
  status text not null,
  version integer not null,
  position integer not null,
  created_at timestamptz not null,
  fee bigint,
  is_billed boolean not null default false,
  invoice_item_id bigint,
  primary key (account_id, id),
  foreign key (account_id, project_id) references projects on delete cascade,
  constraint deliverables_on_line_is_billed check (is_billed or (invoice_item_id is null))
);
comment on table deliverables is 'The working copy. The client sees submitted versions only.';
create index deliverables_of_line on deliverables (account_id, invoice_item_id) where (invoice_item_id is not null);
create index deliverables_of_project on deliverables (account_id, project_id, "position", id);
create index deliverables_stored on deliverables (account_id, file_sha256) include (file_size) where (file_sha256 is not null);
create index deliverables_unbilled on deliverables (account_id, project_id) where ((fee is not null) and (not is_billed));

alter table unread add foreign key (account_id, deliverable_id) references deliverables on delete cascade;

create table deliverable_versions (
  account_id bigint not null references accounts,
  deliverable_id bigint not null,
  version integer not null,
  client_id bigint not null,
  title text not null,
  description text not null,
  link_url text,
  file_sha256 text,
  file_name text,
  file_size bigint,
  file_type text,
  submitted_at timestamptz not null,
  primary key (account_id, deliverable_id, version),
  foreign key (account_id, deliverable_id) references deliverables on delete cascade
);
comment on table deliverable_versions is 'Submitted versions, each with its client. Never changed.';
create index deliverable_versions_stored on deliverable_versions (account_id, file_sha256) include (file_size) where (file_sha256 is not null);

alter table decisions add foreign key (account_id, deliverable_id, version) references deliverable_versions(account_id, deliverable_id, version) on delete cascade;

create table comments (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  project_id bigint not null,
  client_id bigint,
  author_type text not null,
  author_name text not null,
  content text not null,
  is_internal boolean not null,
  created_at timestamptz not null,
  edited_at timestamptz,
  search text not null,
  deliverable_id bigint,
  version integer,
  primary key (account_id, id),
  foreign key (account_id, deliverable_id, version) references deliverable_versions(account_id, deliverable_id, version) on delete cascade,
  foreign key (account_id, project_id) references projects on delete cascade,
  constraint comments_on_version check ((deliverable_id is null) = (version is null))
);
comment on table comments is 'Comments on a project or on a version of a deliverable.';
create index comments_of_project on comments (account_id, project_id, id);
create index comments_of_version on comments (account_id, deliverable_id, version, id) where (deliverable_id is not null);

alter table unread add foreign key (account_id, comment_id) references comments on delete cascade;

create table timers (
  account_id bigint primary key references accounts,
  id bigint not null default 0,
  project_id bigint,
  description text not null default '',
  is_billable boolean not null default true,
  started_at timestamptz,
  stopped_at timestamptz,
  reminded_at timestamptz,
  version integer not null default 1,
  foreign key (account_id, project_id) references projects on delete set null (project_id)
);
comment on table timers is 'One row per account, which stays when the timer is stopped.';
create index timers_of_project on timers (account_id, project_id);
create index timers_to_remind_of on timers (started_at) where (reminded_at is null);

create table recurring_expenses (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  project_id bigint,
  category text not null,
  description text not null,
  currency text not null,
  amount bigint not null,
  is_billable boolean not null,
  markup_percent integer not null default 0 check ((markup_percent >= 0) and (markup_percent <= 100000)),
  share_receipts boolean not null default true,
  frequency text not null check (frequency in ('week', 'month', 'quarter', 'year')),
  start_date date not null,
  end_date date,
  is_paused boolean not null default false,
  handled_until date,
  next_date date,
  created_at timestamptz not null,
  version integer not null default 1,
  client_id bigint,
  primary key (account_id, id),
  foreign key (account_id, client_id) references clients,
  foreign key (account_id, project_id) references projects,
  check (start_date <= end_date),
  constraint recurring_expenses_for_project_or_client check ((client_id is null) or (project_id is null))
);
comment on table recurring_expenses is 'Templates of expenses that are added on each of their dates.';
create index recurring_expenses_due on recurring_expenses (next_date, account_id) where (not is_paused);
create index recurring_expenses_of_client on recurring_expenses (account_id, client_id) where (client_id is not null);
create index recurring_expenses_of_project on recurring_expenses (account_id, project_id);

create table expenses (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  project_id bigint,
  category text not null,
  description text not null,
  amount bigint not null,
  date date not null,
  is_billable boolean not null,
  search text not null,
  created_at timestamptz not null,
  version integer not null default 1,
  currency text not null,
  exchange_rate numeric(20,10),
  home_amount bigint not null,
  is_billed boolean not null default false,
  invoice_item_id bigint,
  markup_percent integer not null default 0 check ((markup_percent >= 0) and (markup_percent <= 100000)),
  billable_amount bigint generated always as ((amount)::numeric + round((((amount)::numeric * (markup_percent)::numeric) / (10000)::numeric))) stored not null,
  share_receipts boolean not null default true,
  recurring_expense_id bigint,
  recurring_date date,
  import_id bigint,
  client_id bigint,
  constraint expenses_once_per_recurrence unique (account_id, recurring_expense_id, recurring_date),
  primary key (account_id, id),
  foreign key (account_id, client_id) references clients,
  foreign key (account_id, project_id) references projects,
  foreign key (account_id, recurring_expense_id) references recurring_expenses on delete set null (recurring_expense_id),
  constraint expenses_for_project_or_client check ((client_id is null) or (project_id is null)),
  constraint expenses_on_line_is_billed check (is_billed or (invoice_item_id is null))
);
comment on table expenses is 'Money spent, also in the home currency.';
create index expenses_by_date on expenses (account_id, date, id);
create index expenses_of_client on expenses (account_id, client_id) where (client_id is not null);
create index expenses_of_import on expenses (account_id, import_id, id) where (import_id is not null);
create index expenses_of_line on expenses (account_id, invoice_item_id) where (invoice_item_id is not null);
create index expenses_of_project on expenses (account_id, project_id);
create index expenses_unbilled on expenses (account_id, project_id) where (is_billable and (not is_billed));

create table expense_receipts (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  expense_id bigint not null,
  file_sha256 text not null,
  file_name text not null,
  file_size bigint not null,
  file_type text not null,
  thumbnail bytea check (length(thumbnail) <= 65536),
  created_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, expense_id) references expenses on delete cascade
);
comment on table expense_receipts is 'Files of expenses.';
create index expense_receipts_stored on expense_receipts (account_id, file_sha256) include (file_size);
create index receipts_of_expense on expense_receipts (account_id, expense_id, id);

create table client_news (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  client_id bigint not null,
  project_id bigint not null,
  deliverable_id bigint,
  comment_id bigint,
  created_at timestamptz not null,
  seen_by_client boolean not null default false,
  seen_by_contacts bigint[] not null default '{}'::bigint[],
  unique (account_id, comment_id),
  unique (account_id, deliverable_id),
  primary key (account_id, id),
  foreign key (account_id, client_id) references clients on delete cascade,
  foreign key (account_id, project_id) references projects on delete cascade,
  check ((deliverable_id is null) <> (comment_id is null))
);
comment on table client_news is 'News that a client or contacts have neither seen nor been mailed about: a submitted deliverable or a comment.';
create index client_news_of_client on client_news (account_id, client_id, project_id);
create index client_news_of_project on client_news (account_id, project_id);
