-- What an invoice said when it was last sent, to tell a copy from a revision. Null before, and for those sent earlier.
alter table invoices add column sent_content jsonb;

-- What mails with an invoice say; empty for Daybook's own words.
alter table businesses add column invoice_mail_subject text not null default '';
alter table businesses add column invoice_mail_text text not null default '';
