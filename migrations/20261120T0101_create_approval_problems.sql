-- What kept the invoice of an approval from being made, sent or mailed. The approval counts in any case.
create table approval_problems (
  account_id bigint not null references accounts (id),
  deliverable_id bigint not null,
  kind text not null check (kind in ('not_made', 'not_sent', 'not_mailed')),
  reason text not null,
  invoice_id bigint,
  noticed_at timestamptz not null,
  primary key (account_id, deliverable_id),
  foreign key (account_id, deliverable_id) references deliverables (account_id, id) on delete cascade,
  foreign key (account_id, invoice_id) references invoices (account_id, id) on delete cascade,
  check ((kind = 'not_made') = (invoice_id is null))
);
create index approval_problems_of_invoice on approval_problems (account_id, invoice_id) where invoice_id is not null;
