-- What the checkout session was created with. A request with the same parameters gets the same session.
alter table checkouts rename column wanted to parameters;
