-- Who gets a copy, and which file is made and attached when the mail is sent.
alter table mails add column cc_addresses text[] not null default '{}';
alter table mails add column attachment jsonb;
