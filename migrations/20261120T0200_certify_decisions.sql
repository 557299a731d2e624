-- What a certificate says besides: by which link and from which address a decision was made, for whose work, and on which
-- file. `code` opens the certificate. It is plain text, since it reveals nothing that the row does not, and has to stay valid
-- when the server's secret changes. Decisions from before have no address, and those on invoices no file.
alter table decisions add column code text;
update decisions set code = translate(
  rtrim(
    encode(decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'), 'base64'), '='),
  '+/', '-_');
alter table decisions alter column code set not null;
create unique index decisions_code on decisions (account_id, code);

alter table decisions add column business_name text;
update decisions d set business_name = coalesce(nullif(a.business_name, ''), nullif(a.name, ''), a.email)
from accounts a where a.id = d.account_id;
alter table decisions alter column business_name set not null;

alter table decisions add column on_behalf_of text;
alter table decisions add column address text;
alter table decisions add column link_created_at timestamptz;
update decisions d set link_created_at = p.created_at
from portal_access p where p.account_id = d.account_id and p.id = d.portal_access_id;

alter table decisions add column file_sha256 text;
alter table decisions add column file_name text;
alter table decisions add column file_size bigint;
alter table decisions add column file_type text;
update decisions d set file_sha256 = v.file_sha256, file_name = v.file_name, file_size = v.file_size, file_type = v.file_type
from deliverable_versions v
where v.account_id = d.account_id and v.deliverable_id = d.deliverable_id and v.version = d.version;
create index decisions_stored on decisions (account_id, file_sha256) include (file_size) where file_sha256 is not null;
