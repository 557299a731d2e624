-- Time that was measured knows from when to when. Its hours may be rounded.
alter table time_entries add column started_at timestamptz;
alter table time_entries add column ended_at timestamptz;
alter table time_entries add check (
  (started_at is null) = (ended_at is null) and (started_at is null or started_at <= ended_at)
);

-- The row stays when the timer is stopped, so that there is one to lock, and versions go on.
create table timers (
  account_id bigint primary key references accounts (id),
  -- Counts the starts.
  id bigint not null default 0,
  -- Null if the project was deleted while the timer ran.
  project_id bigint,
  description text not null default '',
  is_billable boolean not null default true,
  -- Null while no timer runs.
  started_at timestamptz,
  -- When the last one was stopped.
  stopped_at timestamptz,
  -- When a mail said that it still runs.
  reminded_at timestamptz,
  version integer not null default 1,
  foreign key (account_id, project_id) references projects (account_id, id) on delete set null (project_id)
);
create index timers_of_project on timers (account_id, project_id);
create index timers_to_remind_of on timers (started_at) where reminded_at is null;
