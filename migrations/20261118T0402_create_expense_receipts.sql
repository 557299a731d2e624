create table expense_receipts (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  expense_id bigint not null,
  file_sha256 text not null,
  file_name text not null,
  file_size bigint not null,
  file_type text not null,
  -- A small JPEG image of a photo, for lists.
  thumbnail bytea check (length(thumbnail) <= 65536),
  created_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, expense_id) references expenses (account_id, id) on delete cascade
);
create index receipts_of_expense on expense_receipts (account_id, expense_id, id);
create index expense_receipts_stored on expense_receipts (account_id, file_sha256) include (file_size);
