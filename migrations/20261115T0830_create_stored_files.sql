-- Which contents this database has named, and since when it names them no more, so that they can be removed at last.
-- A content belongs to no account: the same one is stored once. On a sharded database, a reference table.
create table stored_files (
  sha256 text primary key,
  unused_since timestamptz
);

insert into stored_files (sha256)
select file_sha256 from deliverables where file_sha256 is not null
union
select file_sha256 from deliverable_versions where file_sha256 is not null;
