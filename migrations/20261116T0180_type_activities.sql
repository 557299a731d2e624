-- What happened is stored as a type with its data, and put into words when it is read. Rows written before are recognized
-- by their titles, and their names and amounts taken out of their descriptions; the rest stay as they are, as `legacy`.
-- `data` is null where the client that a row named was removed.
alter table activities rename column type to category;
alter table activities
  add column type text,
  add column actor text,
  add column data jsonb;

update activities a set type = known.type, actor = known.actor
from (values
  ('Account updated', 'account.updated', 'user'),
  ('Client added', 'client.created', 'user'),
  ('Client updated', 'client.updated', 'user'),
  ('Client archived', 'client.archived', 'user'),
  ('Client restored', 'client.restored', 'user'),
  ('Client removed', 'client.removed', 'user'),
  ('Comment added', 'comment.added', 'user'),
  ('Client commented', 'comment.received', 'client'),
  ('Deliverable added', 'deliverable.created', 'user'),
  ('Deliverable updated', 'deliverable.updated', 'user'),
  ('Deliverable deleted', 'deliverable.deleted', 'user'),
  ('Deliverable submitted', 'deliverable.submitted', 'user'),
  ('Deliverable approved', 'deliverable.approved', 'client'),
  ('Changes requested', 'deliverable.changes_requested', 'client'),
  ('Expense added', 'expense.created', 'user'),
  ('Expense updated', 'expense.updated', 'user'),
  ('Expense deleted', 'expense.deleted', 'user'),
  ('Invoice created', 'invoice.created', 'user'),
  ('Invoice updated', 'invoice.updated', 'user'),
  ('Invoice sent', 'invoice.sent', 'user'),
  ('Invoice approved', 'invoice.approved', 'client'),
  ('Invoice changes requested', 'invoice.changes_requested', 'client'),
  ('Invoice marked as draft', 'invoice.marked_draft', 'user'),
  ('Invoice marked as sent', 'invoice.marked_sent', 'user'),
  ('Invoice marked as paid', 'invoice.marked_paid', 'user'),
  ('Invoice marked as overdue', 'invoice.marked_overdue', 'user'),
  ('Invoice marked as cancelled', 'invoice.marked_cancelled', 'user'),
  ('Invoice item added', 'invoice.item_added', 'user'),
  ('Invoice item updated', 'invoice.item_updated', 'user'),
  ('Invoice item deleted', 'invoice.item_deleted', 'user'),
  ('Milestone added', 'milestone.created', 'user'),
  ('Milestone updated', 'milestone.updated', 'user'),
  ('Milestone completed', 'milestone.completed', 'user'),
  ('Milestone deleted', 'milestone.deleted', 'user'),
  ('Portal link created', 'portal_link.created', 'user'),
  ('Portal link renewed', 'portal_link.renewed', 'user'),
  ('Portal link revoked', 'portal_link.revoked', 'user'),
  ('Portal link mailed', 'portal_link.mailed', 'user'),
  ('Project created', 'project.created', 'user'),
  ('Project updated', 'project.updated', 'user'),
  ('Project cancelled', 'project.cancelled', 'user'),
  ('Project removed', 'project.removed', 'user'),
  ('Sample data removed', 'sample_data.removed', 'user'),
  ('Time logged', 'time_entry.created', 'user'),
  ('Time entry updated', 'time_entry.updated', 'user'),
  ('Time entry deleted', 'time_entry.deleted', 'user')
) as known (title, type, actor)
where a.title = known.title;

update activities set actor = 'system', type = case
  when description like 'The plan is now %' then 'subscription.changed'
  when description like '% was bought, and begins when the trial ends' then 'subscription.scheduled'
  when description like '% was canceled, and stays until it ends' then 'subscription.canceled'
  when description like 'A payment for % failed' then 'subscription.payment_failed'
end
where title = 'Subscription changed';

update activities set data = '{}' where type in ('client.removed', 'sample_data.removed');

update activities set data = jsonb_build_object('name', description) where type = 'account.updated';

update activities set data = jsonb_build_object('plan', regexp_replace(
  description,
  '^The plan is now |^A payment for | was bought, and begins when the trial ends$| was canceled, and stays until it ends$| failed$',
  '', 'g'
))
where type like 'subscription.%';

update activities set data = jsonb_build_object('client', jsonb_build_object('id', subject_id, 'name', description))
where (type like 'client.%' or type like 'portal_link.%') and data is null and description <> 'A removed client';

update activities set data = jsonb_build_object('project', jsonb_build_object('id', subject_id, 'name', description))
where type like 'project.%';

update activities a set data = jsonb_build_object(
  'time_entry', jsonb_build_object('id', subject_id, 'hours', (replace(found[1], ',', '')::numeric * 100)::bigint),
  'project', jsonb_build_object('name', found[2])
)
from (select account_id, id, regexp_match(description, '^([0-9,]+(?:\.[0-9]+)?) h on (.*)$') as found from activities) parsed
where (parsed.account_id, parsed.id) = (a.account_id, a.id) and type like 'time_entry.%' and found is not null;

update activities a set data = jsonb_build_object(
  'expense', jsonb_build_object(
    'id', subject_id, 'description', found[1], 'amount', (replace(found[2], ',', '')::numeric * 100)::bigint
  )
)
from (select account_id, id, regexp_match(description, '^(.*), \$([0-9,]+\.[0-9]{2})$') as found from activities) parsed
where (parsed.account_id, parsed.id) = (a.account_id, a.id) and type like 'expense.%' and found is not null;

update activities a set data = jsonb_build_object(
  'invoice', jsonb_build_object('id', subject_id, 'invoice_number', found[1], 'client_name', found[2])
)
from (select account_id, id, regexp_match(description, '^(INV-[0-9]+) for (.*)$') as found from activities) parsed
where (parsed.account_id, parsed.id) = (a.account_id, a.id) and type like 'invoice.%' and found is not null;

update activities a set data = jsonb_build_object(
  split_part(type, '.', 1), jsonb_build_object('title', found[1]),
  'project', jsonb_build_object('id', subject_id, 'name', found[2])
)
from (select account_id, id, regexp_match(description, '^(.*) – (.*)$') as found from activities) parsed
where (parsed.account_id, parsed.id) = (a.account_id, a.id) and found is not null
  and (type like 'milestone.%' or type in ('deliverable.created', 'deliverable.updated', 'deliverable.deleted'));

update activities a set data = jsonb_build_object(
  'deliverable', jsonb_build_object('title', found[1], 'version', coalesce(found[2], '1')::int),
  'project', jsonb_build_object('id', subject_id, 'name', found[3])
)
from (
  select account_id, id, regexp_match(description, '^(.*?)(?:, version ([2-9]|[1-9][0-9]{1,8}))? – (.*)$') as found from activities
) parsed
where (parsed.account_id, parsed.id) = (a.account_id, a.id) and type = 'deliverable.submitted' and found is not null;

update activities a set data = jsonb_build_object(
  'client', jsonb_build_object('id', client_id, 'name', found[1]),
  'deliverable', jsonb_build_object('title', found[2], 'version', found[3]::int),
  'project', jsonb_build_object('id', subject_id, 'name', found[4])
)
from (
  select account_id, id, regexp_match(description, '^(.*?): (.*), version ([1-9][0-9]{0,8}) – (.*)$') as found from activities
) parsed
where (parsed.account_id, parsed.id) = (a.account_id, a.id) and found is not null
  and type in ('deliverable.approved', 'deliverable.changes_requested');

-- A comment was written at the same instant as its activity. One that is gone takes its words along.
update activities a set data = jsonb_build_object(
  'comment', jsonb_build_object('id', (
    select c.id from comments c
    where c.account_id = a.account_id and c.created_at = a.created_at
      and c.author_type = case a.actor when 'client' then 'client' else 'freelancer' end
      and c.project_id = coalesce(a.subject_id, c.project_id)
    order by position(left(c.content, 20) in a.description) = 0, c.id limit 1
  )),
  'project', jsonb_build_object('id', subject_id, 'name', found[2])
) || case type when 'comment.received'
  then jsonb_build_object('client', jsonb_build_object('id', client_id, 'name', found[1]))
  else '{}'
end
from (
  select account_id, id, case type
    when 'comment.added' then regexp_match(description, '^()(.*?)(?:: .*)?$')
    else regexp_match(description, '^(.*?)(?: on | – )(.*?)(?:: .*)?$')
  end as found from activities
) parsed
where (parsed.account_id, parsed.id) = (a.account_id, a.id) and type like 'comment.%' and found is not null
  and description <> 'A removed client';

update activities set
  type = 'legacy',
  actor = 'user',
  data = jsonb_build_object('category', category, 'title', title, 'description', description)
where type is null or (data is null and description <> 'A removed client');

update activities set data = jsonb_strip_nulls(data) where data is not null;

alter table activities
  alter column type set not null,
  alter column actor set not null,
  drop column category,
  drop column title,
  drop column description;
