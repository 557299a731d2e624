alter table businesses add column issued_is_final boolean not null default false;

alter table invoices add column sealed_at timestamptz;
alter table invoices alter column number drop not null;
alter table invoices drop column invoice_number;
alter table invoices add column invoice_number text generated always as (
  case when number is null then 'Draft' else prefix || lpad(number::text, greatest(4, length(number::text)), '0') end
) stored not null;
alter table invoices add constraint invoices_sealed_complete check (
  sealed_at is null or (number is not null and frozen_details is not null and home_total is not null)
);
comment on column invoices.sealed_at is 'When it became final. From then on, triggers keep its content.';
create index invoices_sealed on invoices (account_id, number_year, issue_date) where (sealed_at is not null);

create table document_files (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  invoice_id bigint not null,
  format text not null,
  file_sha256 text not null,
  file_size bigint not null,
  file_type text not null,
  created_at timestamptz not null,
  primary key (account_id, id),
  unique (account_id, invoice_id, format),
  foreign key (account_id, invoice_id) references invoices
);
comment on table document_files is 'The PDF and the XMLs of sealed invoices, rendered once.';

create or replace function is_being_removed(account bigint) returns boolean language sql stable as $$
  select exists (select from accounts where id = account and removal_began_at is not null)
$$;

create or replace function keep_issued_invoice() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.was_issued and not is_being_removed(old.account_id) then
      raise exception 'invoice % was issued and cannot be deleted', old.invoice_number using errcode = 'restrict_violation';
    end if;
    return old;
  end if;
  if old.was_issued and (
    not new.was_issued
    or (old.number is not null and (new.prefix, new.number, new.number_year) is distinct from (old.prefix, old.number, old.number_year))
  ) then
    raise exception 'invoice % was issued and keeps its number', old.invoice_number using errcode = 'restrict_violation';
  end if;
  if old.sealed_at is not null and (
    new.account_id, new.id, new.sealed_at, new.client_id, new.client_name, new.project_id, new.project_name, new.issue_date,
    new.due_date, new.service_from, new.service_to, new.tax_category, new.tax_rate, new.currency, new.exchange_rate,
    new.subtotal, new.discount_percent, new.discount_amount, new.tax_amount, new.total, new.home_total, new.notes,
    new.frozen_details, new.logo_id, new.created_at
  ) is distinct from (
    old.account_id, old.id, old.sealed_at, old.client_id, old.client_name, old.project_id, old.project_name, old.issue_date,
    old.due_date, old.service_from, old.service_to, old.tax_category, old.tax_rate, old.currency, old.exchange_rate,
    old.subtotal, old.discount_percent, old.discount_amount, old.tax_amount, old.total, old.home_total, old.notes,
    old.frozen_details, old.logo_id, old.created_at
  ) then
    raise exception 'invoice % is sealed', old.invoice_number using errcode = 'restrict_violation';
  end if;
  if old.sealed_at is not null and new.status = 'draft' then
    raise exception 'invoice % is sealed and cannot be a draft', old.invoice_number using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

create or replace function keep_sealed_lines() returns trigger language plpgsql as $$
declare
  account bigint := coalesce(new.account_id, old.account_id);
begin
  if tg_op = 'UPDATE' and (
    new.account_id, new.id, new.invoice_id, new.position, new.description, new.quantity, new.unit, new.rate, new.amount
  ) is not distinct from (
    old.account_id, old.id, old.invoice_id, old.position, old.description, old.quantity, old.unit, old.rate, old.amount
  ) then
    return new;
  end if;
  if exists (
    select from invoices where account_id = account and id in (new.invoice_id, old.invoice_id) and sealed_at is not null
  ) and not (tg_op = 'DELETE' and is_being_removed(account)) and current_setting('daybook.actor', true) is distinct from 'restore' then
    raise exception 'the lines of a sealed invoice do not change' using errcode = 'restrict_violation';
  end if;
  return coalesce(new, old);
end
$$;
create trigger keep_sealed before insert or update or delete on invoice_items
  for each row execute function keep_sealed_lines();

create or replace function keep_document_file() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and is_being_removed(old.account_id) then
    return old;
  end if;
  raise exception 'the files of an issued document do not change' using errcode = 'restrict_violation';
end
$$;
create trigger keep_file before update or delete on document_files for each row execute function keep_document_file();

-- The seal assigns the number, which is part of the history from now on.
drop trigger keep_inserts on invoices;
drop trigger keep_updates on invoices;
drop trigger keep_deletes on invoices;
call keep_changes('invoices', 'invoice', 'id', '{invoice_number,client_id,project_id,issue_date,due_date,service_from,service_to,tax_category,tax_rate,currency,exchange_rate,discount_percent,discount_amount,total,notes,status,paid_on,approval_status}');
