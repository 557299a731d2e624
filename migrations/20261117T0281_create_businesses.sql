-- Every logo that the profile or an issued invoice shows.
create table logos (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  file_sha256 text not null,
  file_size bigint not null,
  file_type text not null,
  primary key (account_id, id)
);

-- What documents say about the freelancer, and what new ones start with. Name, address, currency and locale are on the
-- account. An account without a row has entered nothing.
create table businesses (
  account_id bigint primary key references accounts (id),
  postal_code text not null default '',
  city text not null default '',
  country text not null default '',
  tax_id text not null default '',
  email text not null default '',
  phone text not null default '',
  website text not null default '',
  logo_id bigint,
  tax_name text not null default '',
  tax_rate bigint not null default 0,
  payment_terms_days integer,
  hourly_rate bigint,
  notes text not null default '',
  footer text not null default '',
  payment_details text not null default '',
  account_holder text not null default '',
  iban text not null default '',
  bic text not null default '',
  invoice_prefix text not null default 'INV-',
  hours_per_day bigint not null default 800,
  time_rounding_minutes integer not null default 0,
  time_rounding_mode text not null default 'nearest',
  week_starts_on text not null default 'monday',
  foreign key (account_id, logo_id) references logos (account_id, id)
);

-- Where the freelancer wants a series to begin: removing sample data does not go below it.
alter table number_series add column first_number integer not null default 1;

alter table invoices add column prefix text not null default 'INV-';
-- Seller, buyer, tax name, payment details and footer, copied when it leaves draft; null while it follows the profile.
alter table invoices add column frozen_details jsonb;
alter table invoices add column logo_id bigint;
alter table invoices add foreign key (account_id, logo_id) references logos (account_id, id);

update invoices i set frozen_details = jsonb_build_object(
  'seller', jsonb_build_object(
    'name', coalesce(nullif(a.business_name, ''), nullif(a.name, ''), a.email), 'address', a.business_address,
    'postal_code', '', 'city', '', 'country', '', 'tax_id', '', 'email', '', 'phone', '', 'website', ''),
  'buyer', jsonb_build_object(
    'name', i.client_name, 'company', c.company, 'address', c.address,
    'postal_code', c.postal_code, 'city', c.city, 'country', c.country, 'tax_id', c.tax_id),
  'tax_name', '', 'payment', jsonb_build_object('details', '', 'account_holder', '', 'iban', '', 'bic', ''),
  'footer', '')
from accounts a, clients c
where i.status <> 'draft' and a.id = i.account_id and c.account_id = i.account_id and c.id = i.client_id;
