-- An invoice may bill work of several projects: revenue belongs to the project of each line, else to that of the invoice.
alter table invoice_items add column project_id bigint;

update invoice_items item set project_id = work.project_id
from (
  select line.account_id, line.id, min(record.project_id) as project_id
  from (
    select account_id, id, work_kind, unnest(work_ids) as work_id from invoice_items where work_kind is not null
  ) line
  join (
    select account_id, id, project_id, 'time' as kind from time_entries
    union all select account_id, id, project_id, 'expense' from expenses
    union all select account_id, id, project_id, 'deliverable' from deliverables
    union all select account_id, id, project_id, 'milestone' from milestones
  ) record on record.account_id = line.account_id and record.id = line.work_id and record.kind = line.work_kind
  group by line.account_id, line.id
  having count(distinct record.project_id) = 1 and count(record.project_id) = count(*)
) work
where work.account_id = item.account_id and work.id = item.id;
update invoice_items set project_id = fee_project_id where fee_project_id is not null;

alter table invoice_items add foreign key (account_id, project_id) references projects (account_id, id);
create index invoice_items_of_project on invoice_items (account_id, project_id) where project_id is not null;
