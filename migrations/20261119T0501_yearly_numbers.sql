alter table number_series add column year integer not null default 0;
alter table number_series drop constraint number_series_pkey;
alter table number_series add primary key (account_id, kind, year);
comment on column number_series.year is '0 for a series that does not restart each year.';

alter table invoices add column number_year integer not null default 0;
comment on column invoices.number_year is 'The year of its number series; 0 for one that does not restart each year.';
alter table invoices drop constraint invoices_account_id_number_key;
alter table invoices add constraint invoices_numbered_once unique (account_id, prefix, number);

-- Lists are in the order in which invoices were created, which numbers are not in several series.
drop index invoices_by_status;
create index invoices_by_status on invoices (account_id, status, id);

create or replace function keep_issued_invoice() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.was_issued and not exists (
      select from accounts where id = old.account_id and removal_began_at is not null
    ) then
      raise exception 'invoice % was issued and cannot be deleted', old.invoice_number using errcode = 'restrict_violation';
    end if;
    return old;
  end if;
  if old.was_issued and (new.was_issued, new.prefix, new.number) is distinct from (old.was_issued, old.prefix, old.number) then
    raise exception 'invoice % was issued and keeps its number', old.invoice_number using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger keep_issued before update or delete on invoices for each row execute function keep_issued_invoice();
