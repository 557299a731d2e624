-- What was mailed and what became of it. `content` holds what the mail says, sealed with a key that is not in the
-- database (a portal link in a mail must not be readable from a stolen dump), and is erased once it was sent.
create table mails (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  message_id text not null,
  to_address text not null,
  reply_to text,
  from_name text,
  subject text not null,
  content bytea,
  status text not null,
  reason text,
  attempts integer not null default 0,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (account_id, id)
);
