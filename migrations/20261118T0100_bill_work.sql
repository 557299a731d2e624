-- Work is billed on a line of an invoice, or elsewhere (without a line). A record names one line, so nothing is billed twice.
-- Billable time and expenses up to the project's last invoice counted as billed before; they are billed without a line.
alter table time_entries add column is_billed boolean not null default false;
alter table time_entries add column invoice_item_id bigint;
alter table expenses add column is_billed boolean not null default false;
alter table expenses add column invoice_item_id bigint;

update time_entries t set is_billed = true
from (
  select account_id, project_id, max(issue_date) as last_day from invoices
  where status <> 'cancelled' and project_id is not null group by account_id, project_id
) invoiced
where invoiced.account_id = t.account_id and invoiced.project_id = t.project_id
  and t.is_billable and t.date <= invoiced.last_day;

update expenses e set is_billed = true
from (
  select account_id, project_id, max(issue_date) as last_day from invoices
  where status <> 'cancelled' and project_id is not null group by account_id, project_id
) invoiced
where invoiced.account_id = e.account_id and invoiced.project_id = e.project_id
  and e.is_billable and e.date <= invoiced.last_day;

-- A fee is in the project's currency. It is due once the client has approved the deliverable, or the milestone is completed.
alter table deliverables add column fee bigint;
alter table deliverables add column is_billed boolean not null default false;
alter table deliverables add column invoice_item_id bigint;
alter table milestones add column fee bigint;
alter table milestones add column is_billed boolean not null default false;
alter table milestones add column invoice_item_id bigint;
alter table milestones add column completed_on date;
update milestones set completed_on = coalesce(due_date, created_at::date) where status = 'completed';

-- What a line bills: the records, which an invoice that was cancelled no longer holds, or a part of a project's fixed fee.
alter table invoice_items add column work_kind text
  check (work_kind in ('time', 'expense', 'deliverable', 'milestone', 'fixed_fee'));
alter table invoice_items add column work_ids bigint[] not null default '{}';
alter table invoice_items add column logged_hours bigint;
alter table invoice_items add column fee_project_id bigint;
alter table invoice_items add foreign key (account_id, fee_project_id) references projects (account_id, id);
alter table invoice_items add constraint invoice_items_fee_of_project
  check ((work_kind is not distinct from 'fixed_fee') = (fee_project_id is not null));
create index invoice_items_of_fee on invoice_items (account_id, fee_project_id) where fee_project_id is not null;

alter table time_entries add foreign key (account_id, invoice_item_id) references invoice_items (account_id, id);
alter table time_entries add constraint time_entries_on_line_is_billed check (is_billed or invoice_item_id is null);
create index time_entries_of_line on time_entries (account_id, invoice_item_id) where invoice_item_id is not null;
create index time_entries_unbilled on time_entries (account_id, date, id) where is_billable and not is_billed;
create index time_entries_unbilled_of_project on time_entries (account_id, project_id) include (hours, amount)
  where is_billable and not is_billed;

alter table expenses add foreign key (account_id, invoice_item_id) references invoice_items (account_id, id);
alter table expenses add constraint expenses_on_line_is_billed check (is_billed or invoice_item_id is null);
create index expenses_of_line on expenses (account_id, invoice_item_id) where invoice_item_id is not null;
create index expenses_unbilled on expenses (account_id, project_id) where is_billable and not is_billed;

alter table deliverables add foreign key (account_id, invoice_item_id) references invoice_items (account_id, id);
alter table deliverables add constraint deliverables_on_line_is_billed check (is_billed or invoice_item_id is null);
create index deliverables_of_line on deliverables (account_id, invoice_item_id) where invoice_item_id is not null;
create index deliverables_unbilled on deliverables (account_id, project_id) where fee is not null and not is_billed;

alter table milestones add foreign key (account_id, invoice_item_id) references invoice_items (account_id, id);
alter table milestones add constraint milestones_on_line_is_billed check (is_billed or invoice_item_id is null);
create index milestones_of_line on milestones (account_id, invoice_item_id) where invoice_item_id is not null;
create index milestones_unbilled on milestones (account_id, project_id) where fee is not null and not is_billed;

alter table invoices add column invoice_number text not null
  generated always as (prefix || lpad(number::text, greatest(4, length(number::text)), '0')) stored;
