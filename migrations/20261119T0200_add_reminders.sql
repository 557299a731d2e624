-- Every mail about an invoice, what became of it (`mail_id`), and when the client next opened the invoice.
create table invoice_mails (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  invoice_id bigint not null,
  -- Null once the mail is deleted, as with its client.
  mail_id bigint,
  kind text not null check (kind in ('invoice', 'revision', 'copy', 'reminder', 'receipt')),
  -- Which reminder of the account it was, and for which due date. Null if it was sent by hand.
  days_after_due integer,
  due_date date,
  recipients text[] not null,
  subject text not null,
  sent_at timestamptz not null,
  seen_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, invoice_id) references invoices (account_id, id) on delete cascade,
  foreign key (account_id, mail_id) references mails (account_id, id) on delete set null (mail_id),
  check ((days_after_due is null) = (due_date is null)),
  constraint invoice_mails_remind_once unique (account_id, invoice_id, days_after_due, due_date)
);
create index invoice_mails_of_mail on invoice_mails (account_id, mail_id) where mail_id is not null;

-- Which reminders are sent, in which words, and whether clients are thanked for payments. Without a row, by default.
create table reminder_settings (
  account_id bigint primary key references accounts (id),
  rules jsonb not null,
  thanks jsonb not null,
  version integer not null default 1
);

alter table clients add column reminders_enabled boolean not null default true;
alter table invoices add column reminders_enabled boolean not null default true;

-- The schedule looks for accounts with invoices that are due around today.
create index invoices_to_remind_of on invoices (due_date, account_id)
  where status in ('sent', 'overdue') and reminders_enabled and not sample;
