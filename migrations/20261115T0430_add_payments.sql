-- Counts the readings of the provider that were kept, so that an older reading never replaces a newer one.
alter table subscriptions add column version integer not null default 0;

-- Which account a customer of the payment provider is. Small and global: on a sharded database, a reference table.
create table payment_customers (
  account_id bigint primary key references accounts (id),
  customer_id text not null unique
);

create table payment_events (
  account_id bigint not null references accounts (id),
  id text not null,
  type text not null,
  handled_at timestamptz not null,
  primary key (account_id, id)
);

-- What an account was told by mail, so that it is told once.
create table subscription_notices (
  account_id bigint not null references accounts (id),
  kind text not null,
  about text not null,
  sent_at timestamptz not null,
  primary key (account_id, kind, about)
);
