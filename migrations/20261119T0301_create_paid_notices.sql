-- What clients say they have paid, for the freelancer to check. Not a payment.
create table paid_notices (
  account_id bigint not null references accounts (id),
  invoice_id bigint not null,
  paid_on date not null,
  note text not null,
  created_at timestamptz not null,
  primary key (account_id, invoice_id),
  foreign key (account_id, invoice_id) references invoices (account_id, id) on delete cascade
);
