-- Marks the records of "Explore with sample data", so that removing it finds exactly them. The indexes hold nothing
-- for an account without it.
alter table clients add column sample boolean not null default false;
alter table projects add column sample boolean not null default false;
alter table time_entries add column sample boolean not null default false;
alter table invoices add column sample boolean not null default false;
alter table expenses add column sample boolean not null default false;
alter table activities add column sample boolean not null default false;

create index clients_sample on clients (account_id, id) where sample;
create index projects_sample on projects (account_id, id) where sample;
create index time_entries_sample on time_entries (account_id, id) where sample;
create index invoices_sample on invoices (account_id, id) where sample;
create index expenses_sample on expenses (account_id, id) where sample;
create index activities_sample on activities (account_id, id) where sample;
