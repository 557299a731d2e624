-- What a client sees and decides on. A portal link is found by the hash of its token; the token itself is kept
-- only sealed with a key that is not in the database, so that the link can be shown again to its owner.
create table portal_access (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  client_id bigint not null,
  token_hash bytea not null,
  sealed_token bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  last_seen_at timestamptz,
  mailed_at timestamptz,
  primary key (account_id, id),
  unique (account_id, token_hash),
  foreign key (account_id, client_id) references clients (account_id, id) on delete cascade
);
create index portal_access_of_client on portal_access (account_id, client_id, id);

create table milestones (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  project_id bigint not null,
  title text not null,
  description text not null,
  due_date date,
  status text not null,
  position integer not null,
  created_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, project_id) references projects (account_id, id) on delete cascade
);
create index milestones_of_project on milestones (account_id, project_id, position, id);

-- The freelancer's working copy. What she submits is copied into a version, which never changes again.
create table deliverables (
  account_id bigint not null references accounts (id),
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
  primary key (account_id, id),
  foreign key (account_id, project_id) references projects (account_id, id) on delete cascade
);
create index deliverables_of_project on deliverables (account_id, project_id, position, id);

-- `client_id` is whom it was submitted to: when a project changes hands, the next client does not see it. It points
-- nowhere, here and below, so that what was said and decided outlives a client who is removed.
create table deliverable_versions (
  account_id bigint not null references accounts (id),
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
  foreign key (account_id, deliverable_id) references deliverables (account_id, id) on delete cascade
);

-- `client_id` is whose project it was when it was written: another client does not see it.
create table comments (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  project_id bigint not null,
  client_id bigint,
  author_type text not null,
  author_name text not null,
  content text not null,
  is_internal boolean not null,
  created_at timestamptz not null,
  edited_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, project_id) references projects (account_id, id) on delete cascade
);
create index comments_of_project on comments (account_id, project_id, id);

-- Only ever added to. `subject` says what was decided on, as it was then.
create table decisions (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  deliverable_id bigint,
  version integer,
  invoice_id bigint,
  client_id bigint not null,
  client_name text not null,
  portal_access_id bigint not null,
  decision text not null,
  feedback text not null,
  subject jsonb not null,
  decided_at timestamptz not null,
  primary key (account_id, id),
  check ((deliverable_id is null) <> (invoice_id is null) and (deliverable_id is null) = (version is null)),
  foreign key (account_id, deliverable_id, version)
    references deliverable_versions (account_id, deliverable_id, version) on delete cascade,
  foreign key (account_id, invoice_id) references invoices (account_id, id)
);
create unique index decisions_on_version on decisions (account_id, deliverable_id, version)
  where deliverable_id is not null;
create index decisions_on_invoice on decisions (account_id, invoice_id, id) where invoice_id is not null;

alter table invoices add column approval_status text;
alter table invoices add column client_notes text not null default '';
alter table invoices add column approved_at timestamptz;
alter table invoices add column rejected_at timestamptz;
alter table invoices add column sent_at timestamptz;
