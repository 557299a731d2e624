-- E-invoices name the electronic address of the client, so an issued invoice keeps it too.
update invoices i set frozen_details = jsonb_set(i.frozen_details, '{buyer,email}', to_jsonb(c.email))
from clients c
where c.account_id = i.account_id and c.id = i.client_id and i.frozen_details is not null;
