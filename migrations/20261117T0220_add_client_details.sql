-- What documents and defaults need of a client. The hourly rate is in minor units of the client's currency.
alter table clients add column postal_code text not null default '';
alter table clients add column city text not null default '';
alter table clients add column country text not null default '';
alter table clients add column tax_id text not null default '';
alter table clients add column cc_emails text[] not null default '{}';
alter table clients add column hourly_rate bigint;
alter table clients add column payment_terms_days integer;
alter table clients add column approval_required boolean not null default true;

-- An erased client is archived for good: its name and details are gone, its issued invoices stay.
alter table clients add column erased_at timestamptz;
alter table clients add constraint clients_erased_are_archived check (erased_at is null or archived_at is not null);

-- What happened with one invoice or project, for the activity of its client.
create index activities_of_subject on activities (account_id, subject_type, subject_id);
