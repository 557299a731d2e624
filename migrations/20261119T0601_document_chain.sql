create table document_chain (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  kind text not null check (kind in ('invoice', 'credit_note')),
  year integer not null,
  position integer not null check (position > 0),
  invoice_id bigint,
  credit_note_id bigint,
  format text,
  content text not null,
  previous_sha256 text not null,
  sha256 text not null,
  created_at timestamptz not null,
  primary key (account_id, id),
  unique (account_id, kind, year, position),
  foreign key (account_id, invoice_id) references invoices,
  foreign key (account_id, credit_note_id) references credit_notes,
  check (num_nonnulls(invoice_id, credit_note_id) = 1),
  check ((position = 1) = (previous_sha256 = '')),
  check (sha256 = encode(sha256(convert_to(previous_sha256 || chr(10) || content, 'UTF8')), 'hex'))
);
comment on table document_chain is 'Sealed invoices, sent credit notes and their files, in the order in which they were issued. Each has the hash of the one before. Append-only.';
comment on column document_chain.year is 'That of the number series.';
comment on column document_chain.format is 'Of a file; null for the document itself.';
create unique index document_chain_of_invoice on document_chain (account_id, invoice_id, coalesce(format, '')) where (invoice_id is not null);
create unique index document_chain_of_credit_note on document_chain (account_id, credit_note_id, coalesce(format, '')) where (credit_note_id is not null);

create or replace function keep_document_chain() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and is_being_removed(old.account_id) then
    return old;
  end if;
  raise exception 'the chain of issued documents does not change' using errcode = 'restrict_violation';
end
$$;
create trigger keep_chain before update or delete on document_chain for each row execute function keep_document_chain();
