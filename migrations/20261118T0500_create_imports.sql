create table imports (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  file_name text not null,
  -- Null once the file was deleted.
  file_sha256 text,
  file_size bigint,
  source jsonb not null,
  format text not null,
  columns jsonb not null,
  settings jsonb not null,
  status text not null,
  row_count integer not null,
  rows_done integer not null default 0 check (rows_done <= row_count),
  created jsonb not null,
  removed jsonb not null,
  duplicates integer not null default 0,
  faults integer not null default 0,
  error text,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (account_id, id)
);
create index imports_with_file on imports (created_at) where file_sha256 is not null;

create table import_faults (
  account_id bigint not null references accounts (id),
  import_id bigint not null,
  row_number integer not null,
  message text not null,
  cells jsonb not null,
  primary key (account_id, import_id, row_number),
  foreign key (account_id, import_id) references imports (account_id, id) on delete cascade
);

alter table clients add column import_id bigint,
  add foreign key (account_id, import_id) references imports (account_id, id);
alter table projects add column import_id bigint,
  add foreign key (account_id, import_id) references imports (account_id, id);
alter table time_entries add column import_id bigint,
  add foreign key (account_id, import_id) references imports (account_id, id);
alter table expenses add column import_id bigint,
  add foreign key (account_id, import_id) references imports (account_id, id);

create index clients_of_import on clients (account_id, import_id, id) where import_id is not null;
create index projects_of_import on projects (account_id, import_id, id) where import_id is not null;
create index time_entries_of_import on time_entries (account_id, import_id, id) where import_id is not null;
create index expenses_of_import on expenses (account_id, import_id, id) where import_id is not null;
