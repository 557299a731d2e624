-- Files that were received for a call that has not recorded them yet. If that fails, they are removed. A lease is global like
-- stored_files: it protects a content, whoever sent it. A lease that outlives its server is ended by the nightly sweep.
create table file_leases (
  id bigint generated always as identity primary key,
  sha256 text not null,
  leased_at timestamptz not null
);
create index file_leases_by_file on file_leases (sha256);
create index file_leases_by_time on file_leases (leased_at);
