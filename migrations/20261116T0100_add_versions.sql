alter table accounts add column version integer not null default 1;
alter table clients add column version integer not null default 1;
alter table projects add column version integer not null default 1;
alter table time_entries add column version integer not null default 1;
alter table expenses add column version integer not null default 1;
alter table invoices add column version integer not null default 1;

-- Answers that are repeated for an idempotency key now name a version.
update idempotency_keys set response = response || '{"version": 1, "invoice_version": 1}'
where jsonb_typeof(response) = 'object';
