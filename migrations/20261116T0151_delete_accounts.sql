-- When an account is to be removed, and how far that has come. `plan_ended_at` says that the payment provider knows.
alter table accounts add column delete_at timestamptz;
alter table accounts add column plan_ended_at timestamptz;
alter table accounts add column removal_began_at timestamptz;
create index accounts_to_delete on accounts (delete_at) where delete_at is not null;
