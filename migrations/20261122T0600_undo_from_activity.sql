-- The removal that an event is about. Removals are deleted after a day, and the number stays.
alter table activities add column removal_id bigint;
