-- Where the money is, the sums above the list, and the dashboard add up drafts and unpaid invoices without reading the invoices themselves.
drop index invoices_pending;
create index invoices_open on invoices (account_id, status)
  include (currency, total, amount_paid, home_total, home_paid, issue_date, due_date, approval_status)
  where status in ('draft', 'sent', 'overdue');
