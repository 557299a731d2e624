-- Names as people sort them: "Sprint 2" before "Sprint 10". Each number is preceded by the count of its digits.
create or replace function natural_key(name text) returns text
  language sql immutable strict parallel safe
  return coalesce((
    select string_agg(
      case when part[1] ~ '^[0-9]'
        then lpad(length(ltrim(part[1], '0'))::text, 4, '0') || ltrim(part[1], '0')
        else part[1]
      end, '' order by position)
    from regexp_matches(name, '[0-9]+|[^0-9]+', 'g') with ordinality as parts (part, position)
  ), '') collate "C";

-- Active projects come first.
drop index clients_by_name;
create index clients_by_name on clients (account_id, natural_key(name_key), id) where (archived_at is null);
drop index clients_archived_by_name;
create index clients_archived_by_name on clients (account_id, natural_key(name_key), id) where (archived_at is not null);
create index projects_in_order on projects (account_id, (status <> 'active'), natural_key(name_key), id);
