-- When the freelancer put the checklist for new accounts away. Those who have clients need it no more.
alter table accounts add column checklist_dismissed_at timestamptz;
update accounts set checklist_dismissed_at = now()
where exists (select from clients c where c.account_id = accounts.id);
