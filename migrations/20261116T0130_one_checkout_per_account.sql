-- The one checkout that an account may have open. Whoever wants the same gets the same session from the provider, by its
-- key; whoever wants another plan takes the row over and closes the earlier session.
create table checkouts (
  account_id bigint primary key references accounts (id),
  key text not null,
  wanted text not null,
  billing_starts_at timestamptz,
  started_at timestamptz not null
);

-- Bought during a trial: when the first payment is due. Null once it has begun, or where it began at once.
alter table subscriptions add column billing_starts_at timestamptz;
