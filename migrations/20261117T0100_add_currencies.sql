-- Amounts are whole minor units of the currency beside them: cents, yen, fils. The account's currency is the home
-- currency, in which dashboard and reports count; `home_` columns hold an amount in it.
alter table accounts add column currency text not null default 'USD';
alter table accounts add column locale text not null default 'en-US';

alter table clients add column currency text not null default 'USD';
alter table clients alter column currency drop default;

alter table projects add column currency text not null default 'USD';
alter table projects alter column currency drop default;

alter table invoices add column currency text not null default 'USD';
alter table invoices alter column currency drop default;
-- How many units of the home currency one unit is worth; null in the home currency, and while it is not known.
alter table invoices add column exchange_rate numeric(20, 10);
alter table invoices add column home_total bigint;
update invoices set home_total = total;

alter table expenses add column currency text not null default 'USD';
alter table expenses alter column currency drop default;
alter table expenses add column exchange_rate numeric(20, 10);
alter table expenses add column home_amount bigint;
update expenses set home_amount = amount;
alter table expenses alter column home_amount set not null;

-- The rate that an account used last for each other currency: what the next document proposes.
create table exchange_rates (
  account_id bigint not null references accounts (id),
  currency text not null,
  rate numeric(20, 10) not null,
  used_at timestamptz not null,
  primary key (account_id, currency)
);

update activities set data = jsonb_set(data, '{expense,currency}', '"USD"')
where type like 'expense.%' and data ? 'expense';
