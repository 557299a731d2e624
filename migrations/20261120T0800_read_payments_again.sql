-- When a payment that was received is read from the provider again, in case the event about a refund or dispute never arrives. Null once
-- it is too old for either.
alter table invoice_checkouts add column read_again_at timestamptz;
update invoice_checkouts set read_again_at = now() where state = 'paid' and created_at > now() - interval '180 days';
create index invoice_checkouts_to_read_again on invoice_checkouts (read_again_at) where read_again_at is not null;

-- The timer proposes the project on which the freelancer logged time last, however much was imported since.
create index time_entries_logged on time_entries (account_id, id) where import_id is null;
