-- Whether an approved deliverable with a fee is billed at once: not, as a draft, or as an invoice that is sent.
alter table projects add column invoice_on_approval text not null default 'off'
  check (invoice_on_approval in ('off', 'draft', 'sent'));
