create table imports (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  file_name text not null,
  file_sha256 text,
  file_size bigint,
  source jsonb not null,
  format text not null,
  columns jsonb not null,
  settings jsonb not null,
  status text not null,
  row_count integer not null,
  rows_done integer not null default 0,
  created jsonb not null,
  removed jsonb not null,
  duplicates integer not null default 0,
  faults integer not null default 0,
  error text,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (account_id, id),
  check (rows_done <= row_count)
);
comment on table imports is 'Imported files, with their settings and progress.';
create index imports_with_file on imports (created_at) where (file_sha256 is not null);

alter table clients add foreign key (account_id, import_id) references imports;

alter table projects add foreign key (account_id, import_id) references imports;

alter table time_entries add foreign key (account_id, import_id) references imports;

alter table expenses add foreign key (account_id, import_id) references imports;

create table import_faults (
  account_id bigint not null references accounts,
  import_id bigint not null,
  row_number integer not null,
  message text not null,
  cells jsonb not null,
  primary key (account_id, import_id, row_number),
  foreign key (account_id, import_id) references imports on delete cascade
);
comment on table import_faults is 'Rows of a file that could not be imported.';

create table tours (
  account_id bigint primary key references accounts,
  step text not null,
  finished_at timestamptz
);
comment on table tours is 'The freelancer''s step of the tour. No row until it is started.';
