create table accounts (
  id bigint generated always as identity primary key,
  email text not null,
  email_verified boolean not null,
  name text,
  picture text,
  time_zone text not null,
  created_at timestamptz not null
);

create table identities (
  issuer text not null,
  subject text not null,
  account_id bigint not null references accounts (id),
  primary key (issuer, subject)
);

create table sessions (
  account_id bigint not null references accounts (id),
  token_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (account_id, token_hash)
);

create table idempotency_keys (
  account_id bigint not null references accounts (id),
  key text not null,
  fingerprint text not null,
  response jsonb,
  created_at timestamptz not null,
  primary key (account_id, key)
);
