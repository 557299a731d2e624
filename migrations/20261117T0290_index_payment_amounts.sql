-- Reports also sum up the tax in payments, which is the difference of the two amounts.
drop index payments_by_day;
create index payments_by_day on payments (account_id, paid_on) include (invoice_id, home_amount, home_net);
