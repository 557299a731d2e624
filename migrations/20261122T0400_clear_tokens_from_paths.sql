-- Requests by a portal link kept the link's token in their path. Every other path consists of words and ids.
update idempotency_keys set path = '/api/client-portal/[token]/comments' where path !~ '^(/([a-z-]+|[0-9]+))+/?$';
