-- A demo is an account that expires: its own data, nobody's sign-in. `demo_of` is the account that opened it, null for a visitor.
-- Not a foreign key, because the two accounts may be on different nodes.
alter table accounts add column demo_of bigint;
alter table accounts add column demo_expires_at timestamptz;
alter table accounts add constraint demos_expire check (demo_of is null or demo_expires_at is not null);
create index accounts_demos on accounts (demo_expires_at) where demo_expires_at is not null;
create index accounts_demos_of on accounts (demo_of) where demo_of is not null;
