-- Whose mail it is: of a contact, or of the client if null. Only who got a mail opens it.
alter table invoice_mails
  add column contact_id bigint,
  add foreign key (account_id, contact_id) references contacts (account_id, id) on delete set null (contact_id);
create index invoice_mails_of_contact on invoice_mails (account_id, contact_id) where contact_id is not null;

-- Who has seen a piece of news in the portal, and is not mailed about it.
alter table client_news
  add column seen_by_client boolean not null default false,
  add column seen_by_contacts bigint[] not null default '{}';
