-- The identities of deleted accounts, as keyed hashes and nothing else, so that a trial is given once.
create table used_trials (identity_hash bytea primary key);
