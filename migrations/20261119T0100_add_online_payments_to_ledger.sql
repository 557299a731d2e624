-- Payments, refunds and disputes of the payment provider stand in the ledger beside what is entered by hand. `provider_id` is the
-- provider's id of the entry itself, `provider_payment_id` that of the payment it belongs to. Refunds and disputes are negative.
-- `surplus` is the part of an entry beyond what the invoice asks for; `amount` is what counts on the invoice.
alter table payments add column kind text not null default 'payment';
alter table payments add column surplus bigint not null default 0;
alter table payments add column provider_payment_id text;
alter table payments add column provider_id text;

alter table payments drop constraint payments_amount_check;
alter table payments add constraint payments_signed check (
  case kind
    when 'payment' then amount >= 0 and surplus >= 0 and amount + surplus > 0
    else amount <= 0 and surplus <= 0 and amount + surplus < 0
  end
);
alter table payments add constraint payments_by_hand check (
  provider_id is not null or (kind = 'payment' and surplus = 0 and provider_payment_id is null)
);
create unique index payments_once_per_provider_id on payments (account_id, provider_id) where provider_id is not null;

alter table invoices add column overpaid bigint not null default 0;
alter table invoices add constraint invoices_overpaid_signed check (overpaid >= 0);
