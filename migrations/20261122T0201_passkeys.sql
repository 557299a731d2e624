-- Passkeys and recovery codes, and what the list of ways to sign in shows of each identity.

alter table identities
  add id bigint generated always as identity,
  add created_at timestamptz,
  add last_used_at timestamptz;
create index identities_by_account on identities (account_id, id);

create table passkeys (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  user_handle bytea not null,
  name text not null,
  is_backed_up boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (account_id, id)
);
comment on table passkeys is 'What verifies a passkey. Its row in identities says which account it opens.';
create unique index passkeys_by_credential on passkeys (account_id, credential_id);

create table recovery_codes (
  account_id bigint not null references accounts,
  code_hash bytea not null,
  created_at timestamptz not null,
  primary key (account_id, code_hash)
);
comment on table recovery_codes is 'Codes that open the account once each, stored as hashes. Using one deletes it.';

create index recovery_codes_by_code on recovery_codes (code_hash);

create unlogged table passkey_challenges (
  challenge_hash bytea primary key,
  browser_hash bytea not null,
  purpose text not null,
  account_id bigint references accounts,
  user_handle bytea,
  expires_at timestamptz not null
);
comment on table passkey_challenges is 'Challenges that browsers are about to answer. Answering one deletes it. Global.';
create index passkey_challenges_by_account on passkey_challenges (account_id);
create index passkey_challenges_by_end on passkey_challenges (expires_at);

create table setup_links (
  is_only boolean primary key default true check (is_only),
  token_hash bytea not null,
  expires_at timestamptz not null
);
comment on table setup_links is 'The link that creates the first account of a new server. One row at most. Global.';
