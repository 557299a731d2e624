-- The last number that an account gave to a document of each kind. A kind that has no row yet begins at 1.
create table number_series (
  account_id bigint not null references accounts (id),
  kind text not null,
  last_number integer not null,
  primary key (account_id, kind)
);

insert into number_series (account_id, kind, last_number)
select id, 'invoice', last_invoice_number from accounts where last_invoice_number > 0;

alter table accounts drop column last_invoice_number;
