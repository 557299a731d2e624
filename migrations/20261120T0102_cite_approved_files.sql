-- Which version of a deliverable a line bills, so that the document can cite the file that was approved. Documents that were
-- issued before stay as they are.
alter table invoice_items add column deliverable_version int;
