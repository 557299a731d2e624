-- What was mailed in the last 24 hours, so that limits can be counted. Apart from `mails`, whose rows go with the
-- client they were sent to: deleting a client must not give the account room for more. Addresses are hashed.
create table mail_sends (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  address_hash bytea not null,
  audience text not null,
  sent_at timestamptz not null,
  primary key (account_id, id)
);
create index mail_sends_recent on mail_sends (account_id, sent_at);
