-- Which client a row speaks of, so that removing the client finds it. It points nowhere: the row stays, without a name.
alter table activities add column client_id bigint;
create index activities_of_client on activities (account_id, client_id) where client_id is not null;
alter table mails add column client_id bigint;
create index mails_of_client on mails (account_id, client_id) where client_id is not null;

-- Which call a key was used for, since its answer alone does not tell what it is about.
alter table idempotency_keys add column path text;
