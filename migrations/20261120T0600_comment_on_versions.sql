-- A comment is on a project, or on one version of a deliverable.
alter table comments
  add column deliverable_id bigint,
  add column version integer,
  add constraint comments_on_version check ((deliverable_id is null) = (version is null)),
  add foreign key (account_id, deliverable_id, version)
    references deliverable_versions (account_id, deliverable_id, version) on delete cascade;
create index comments_of_version on comments (account_id, deliverable_id, version, id) where deliverable_id is not null;
