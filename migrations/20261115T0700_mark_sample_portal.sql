-- Marks what "Explore with sample data" adds to its projects, so that what she adds there herself is told from it.
-- Versions, decisions and portal links go with the sample record they belong to.
alter table milestones add column sample boolean not null default false;
alter table deliverables add column sample boolean not null default false;
alter table comments add column sample boolean not null default false;

create index milestones_sample on milestones (account_id, id) where sample;
create index deliverables_sample on deliverables (account_id, id) where sample;
create index comments_sample on comments (account_id, id) where sample;
