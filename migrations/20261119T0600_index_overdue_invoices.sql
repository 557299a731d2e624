-- The dashboard adds up what is pending and counts what is overdue without reading the invoices themselves.
drop index invoices_pending;
create index invoices_pending on invoices (account_id, status) include (home_total, home_paid, due_date)
  where status in ('sent', 'overdue');
