-- Requests are counted for all servers together. A count lives for a minute, so it need not survive a crash.
create unlogged table request_counts (
  -- The hash of who asks for what: no address and no link is kept.
  key bytea primary key,
  count integer not null,
  ends_at timestamptz not null
);
create index request_counts_by_end on request_counts (ends_at);
