-- Lists in the order of names read it from here: computing it for each row took longer than reading the row.
alter table clients
  add name_order text collate "C" generated always as (natural_key(name_key)) stored not null;
alter table projects
  add name_order text collate "C" generated always as (natural_key(name_key)) stored not null;

drop index clients_by_name;
create index clients_by_name on clients (account_id, name_order, id) where (archived_at is null);
drop index clients_archived_by_name;
create index clients_archived_by_name on clients (account_id, name_order, id) where (archived_at is not null);
drop index projects_in_order;
create index projects_in_order on projects (account_id, (status <> 'active'), name_order, id);
