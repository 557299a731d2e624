-- What happened since the freelancer, or whoever has a portal link, last looked. Looking deletes it.
create table unread (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  -- Null for the freelancer.
  access_id bigint,
  client_id bigint not null,
  project_id bigint,
  deliverable_id bigint,
  comment_id bigint,
  invoice_id bigint,
  created_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, access_id) references portal_access (account_id, id) on delete cascade,
  foreign key (account_id, client_id) references clients (account_id, id) on delete cascade,
  foreign key (account_id, project_id) references projects (account_id, id) on delete cascade,
  foreign key (account_id, deliverable_id) references deliverables (account_id, id) on delete cascade,
  foreign key (account_id, comment_id) references comments (account_id, id) on delete cascade,
  foreign key (account_id, invoice_id) references invoices (account_id, id) on delete cascade
);
create index unread_by_freelancer on unread (account_id, id) where access_id is null;
create index unread_by_link on unread (account_id, access_id, id) where access_id is not null;
create index unread_of_client on unread (account_id, client_id);
create index unread_of_project on unread (account_id, project_id) where project_id is not null;
create index unread_of_deliverable on unread (account_id, deliverable_id) where deliverable_id is not null;
create index unread_of_comment on unread (account_id, comment_id) where comment_id is not null;
create index unread_of_invoice on unread (account_id, invoice_id) where invoice_id is not null;
