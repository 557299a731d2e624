create table clients (
  account_id bigint not null references accounts,
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
  version integer not null default 1,
  currency text not null,
  postal_code text not null default '',
  city text not null default '',
  country text not null default '',
  tax_id text not null default '',
  cc_emails text[] not null default '{}'::text[],
  hourly_rate bigint,
  payment_terms_days integer,
  approval_required boolean not null default true,
  erased_at timestamptz,
  import_id bigint,
  reminders_enabled boolean not null default true,
  mails_enabled boolean not null default true,
  locale text,
  primary key (account_id, id),
  constraint clients_erased_are_archived check ((erased_at is null) or (archived_at is not null))
);
comment on table clients is 'The clients of a freelancer. Archived ones stay for their history.';
create index clients_archived_by_name on clients (account_id, name_key, id) where (archived_at is not null);
create index clients_by_name on clients (account_id, name_key, id) where (archived_at is null);
create index clients_of_import on clients (account_id, import_id, id) where (import_id is not null);

create table projects (
  account_id bigint not null references accounts,
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
  version integer not null default 1,
  currency text not null,
  billing text not null default 'hourly',
  daily_rate bigint,
  fixed_fee bigint,
  budget_hours bigint,
  budget_amount bigint,
  import_id bigint,
  invoice_on_approval text not null default 'off' check (invoice_on_approval in ('off', 'draft', 'sent')),
  primary key (account_id, id),
  foreign key (account_id, client_id) references clients
);
comment on table projects is 'Work for a client, with its price and budget.';
create index projects_by_name on projects (account_id, name_key, id);
create index projects_of_client on projects (account_id, client_id);
create index projects_of_import on projects (account_id, import_id, id) where (import_id is not null);

create table decisions (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  version integer,
  client_id bigint not null,
  client_name text not null,
  portal_access_id bigint not null,
  decision text not null,
  feedback text not null,
  content jsonb not null,
  decided_at timestamptz not null,
  subject_type text not null,
  subject_id bigint not null,
  invoice_id bigint generated always as (
case
    when (subject_type = 'invoice') then subject_id
    else null::bigint
end) stored,
  deliverable_id bigint generated always as (
case
    when (subject_type = 'deliverable') then subject_id
    else null::bigint
end) stored,
  code text not null,
  business_name text not null,
  on_behalf_of text,
  address text,
  link_created_at timestamptz,
  file_sha256 text,
  file_name text,
  file_size bigint,
  file_type text,
  document jsonb,
  primary key (account_id, id),
  constraint decisions_subject_type check (num_nonnulls(invoice_id, deliverable_id) = 1),
  constraint decisions_version check ((subject_type <> 'deliverable') or (version is not null))
);
comment on table decisions is 'Clients'' decisions. Append-only.';
create unique index decisions_code on decisions (account_id, code);
create index decisions_on_deliverable on decisions (account_id, deliverable_id, version) where (deliverable_id is not null);
create index decisions_on_invoice on decisions (account_id, invoice_id) where (invoice_id is not null);
create unique index decisions_on_version on decisions (account_id, subject_type, subject_id, version);
create index decisions_stored on decisions (account_id, file_sha256) include (file_size) where (file_sha256 is not null);
create index decisions_to_render on decisions (account_id, id) where (document is not null);

create table mail_sends (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  address_hash bytea not null,
  audience text not null,
  sent_at timestamptz not null,
  primary key (account_id, id)
);
comment on table mail_sends is 'Emails of the last 24 hours, and those that wait: their `sent_at` is in the future.';
create index mail_sends_recent on mail_sends (account_id, sent_at);

create table mail_unsubscriptions (
  account_id bigint not null references accounts,
  address_hash bytea not null,
  unsubscribed_at timestamptz not null,
  primary key (account_id, address_hash)
);
comment on table mail_unsubscriptions is 'Addresses that want no more emails about news. By address, so that the wish outlives the client''s record.';

create table contacts (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  client_id bigint not null,
  name text not null,
  email text not null,
  phone text not null,
  role text not null,
  locale text,
  gets_invoices boolean not null,
  gets_news boolean not null,
  created_at timestamptz not null,
  removed_at timestamptz,
  version integer not null default 1,
  unique (account_id, client_id, id),
  primary key (account_id, id),
  foreign key (account_id, client_id) references clients on delete cascade
);
comment on table contacts is 'People who act for a client, each with portal links of their own.';

create table portal_access (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  client_id bigint not null,
  token_hash bytea not null,
  sealed_token bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  last_seen_at timestamptz,
  mailed_at timestamptz,
  contact_id bigint,
  unique (account_id, token_hash),
  primary key (account_id, id),
  foreign key (account_id, client_id, contact_id) references contacts(account_id, client_id, id),
  foreign key (account_id, client_id) references clients on delete cascade
);
comment on table portal_access is 'Links to the portal. The token is stored as a hash, and encrypted for copying it again.';
create index portal_access_of_client on portal_access (account_id, client_id, id);

create table unread (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  access_id bigint,
  client_id bigint not null,
  project_id bigint,
  deliverable_id bigint,
  comment_id bigint,
  invoice_id bigint,
  created_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, access_id) references portal_access on delete cascade,
  foreign key (account_id, client_id) references clients on delete cascade,
  foreign key (account_id, project_id) references projects on delete cascade
);
comment on table unread is 'Events that the freelancer, or the holder of a portal link, has not seen.';
create index unread_by_freelancer on unread (account_id, id) where (access_id is null);
create index unread_by_link on unread (account_id, access_id, id) where (access_id is not null);
create index unread_of_client on unread (account_id, client_id);
create index unread_of_comment on unread (account_id, comment_id) where (comment_id is not null);
create index unread_of_deliverable on unread (account_id, deliverable_id) where (deliverable_id is not null);
create index unread_of_invoice on unread (account_id, invoice_id) where (invoice_id is not null);
create index unread_of_project on unread (account_id, project_id) where (project_id is not null);

create table waiting_notices (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  client_id bigint,
  notice jsonb not null,
  created_at timestamptz not null,
  primary key (account_id, id)
);
comment on table waiting_notices is 'Notices to the freelancer that are mailed together.';
create index waiting_notices_of_client on waiting_notices (account_id, client_id);

create table address_changes (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  client_id bigint not null,
  contact_id bigint,
  email text not null,
  old_email text not null,
  token_hash bytea not null,
  requested_at timestamptz not null,
  confirmed_at timestamptz,
  unique (account_id, token_hash),
  primary key (account_id, id),
  foreign key (account_id, client_id, contact_id) references contacts(account_id, client_id, id),
  foreign key (account_id, client_id) references clients on delete cascade
);
comment on table address_changes is 'New email addresses from the portal, which take effect once they are confirmed.';
create index address_changes_of_client on address_changes (account_id, client_id, contact_id, id);
