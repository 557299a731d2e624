-- A line that was edited above the fixed fee can be taken back as long as other invoices bill no more of the fee than when it was released.
alter table invoice_items add column fee_billed_elsewhere bigint;
update invoice_items item set fee_billed_elsewhere = 0
from invoices i
where i.account_id = item.account_id and i.id = item.invoice_id and i.status = 'cancelled'
  and item.fee_project_id is not null;
