-- Lists and sums of a period read its invoices only.
create index invoices_by_issue_date on invoices (account_id, issue_date);
