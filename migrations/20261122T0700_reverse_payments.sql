-- Money that was received stays on record: an invoice that is no longer paid gets a reversal, dated the day of the change.
alter table payments drop constraint payments_by_hand;
alter table payments add constraint payments_by_hand check (
  provider_id is not null
  or (kind in ('payment', 'reversal') and surplus = 0 and provider_payment_id is null)
);

-- An invoice that was ever sent, approved or paid keeps its number for good. Statements show when it was cancelled.
alter table invoices add column was_issued boolean not null default false;
alter table invoices add column cancelled_on date;

update invoices set was_issued = true
where status in ('sent', 'overdue', 'paid') or sent_at is not null or approval_status is not null
  or exists (
    select from payments p where p.account_id = invoices.account_id and p.invoice_id = invoices.id
  )
  or exists (
    select from activities a
    where a.account_id = invoices.account_id and a.subject_type = 'invoice' and a.subject_id = invoices.id
      and a.type in ('invoice.marked_sent', 'invoice.marked_overdue', 'invoice.marked_paid')
  );

update invoices set cancelled_on = coalesce(
  (
    select max(a.created_at at time zone account.time_zone)::date
    from activities a join accounts account on account.id = a.account_id
    where a.account_id = invoices.account_id and a.subject_type = 'invoice' and a.subject_id = invoices.id
      and a.type = 'invoice.marked_cancelled'
  ),
  issue_date
)
where status = 'cancelled';
