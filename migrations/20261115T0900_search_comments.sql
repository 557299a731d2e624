-- Comments can be searched like all else. The app folds accents too from now on, which no two databases do alike.
alter table comments add column search text not null default '';
update comments set search = lower(content);
alter table comments alter column search drop default;
