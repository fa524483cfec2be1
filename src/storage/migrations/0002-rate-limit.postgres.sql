-- The rate limit's window of each API key, shared by all nodes. Unlogged: it is rewritten on every request and
-- worth nothing after a crash. Half-empty pages keep those rewrites off the primary key's index.
create unlogged table rate_limit_windows (
  subject text primary key,
  hits bigint[] not null,
  admitted bigint not null
) with (fillfactor = 50);
