-- What an account's files add up to is counted at every upload.
create index deliverables_stored on deliverables (account_id, file_sha256) include (file_size)
  where file_sha256 is not null;
create index deliverable_versions_stored on deliverable_versions (account_id, file_sha256) include (file_size)
  where file_sha256 is not null;
