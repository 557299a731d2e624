-- Removed payments can no longer be put back: they are reversed instead.
delete from removals where kind = 'payment';

alter table payments
  add column written_off bigint not null default 0,
  add column home_written_off bigint not null default 0,
  add column fee bigint not null default 0,
  add column received bigint,
  add column exchange_difference bigint not null default 0,
  add column reason text not null default '',
  add column reverses_id bigint,
  add column credit_invoice_id bigint,
  add foreign key (account_id, reverses_id) references payments,
  add foreign key (account_id, credit_invoice_id) references invoices,
  drop constraint payments_by_hand,
  drop constraint payments_signed,
  add constraint payments_by_hand check ((provider_id is not null) or ((kind <> 'dispute') and (provider_payment_id is null))),
  add constraint payments_signed check (
case kind
    when 'payment' then ((amount >= 0) and (surplus >= 0) and ((amount + surplus) > 0) and (written_off = 0))
    when 'credit' then (((amount + surplus) <> 0) and (written_off = 0))
    when 'write_off' then ((amount = 0) and (surplus = 0) and (written_off > 0))
    when 'reversal' then (((amount + surplus) <> 0) or (written_off < 0))
    when 'refund' then ((amount <= 0) and (surplus <= 0) and ((amount + surplus) < 0) and (written_off = 0))
    when 'dispute' then ((amount <= 0) and (surplus <= 0) and ((amount + surplus) < 0) and (written_off = 0))
    else false
end),
  add constraint payments_credit_of_invoice check ((kind <> 'credit') or ((credit_invoice_id is not null) and (credit_invoice_id <> invoice_id))),
  add constraint payments_fee_signed check ((fee >= 0) or (kind = 'reversal') or (provider_id is not null)),
  add constraint payments_reversal check ((reverses_id is null) or (kind = 'reversal')),
  add constraint payments_write_off_reason check ((kind = 'write_off') = (reason <> ''));
drop index payments_by_day;
create index payments_by_day on payments (account_id, paid_on) include (invoice_id, home_amount, home_net, fee, exchange_difference);
create unique index payments_reversed_once on payments (account_id, reverses_id) where (reverses_id is not null);
create index payments_credit_of_invoice on payments (account_id, credit_invoice_id) where (credit_invoice_id is not null);

-- Nothing is left to pay on an invoice that asks for nothing.
update invoices set status = 'paid', paid_on = issue_date, version = version + 1
where status in ('sent', 'overdue') and total = amount_paid;

alter table invoices
  drop constraint invoices_not_overpaid,
  drop constraint invoices_paid_in_full,
  add column written_off bigint not null default 0 check (written_off >= 0),
  add column home_written_off bigint not null default 0;
alter table invoices
  add column balance bigint generated always as (total - amount_paid - written_off) stored not null,
  add column home_balance bigint generated always as (home_total - home_paid - home_written_off) stored;
alter table invoices
  add constraint invoices_not_overpaid check (balance >= 0),
  add constraint invoices_paid_in_full check ((status <> 'paid') or (balance = 0)),
  add constraint invoices_unpaid_in_part check ((status not in ('sent', 'overdue')) or (balance > 0));
drop index invoices_open;
create index invoices_open on invoices (account_id, status) include (currency, total, balance, home_total, home_balance, issue_date, due_date, approval_status) where (status = any (array['draft', 'sent', 'overdue']));
create index invoices_with_credit on invoices (account_id, client_id, currency) include (overpaid) where (overpaid > 0);
