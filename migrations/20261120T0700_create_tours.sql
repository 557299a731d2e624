-- How far the freelancer is with the tour of the sample data. No row until it is started.
create table tours (
  account_id bigint primary key references accounts (id),
  step text not null,
  -- From then on it is not offered again.
  finished_at timestamptz
);
