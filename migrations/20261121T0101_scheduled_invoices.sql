-- A draft that is sent by itself later. What was chosen for its mail is kept; the rest follows invoice, client and profile.
alter table invoices
  add column scheduled_for timestamptz,
  add column scheduled_mail jsonb,
  add column schedule_problem text not null default '';
comment on column invoices.schedule_problem is 'Why it could not be sent at that time; empty if nothing went wrong.';

create index invoices_to_send on invoices (scheduled_for, account_id, id)
  where scheduled_for is not null and schedule_problem = '';

-- Only a draft waits to be sent, however it leaves draft.
create or replace function end_schedule() returns trigger language plpgsql as $$
begin
  new.scheduled_for := null;
  new.scheduled_mail := null;
  new.schedule_problem := '';
  return new;
end $$;
create trigger end_schedule before update of status on invoices for each row
  when (new.status <> 'draft' and new.scheduled_for is not null) execute function end_schedule();
