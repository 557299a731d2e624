-- A copy of what was decided on. `subject_type` and `subject_id` name the subject itself.
alter table decisions rename column subject to content;
