-- Uploads in progress, of which an account has few at a time. Its server says every few seconds that it still runs.
create table upload_slots (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  seen_at timestamptz not null,
  primary key (account_id, id)
);

-- How much was uploaded, by the hour in which it began, refused uploads included.
create table upload_hours (
  account_id bigint not null references accounts (id),
  hour timestamptz not null,
  bytes bigint not null,
  primary key (account_id, hour)
);
