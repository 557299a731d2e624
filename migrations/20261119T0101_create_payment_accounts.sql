-- Freelancers' own accounts at the payment provider, into which their clients pay. Separate from `payment_customers`, as whom
-- freelancers pay for Daybook. A disconnected account stays: what was paid into it can still be refunded or disputed.
create table payment_accounts (
  account_id bigint not null references accounts (id),
  provider_account_id text not null,
  charges_enabled boolean not null,
  details_submitted boolean not null,
  connected_at timestamptz not null,
  disconnected_at timestamptz,
  primary key (account_id, provider_account_id)
);
-- Global: an event names nothing but the provider's id.
create unique index payment_accounts_by_provider_id on payment_accounts (provider_account_id);
create unique index payment_accounts_connected on payment_accounts (account_id) where disconnected_at is null;

-- Sessions on the provider's payment page. `key` is the provider's idempotency key, and names the session in its payment.
-- `readings` counts how often the payment was read from the provider and stored.
create table invoice_checkouts (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  invoice_id bigint not null,
  provider_account_id text not null,
  key text not null,
  parameters text not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  state text not null check (state in ('open', 'closing', 'processing', 'paid', 'failed', 'closed')),
  session_id text,
  provider_payment_id text,
  readings bigint not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, invoice_id) references invoices (account_id, id) on delete cascade,
  foreign key (account_id, provider_account_id) references payment_accounts (account_id, provider_account_id)
);
create unique index invoice_checkouts_key on invoice_checkouts (account_id, key);
-- Two tabs get the same session.
create unique index invoice_checkouts_one_open on invoice_checkouts (account_id, invoice_id) where state = 'open';
create index invoice_checkouts_of_invoice on invoice_checkouts (account_id, invoice_id, id);
create index invoice_checkouts_of_payment on invoice_checkouts (account_id, provider_payment_id)
  where provider_payment_id is not null;
create index invoice_checkouts_of_provider_account on invoice_checkouts (account_id, provider_account_id);
create index invoice_checkouts_unfinished on invoice_checkouts (account_id) where state in ('open', 'closing', 'processing');
