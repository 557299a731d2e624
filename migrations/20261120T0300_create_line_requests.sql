-- What a client wants changed on single lines of an invoice, and how the freelancer answered.
create table line_requests (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  invoice_id bigint not null,
  -- A line that was removed is no longer there.
  item_id bigint not null,
  -- The line as the client saw it.
  line jsonb not null,
  note text not null,
  client_name text not null,
  requested_at timestamptz not null,
  answer text check (answer in ('changed', 'removed', 'explained')),
  answer_text text not null default '',
  answered_at timestamptz,
  -- When the client next decided on the invoice.
  closed_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, invoice_id) references invoices (account_id, id) on delete cascade,
  check ((answer is null) = (answered_at is null))
);
create index line_requests_of_invoice on line_requests (account_id, invoice_id);

alter table invoice_mails drop constraint invoice_mails_kind_check;
alter table invoice_mails add constraint invoice_mails_kind_check
  check (kind in ('invoice', 'revision', 'copy', 'reminder', 'answers', 'receipt'));
