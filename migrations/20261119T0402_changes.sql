create table changes (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  subject text not null,
  subject_id bigint not null,
  record text not null,
  record_id bigint not null,
  before jsonb,
  after jsonb,
  actor text not null check (actor in ('user', 'client', 'system')),
  created_at timestamptz not null,
  primary key (account_id, id),
  check ((before is not null) or (after is not null))
);
comment on table changes is 'Every change of money: who, when, and the values before and after. Append-only.';
create index changes_of_subject on changes (account_id, subject, subject_id, id);

-- Who changes something and when is set for each transaction. A restored backup has its changes already.
create or replace function acting() returns text language sql stable as $$
  select coalesce(nullif(current_setting('daybook.actor', true), ''), 'system')
$$;

create or replace function acting_at() returns timestamptz language sql stable as $$
  select coalesce(nullif(current_setting('daybook.now', true), '')::timestamptz, now())
$$;

create or replace function chosen_values(line jsonb, columns text[]) returns jsonb language sql immutable as $$
  select jsonb_object_agg(key, value) from jsonb_each(line) where key = any(columns)
$$;

-- The arguments of these triggers: the kind of subject, the column with its id, and the columns to keep.
create or replace function keep_inserts() returns trigger language plpgsql as $$
begin
  if acting() = 'restore' then return null; end if;
  insert into changes (account_id, subject, subject_id, record, record_id, after, actor, created_at)
  select n.account_id, tg_argv[0], (to_jsonb(n)->>tg_argv[1])::bigint, tg_table_name, n.id,
    chosen_values(to_jsonb(n), tg_argv[2]::text[]), acting(), acting_at()
  from new_rows n order by n.id;
  return null;
end $$;

create or replace function keep_updates() returns trigger language plpgsql as $$
begin
  if acting() = 'restore' then return null; end if;
  insert into changes (account_id, subject, subject_id, record, record_id, before, after, actor, created_at)
  select n.account_id, tg_argv[0], (to_jsonb(n)->>tg_argv[1])::bigint, tg_table_name, n.id,
    changed.before, changed.after, acting(), acting_at()
  from new_rows n
  join old_rows o on o.account_id = n.account_id and o.id = n.id
  cross join lateral (
    select jsonb_object_agg(old_value.key, old_value.value) as before, jsonb_object_agg(old_value.key, new_value.value) as after
    from jsonb_each(to_jsonb(o)) old_value join jsonb_each(to_jsonb(n)) new_value using (key)
    where old_value.key = any(tg_argv[2]::text[]) and old_value.value is distinct from new_value.value
  ) changed
  where changed.before is not null
  order by n.id;
  return null;
end $$;

create or replace function keep_deletes() returns trigger language plpgsql as $$
begin
  if acting() = 'restore' then return null; end if;
  insert into changes (account_id, subject, subject_id, record, record_id, before, actor, created_at)
  select o.account_id, tg_argv[0], (to_jsonb(o)->>tg_argv[1])::bigint, tg_table_name, o.id,
    chosen_values(to_jsonb(o), tg_argv[2]::text[]), acting(), acting_at()
  from old_rows o
  join accounts a on a.id = o.account_id and a.removal_began_at is null
  order by o.id;
  return null;
end $$;

create or replace procedure keep_changes(of_table text, subject text, subject_column text, columns text[]) language plpgsql as $$
begin
  execute format('create trigger keep_inserts after insert on %I referencing new table as new_rows
    for each statement execute function keep_inserts(%L, %L, %L)', of_table, subject, subject_column, columns);
  execute format('create trigger keep_updates after update on %I referencing old table as old_rows new table as new_rows
    for each statement execute function keep_updates(%L, %L, %L)', of_table, subject, subject_column, columns);
  execute format('create trigger keep_deletes after delete on %I referencing old table as old_rows
    for each statement execute function keep_deletes(%L, %L, %L)', of_table, subject, subject_column, columns);
end $$;

call keep_changes('invoices', 'invoice', 'id', '{client_id,project_id,issue_date,due_date,service_from,service_to,tax_category,tax_rate,currency,exchange_rate,discount_percent,discount_amount,total,notes,status,paid_on,approval_status}');
call keep_changes('invoice_items', 'invoice', 'invoice_id', '{description,quantity,unit,rate,amount}');
call keep_changes('payments', 'invoice', 'invoice_id', '{kind,amount,surplus,written_off,fee,received,paid_on,method,reference,reason,reverses_id,credit_invoice_id}');
call keep_changes('expenses', 'expense', 'id', '{date,category,description,currency,amount,exchange_rate,is_billable,markup_percent,project_id,client_id,is_billed}');
call keep_changes('projects', 'project', 'id', '{billing,hourly_rate,daily_rate,fixed_fee,currency}');
call keep_changes('clients', 'client', 'id', '{hourly_rate,currency}');
