-- In hundredths of a percent. What the client pays is the amount with the markup, rounded half away from zero.
alter table expenses add column markup_percent integer not null default 0
  check (markup_percent between 0 and 100000);
alter table expenses add column billable_amount bigint not null
  generated always as (amount + round(amount * markup_percent::numeric / 10000)) stored;
-- Whether the client sees the receipts with the invoice that bills the expense.
alter table expenses add column share_receipts boolean not null default true;
