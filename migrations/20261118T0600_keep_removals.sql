-- What was deleted, for a day, so that it can be put back. `rows` has the deleted rows by table. Where a record was changed
-- instead, as an archived client, it is empty and `data` says what to change back.
create table removals (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  kind text not null,
  data jsonb not null,
  rows jsonb not null,
  removed_at timestamptz not null,
  restored_at timestamptz,
  primary key (account_id, id)
);
create index removals_by_age on removals (removed_at);

-- The files that removed rows name, which are kept as long.
create table removed_files (
  account_id bigint not null references accounts (id),
  removal_id bigint not null,
  file_sha256 text not null,
  file_size bigint not null,
  primary key (account_id, removal_id, file_sha256),
  foreign key (account_id, removal_id) references removals (account_id, id) on delete cascade
);
create index removed_files_by_content on removed_files (file_sha256);

-- Items are deleted with their invoice, as versions are with their deliverable.
alter table invoice_items drop constraint invoice_items_account_id_invoice_id_fkey;
alter table invoice_items add foreign key (account_id, invoice_id) references invoices (account_id, id) on delete cascade;
