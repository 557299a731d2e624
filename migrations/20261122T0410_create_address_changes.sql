-- New email addresses that clients and contacts entered in the portal. Each takes effect once it is confirmed by the link
-- that was mailed to it. Kept for a week, also to count how often an address is changed.
create table address_changes (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  client_id bigint not null,
  -- Null if it is the client's own address.
  contact_id bigint,
  email text not null,
  old_email text not null,
  token_hash bytea not null,
  requested_at timestamptz not null,
  confirmed_at timestamptz,
  primary key (account_id, id),
  unique (account_id, token_hash),
  foreign key (account_id, client_id) references clients (account_id, id) on delete cascade,
  foreign key (account_id, client_id, contact_id) references contacts (account_id, client_id, id)
);
create index address_changes_of_client on address_changes (account_id, client_id, contact_id, id);
