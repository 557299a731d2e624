-- A discount stands before tax. `discount_amount` is what it comes to, also where it was entered in percent.
alter table invoices add column discount_percent bigint check (discount_percent between 1 and 10000);
alter table invoices add column discount_amount bigint not null default 0;
alter table invoices add constraint invoices_discount_within_subtotal
  check (discount_amount between 0 and subtotal);

alter table invoices add column tax_category text not null default 'standard';
alter table invoices add constraint invoices_only_standard_taxed
  check (tax_category = 'standard' or tax_rate = 0);

alter table invoices add column service_from date;
alter table invoices add column service_to date;
alter table invoices add constraint invoices_service_in_order check (service_from <= service_to);

alter table invoice_items add column unit text not null default '';
alter table invoice_items add column position integer not null default 0;
update invoice_items item set position = numbered.position
from (
  select account_id, id, row_number() over (partition by account_id, invoice_id order by id) as position
  from invoice_items
) numbered
where item.account_id = numbered.account_id and item.id = numbered.id;
