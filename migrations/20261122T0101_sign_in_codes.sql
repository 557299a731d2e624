-- Codes by email to sign in with, and accounts found by a verified address.

create unlogged table sign_in_codes (
  attempt_hash bytea primary key,
  email text not null,
  code_hash bytea,
  wrong_guesses integer not null default 0,
  asked_at timestamptz not null,
  mailed_at timestamptz,
  used_at timestamptz
);
comment on table sign_in_codes is 'Sign-ins by email that browsers have asked for. Cookie and code are stored as hashes. Global.';
create index sign_in_codes_by_email on sign_in_codes (email, mailed_at);
create index sign_in_codes_by_time on sign_in_codes (asked_at);
create index sign_in_codes_to_mail on sign_in_codes (asked_at) where (mailed_at is null);

create index accounts_by_verified_email on accounts (lower(email)) where (email_verified);
