-- The invoice that a client decided on, until a job has rendered and stored it as the file of the decision.
alter table decisions add column document jsonb;
create index decisions_to_render on decisions (account_id, id) where document is not null;
