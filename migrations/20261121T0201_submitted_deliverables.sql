-- What waits for a client's decision, for the home of the portal.
create index deliverables_submitted on deliverables (account_id, project_id) where (status = 'submitted');
