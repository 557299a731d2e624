-- Time is logged and billed far more often than its rate changes, so this looks at rows whose rate does. Its arguments: the kind of
-- subject, and the columns to keep. A profile is the only one of its account.
create or replace function keep_rate() returns trigger language plpgsql as $$
declare
  subject_id bigint := coalesce((to_jsonb(new)->>'id')::bigint, new.account_id);
begin
  if acting() = 'restore' then return null; end if;
  insert into changes (account_id, subject, subject_id, record, record_id, before, after, actor, created_at)
  select new.account_id, tg_argv[0], subject_id, tg_table_name, subject_id,
    case when tg_op = 'UPDATE' then jsonb_object_agg(new_value.key, to_jsonb(old)->new_value.key) end,
    jsonb_object_agg(new_value.key, new_value.value), acting(), acting_at()
  from jsonb_each(to_jsonb(new)) new_value
  where new_value.key = any(tg_argv[1]::text[])
    and (tg_op = 'INSERT' or new_value.value is distinct from to_jsonb(old)->new_value.key);
  return null;
end $$;

create trigger keep_rate after update of rate, rate_hours, fixed_amount on time_entries for each row
  when ((new.rate, new.rate_hours, new.fixed_amount) is distinct from (old.rate, old.rate_hours, old.fixed_amount))
  execute function keep_rate('time_entry', '{rate,rate_hours,fixed_amount}');
create trigger keep_new_rate after insert on businesses for each row
  when (new.hourly_rate is not null) execute function keep_rate('business', '{hourly_rate}');
create trigger keep_rate after update of hourly_rate on businesses for each row
  when (new.hourly_rate is distinct from old.hourly_rate) execute function keep_rate('business', '{hourly_rate}');
