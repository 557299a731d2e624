-- A sample record becomes the freelancer's own as soon as it is used. These were used before that was so.
update projects p set sample = false
where p.sample and (
  exists (select from time_entries t where t.account_id = p.account_id and t.project_id = p.id and not t.sample)
  or exists (select from invoices i where i.account_id = p.account_id and i.project_id = p.id and not i.sample)
  or exists (select from expenses e where e.account_id = p.account_id and e.project_id = p.id and not e.sample)
  or exists (select from milestones m where m.account_id = p.account_id and m.project_id = p.id and not m.sample)
  or exists (select from deliverables d where d.account_id = p.account_id and d.project_id = p.id and not d.sample)
  or exists (
    select from comments c
    where c.account_id = p.account_id and c.project_id = p.id and not c.sample and c.author_type = 'freelancer'
  )
);
update clients c set sample = false
where c.sample and (
  exists (select from projects p where p.account_id = c.account_id and p.client_id = c.id and not p.sample)
  or exists (select from invoices i where i.account_id = c.account_id and i.client_id = c.id and not i.sample)
);
