-- A paid invoice without a day was entered into the ledger on its day of issue; it says the same now.
update invoices set paid_on = issue_date where status = 'paid' and paid_on is null;
