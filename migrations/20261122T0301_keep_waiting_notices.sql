-- Notices to the freelancer that wait to be mailed together. Erasing a client deletes those that name it.
create table waiting_notices (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  client_id bigint,
  notice jsonb not null,
  created_at timestamptz not null,
  primary key (account_id, id)
);
create index waiting_notices_of_client on waiting_notices (account_id, client_id);
