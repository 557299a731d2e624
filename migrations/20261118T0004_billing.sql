create table payment_accounts (
  account_id bigint not null references accounts,
  provider_account_id text not null,
  charges_enabled boolean not null,
  details_submitted boolean not null,
  connected_at timestamptz not null,
  disconnected_at timestamptz,
  primary key (account_id, provider_account_id)
);
comment on table payment_accounts is 'The freelancer''s own account at the payment provider.';
create unique index payment_accounts_by_provider_id on payment_accounts (provider_account_id);
create unique index payment_accounts_connected on payment_accounts (account_id) where (disconnected_at is null);

create table reminder_settings (
  account_id bigint primary key references accounts,
  rules jsonb not null,
  thanks jsonb not null,
  version integer not null default 1
);
comment on table reminder_settings is 'Reminders and thanks, with their texts.';

create table recurring_invoices (
  account_id bigint not null references accounts,
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
  tax_rate integer check ((tax_rate >= 0) and (tax_rate <= 10000)),
  notes text,
  auto_send boolean not null,
  frequency text not null check (frequency in ('week', 'month', 'quarter', 'year')),
  start_date date not null,
  end_date date,
  is_paused boolean not null default false,
  handled_until date,
  next_date date,
  problem text check (problem in ('limit_reached', 'nothing_unbilled', 'not_made', 'not_sent')),
  problem_date date,
  problem_reason text not null default '',
  created_at timestamptz not null,
  version integer not null default 1,
  primary key (account_id, id),
  foreign key (account_id, client_id) references clients,
  foreign key (account_id, project_id) references projects,
  check (start_date <= end_date),
  check ((kind = 'retainer') = (included_hours is not null)),
  check ((extra_rate is null) or (kind = 'retainer')),
  check ((problem is null) = (problem_date is null))
);
comment on table recurring_invoices is 'Templates of invoices that are created on each of their dates.';
create index recurring_invoices_due on recurring_invoices (next_date, account_id) where (not is_paused);
create index recurring_invoices_of_client on recurring_invoices (account_id, client_id);
create index recurring_invoices_of_project on recurring_invoices (account_id, project_id);
create index recurring_invoices_waiting on recurring_invoices (account_id) where (problem = 'limit_reached');

create table invoices (
  account_id bigint not null references accounts,
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
  approval_status text,
  client_notes text not null default '',
  approved_at timestamptz,
  rejected_at timestamptz,
  sent_at timestamptz,
  version integer not null default 1,
  currency text not null,
  exchange_rate numeric(20,10),
  home_total bigint,
  amount_paid bigint not null default 0,
  home_paid bigint not null default 0,
  prefix text not null default 'INV-',
  frozen_details jsonb,
  logo_id bigint,
  discount_percent bigint check ((discount_percent >= 1) and (discount_percent <= 10000)),
  discount_amount bigint not null default 0,
  tax_category text not null default 'standard',
  service_from date,
  service_to date,
  sent_content jsonb,
  invoice_number text generated always as (prefix || lpad((number)::text, GREATEST(4, length((number)::text)), '0')) stored not null,
  overpaid bigint not null default 0,
  reminders_enabled boolean not null default true,
  recurring_invoice_id bigint,
  recurring_date date,
  was_issued boolean not null default false,
  cancelled_on date,
  unique (account_id, number),
  constraint invoices_once_per_recurrence unique (account_id, recurring_invoice_id, recurring_date),
  primary key (account_id, id),
  foreign key (account_id, client_id) references clients,
  foreign key (account_id, logo_id) references logos,
  foreign key (account_id, project_id) references projects,
  foreign key (account_id, recurring_invoice_id) references recurring_invoices on delete set null (recurring_invoice_id),
  constraint invoices_discount_within_subtotal check ((discount_amount >= 0) and (discount_amount <= subtotal)),
  constraint invoices_not_overpaid check (amount_paid <= total),
  constraint invoices_only_standard_taxed check ((tax_category = 'standard') or (tax_rate = 0)),
  constraint invoices_overpaid_signed check (overpaid >= 0),
  constraint invoices_paid_in_full check ((status <> 'paid') or (amount_paid = total)),
  constraint invoices_service_in_order check (service_from <= service_to)
);
comment on table invoices is 'Names are copied to the invoice, so that later changes do not affect it.';
create index invoices_by_creation on invoices (account_id, created_at);
create index invoices_by_issue_date on invoices (account_id, issue_date);
create index invoices_by_status on invoices (account_id, status, number);
create index invoices_of_client on invoices (account_id, client_id);
create index invoices_of_project on invoices (account_id, project_id);
create index invoices_open on invoices (account_id, status) include (currency, total, amount_paid, home_total, home_paid, issue_date, due_date, approval_status) where (status = any (array['draft', 'sent', 'overdue']));
create index invoices_to_remind_of on invoices (due_date, account_id) where ((status = any (array['sent', 'overdue'])) and reminders_enabled);

alter table decisions add foreign key (account_id, invoice_id) references invoices;

alter table unread add foreign key (account_id, invoice_id) references invoices on delete cascade;

create table invoice_items (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  invoice_id bigint not null,
  description text not null,
  quantity bigint not null,
  rate bigint not null,
  amount bigint not null,
  unit text not null default '',
  position integer not null default 0,
  work_kind text check (work_kind in ('time', 'expense', 'deliverable', 'milestone', 'fixed_fee')),
  work_ids bigint[] not null default '{}'::bigint[],
  logged_hours bigint,
  fee_project_id bigint,
  deliverable_version integer,
  fee_billed_elsewhere bigint,
  project_id bigint,
  primary key (account_id, id),
  foreign key (account_id, fee_project_id) references projects,
  foreign key (account_id, invoice_id) references invoices on delete cascade,
  foreign key (account_id, project_id) references projects,
  constraint invoice_items_fee_of_project check ((not (work_kind is distinct from 'fixed_fee')) = (fee_project_id is not null))
);
comment on table invoice_items is 'Lines of invoices, and the work that they bill.';
create index invoice_items_of_fee on invoice_items (account_id, fee_project_id) where (fee_project_id is not null);
create index invoice_items_of_invoice on invoice_items (account_id, invoice_id, id);
create index invoice_items_of_project on invoice_items (account_id, project_id) where (project_id is not null);

alter table time_entries add foreign key (account_id, invoice_item_id) references invoice_items;

alter table milestones add foreign key (account_id, invoice_item_id) references invoice_items;

alter table deliverables add foreign key (account_id, invoice_item_id) references invoice_items;

alter table expenses add foreign key (account_id, invoice_item_id) references invoice_items;

create table payments (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  invoice_id bigint not null,
  amount bigint not null,
  paid_on date not null,
  method text not null,
  reference text not null,
  net bigint not null,
  home_amount bigint not null,
  home_net bigint not null,
  created_at timestamptz not null,
  kind text not null default 'payment',
  surplus bigint not null default 0,
  provider_payment_id text,
  provider_id text,
  primary key (account_id, id),
  foreign key (account_id, invoice_id) references invoices,
  constraint payments_by_hand check ((provider_id is not null) or (kind in ('payment', 'reversal') and (surplus = 0) and (provider_payment_id is null))),
  constraint payments_signed check (
case kind
    when 'payment' then ((amount >= 0) and (surplus >= 0) and ((amount + surplus) > 0))
    else ((amount <= 0) and (surplus <= 0) and ((amount + surplus) < 0))
end)
);
comment on table payments is 'A payment of a client on an invoice, or money back, in minor units of the invoice''s currency.';
create index payments_by_day on payments (account_id, paid_on) include (invoice_id, home_amount, home_net);
create index payments_of_invoice on payments (account_id, invoice_id, id);
create unique index payments_once_per_provider_id on payments (account_id, provider_id) where (provider_id is not null);

create table invoice_checkouts (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  invoice_id bigint not null,
  provider_account_id text not null,
  key text not null,
  parameters text not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  state text not null check (state in ('open', 'closing', 'processing', 'paid', 'failed', 'closed')),
  session_id text,
  provider_payment_id text,
  readings bigint not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  read_again_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, invoice_id) references invoices on delete cascade,
  foreign key (account_id, provider_account_id) references payment_accounts(account_id, provider_account_id)
);
comment on table invoice_checkouts is 'A session on the provider''s payment page.';
create unique index invoice_checkouts_key on invoice_checkouts (account_id, key);
create index invoice_checkouts_of_invoice on invoice_checkouts (account_id, invoice_id, id);
create index invoice_checkouts_of_payment on invoice_checkouts (account_id, provider_payment_id) where (provider_payment_id is not null);
create index invoice_checkouts_of_provider_account on invoice_checkouts (account_id, provider_account_id);
create unique index invoice_checkouts_one_open on invoice_checkouts (account_id, invoice_id) where (state = 'open');
create index invoice_checkouts_to_read_again on invoice_checkouts (read_again_at) where (read_again_at is not null);
create index invoice_checkouts_unfinished on invoice_checkouts (account_id) where (state = any (array['open', 'closing', 'processing']));

create table invoice_mails (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  invoice_id bigint not null,
  mail_id bigint,
  kind text not null check (kind in ('invoice', 'revision', 'copy', 'reminder', 'answers', 'receipt')),
  days_after_due integer,
  due_date date,
  recipients text[] not null,
  subject text not null,
  sent_at timestamptz not null,
  seen_at timestamptz,
  contact_id bigint,
  constraint invoice_mails_remind_once unique (account_id, invoice_id, days_after_due, due_date),
  primary key (account_id, id),
  foreign key (account_id, contact_id) references contacts on delete set null (contact_id),
  foreign key (account_id, invoice_id) references invoices on delete cascade,
  foreign key (account_id, mail_id) references mails on delete set null (mail_id),
  check ((days_after_due is null) = (due_date is null))
);
comment on table invoice_mails is 'Every mail about an invoice.';
create index invoice_mails_of_contact on invoice_mails (account_id, contact_id) where (contact_id is not null);
create index invoice_mails_of_mail on invoice_mails (account_id, mail_id) where (mail_id is not null);

create table paid_notices (
  account_id bigint not null references accounts,
  invoice_id bigint not null,
  paid_on date not null,
  note text not null,
  created_at timestamptz not null,
  primary key (account_id, invoice_id),
  foreign key (account_id, invoice_id) references invoices on delete cascade
);
comment on table paid_notices is 'Payments that clients report. Not entries of the ledger.';

create table recurring_invoice_items (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  recurring_invoice_id bigint not null,
  position integer not null,
  description text not null,
  quantity bigint not null,
  unit text not null default '',
  rate bigint not null,
  amount bigint not null,
  primary key (account_id, id),
  foreign key (account_id, recurring_invoice_id) references recurring_invoices on delete cascade
);
comment on table recurring_invoice_items is 'Lines of recurring invoices.';
create index recurring_invoice_items_of on recurring_invoice_items (account_id, recurring_invoice_id, "position");

create table approval_problems (
  account_id bigint not null references accounts,
  deliverable_id bigint not null,
  kind text not null check (kind in ('not_made', 'not_sent', 'not_mailed')),
  reason text not null,
  invoice_id bigint,
  noticed_at timestamptz not null,
  primary key (account_id, deliverable_id),
  foreign key (account_id, deliverable_id) references deliverables on delete cascade,
  foreign key (account_id, invoice_id) references invoices on delete cascade,
  check ((kind = 'not_made') = (invoice_id is null))
);
comment on table approval_problems is 'The reason why the invoice of an approval was not made, sent or mailed: the last one of each deliverable.';
create index approval_problems_of_invoice on approval_problems (account_id, invoice_id) where (invoice_id is not null);

create table line_requests (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  invoice_id bigint not null,
  item_id bigint not null,
  line jsonb not null,
  note text not null,
  client_name text not null,
  requested_at timestamptz not null,
  answer text check (answer in ('changed', 'removed', 'explained')),
  answer_text text not null default '',
  answered_at timestamptz,
  closed_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, invoice_id) references invoices on delete cascade,
  check ((answer is null) = (answered_at is null))
);
comment on table line_requests is 'Changes that clients request on single lines. Closed once the client decides on the invoice again.';
create index line_requests_of_invoice on line_requests (account_id, invoice_id);
