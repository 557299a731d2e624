-- The list of invoices can be narrowed to a status.
create index invoices_by_status on invoices (account_id, status, number);
