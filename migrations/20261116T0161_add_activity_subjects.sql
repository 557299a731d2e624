-- What an activity is about, for a link. Not a foreign key: the subject may be deleted later.
alter table activities
  add column subject_type text,
  add column subject_id bigint;
