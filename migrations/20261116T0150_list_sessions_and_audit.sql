-- A session has a public number, since its token and hash stay secret, and says on which device it is. It ends 90 days
-- after it began, however often it is renewed.
alter table sessions add column id bigint generated always as identity;
alter table sessions add column device text not null default 'Unknown device';
alter table sessions add column last_used_at timestamptz;
update sessions set last_used_at = created_at, expires_at = least(expires_at, created_at + interval '90 days');
alter table sessions alter column last_used_at set not null;
create unique index sessions_by_id on sessions (account_id, id);

-- Only ever added to. It names no client, only a number: removing a client leaves no name behind here.
create table audit_events (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  action text not null,
  actor text not null,
  address text,
  device text,
  client_id bigint,
  created_at timestamptz not null,
  primary key (account_id, id)
);
