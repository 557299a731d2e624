-- A demo takes the place of sample data in the freelancer's own books. What is still marked was neither changed nor used, and
-- is removed as the freelancer could remove it: unbilled, then row by row, with the invoice series set back to the last own number.
do $$
declare
  noun text;
begin
  foreach noun in array array['time_entries', 'expenses', 'deliverables', 'milestones'] loop
    execute format($sql$
      update %I w set is_billed = false, invoice_item_id = null
      from invoice_items item join invoices i on i.account_id = item.account_id and i.id = item.invoice_id
      where item.account_id = w.account_id and item.id = w.invoice_item_id and i.sample
    $sql$, noun);
  end loop;
end $$;

create temporary table accounts_with_samples on commit drop as
select distinct account_id from invoices where sample;

delete from invoice_items item using invoices i
where i.account_id = item.account_id and i.id = item.invoice_id and i.sample;
delete from payments p using invoices i
where i.account_id = p.account_id and i.id = p.invoice_id and i.sample;
delete from decisions d using invoices i
where i.account_id = d.account_id and d.subject_type = 'invoice' and i.id = d.subject_id and i.sample;

delete from activities where sample or type = 'sample_data.removed';
delete from comments where sample;
delete from deliverables where sample;
delete from milestones where sample;
delete from recurring_expenses where sample;
delete from expenses where sample;
delete from time_entries where sample;
delete from recurring_invoices where sample;
delete from invoices where sample;
delete from projects where sample;
delete from clients where sample;

delete from exchange_rates r using accounts_with_samples a
where r.account_id = a.account_id
  and not exists (select from invoices i where i.account_id = r.account_id and i.currency = r.currency)
  and not exists (select from expenses e where e.account_id = r.account_id and e.currency = r.currency);
update number_series s
set last_number = greatest(
  s.first_number - 1,
  coalesce((select max(i.number) from invoices i where i.account_id = s.account_id), 0)
)
from accounts_with_samples a
where s.account_id = a.account_id and s.kind = 'invoice';

alter table clients drop column sample;
alter table projects drop column sample;
alter table time_entries drop column sample;
alter table invoices drop column sample;
alter table expenses drop column sample;
alter table activities drop column sample;
alter table milestones drop column sample;
alter table deliverables drop column sample;
alter table comments drop column sample;
alter table recurring_expenses drop column sample;
alter table recurring_invoices drop column sample;

-- Went with the column.
create index invoices_to_remind_of on invoices (due_date, account_id)
  where status in ('sent', 'overdue') and reminders_enabled;
