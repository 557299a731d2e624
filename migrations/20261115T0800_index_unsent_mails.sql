-- For whoever watches over the mails: those that are not simply sent are few, and counted often.
create index mails_unsent on mails (status) where status <> 'sent';
