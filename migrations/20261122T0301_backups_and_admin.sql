create table backups (
  id bigint generated always as identity primary key,
  created_at timestamptz not null,
  file text,
  size bigint,
  missing_files integer not null default 0,
  error text,
  check ((error is null) = (file is not null and size is not null))
);
comment on table backups is 'Backups that the server made, and those that failed. Global.';

-- The page for admins lists all accounts, newest first, and finds them by the beginnings of words.
create index accounts_by_creation on accounts (created_at) where (demo_expires_at is null);
create index accounts_by_words on accounts using gin (
  to_tsvector('simple', translate(coalesce(name, '') || ' ' || email, '@.-_+/', '      '))
) where (demo_expires_at is null);
create index mails_failed on mails (changed_at) where (status in ('failed', 'uncertain'));
