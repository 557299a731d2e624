-- People who act for a client, each with links of their own. A removed contact keeps its row for the links and
-- decisions that name it, without name and details.
create table contacts (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  client_id bigint not null,
  name text not null,
  email text not null,
  phone text not null,
  role text not null,
  -- In which the portal writes dates and amounts; null for the account's.
  locale text,
  gets_invoices boolean not null,
  gets_news boolean not null,
  created_at timestamptz not null,
  removed_at timestamptz,
  version integer not null default 1,
  primary key (account_id, id),
  unique (account_id, client_id, id),
  foreign key (account_id, client_id) references clients (account_id, id) on delete cascade
);

alter table clients add column locale text;

alter table portal_access
  add column contact_id bigint,
  add foreign key (account_id, client_id, contact_id) references contacts (account_id, client_id, id);
