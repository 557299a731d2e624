-- What stands at the head of an invoice and of the client portal.
alter table accounts add column business_name text not null default '';
alter table accounts add column business_address text not null default '';
