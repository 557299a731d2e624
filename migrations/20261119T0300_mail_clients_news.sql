alter table clients add column mails_enabled boolean not null default true;

-- Who wants no more mails about news. By address, so that the wish outlives the client's record.
create table mail_unsubscriptions (
  account_id bigint not null references accounts (id),
  address_hash bytea not null,
  unsubscribed_at timestamptz not null,
  primary key (account_id, address_hash)
);

-- What a client has neither seen nor been mailed about. News of a deleted deliverable or comment stay until their mail is due,
-- so that they are still news if the deletion is undone.
create table client_news (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  client_id bigint not null,
  project_id bigint not null,
  deliverable_id bigint,
  comment_id bigint,
  created_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, client_id) references clients (account_id, id) on delete cascade,
  foreign key (account_id, project_id) references projects (account_id, id) on delete cascade,
  unique (account_id, deliverable_id),
  unique (account_id, comment_id),
  check ((deliverable_id is null) <> (comment_id is null))
);
create index client_news_of_client on client_news (account_id, client_id, project_id);
create index client_news_of_project on client_news (account_id, project_id);
