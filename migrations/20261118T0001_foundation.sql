create table accounts (
  id bigint generated always as identity primary key,
  email text not null,
  email_verified boolean not null,
  name text,
  picture text,
  time_zone text not null,
  created_at timestamptz not null,
  business_name text not null default '',
  business_address text not null default '',
  version integer not null default 1,
  delete_at timestamptz,
  plan_ended_at timestamptz,
  removal_began_at timestamptz,
  currency text not null default 'USD',
  locale text not null default 'en-US',
  demo_of bigint,
  demo_expires_at timestamptz,
  checklist_dismissed_at timestamptz,
  constraint demos_expire check ((demo_of is null) or (demo_expires_at is not null))
);
comment on table accounts is 'The tenant, and the freelancer who owns it.';
create index accounts_demos on accounts (demo_expires_at) where (demo_expires_at is not null);
create index accounts_demos_of on accounts (demo_of) where (demo_of is not null);
create index accounts_to_delete on accounts (delete_at) where (delete_at is not null);

create table identities (
  issuer text not null,
  subject text not null,
  account_id bigint not null references accounts,
  primary key (issuer, subject)
);
comment on table identities is 'The account of an identity. Global: on a sharded database, a reference table.';

create table sessions (
  account_id bigint not null references accounts,
  token_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  id bigint generated always as identity,
  device text not null default 'Unknown device',
  last_used_at timestamptz not null,
  primary key (account_id, token_hash)
);
comment on table sessions is 'Signed-in browsers. The key is stored as a hash.';
create unique index sessions_by_id on sessions (account_id, id);

create table idempotency_keys (
  account_id bigint not null references accounts,
  key text not null,
  fingerprint text not null,
  response jsonb,
  created_at timestamptz not null,
  path text,
  primary key (account_id, key)
);
comment on table idempotency_keys is 'Requests that created something, with their first response, kept for a week.';

create table subscriptions (
  account_id bigint primary key references accounts,
  plan_id text not null,
  status text not null,
  trial_ends_at timestamptz,
  current_period_end timestamptz,
  version integer not null default 0,
  billing_starts_at timestamptz
);
comment on table subscriptions is 'The plan of an account, or its trial.';

create table activities (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  created_at timestamptz not null,
  client_id bigint,
  subject_type text,
  subject_id bigint,
  type text not null,
  actor text not null,
  data jsonb,
  removal_id bigint,
  primary key (account_id, id)
);
comment on table activities is 'Events in the order they happened. Rows are only added; removing a client empties `data`.';
create index activities_of_client on activities (account_id, client_id) where (client_id is not null);
create index activities_of_subject on activities (account_id, subject_type, subject_id);

create table payment_customers (
  account_id bigint primary key references accounts,
  customer_id text not null,
  unique (customer_id)
);
comment on table payment_customers is 'Accounts as customers of the payment provider. Global.';

create table payment_events (
  account_id bigint not null references accounts,
  id text not null,
  type text not null,
  handled_at timestamptz not null,
  primary key (account_id, id)
);
comment on table payment_events is 'Handled events of the payment provider, so that each counts once.';

create table subscription_notices (
  account_id bigint not null references accounts,
  kind text not null,
  about text not null,
  sent_at timestamptz not null,
  primary key (account_id, kind, about)
);
comment on table subscription_notices is 'Notices about plans that were sent, so that each is sent once.';

create table mails (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  message_id text not null,
  to_address text not null,
  reply_to text,
  from_name text,
  subject text not null,
  content bytea,
  status text not null,
  reason text,
  attempts integer not null default 0,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  client_id bigint,
  cc_addresses text[] not null default '{}'::text[],
  attachment jsonb,
  primary key (account_id, id)
);
comment on table mails is 'Emails to send, and their state. The content is encrypted, and erased once sent.';
create index mails_of_client on mails (account_id, client_id) where (client_id is not null);
create index mails_unsent on mails (status) where (status <> 'sent');

create table stored_files (
  sha256 text primary key,
  unused_since timestamptz
);
comment on table stored_files is 'Contents of files, by their hash. Global.';

create table checkouts (
  account_id bigint primary key references accounts,
  key text not null,
  parameters text not null,
  billing_starts_at timestamptz,
  started_at timestamptz not null
);
comment on table checkouts is 'Started purchases of plans.';

create table audit_events (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  action text not null,
  actor text not null,
  address text,
  device text,
  client_id bigint,
  created_at timestamptz not null,
  primary key (account_id, id)
);
comment on table audit_events is 'Sign-ins, shared access, exports, and changes of where money and emails go. Append-only.';

create table number_series (
  account_id bigint not null references accounts,
  kind text not null,
  last_number integer not null,
  first_number integer not null default 1,
  primary key (account_id, kind)
);
comment on table number_series is 'The last number of each kind of document.';

create table exchange_rates (
  account_id bigint not null references accounts,
  currency text not null,
  rate numeric(20,10) not null,
  used_at timestamptz not null,
  primary key (account_id, currency)
);
comment on table exchange_rates is 'The rate to the home currency that was used last, for each other currency.';

create table reference_rates (
  currency text primary key,
  per_euro numeric(20,10) not null,
  day date not null
);
comment on table reference_rates is 'The newest reference rate of each currency: how many units one euro is worth.';

create table logos (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  file_sha256 text not null,
  file_size bigint not null,
  file_type text not null,
  primary key (account_id, id)
);
comment on table logos is 'Every logo that the profile or an issued invoice shows.';

create table businesses (
  account_id bigint primary key references accounts,
  postal_code text not null default '',
  city text not null default '',
  country text not null default '',
  tax_id text not null default '',
  email text not null default '',
  phone text not null default '',
  website text not null default '',
  logo_id bigint,
  tax_name text not null default '',
  tax_rate bigint not null default 0,
  payment_terms_days integer,
  hourly_rate bigint,
  notes text not null default '',
  footer text not null default '',
  payment_details text not null default '',
  account_holder text not null default '',
  iban text not null default '',
  bic text not null default '',
  invoice_prefix text not null default 'INV-',
  hours_per_day bigint not null default 800,
  time_rounding_minutes integer not null default 0,
  time_rounding_mode text not null default 'nearest',
  week_starts_on text not null default 'monday',
  invoice_mail_subject text not null default '',
  invoice_mail_text text not null default '',
  foreign key (account_id, logo_id) references logos
);
comment on table businesses is 'The freelancer''s details on documents, and the defaults of new ones. Name, address, currency and locale are on the account.';

create table removals (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  kind text not null,
  data jsonb not null,
  rows jsonb not null,
  removed_at timestamptz not null,
  restored_at timestamptz,
  primary key (account_id, id)
);
comment on table removals is 'Deleted records, kept for a day.';
create index removals_by_age on removals (removed_at);

create table removed_files (
  account_id bigint not null references accounts,
  removal_id bigint not null,
  file_sha256 text not null,
  file_size bigint not null,
  primary key (account_id, removal_id, file_sha256),
  foreign key (account_id, removal_id) references removals on delete cascade
);
comment on table removed_files is 'The files that the rows of a removal name.';
create index removed_files_by_content on removed_files (file_sha256);

create unlogged table request_counts (
  key bytea primary key,
  count integer not null,
  ends_at timestamptz not null
);
comment on table request_counts is 'Requests by caller, for rate limits.';
create index request_counts_by_end on request_counts (ends_at);

create table file_leases (
  id bigint generated always as identity primary key,
  sha256 text not null,
  leased_at timestamptz not null
);
comment on table file_leases is 'Contents that a running upload needs, although no record names them yet. Global.';
create index file_leases_by_file on file_leases (sha256);
create index file_leases_by_time on file_leases (leased_at);

create table upload_slots (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  seen_at timestamptz not null,
  primary key (account_id, id)
);
comment on table upload_slots is 'Uploads in progress.';

create table upload_hours (
  account_id bigint not null references accounts,
  hour timestamptz not null,
  bytes bigint not null,
  primary key (account_id, hour)
);
comment on table upload_hours is 'Uploaded bytes, by the hour in which the upload began.';

create table used_trials (
  identity_hash bytea primary key
);
comment on table used_trials is 'Identities that had a trial in an account that was deleted since.';
