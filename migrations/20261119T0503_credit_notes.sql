alter table invoices add column credited bigint not null default 0;
alter table invoices add column home_credited bigint not null default 0;
alter table invoices add constraint invoices_credited_within_total check ((credited >= 0) and (credited <= total));
comment on column invoices.credited is 'The sum of its credit notes that were sent.';

drop index invoices_open;
alter table invoices
  drop constraint invoices_not_overpaid,
  drop constraint invoices_paid_in_full,
  drop constraint invoices_unpaid_in_part,
  drop column balance,
  drop column home_balance;
alter table invoices
  add column balance bigint generated always as (greatest(total - amount_paid - written_off - credited, 0)) stored not null,
  add column home_balance bigint generated always as (
    case when home_total is null then null
      when total - amount_paid - written_off - credited > 0 then home_total - home_paid - home_written_off - home_credited
      else 0 end
  ) stored;
alter table invoices
  add constraint invoices_not_overpaid check (amount_paid + written_off <= total),
  add constraint invoices_paid_in_full check ((status <> 'paid') or (balance = 0)),
  add constraint invoices_unpaid_in_part check ((status not in ('sent', 'overdue')) or (balance > 0));
comment on column invoices.balance is 'What is left to pay. Payments beyond it are overpaid.';
create index invoices_open on invoices (account_id, status) include (currency, total, balance, home_total, home_balance, issue_date, due_date, approval_status) where (status = any (array['draft', 'sent', 'overdue']));

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
  -- A credit note takes back what the invoice says.
  if (old.sealed_at is not null or old.credited > 0) and (
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
  if (old.sealed_at is not null or old.credited > 0) and new.status = 'draft' then
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
    select from invoices where account_id = account and id in (new.invoice_id, old.invoice_id) and (sealed_at is not null or credited > 0)
  ) and not (tg_op = 'DELETE' and is_being_removed(account)) and current_setting('daybook.actor', true) is distinct from 'restore' then
    raise exception 'the lines of a sealed invoice do not change' using errcode = 'restrict_violation';
  end if;
  return coalesce(new, old);
end
$$;

create table credit_notes (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  invoice_id bigint not null,
  client_id bigint not null,
  prefix text not null default 'CN-',
  number integer,
  credit_note_number text generated always as (
    case when number is null then 'Draft' else prefix || lpad(number::text, greatest(4, length(number::text)), '0') end
  ) stored not null,
  status text not null,
  reason text not null,
  issue_date date not null,
  subtotal bigint not null,
  discount_amount bigint not null,
  tax_amount bigint not null,
  total bigint not null,
  home_total bigint,
  correction_id bigint,
  sent_at timestamptz,
  created_at timestamptz not null,
  version integer not null default 1,
  primary key (account_id, id),
  unique (account_id, prefix, number),
  foreign key (account_id, invoice_id) references invoices,
  foreign key (account_id, client_id) references clients,
  foreign key (account_id, correction_id) references invoices on delete set null (correction_id),
  constraint credit_notes_sent_complete check ((status = 'draft') or ((number is not null) and (sent_at is not null) and (home_total is not null))),
  constraint credit_notes_add_up check (total = subtotal - discount_amount + tax_amount)
);
comment on table credit_notes is 'Each takes back a part of an invoice, or all of it, from when it is sent.';
create index credit_notes_of_invoice on credit_notes (account_id, invoice_id);
create index credit_notes_of_client on credit_notes (account_id, client_id);
create index credit_notes_correcting on credit_notes (account_id, correction_id) where (correction_id is not null);

create table credit_note_items (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  credit_note_id bigint not null,
  invoice_id bigint not null,
  invoice_item_id bigint,
  position integer not null,
  description text not null,
  quantity bigint not null,
  unit text not null default '',
  rate bigint not null,
  amount bigint not null,
  primary key (account_id, id),
  foreign key (account_id, credit_note_id) references credit_notes on delete cascade,
  foreign key (account_id, invoice_item_id) references invoice_items on delete set null (invoice_item_id)
);
comment on column credit_note_items.invoice_id is 'That of its credit note, since the history of the invoice has its lines, too.';
comment on column credit_note_items.invoice_item_id is 'The line of the invoice that it takes back; null if it is none of them.';
create index credit_note_items_of_note on credit_note_items (account_id, credit_note_id, position);
create index credit_note_items_of_item on credit_note_items (account_id, invoice_item_id) where (invoice_item_id is not null);

alter table document_files alter column invoice_id drop not null;
alter table document_files add column credit_note_id bigint;
alter table document_files add unique (account_id, credit_note_id, format);
alter table document_files add foreign key (account_id, credit_note_id) references credit_notes;
alter table document_files add constraint document_files_of_one check (num_nonnulls(invoice_id, credit_note_id) = 1);

create or replace function keep_sent_credit_note() returns trigger language plpgsql as $$
begin
  if old.status = 'draft' then
    return coalesce(new, old);
  end if;
  if tg_op = 'DELETE' and is_being_removed(old.account_id) then
    return old;
  end if;
  -- A generated column has no value yet.
  if tg_op = 'UPDATE' and (to_jsonb(new) - array['correction_id', 'version', 'credit_note_number'])
    = (to_jsonb(old) - array['correction_id', 'version', 'credit_note_number']) then
    return new;
  end if;
  raise exception 'credit note % was sent and does not change', old.credit_note_number using errcode = 'restrict_violation';
end
$$;
create trigger keep_sent before update or delete on credit_notes for each row execute function keep_sent_credit_note();

create or replace function keep_sent_credit_note_lines() returns trigger language plpgsql as $$
declare
  account bigint := coalesce(new.account_id, old.account_id);
begin
  if exists (
    select from credit_notes
    where account_id = account and id in (new.credit_note_id, old.credit_note_id) and status <> 'draft'
  ) and not (tg_op = 'DELETE' and is_being_removed(account)) and current_setting('daybook.actor', true) is distinct from 'restore' then
    raise exception 'the lines of a credit note that was sent do not change' using errcode = 'restrict_violation';
  end if;
  return coalesce(new, old);
end
$$;
create trigger keep_sent before insert or update or delete on credit_note_items
  for each row execute function keep_sent_credit_note_lines();

alter table invoice_mails drop constraint invoice_mails_kind_check;
alter table invoice_mails add constraint invoice_mails_kind_check check (kind in ('invoice', 'revision', 'copy', 'reminder', 'answers', 'receipt', 'credit_note'));
alter table line_requests drop constraint line_requests_answer_check;
alter table line_requests add constraint line_requests_answer_check check (answer in ('changed', 'removed', 'explained', 'credited'));

call keep_changes('credit_notes', 'invoice', 'invoice_id', '{credit_note_number,status,reason,issue_date,total}');
call keep_changes('credit_note_items', 'invoice', 'invoice_id', '{description,quantity,unit,rate,amount}');
