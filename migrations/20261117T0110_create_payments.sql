-- What clients paid, one row for each payment, in minor units of the invoice's currency. `net` is the part before tax;
-- `home_amount` and `home_net` are the same in the account's currency. The parts of an invoice's payments add up exactly.
create table payments (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  invoice_id bigint not null,
  amount bigint not null check (amount > 0),
  paid_on date not null,
  method text not null,
  reference text not null,
  net bigint not null,
  home_amount bigint not null,
  home_net bigint not null,
  created_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, invoice_id) references invoices (account_id, id)
);
create index payments_of_invoice on payments (account_id, invoice_id, id);
create index payments_by_day on payments (account_id, paid_on) include (invoice_id, home_net);

alter table invoices add column amount_paid bigint not null default 0;
alter table invoices add column home_paid bigint not null default 0;

insert into payments (account_id, invoice_id, amount, paid_on, method, reference, net, home_amount, home_net, created_at)
select account_id, id, total, coalesce(paid_on, issue_date), 'other', '', subtotal, total, subtotal, created_at
from invoices where status = 'paid' and total > 0
order by account_id, id;

update invoices set amount_paid = total, home_paid = total where status = 'paid';

-- Never more than the total, and paid exactly when nothing is left to pay.
alter table invoices add constraint invoices_not_overpaid check (amount_paid <= total);
alter table invoices add constraint invoices_paid_in_full check (status <> 'paid' or amount_paid = total);

drop index invoices_by_payment;
drop index invoices_pending;
create index invoices_pending on invoices (account_id, status) include (home_total, home_paid)
  where status in ('sent', 'overdue');
