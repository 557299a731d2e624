create index clients_archived_by_name on clients (account_id, name_key, id) where archived_at is not null;
