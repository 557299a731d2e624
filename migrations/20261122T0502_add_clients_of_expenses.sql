-- An expense without a project can be for a client. One with a project is for the client of the project.
-- Billable expenses from before that are for nobody stay as they are: they are listed as unbilled until a client is chosen.
alter table expenses add column client_id bigint;
alter table expenses add foreign key (account_id, client_id) references clients (account_id, id);
alter table expenses add constraint expenses_for_project_or_client check (client_id is null or project_id is null);
create index expenses_of_client on expenses (account_id, client_id) where client_id is not null;

alter table recurring_expenses add column client_id bigint;
alter table recurring_expenses add foreign key (account_id, client_id) references clients (account_id, id);
alter table recurring_expenses add constraint recurring_expenses_for_project_or_client
  check (client_id is null or project_id is null);
create index recurring_expenses_of_client on recurring_expenses (account_id, client_id) where client_id is not null;
