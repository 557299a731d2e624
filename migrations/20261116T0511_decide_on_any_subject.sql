-- A decision names what it is about by `subject_type` and `subject_id`. Foreign keys need a column for each type, so the
-- database fills one in: a new type of subject gets such a column too, and joins the check.
alter table decisions add column subject_type text;
alter table decisions add column subject_id bigint;
update decisions set
  subject_type = case when invoice_id is null then 'deliverable' else 'invoice' end,
  subject_id = coalesce(invoice_id, deliverable_id);
alter table decisions alter column subject_type set not null;
alter table decisions alter column subject_id set not null;

alter table decisions drop column invoice_id;
alter table decisions drop column deliverable_id;
alter table decisions add column invoice_id bigint
  generated always as (case when subject_type = 'invoice' then subject_id end) stored;
alter table decisions add column deliverable_id bigint
  generated always as (case when subject_type = 'deliverable' then subject_id end) stored;

alter table decisions add constraint decisions_subject_type check (num_nonnulls(invoice_id, deliverable_id) = 1);
alter table decisions add constraint decisions_version check (subject_type <> 'deliverable' or version is not null);
alter table decisions add foreign key (account_id, invoice_id) references invoices (account_id, id);
alter table decisions add foreign key (account_id, deliverable_id, version)
  references deliverable_versions (account_id, deliverable_id, version) on delete cascade;

-- At most one for each version. What has no versions, like an invoice, is decided on again after it was changed.
create unique index decisions_on_version on decisions (account_id, subject_type, subject_id, version);
create index decisions_on_invoice on decisions (account_id, invoice_id) where invoice_id is not null;
create index decisions_on_deliverable on decisions (account_id, deliverable_id, version)
  where deliverable_id is not null;
