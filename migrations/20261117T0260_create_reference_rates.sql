-- The newest reference rate of each currency, as a central bank publishes it: how many units one euro is worth.
-- It belongs to no account. On a sharded database, a reference table.
create table reference_rates (
  currency text primary key,
  per_euro numeric(20, 10) not null,
  day date not null
);
